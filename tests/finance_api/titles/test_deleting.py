"""Deleting: for good, one row only, and with the transaction that settling made
(rest-api §2.13)."""

from django.db import transaction

from finance_api.core import records
from finance_api.core.isolation import open_workspaces
from finance_api.core.models import LogEntry
from finance_api.ledger.models import Transaction
from finance_api.reconciliations.models import Reconciliation
from finance_api.titles.models import Status, Title
from tests.finance_api.titles.desk import BEHIND, Desk, admitted, both, charged, desk


@both
def test_a_deleted_title_is_gone_for_good_and_the_log_keeps_it(path: str) -> None:
    at = desk(path)
    tax = at.api.made("taxes", {"name": "ISS"})["id"]
    made = at.made(
        tax_charges=[{"tax_id": tax, "amount": "1.00"}],
        classification_centers=[
            {"classification_center_id": at.center("Loja 1"), "percentage": 100}
        ],
    )
    assert at.api.delete(f"{path}/{made['id']}").status == 204
    assert at.api.delete(f"{path}/{made['id']}").code == "NOT_FOUND"
    assert at.api.get(f"{path}/{made['id']}").code == "NOT_FOUND"
    assert at.listed() == []
    with transaction.atomic():
        open_workspaces([at.books.world.workspace.id])
        entry = LogEntry.objects.get(record_id=made["id"], act="remove")
    assert entry.operation == f"finance_{path}_delete"
    assert entry.before is not None
    assert entry.before["amount"] == "100.00"
    assert entry.before["allocations"][0]["amount"] == "100.00"
    assert entry.before["tax_charges"][0]["tax_id"] == tax


@both
def test_the_transaction_of_a_settled_title_goes_with_it(path: str) -> None:
    at = desk(path)
    settled = at.settled_title()
    entered = f"financial-transactions/{settled['transaction_id']}"
    assert at.api.delete(entered).code == "UNPROCESSABLE_ENTITY"
    assert at.books.balance() == at.signed("100.00")
    assert at.api.delete(f"{path}/{settled['id']}").status == 204
    assert at.api.get(entered).code == "NOT_FOUND"
    assert at.books.balance() == "0.00"


def _matched(at: Desk, titles: list[str], transactions: list[str]) -> None:
    """A reconciliation that settled these titles with these transactions, one to one."""
    with admitted(at, BEHIND) as warrant:
        kind = "payable" if at.pays else "receivable"
        match = records.create(warrant, Reconciliation, kind=kind)
        for title_id, transaction_id in zip(titles, transactions, strict=True):
            entered = Transaction.objects.within(warrant).get(pk=transaction_id)
            records.change(warrant, entered, reconciliation=match)
            records.change(
                warrant,
                Title.objects.within(warrant).get(pk=title_id),
                status=Status.SETTLED,
                payment_date=entered.occurred_at,
                transaction=entered,
                reconciliation=match,
            )


def _matched_pair(at: Desk) -> tuple[list[str], list[str]]:
    titles = [at.made()["id"], at.made()["id"]]
    entered = [at.books.entered(type=at.type)["id"] for _ in titles]
    _matched(at, titles, entered)
    return titles, entered


@both
def test_a_reconciled_title_shows_everything_it_is_matched_with(path: str) -> None:
    at = desk(path)
    titles, entered = _matched_pair(at)
    shown = at.get(titles[0])
    assert shown["is_reconciled"] is True
    assert shown["reconciliation"]["source"] == "manual"
    assert shown["reconciliation"]["billing_ids"] == sorted(titles)
    assert shown["reconciliation"]["transaction_ids"] == sorted(entered)


@both
def test_a_reconciled_title_keeps_its_money_until_the_match_is_dissolved(path: str) -> None:
    at = desk(path)
    titles, _ = _matched_pair(at)
    before = at.get(titles[0])
    for sent in (
        {"status": "pending"},
        {"amount": "1.00"},
        {"ticket_amount": "1.00"},
        {"payment_date": "2026-03-01"},
        {"status": "cancelled"},
    ):
        assert at.patch(titles[0], **sent).code == "UNPROCESSABLE_ENTITY", sent
    assert at.get(titles[0]) == before
    assert at.patched(titles[0], notes="ok")["notes"] == "ok"


@both
def test_deleting_dissolves_the_match_and_keeps_the_banks_transactions(path: str) -> None:
    at = desk(path)
    titles, entered = _matched_pair(at)
    assert at.api.delete(f"{path}/{titles[0]}").status == 204
    assert at.books.count() == 2
    other = at.get(titles[1])
    assert other["status"] == "pending"
    assert other["transaction_id"] is other["reconciliation"] is other["payment_date"] is None
    assert other["is_reconciled"] is False
    assert all(at.api.delete(f"financial-transactions/{each}").status == 204 for each in entered)


def test_a_receivable_with_a_live_charge_is_not_deleted() -> None:
    at = desk("receivables")
    made = at.made()
    charged(at, made["id"], "opened", "confirmed")
    answer = at.api.delete(f"receivables/{made['id']}")
    assert answer.status == 409
    assert answer.code == "CONFLICT"
    assert answer.body["error"]["details"] == {"charge_state": "registered"}
    assert at.get(made["id"])["charge_state"] == "registered"
    charged(at, made["id"], "canceled", "confirmed")
    assert at.api.delete(f"receivables/{made['id']}").status == 204
