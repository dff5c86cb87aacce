"""A payable at the bank: what it needs, what it forbids, and how it ends (K20, rest-api §2.9)."""

from typing import Any

import pytest

from finance_api.bank import sandbox
from finance_api.core import dates
from tests.finance_api.titles.bank import METHODS, Counter, counter
from tests.finance_api.titles.desk import unstamped
from tests.world import world

TODAY = dates.wire(dates.today())


def refused(at: Counter, id: str, act: str = "send-to-bank") -> dict[str, Any]:
    """The error of a call that is refused and changes nothing."""
    before, orders = at.get(id), len(at.orders())
    answer = at.ask(id, act)
    assert answer.status in (409, 422), answer.body
    assert at.get(id) == before
    assert len(at.orders()) == orders
    error: dict[str, Any] = answer.body["error"]
    return error


@pytest.mark.parametrize("method", METHODS)
def test_a_payable_is_sent_paid_and_settled(method: str) -> None:
    at = counter("payables")
    coordinates = {"pix_key": None, "pix_key_type": None} | METHODS[method]
    id = at.payable(payment_method_kind=method, **coordinates)
    sent = at.send(id)
    assert (sent["kobana_status"], sent["kobana_payment_uid"]) == ("pending", None)
    (order,) = at.orders()
    known = at.get(id)
    assert known["kobana_status"] == "scheduled"
    assert known["kobana_payment_uid"] == f"sandbox-{order.key}"
    assert known["status"] == "pending"
    at.step()
    paid = at.get(id)
    assert (paid["status"], paid["kobana_status"]) == ("paid", "paid")
    assert (paid["payment_date"], paid["updated_via"]) == (TODAY, "system")
    entered = at.desk.transaction(paid)
    assert (entered["amount"], entered["created_via"]) == ("100.00", "system")
    assert at.desk.books.balance() == "-100.00"
    at.step()
    assert at.get(id) == paid


@pytest.mark.parametrize(
    ("changes", "missing"),
    [
        ({"pix_key": None}, ["pix_key"]),
        ({"pix_key_type": None}, ["pix_key_type"]),
        (
            {"payment_method_kind": "ted"},
            ["bank_code", "agency", "account_number"],
        ),
        ({"payment_method_kind": "bank_billet"}, ["barcode"]),
        ({"payment_method_kind": "tribute"}, ["barcode"]),
        ({"financial_account_id": None}, ["financial_account_id"]),
        (
            {"pix_key": None, "financial_account_id": None},
            ["pix_key", "financial_account_id"],
        ),
    ],
)
def test_what_the_bank_lacks_is_named_at_once(changes: Any, missing: list[str]) -> None:
    at = counter("payables")
    error = refused(at, at.payable(**changes))
    assert (error["code"], error["details"]) == ("UNPROCESSABLE_ENTITY", {"missing": missing})


def test_the_expected_account_pays_where_no_other_is_named() -> None:
    at = counter("payables")
    id = at.payable(financial_account_id=None, expected_account_id=at.desk.books.account)
    at.send(id)
    at.step()
    assert at.get(id)["financial_account_id"] == at.desk.books.account


def test_an_account_that_no_bank_knows_cannot_pay() -> None:
    at = counter("payables")
    bare = at.desk.api.made(
        "financial-accounts",
        {"company_id": at.desk.books.company, "name": "Caixa", "type": "cash"},
    )["id"]
    error = refused(at, at.payable(financial_account_id=bare))
    names = ("bank_id", "agency", "account_number")
    assert error["details"] == {"missing": [f"financial_account.{name}" for name in names]}


@pytest.mark.parametrize("method", ["cash", "none", None])
def test_a_method_that_no_bank_carries_out_is_refused(method: str | None) -> None:
    at = counter("payables")
    assert refused(at, at.payable(payment_method_kind=method))["code"] == "UNPROCESSABLE_ENTITY"


@pytest.mark.parametrize(
    ("method", "barcode"),
    [
        ("bank_billet", "34191091233456789123845123450004816460000012346"),
        ("bank_billet", METHODS["utility"]["barcode"]),
        ("utility", METHODS["bank_billet"]["barcode"]),
    ],
)
def test_a_slip_that_is_wrong_or_of_another_kind_is_refused(method: str, barcode: str) -> None:
    at = counter("payables")
    error = refused(at, at.payable(payment_method_kind=method, barcode=barcode))
    assert error["message"].startswith("barcode ")


def test_what_waits_for_approval_is_not_sent() -> None:
    at = counter("payables", world(approval_gate=True))
    error = refused(at, at.payable())
    assert error["code"] == "UNPROCESSABLE_ENTITY"
    assert "approval" in error["message"]


def test_only_a_pending_payable_is_sent() -> None:
    at = counter("payables")
    cancelled = at.payable()
    at.desk.patched(cancelled, status="cancelled")
    settled = at.payable()
    assert at.desk.settle(settled).status == 200
    for id in (cancelled, settled):
        assert refused(at, id)["code"] == "UNPROCESSABLE_ENTITY"


