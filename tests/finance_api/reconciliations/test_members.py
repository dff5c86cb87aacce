"""What may not be matched is refused, every member by name, and nothing changes
(rest-api §2.11)."""

import uuid
from typing import Any

import pytest

from finance_api.core import records
from finance_api.ledger.models import Transaction
from tests.finance_api.ledger.books import account, company
from tests.finance_api.reconciliations.table import bank, body, everything, kind_of, match, matched
from tests.finance_api.titles.desk import BEHIND, Desk, admitted, both, desk
from tests.world import Answer, world


def refused(at: Desk, billings: list[str], transactions: list[str]) -> Answer:
    """The answer of a match that is refused; both sides stay as they were."""
    read = everything(at)
    before = read()
    answer = match(at, billings, transactions)
    assert answer.code == "UNPROCESSABLE_ENTITY", answer.body
    assert read() == before
    return answer


@both
def test_a_transaction_of_the_other_direction_is_refused(path: str) -> None:
    at = desk(path)
    other = at.books.entered(type="credit" if at.pays else "debit")["id"]
    assert refused(at, [at.made()["id"]], [other]).issues == {"transaction_ids.0": "polarity"}


@both
def test_what_is_matched_already_is_refused(path: str) -> None:
    at = desk(path)
    title, moved = at.made()["id"], bank(at)
    matched(at, [title], [moved])
    assert refused(at, [title], [bank(at)]).issues == {"billings.0": "reconciled"}
    assert refused(at, [at.made()["id"]], [moved]).issues == {"transaction_ids.0": "reconciled"}


@both
def test_a_settled_billing_and_the_transaction_it_made_are_refused(path: str) -> None:
    at = desk(path)
    settled = at.settled_title()
    assert refused(at, [settled["id"]], [bank(at)]).issues == {"billings.0": "settled"}
    made = refused(at, [at.made()["id"]], [settled["transaction_id"]])
    assert made.issues == {"transaction_ids.0": "auto_created"}
    at.patched(settled["id"], status="pending")
    matched(at, [settled["id"]], [bank(at)])


@both
def test_a_cancelled_billing_is_refused(path: str) -> None:
    at = desk(path)
    title = at.made()["id"]
    at.patched(title, status="cancelled")
    assert refused(at, [title], [bank(at)]).issues == {"billings.0": "cancelled"}


@both
@pytest.mark.parametrize(
    ("changes", "code"),
    [({"is_pending": True}, "pending"), ({"occurred_at": "2199-01-01"}, "future")],
)
def test_money_that_has_not_moved_is_refused(path: str, changes: Any, code: str) -> None:
    at = desk(path)
    entered = at.books.entered(type=at.type, **changes)["id"]
    assert refused(at, [at.made()["id"]], [entered]).issues == {"transaction_ids.0": code}


@both
def test_a_leg_of_a_transfer_is_refused(path: str) -> None:
    at = desk(path)
    moved = bank(at)
    with admitted(at, BEHIND) as warrant:
        leg = Transaction.objects.within(warrant).get(pk=moved)
        records.change(warrant, leg, transfer_id=uuid.uuid4())
    assert refused(at, [at.made()["id"]], [moved]).issues == {"transaction_ids.0": "transfer"}


@both
def test_an_account_left_out_of_reconciliation_is_refused(path: str) -> None:
    at = desk(path)
    title, moved = at.made()["id"], bank(at)
    target = f"financial-accounts/{at.books.account}"
    assert at.api.patch(target, {"disable_reconcile": True}).status == 200
    assert refused(at, [title], [moved]).issues == {"transaction_ids.0": "account"}
    assert at.api.patch(target, {"disable_reconcile": False}).status == 200
    matched(at, [title], [moved])


@both
def test_another_companys_member_is_refused(path: str) -> None:
    at = desk(path)
    owner = company(at.books.world, "Outra")
    theirs = bank(at, company_id=owner, financial_account_id=account(at.books.world, owner))
    answer = refused(at, [at.made()["id"]], [theirs])
    assert "one company" in answer.body["error"]["message"]


def test_both_kinds_in_one_match_are_refused() -> None:
    pays = desk("payables")
    takes = Desk("receivables", pays.books, pays.person)
    ids = [pays.made()["id"], takes.made()["id"]]
    sent = body(pays, ids, [bank(pays)])
    sent["billings"][1]["kind"] = "receivable"
    answer = pays.api.post("reconciliations", sent)
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert [pays.get(ids[0])["status"], takes.get(ids[1])["status"]] == ["pending", "pending"]


def test_a_payable_that_waits_for_approval_is_refused() -> None:
    at = desk("payables", world(approval_gate=True))
    assert refused(at, [at.made()["id"]], [bank(at)]).issues == {"billings.0": "not_approved"}


@both
def test_every_member_at_fault_is_named_at_once(path: str) -> None:
    at = desk(path)
    titles = [at.settled_title()["id"], at.made()["id"]]
    entered = [bank(at), at.books.entered(type=at.type, is_pending=True)["id"]]
    answer = refused(at, titles, entered)
    assert answer.issues == {"billings.0": "settled", "transaction_ids.1": "pending"}


@both
def test_a_member_that_is_not_here_is_not_found_whatever_it_is_elsewhere(path: str) -> None:
    at, elsewhere = desk(path), desk(path)
    title, moved = at.made()["id"], bank(at)
    foreign = match(at, [elsewhere.made()["id"]], [bank(elsewhere)])
    random = match(at, [str(uuid.uuid4())], [str(uuid.uuid4())])
    assert foreign.status == random.status == 404
    assert foreign.raw == random.raw
    assert foreign.issues == {"billings.0.id": "not_found", "transaction_ids.0": "not_found"}
    sent = body(at, [title], [moved])
    sent["billings"][0]["kind"] = "receivable" if kind_of(at) == "payable" else "payable"
    assert at.api.post("reconciliations", sent).code == "NOT_FOUND"
    assert at.get(title)["status"] == "pending"


@both
def test_the_shape_of_a_match_is_judged(path: str) -> None:
    at = desk(path)
    title, moved = at.made()["id"], bank(at)
    billing = {"kind": kind_of(at), "id": title}
    for sent, issues in (
        ({}, {"billings": "required", "transaction_ids": "required"}),
        (
            {"billings": [], "transaction_ids": []},
            {"billings": "empty", "transaction_ids": "empty"},
        ),
        (
            {"billings": [billing, billing], "transaction_ids": [moved, moved]},
            {"billings.1": "duplicate", "transaction_ids.1": "duplicate"},
        ),
        (
            {"billings": [{"kind": "draft", "id": 1}], "transaction_ids": ["x"]},
            {
                "billings.0.kind": "invalid_choice",
                "billings.0.id": "invalid",
                "transaction_ids.0": "invalid",
            },
        ),
    ):
        answer = at.api.post("reconciliations", sent)
        assert answer.code == "VALIDATION_ERROR", answer.body
        assert answer.issues == issues
    assert at.get(title)["status"] == "pending"
