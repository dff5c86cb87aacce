"""A receivable's charge at the bank: what it needs, what a customer gets, how it ends (K19, K20,
rest-api §2.10)."""

import datetime as dt
from decimal import Decimal
from typing import Any

import pytest

from finance_api.bank import sandbox
from finance_api.bank.br_code import crc16
from finance_api.bank.models import SandboxOrder
from finance_api.core import boleto, dates
from tests.finance_api.titles.bank import Counter, counter

TODAY = dates.wire(dates.today())
both_kinds = pytest.mark.parametrize("kind", ["bank_billet", "pix"])


def refused(at: Counter, id: str, act: str = "charge", kind: str | None = "pix") -> Any:
    """The error of a call that is refused and changes nothing."""
    before, orders = at.get(id), len(at.orders())
    answer = at.ask(id, act, {"kind": kind} if kind else None)
    assert answer.status in (409, 422), answer.body
    assert at.get(id) == before
    assert len(at.orders()) == orders
    return answer.body["error"]


@both_kinds
def test_a_charge_is_registered_paid_and_the_receivable_received(kind: str) -> None:
    at = counter("receivables")
    id = at.receivable()
    issued = at.charge(id, kind)
    assert (issued["charge_state"], issued["kobana_charge_kind"]) == ("registering", kind)
    assert at.get(id)["charge_state"] == "registering"
    assert at.get(id)["kobana_pix_qrcode"] is None
    at.step()
    assert at.get(id)["charge_state"] == "registered"
    at.step()
    paid = at.get(id)
    assert (paid["status"], paid["charge_state"]) == ("received", "paid")
    assert (paid["payment_date"], paid["updated_via"]) == (TODAY, "system")
    assert at.desk.books.balance() == "100.00"
    at.step()
    assert at.get(id) == paid


def test_a_registered_slip_has_a_line_that_says_amount_and_due_date() -> None:
    at = counter("receivables")
    due = dates.today() + dt.timedelta(days=10)
    id = at.receivable(amount="123.45", due_date=due.isoformat())
    at.charge(id, "bank_billet")
    at.step()
    record = at.get(id)
    slip = boleto.read(record["kobana_digitable_line"], dates.today())
    assert slip.barcode == record["kobana_barcode"]
    assert (slip.amount, slip.due_date) == (Decimal("123.45"), due)
    assert slip.barcode[:3] == "341"
    assert record["kobana_charge_url"].startswith("https://")
    assert isinstance(record["kobana_charge_id"], int)
    assert record["kobana_pix_qrcode"] is None


def test_a_registered_pix_has_a_code_closed_by_its_crc_with_the_key_as_txid() -> None:
    at = counter("receivables")
    id = at.receivable(amount="123.45")
    at.charge(id, "pix")
    at.step()
    record = at.get(id)
    code = record["kobana_pix_qrcode"]
    fields = dict(tlv(code))
    (intent,) = at.intents()
    assert fields["63"] == f"{crc16(code[:-4].encode()):04X}"
    assert (fields["53"], fields["54"], fields["58"]) == ("986", "123.45", "BR")
    assert dict(tlv(fields["26"]))["00"] == "br.gov.bcb.pix"
    assert dict(tlv(fields["62"])) == {"05": intent.key}
    assert record["kobana_barcode"] is record["kobana_charge_id"] is None


def tlv(code: str) -> list[tuple[str, str]]:
    found, at = [], 0
    while at < len(code):
        size = int(code[at + 2 : at + 4])
        found.append((code[at : at + 2], code[at + 4 : at + 4 + size]))
        at += 4 + size
    return found


def test_the_crc_is_the_one_published() -> None:
    assert crc16(b"123456789") == 0x29B1


def test_what_the_bank_lacks_is_named_at_once() -> None:
    at = counter("receivables")
    nobody = at.desk.api.made(
        "people",
        {"company_id": at.desk.books.company, "name": "Sem documento", "is_customer": True},
    )["id"]
    id = at.receivable(person_id=nobody, financial_account_id=None)
    error = refused(at, id)
    assert error["code"] == "UNPROCESSABLE_ENTITY"
    assert error["details"] == {"missing": ["person.document_number", "financial_account_id"]}