def test_what_is_at_the_bank_or_was_paid_by_it_is_not_sent_again() -> None:
    at = counter("payables")
    id = at.payable()
    at.send(id)
    assert refused(at, id)["details"] == {"kobana_status": "scheduled"}
    at.step()
    at.desk.patched(id, status="pending")
    assert refused(at, id)["details"] == {"kobana_status": "paid"}


def test_while_the_bank_has_it_nothing_it_was_told_changes() -> None:
    at = counter("payables")
    id = at.payable()
    at.send(id)
    before = at.get(id)
    for sent in (
        {"amount": "99.00"},
        {"interest_amount": "1.00"},
        {"due_date": "2026-03-11"},
        {"pix_key": "outra@exemplo.com.br"},
        {"scheduled_to": "2026-12-24"},
        {"payment_method_kind": "ted"},
        {"financial_account_id": None},
        {"status": "cancelled"},
        at.desk.settlement(),
    ):
        answer = at.desk.patch(id, **sent)
        assert answer.status == 409, sent
        assert answer.body["error"]["details"] == {"kobana_status": "scheduled"}
    assert at.desk.api.delete(f"payables/{id}").status == 409
    assert at.get(id) == before
    changed = at.desk.patched(id, notes="ok", amount="100.00", pix_key=METHODS["pix"]["pix_key"])
    assert changed["notes"] == "ok"


def test_a_cancelled_dispatch_leaves_the_payable_free_and_the_mirror_kept() -> None:
    at = counter("payables")
    id = at.payable()
    at.send(id)
    assert at.done(at.ask(id, "cancel-dispatch"))["kobana_status"] == "canceling"
    cancelled = at.get(id)
    assert (cancelled["status"], cancelled["kobana_status"]) == ("pending", "canceled")
    assert cancelled["kobana_payment_uid"] is not None
    at.step()
    assert at.get(id) == cancelled
    assert at.desk.books.count() == 0
    assert at.desk.patched(id, amount="99.00")["amount"] == "99.00"
    at.send(id)
    at.step()
    assert at.get(id)["status"] == "paid"
    assert [order.status for order in at.orders()] == ["canceled", "paid"]
    assert at.desk.books.balance() == "-99.00"


def test_what_was_never_sent_or_is_over_has_nothing_to_cancel() -> None:
    at = counter("payables")
    id = at.payable()
    assert refused(at, id, "cancel-dispatch")["code"] == "UNPROCESSABLE_ENTITY"
    at.send(id)
    at.step()
    assert refused(at, id, "cancel-dispatch")["code"] == "UNPROCESSABLE_ENTITY"


def test_a_cancellation_that_comes_too_late_ends_paid() -> None:
    at = counter("payables")
    id = at.payable()
    at.send(id)
    sandbox.advance(keys=[intent.key for intent in at.intents()])
    at.done(at.ask(id, "cancel-dispatch"))
    paid = at.get(id)
    assert (paid["status"], paid["kobana_status"]) == ("paid", "paid")
    assert at.desk.books.balance() == "-100.00"


def test_a_rejected_payment_leaves_the_payable_to_be_corrected_and_sent_again() -> None:
    at = counter("payables")
    id = at.payable()
    at.send(id)
    at.step(reject=True)
    rejected = at.get(id)
    assert (rejected["status"], rejected["kobana_status"]) == ("pending", "rejected")
    at.desk.patched(id, pix_key="certa@exemplo.com.br")
    at.send(id)
    at.step()
    assert at.get(id)["status"] == "paid"


def test_a_payable_that_the_bank_is_done_with_can_be_deleted() -> None:
    at = counter("payables")
    rejected, paid = at.payable(), at.payable()
    at.send(rejected)
    at.step(reject=True)
    at.send(paid)
    at.step()
    for id in (rejected, paid):
        assert at.desk.api.delete(f"payables/{id}").status == 204
    assert at.intents() == []
    assert at.desk.books.count() == 0


def test_the_bank_waits_for_the_day_it_shall_pay() -> None:
    at = counter("payables")
    id = at.payable(scheduled_to="2099-01-05")
    at.send(id)
    at.step()
    assert at.get(id)["kobana_status"] == "scheduled"


def test_an_answer_that_comes_twice_settles_once() -> None:
    at = counter("payables")
    id = at.payable()
    at.send(id)
    at.step(times=2)
    assert at.get(id)["status"] == "paid"
    assert at.desk.books.count() == 1


def test_a_closed_period_keeps_the_settlement_waiting_and_the_answer_known() -> None:
    at = counter("payables")
    id = at.payable()
    at.send(id)
    place = at.workspace
    place.locked_through = dates.today()
    place.save()
    at.step()
    waiting = at.get(id)
    assert (waiting["status"], waiting["kobana_status"]) == ("pending", "paid")
    assert at.desk.books.count() == 0
    place.locked_through = None
    place.save()
    at.hear()
    assert unstamped(at.get(id))["status"] == "paid"
    assert at.desk.books.count() == 1
