"""Races on one title: settled once, reverted once, and the books agree (R44, R48, R53, R63)."""

import random
import uuid
from collections import Counter
from typing import Any

import pytest

from tests.finance_api.titles.desk import Desk, both, desk, together
from tests.invariants import assert_books_hold
from tests.world import Answer, Api

MANY = 20


def codes(answers: list[Answer]) -> Counter[int]:
    return Counter(answer.status for answer in answers)


def until_free(act: Any) -> Answer:
    """Ask again while another call has the record, as the answer says to."""
    while True:
        answer: Answer = act()
        if answer.headers.get("Retry-After") is None:
            return answer


def consistent(at: Desk, id: str) -> None:
    """What the title says, its transaction and the balance are one story."""
    assert_books_hold(at.books.world)
    title = at.get(id)
    if title["status"] != at.settled:
        assert title["transaction_id"] is title["payment_date"] is None
        assert at.books.count() == 0
        assert at.books.balance() == "0.00"
        return
    entered = at.transaction(title)
    assert at.books.count() == 1
    assert entered["amount"] == (title["ticket_amount"] or title["nominal_amount"])
    assert entered["occurred_at"] == title["payment_date"]
    assert at.books.balance(entered["financial_account_id"]) == at.signed(entered["amount"])


@both
def test_twenty_settlements_with_keys_of_their_own_settle_once(path: str) -> None:
    at = desk(path)
    made = at.made()

    def settle(index: int, api: Api) -> Answer:
        body = at.settlement(payment_date=f"2026-03-{index + 1:02}")
        key = {"X-Idempotency-Key": str(uuid.uuid4())}
        return until_free(lambda: api.patch(f"{path}/{made['id']}", body, **key))

    answers = together(MANY, settle, at.api.token)
    assert codes(answers) == {200: 1, 422: MANY - 1}
    (winner,) = (answer for answer in answers if answer.status == 200)
    assert {answer.code for answer in answers if answer.status == 422} == {"UNPROCESSABLE_ENTITY"}
    assert at.get(made["id"]) == winner.body
    consistent(at, made["id"])


@both
def test_twenty_equal_settlements_settle_once_and_all_say_so(path: str) -> None:
    at = desk(path)
    made = at.made()
    body = at.settlement()
    answers = together(
        MANY,
        lambda _, api: until_free(lambda: api.patch(f"{path}/{made['id']}", body)),
        at.api.token,
    )
    assert codes(answers) == {200: MANY}
    assert len({answer.raw for answer in answers}) == 1
    consistent(at, made["id"])


@both
def test_ten_reversals_restore_once(path: str) -> None:
    at = desk(path)
    settled = at.settled_title()
    answers = together(
        10,
        lambda _, api: until_free(
            lambda: api.patch(f"{path}/{settled['id']}", {"status": "pending"})
        ),
        at.api.token,
    )
    assert codes(answers) == {200: 10}
    assert len({answer.raw for answer in answers}) == 1
    consistent(at, settled["id"])


@both
def test_twenty_uses_of_one_key_make_one_title(path: str) -> None:
    at = desk(path)
    body, key = at.body(), {"X-Idempotency-Key": str(uuid.uuid4())}
    answers = together(
        MANY, lambda _, api: until_free(lambda: api.post(path, body, **key)), at.api.token
    )
    assert codes(answers) == {201: MANY}
    assert len({answer.raw for answer in answers}) == 1
    assert [row["id"] for row in at.listed()] == [answers[0].body["id"]]


@both
def test_one_key_settles_once_and_the_answer_is_replayed(path: str) -> None:
    at = desk(path)
    made = at.made()
    key = {"X-Idempotency-Key": str(uuid.uuid4())}
    first = at.api.patch(f"{path}/{made['id']}", at.settlement(), **key)
    at.patched(made["id"], status="pending")
    again = at.api.patch(f"{path}/{made['id']}", at.settlement(), **key)
    assert again.headers["X-Idempotency-Replayed"] == "true"
    assert again.raw == first.raw
    assert at.get(made["id"])["status"] == "pending"
    other = at.api.patch(f"{path}/{made['id']}", at.settlement(amount="1.00"), **key)
    assert other.code == "CONFLICT"
    consistent(at, made["id"])


@both
@pytest.mark.parametrize("seed", [1, 2])
def test_settle_revert_edit_and_delete_racing_leave_the_books_in_one_piece(
    path: str, seed: int
) -> None:
    at = desk(path)
    made = at.made()
    other = at.api.made(
        "financial-accounts",
        {"company_id": at.books.company, "name": "Reserva", "type": "savings"},
    )["id"]
    acts: list[dict[str, Any]] = [
        at.settlement(),
        at.settlement(payment_date="2026-03-09", financial_account_id=other),
        at.settlement(interest_amount="1.00", financial_account_id=other),
        {"status": "pending"},
        {"amount": "50.00"},
        {"amount": "60.00", "financial_account_id": at.books.account},
        {"financial_account_id": other},
        {"ticket_amount": "55.00"},
        {"status": "cancelled"},
        {"payment_date": "2026-03-08"},
    ]

    def act(index: int, api: Api) -> Answer:
        chosen = random.Random(seed * 100 + index).choices(acts, k=6)
        answers = [
            until_free(lambda body=body: api.patch(f"{path}/{made['id']}", body)) for body in chosen
        ]
        assert {answer.status for answer in answers} <= {200, 422}
        return answers[-1]

    assert len(together(8, act, at.api.token)) == 8
    consistent(at, made["id"])
    assert at.api.delete(f"{path}/{made['id']}").status == 204
    assert at.books.balance() == at.books.balance(other) == "0.00"
    assert at.books.count() == 0


@both
def test_settling_and_deleting_at_once_leave_no_orphan(path: str) -> None:
    at = desk(path)
    for _ in range(5):
        target = f"{path}/{at.made()['id']}"

        def act(index: int, api: Api, target: str = target) -> Answer:
            if index % 2:
                return until_free(lambda: api.delete(target))
            return until_free(lambda: api.patch(target, at.settlement()))

        answers = together(4, act, at.api.token)
        assert set(codes(answers)) <= {200, 204, 404}
        assert at.api.get(target).status == 404
        assert at.books.count() == 0
        assert at.books.balance() == "0.00"
