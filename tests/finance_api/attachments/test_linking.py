"""An attachment is linked to titles and transactions, once to each, inside one workspace
(rest-api §1.8, R115)."""

import uuid
from typing import Any

import pytest
from django.db import transaction

from finance_api.core.isolation import open_workspaces
from finance_api.core.models import LogEntry
from tests.finance_api.attachments.files import uploaded
from tests.finance_api.titles.desk import Desk, desk, together
from tests.world import Answer

PARENTS = ("payable", "receivable", "transaction")
every_parent = pytest.mark.parametrize("type", PARENTS)


def made(at: Desk, type: str) -> str:
    """A record that something can be linked to."""
    if type == "transaction":
        return str(at.books.entered()["id"])
    side = Desk(f"{type}s", at.books, at.person)
    return str(side.made()["id"])


def link(at: Desk, attachment: Any, type: str, id: str) -> Answer:
    return at.api.post(f"attachments/{attachment['id']}/links", {"type": type, "id": id})


def unlink(at: Desk, attachment: Any, type: str, id: str) -> Answer:
    path = f"attachments/{attachment['id']}/links"
    return at.api.call("DELETE", path, {"type": type, "id": id})


def counts(at: Desk, attachment: Any) -> list[int]:
    shown = at.api.get(f"attachments/{attachment['id']}").body
    return [shown[f"linked_{type}s_count"] for type in PARENTS]


@every_parent
def test_a_link_is_counted_on_both_sides_and_taken_away_again(type: str) -> None:
    at = desk("payables")
    attachment, id = uploaded(at.books.world), made(at, type)
    answer = link(at, attachment, type, id)
    assert answer.status == 201
    assert answer.body == {"attachment_id": attachment["id"], "parent_type": type, "parent_id": id}
    assert counts(at, attachment) == [int(type == each) for each in PARENTS]
    if type != "transaction":
        assert at.api.get(f"{type}s/{id}").body["attachments_count"] == 1
    gone = unlink(at, attachment, type, id)
    assert (gone.status, gone.raw) == (204, b"")
    assert counts(at, attachment) == [0, 0, 0]


@every_parent
def test_a_second_link_to_one_record_is_a_conflict(type: str) -> None:
    at = desk("payables")
    attachment, id = uploaded(at.books.world), made(at, type)
    assert link(at, attachment, type, id).status == 201
    again = link(at, attachment, type, id)
    assert (again.status, again.code) == (409, "CONFLICT")
    assert sum(counts(at, attachment)) == 1


def test_one_file_is_linked_to_many_records_and_one_record_to_many_files() -> None:
    at = desk("payables")
    one, two = uploaded(at.books.world), uploaded(at.books.world)
    ids = {type: made(at, type) for type in PARENTS}
    for type, id in ids.items():
        assert link(at, one, type, id).status == 201
    assert link(at, two, "payable", ids["payable"]).status == 201
    assert counts(at, one) == [1, 1, 1]
    assert at.api.get(f"payables/{ids['payable']}").body["attachments_count"] == 2


@every_parent
def test_either_side_in_another_workspace_does_not_exist(type: str) -> None:
    mine, theirs = desk("payables"), desk("payables")
    own, foreign = uploaded(mine.books.world), uploaded(theirs.books.world)
    mine_id, their_id = made(mine, type), made(theirs, type)
    for act in (link, unlink):
        for attachment, id in ((own, their_id), (own, str(uuid.uuid4())), (foreign, mine_id)):
            answer = act(mine, attachment, type, id)
            assert (answer.status, answer.code) == (404, "NOT_FOUND")
    assert counts(mine, own) == [0, 0, 0]
    assert counts(theirs, foreign) == [0, 0, 0]


def test_a_record_is_found_only_by_its_own_type() -> None:
    at = desk("payables")
    attachment, id = uploaded(at.books.world), made(at, "payable")
    for type in ("receivable", "transaction"):
        assert link(at, attachment, type, id).status == 404
    assert link(at, attachment, "payable", id).status == 201
    assert unlink(at, attachment, "receivable", id).status == 404
    assert counts(at, attachment) == [1, 0, 0]


