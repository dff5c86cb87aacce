"""A match settles its billings by the bank's own transactions (rest-api §2.11, R101)."""

import pytest

from tests.finance_api.reconciliations.table import bank, body, kind_of, match, matched
from tests.finance_api.titles.desk import both, desk


@both
def test_one_with_one_settles_the_billing_and_links_the_two(path: str) -> None:
    at = desk(path)
    title, moved = at.made()["id"], bank(at, on="2026-03-12")
    made = matched(at, [title], [moved])
    assert made == {
        "id": made["id"],
        "source": "manual",
        "kind": kind_of(at),
        "billing_ids": [title],
        "transaction_ids": [moved],
        "created_via": "api",
        "updated_via": "api",
    }
    assert at.api.get(f"reconciliations/{made['id']}").body == made
    settled = at.get(title)
    assert settled["status"] == at.settled
    assert settled["payment_date"] == "2026-03-12T00:00:00.000Z"
    assert settled["financial_account_id"] == at.books.account
    assert settled["transaction_id"] == moved
    assert settled["is_reconciled"] is True
    assert settled["reconciliation"]["id"] == made["id"]


@both
def test_the_match_moves_no_money_a_second_time(path: str) -> None:
    at = desk(path)
    title, moved = at.made()["id"], bank(at)
    balance = at.books.balance()
    matched(at, [title], [moved])
    assert at.books.balance() == balance == at.signed("100.00")
    assert at.books.count() == 1


@both
def test_two_billings_paid_at_once_are_settled_by_one_transaction(path: str) -> None:
    at = desk(path)
    titles = [at.made(amount="649.81")["id"] for _ in range(2)]
    made = matched(at, titles, [bank(at, "1299.62")])
    assert made["billing_ids"] == sorted(titles)
    for each in titles:
        settled = at.get(each)
        assert settled["status"] == at.settled
        assert settled["transaction_id"] is None
        assert settled["reconciliation"]["transaction_ids"] == made["transaction_ids"]


@both
def test_one_billing_paid_in_parts_is_settled_on_the_day_of_the_last(path: str) -> None:
    at = desk(path)
    title = at.made()["id"]
    parts = [bank(at, "60.00", "2026-03-20"), bank(at, "40.00", "2026-03-05")]
    made = matched(at, [title], parts)
    assert made["transaction_ids"] == sorted(parts)
    assert at.get(title)["payment_date"] == "2026-03-20T00:00:00.000Z"


@both
def test_many_are_matched_with_many(path: str) -> None:
    at = desk(path)
    titles = [at.made(amount=amount)["id"] for amount in ("10.00", "20.00", "30.00")]
    made = matched(at, titles, [bank(at, "25.00"), bank(at, "35.00")])
    assert len(made["billing_ids"]) == 3
    assert {at.get(each)["status"] for each in titles} == {at.settled}


@both
def test_the_account_is_the_one_the_last_of_the_money_moved_on(path: str) -> None:
    at = desk(path)
    other = at.api.made(
        "financial-accounts",
        {"company_id": at.books.company, "name": "Reserva", "type": "savings"},
    )["id"]
    title = at.made(financial_account_id=at.books.account)["id"]
    matched(
        at,
        [title],
        [
            bank(at, "40.00", "2026-03-05"),
            bank(at, "60.00", "2026-03-20", financial_account_id=other),
        ],
    )
    assert at.get(title)["financial_account_id"] == other


@both
@pytest.mark.parametrize(
    ("changes", "moved"),
    [
        ({"interest_amount": "5.50"}, "105.50"),
        ({"discount_amount": "10.00"}, "90.00"),
        ({"interest_amount": "5.50", "ticket_amount": "104.00"}, "104.00"),
    ],
)
def test_a_billing_counts_with_what_settling_it_would_move(
    path: str, changes: dict[str, str], moved: str
) -> None:
    at = desk(path)
    title = at.made()["id"]
    at.patched(title, **changes)
    assert match(at, [title], [bank(at)]).code == "UNPROCESSABLE_ENTITY"
    matched(at, [title], [bank(at, moved)])


@both
def test_a_cent_of_difference_is_refused_and_counted(path: str) -> None:
    at = desk(path)
    titles = [at.made(amount=amount)["id"] for amount in ("649.81", "649.80")]
    moved = bank(at, "1299.62")
    answer = match(at, titles, [moved])
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert answer.body["error"]["details"] == {
        "billings_total": "1299.61",
        "transactions_total": "1299.62",
        "difference": "0.01",
    }
    assert {at.get(each)["status"] for each in titles} == {"pending"}


@both
def test_a_key_makes_one_match_and_the_answer_is_replayed(path: str) -> None:
    at = desk(path)
    sent = body(at, [at.made()["id"]], [bank(at)])
    key = {"X-Idempotency-Key": "conciliar-1"}
    first = at.api.post("reconciliations", sent, **key)
    again = at.api.post("reconciliations", sent, **key)
    assert first.status == again.status == 201
    assert again.headers["X-Idempotency-Replayed"] == "true"
    assert again.raw == first.raw
    assert first.headers["Location"] == f"/v1/reconciliations/{first.body['id']}"


@both
def test_what_is_matched_keeps_its_money_and_the_rest_can_be_edited(path: str) -> None:
    at = desk(path)
    titles, moved = [at.made()["id"], at.made()["id"]], bank(at, "200.00")
    matched(at, titles, [moved])
    for sent in ({"status": "pending"}, {"amount": "1.00"}, {"status": "cancelled"}):
        assert at.patch(titles[0], **sent).code == "UNPROCESSABLE_ENTITY", sent
    assert at.patched(titles[0], notes="ok")["notes"] == "ok"
    assert at.patched(titles[0], status=at.settled)["status"] == at.settled
    entered = f"financial-transactions/{moved}"
    assert at.api.patch(entered, {"amount": "1.00"}).code == "UNPROCESSABLE_ENTITY"
    assert at.api.delete(entered).code == "UNPROCESSABLE_ENTITY"
    assert at.api.patch(entered, {"notes": "ok"}).status == 200