def test_only_a_pending_receivable_is_charged() -> None:
    at = counter("receivables")
    cancelled, received = at.receivable(), at.receivable()
    at.desk.patched(cancelled, status="cancelled")
    assert at.desk.settle(received).status == 200
    for id in (cancelled, received):
        assert refused(at, id)["code"] == "CONFLICT"


def test_there_is_one_live_charge_and_none_after_it_was_paid() -> None:
    at = counter("receivables")
    id = at.receivable()
    at.charge(id)
    assert refused(at, id, kind="bank_billet")["details"] == {"charge_state": "registering"}
    at.step()
    assert refused(at, id)["details"] == {"charge_state": "registered"}
    at.step()
    at.desk.patched(id, status="pending")
    assert refused(at, id)["details"] == {"charge_state": "paid"}


def test_an_unknown_kind_is_no_body() -> None:
    at = counter("receivables")
    id = at.receivable()
    answer = at.ask(id, "charge", {"kind": "carta"})
    assert (answer.status, set(answer.issues)) == (422, {"kind"})
    assert at.intents() == []


def test_a_live_charge_holds_the_receivable_and_a_cancelled_one_frees_it() -> None:
    at = counter("receivables")
    id = at.receivable()
    at.charge(id, "bank_billet")
    at.step()
    held = at.desk.patch(id, amount="99.00")
    assert held.body["error"]["details"] == {"charge_state": "registered"}
    assert at.desk.api.delete(f"receivables/{id}").status == 409
    at.done(at.ask(id, "charge/cancel"))
    assert at.get(id)["charge_state"] == "canceled"
    assert at.desk.patched(id, amount="99.00")["amount"] == "99.00"
    again = at.charge(id, "pix")
    assert (again["charge_state"], again["kobana_charge_kind"]) == ("registering", "pix")
    assert again["kobana_barcode"] is again["kobana_charge_uid"] is None


def test_a_pix_is_cancelled_with_the_banks_next_step() -> None:
    at = counter("receivables")
    id = at.receivable()
    at.charge(id, "pix")
    at.step()
    assert at.done(at.ask(id, "charge/cancel"))["kobana_status"] == "canceling"
    assert at.get(id)["charge_state"] == "registered"
    assert refused(at, id, "charge/cancel", None)["code"] == "CONFLICT"
    at.step()
    assert at.get(id)["charge_state"] == "canceled"


def test_what_was_never_charged_or_is_closed_has_nothing_to_cancel() -> None:
    at = counter("receivables")
    id = at.receivable()
    assert refused(at, id, "charge/cancel", None)["code"] == "CONFLICT"
    at.charge(id)
    at.step()
    at.step()
    error = refused(at, id, "charge/cancel", None)
    assert (error["code"], error["details"]) == ("CONFLICT", {"charge_state": "paid"})


def test_a_rejected_registration_frees_the_receivable() -> None:
    at = counter("receivables")
    id = at.receivable()
    at.charge(id, "bank_billet")
    at.step(reject=True)
    assert at.get(id)["charge_state"] == "registration_rejected"
    at.charge(id, "bank_billet")
    at.step()
    assert at.get(id)["charge_state"] == "registered"


def test_a_charge_past_its_day_is_overdue_before_it_is_paid() -> None:
    at = counter("receivables")
    id = at.receivable(due_date="2026-03-10")
    at.charge(id)
    at.step()
    at.step()
    assert at.get(id)["charge_state"] == "overdue"
    at.step()
    assert at.get(id)["charge_state"] == "paid"


def test_what_was_received_by_hand_meanwhile_is_not_received_twice() -> None:
    at = counter("receivables")
    id = at.receivable()
    at.charge(id)
    at.step()
    assert at.desk.settle(id).status == 200
    before = at.get(id)
    at.step()
    after = at.get(id)
    assert after["charge_state"] == "paid"
    assert after["transaction_id"] == before["transaction_id"]
    assert at.desk.books.balance() == "100.00"


def test_a_charge_that_was_paid_otherwise_than_issued_settles_what_was_paid() -> None:
    at = counter("receivables")
    id = at.receivable()
    at.charge(id)
    at.step()
    keys = [intent.key for intent in at.intents()]
    SandboxOrder.objects.filter(key__in=keys).update(amount="101.50")
    sandbox.advance(keys=keys)
    at.hear()
    received = at.get(id)
    assert (received["ticket_amount"], received["amount"]) == ("101.50", "100.00")
    assert at.desk.books.balance() == "101.50"
