"""Taking a match apart restores both sides exactly; an imported one is only read (R102)."""

import pytest

from finance_api.core import records
from finance_api.reconciliations.models import Reconciliation
from tests.finance_api.reconciliations.table import bank, everything, matched
from tests.finance_api.titles.desk import BEHIND, admitted, both, desk, unstamped


@both
@pytest.mark.parametrize("several", [False, True])
def test_both_sides_are_as_they_were(path: str, several: bool) -> None:
    at = desk(path)
    titles = [at.made()["id"] for _ in range(2 if several else 1)]
    at.patched(titles[0], interest_amount="2.00", discount_amount="1.00", ticket_amount="100.00")
    moved = [bank(at, "200.00" if several else "100.00")]
    before = [unstamped(at.get(each)) for each in titles]
    entered = at.api.get(f"financial-transactions/{moved[0]}").body
    made = matched(at, titles, moved)
    assert at.api.delete(f"reconciliations/{made['id']}").status == 204
    assert [unstamped(at.get(each)) for each in titles] == before
    after = at.api.get(f"financial-transactions/{moved[0]}").body
    assert unstamped(after) == unstamped(entered)
    assert at.api.get(f"reconciliations/{made['id']}").code == "NOT_FOUND"
    assert at.api.delete(f"reconciliations/{made['id']}").code == "NOT_FOUND"


@both
def test_what_was_freed_can_be_matched_or_settled_anew(path: str) -> None:
    at = desk(path)
    title, moved = at.made()["id"], bank(at)
    first = matched(at, [title], [moved])
    assert at.api.delete(f"reconciliations/{first['id']}").status == 204
    again = matched(at, [title], [moved])
    assert again["id"] != first["id"]
    assert at.api.delete(f"reconciliations/{again['id']}").status == 204
    assert at.settle(title).status == 200
    assert at.api.delete(f"financial-transactions/{moved}").status == 204


@both
def test_an_imported_match_is_only_read(path: str) -> None:
    at = desk(path)
    made = matched(at, [at.made()["id"]], [bank(at)])
    with admitted(at, BEHIND) as warrant:
        row = Reconciliation.objects.within(warrant).get(pk=made["id"])
        records.change(warrant, row, source="fintera")
    read = everything(at)
    before = read()
    assert at.api.get(f"reconciliations/{made['id']}").body["source"] == "fintera"
    answer = at.api.delete(f"reconciliations/{made['id']}")
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert read() == before


@both
def test_deleting_one_billing_frees_the_others_of_a_group(path: str) -> None:
    at = desk(path)
    titles, moved = [at.made()["id"], at.made()["id"]], bank(at, "200.00")
    made = matched(at, titles, [moved])
    assert at.api.delete(f"{path}/{titles[0]}").status == 204
    other = at.get(titles[1])
    assert other["status"] == "pending"
    assert other["reconciliation"] is None
    assert at.api.get(f"reconciliations/{made['id']}").code == "NOT_FOUND"
    assert at.books.count() == 1
    assert at.api.delete(f"financial-transactions/{moved}").status == 204