def test_a_link_that_is_not_there_cannot_be_taken_away() -> None:
    at = desk("payables")
    attachment, id = uploaded(at.books.world), made(at, "payable")
    answer = unlink(at, attachment, "payable", id)
    assert (answer.status, answer.code) == (404, "NOT_FOUND")


@pytest.mark.parametrize(
    ("body", "issues"),
    [
        ({}, {"type": "required", "id": "required"}),
        ({"type": "company", "id": str(uuid.uuid4())}, {"type": "invalid_choice"}),
        ({"type": "payable", "id": "1"}, {"id": "invalid"}),
    ],
    ids=["nothing", "another type", "no id"],
)
def test_the_shape_of_a_link_is_judged(body: dict[str, Any], issues: dict[str, str]) -> None:
    at = desk("payables")
    path = f"attachments/{uploaded(at.books.world)['id']}/links"
    for method in ("POST", "DELETE"):
        answer = at.api.call(method, path, body)
        assert (answer.status, answer.code) == (422, "VALIDATION_ERROR")
        assert answer.issues == issues


def test_links_are_found_by_what_they_lead_to() -> None:
    at = desk("payables")
    one, two = uploaded(at.books.world), uploaded(at.books.world)
    payable, receivable = made(at, "payable"), made(at, "receivable")
    entry = made(at, "transaction")
    for attachment, type, id in (
        (one, "payable", payable),
        (one, "receivable", receivable),
        (one, "transaction", entry),
        (two, "payable", payable),
    ):
        assert link(at, attachment, type, id).status == 201
    for query, found in (
        (f"linked_to_payable_id={payable}", {one["id"], two["id"]}),
        (f"linked_to_receivable_id={receivable}", {one["id"]}),
        (f"linked_to_transaction_id={entry}", {one["id"]}),
        (f"linked_to_receivable_id={payable}", set()),
        (f"linked_to_payable_id={payable}&linked_to_transaction_id={entry}", {one["id"]}),
        (f"linked_to_payable_id={payable}&linked_to_receivable_id={receivable}", {one["id"]}),
    ):
        rows = at.api.get(f"attachments?{query}").body["data"]
        assert {row["id"] for row in rows} == found, query
        assert len(rows) == len(found)
    answer = at.api.get(f"attachments?linked_to_payable_id[in]={payable}")
    assert answer.code == "BAD_REQUEST"


def test_the_log_says_what_was_linked() -> None:
    at = desk("payables")
    attachment, id = uploaded(at.books.world), made(at, "payable")
    link(at, attachment, "payable", id)
    unlink(at, attachment, "payable", id)
    with transaction.atomic():
        open_workspaces([at.books.world.workspace.id])
        entries = LogEntry.objects.filter(record_id=attachment["id"]).order_by("id")
        said: list[Any] = [(entry.operation, entry.before, entry.after) for entry in entries]
    assert [(name, before["links"], after["links"]) for name, before, after in said[1:]] == [
        ("finance_attachments_link", [], [id]),
        ("finance_attachments_unlink", [id], []),
    ]


def test_twins_make_one_link() -> None:
    at = desk("payables")
    attachment, id = uploaded(at.books.world), made(at, "payable")
    path, body = f"attachments/{attachment['id']}/links", {"type": "payable", "id": id}
    answers = together(4, lambda _, api: api.post(path, body), at.api.token)
    assert sorted(answer.status for answer in answers) == [201, 409, 409, 409]
    assert counts(at, attachment) == [1, 0, 0]


def test_a_deleted_title_takes_its_links_along_and_leaves_the_file() -> None:
    at = desk("payables")
    attachment, id = uploaded(at.books.world), made(at, "payable")
    link(at, attachment, "payable", id)
    assert at.api.delete(f"payables/{id}").status == 204
    assert counts(at, attachment) == [0, 0, 0]
