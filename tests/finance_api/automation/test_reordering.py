"""A new order names every rule of a company and scope once (rest-api §1.8)."""

import uuid

from tests.finance_api.automation.rules import PATH, listed, rule
from tests.finance_api.titles.desk import Desk, desk, together
from tests.finance_api.titles.test_races import until_free
from tests.world import Answer, Api


def order(at: Desk, ids: list[str], scope: str = "billings") -> Answer:
    sent = {"company_id": at.books.company, "scope": scope, "ordered_ids": ids}
    return at.api.post(f"{PATH}/reorder", sent)


def test_the_rules_are_numbered_anew_without_gaps() -> None:
    at = desk("payables")
    made = [rule(at)["id"] for _ in range(4)]
    assert at.api.delete(f"{PATH}/{made.pop(0)}").status == 204
    at.api.patch(f"{PATH}/{made[0]}", {"active": False})
    answer = order(at, made[::-1])
    assert (answer.status, answer.body) == (204, None)
    shown = listed(at)
    assert [row["id"] for row in shown] == made[::-1]
    assert [row["position"] for row in shown] == [1, 2, 3]


def test_anything_but_the_complete_set_is_refused() -> None:
    at = desk("payables")
    made, other = [rule(at)["id"] for _ in range(3)], rule(at, "transactions")["id"]
    before = listed(at)
    for sent in (
        [],
        made[:2],
        [*made, made[0]],
        [*made[:2], made[0]],
        [*made, other],
        [*made, str(uuid.uuid4())],
        [*made[:2], rule(desk("payables"))["id"]],
    ):
        answer = order(at, sent)
        assert answer.code == "UNPROCESSABLE_ENTITY", sent
        assert answer.body["error"]["details"] == {"rules": 3}
    assert order(at, made, "transactions").code == "UNPROCESSABLE_ENTITY"
    assert listed(at) == before


def test_a_key_is_kept_for_an_answer_without_a_body() -> None:
    at = desk("payables")
    made = [rule(at)["id"] for _ in range(2)]
    sent = {"company_id": at.books.company, "scope": "billings", "ordered_ids": made[::-1]}
    key = {"X-Idempotency-Key": "ordem-1"}
    assert at.api.post(f"{PATH}/reorder", sent, **key).status == 204
    assert order(at, made).status == 204
    again = at.api.post(f"{PATH}/reorder", sent, **key)
    assert (again.status, again.raw) == (204, b"")
    assert again.headers["X-Idempotency-Replayed"] == "true"
    assert [row["id"] for row in listed(at)] == made


def test_rules_made_and_moved_at_once_have_a_place_each() -> None:
    at = desk("payables")
    made = [rule(at)["id"] for _ in range(3)]

    def act(index: int, api: Api) -> Answer:
        if index % 2:
            sent = {
                "company_id": at.books.company,
                "scope": "billings",
                "description_contains": "",
                "set_description": "X",
            }
            return until_free(lambda: api.post(PATH, sent))
        moved = {"company_id": at.books.company, "scope": "billings", "ordered_ids": made[::-1]}
        return until_free(lambda: api.post(f"{PATH}/reorder", moved))

    answers = together(10, act, at.api.token)
    assert {answer.status for answer in answers} <= {201, 204, 422}
    positions = [row["position"] for row in listed(at)]
    assert positions == [1, 2, 3, 4, 5, 6, 7, 8]
