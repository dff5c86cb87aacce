"""A payment by the bank leaves one receipt, together with the settlement (K20, rest-api §1.8)."""

from finance_api.core import dates
from tests.finance_api.titles.bank import counter


def test_sent_paid_settled_and_receipted_once() -> None:
    at = counter("payables")
    id = at.payable(amount="420.50")
    at.send(id)
    path = f"receipts?payable_id={id}"
    assert at.desk.api.get(path).body["data"] == []
    at.step(times=2)
    paid = at.get(id)
    assert paid["status"] == "paid"
    (receipt,) = at.desk.api.get(path).body["data"]
    assert receipt["external_uid"] == paid["kobana_payment_uid"]
    assert (receipt["amount"], receipt["paid_at"]) == ("420.50", dates.wire(dates.today()))
    assert (receipt["status"], receipt["source"]) == ("available", "kobana")
    assert receipt["financial_account_id"] == at.desk.books.account
    at.hear()
    assert len(at.desk.api.get(path).body["data"]) == 1


def test_a_rejected_payment_and_a_charge_leave_none() -> None:
    at = counter("payables")
    at.send(at.payable())
    at.step(reject=True)
    assert at.desk.api.get("receipts").body["data"] == []
    owed = counter("receivables")
    owed.charge(owed.receivable())
    owed.step()
    owed.step()
    assert owed.desk.books.balance() == "100.00"
    assert owed.desk.api.get("receipts").body["data"] == []
