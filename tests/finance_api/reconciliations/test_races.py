"""A transaction and a billing belong to at most one match, however many ask at once (R101)."""

from tests.finance_api.reconciliations.table import bank, body, match, matched
from tests.finance_api.titles.desk import both, desk, together
from tests.finance_api.titles.test_races import MANY, codes, until_free
from tests.world import Answer, Api


@both
def test_one_transaction_matched_twenty_times_at_once_belongs_to_one_match(path: str) -> None:
    at = desk(path)
    titles, moved = [at.made()["id"] for _ in range(MANY)], bank(at)

    def ask(index: int, api: Api) -> Answer:
        return until_free(lambda: api.post("reconciliations", body(at, [titles[index]], [moved])))

    answers = together(MANY, ask, at.api.token)
    assert codes(answers) == {201: 1, 422: MANY - 1}
    (winner,) = (answer.body for answer in answers if answer.status == 201)
    settled = [row for row in at.listed() if row["status"] == at.settled]
    assert [row["id"] for row in settled] == winner["billing_ids"]


@both
def test_one_billing_matched_twenty_times_at_once_belongs_to_one_match(path: str) -> None:
    at = desk(path)
    title, moved = at.made()["id"], [bank(at) for _ in range(MANY)]

    def ask(index: int, api: Api) -> Answer:
        return until_free(lambda: api.post("reconciliations", body(at, [title], [moved[index]])))

    answers = together(MANY, ask, at.api.token)
    assert codes(answers) == {201: 1, 422: MANY - 1}


@both
def test_matching_and_settling_at_once_settle_once(path: str) -> None:
    at = desk(path)
    for _ in range(4):
        title, moved = at.made()["id"], bank(at)

        def act(index: int, api: Api, title: str = title, moved: str = moved) -> Answer:
            if index % 2:
                return until_free(lambda: api.post("reconciliations", body(at, [title], [moved])))
            return until_free(lambda: api.patch(f"{path}/{title}", at.settlement()))

        answers = together(4, act, at.api.token)
        assert set(codes(answers)) <= {200, 201, 422}
        settled = at.get(title)
        assert settled["status"] == at.settled
        assert settled["is_reconciled"] is (settled["transaction_id"] == moved)


@both
def test_deleting_the_match_and_its_billings_at_once_leaves_nothing_dangling(path: str) -> None:
    at = desk(path)
    for _ in range(4):
        titles, moved = [at.made()["id"], at.made()["id"]], bank(at, "200.00")
        made = matched(at, titles, [moved])
        targets = [f"reconciliations/{made['id']}", *(f"{path}/{each}" for each in titles)]

        def act(index: int, api: Api, targets: list[str] = targets) -> Answer:
            return until_free(lambda: api.delete(targets[index]))

        answers = together(3, act, at.api.token)
        assert set(codes(answers)) <= {204, 404}
        assert at.api.get(targets[0]).status == 404
        assert at.listed() == []
        fresh = at.made(amount="200.00")["id"]
        assert match(at, [fresh], [moved]).status == 201
        assert at.api.delete(f"{path}/{fresh}").status == 204
