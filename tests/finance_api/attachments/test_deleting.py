"""A file goes with its row once that is certain, and stays while something holds on to it
(rest-api §2.13)."""

from unittest import mock

import pytest

from finance_api.core import records
from tests.agent import Agent
from tests.finance_api.attachments.files import stored, uploaded
from tests.finance_api.attachments.test_linking import link, made, unlink
from tests.finance_api.receipts.payments import issued
from tests.finance_api.titles.desk import desk, together
from tests.world import world


def test_deleting_removes_the_file() -> None:
    of = world()
    before = stored()
    attachment = uploaded(of)
    answer = of.api.delete(f"attachments/{attachment['id']}")
    assert (answer.status, answer.raw) == (204, b"")
    assert stored() == before
    assert of.api.get(f"attachments/{attachment['id']}/download").status == 404


@pytest.mark.parametrize("type", ["payable", "receivable", "transaction"])
def test_a_linked_one_is_refused_with_the_counts(type: str) -> None:
    at = desk("payables")
    attachment, id = uploaded(at.books.world), made(at, type)
    link(at, attachment, type, id)
    before = stored()
    answer = at.api.delete(f"attachments/{attachment['id']}")
    assert (answer.status, answer.code) == (409, "CONFLICT")
    assert answer.body["error"]["details"] == {
        "payables": int(type == "payable"),
        "receivables": int(type == "receivable"),
        "transactions": int(type == "transaction"),
        "receipts": 0,
    }
    assert stored() == before
    assert unlink(at, attachment, type, id).status == 204
    assert at.api.delete(f"attachments/{attachment['id']}").status == 204


def test_the_document_of_a_receipt_is_refused() -> None:
    at = desk("payables")
    of = at.books.world
    attachment = uploaded(of)
    receipt = issued(of, made(at, "payable"), attachment_id=attachment["id"])
    assert receipt["status"] == "available"
    assert receipt["attachment_id"] == attachment["id"]
    assert receipt["download_url"] == attachment["download_url"]
    before = stored()
    answer = at.api.delete(f"attachments/{attachment['id']}")
    assert (answer.status, answer.code) == (409, "CONFLICT")
    assert answer.body["error"]["details"]["receipts"] == 1
    assert stored() == before
    assert at.api.get(f"attachments/{attachment['id']}").status == 200


def test_a_deletion_that_is_rolled_back_keeps_the_file() -> None:
    of = world()
    attachment = uploaded(of)
    before = stored()
    remove = records.remove

    def fails(*args: object) -> None:
        remove(*args)  # type: ignore[arg-type]
        raise RuntimeError

    with mock.patch.object(records, "remove", fails):
        assert of.api.delete(f"attachments/{attachment['id']}").status == 500
    assert stored() == before
    assert of.api.get(f"attachments/{attachment['id']}/download").status == 200


def test_asking_a_person_keeps_the_file_until_they_say_yes() -> None:
    of = world()
    attachment = uploaded(of)
    before = stored()
    agent = Agent(of.mcp_token)
    asked = agent.call("finance_attachments_delete", {"id": attachment["id"]})
    assert "nota.pdf" in asked.question
    assert stored() == before
    arguments = {"id": attachment["id"]}
    done = agent.call("finance_attachments_delete", arguments, **asked.reply())
    assert done.value == {}
    assert len(before - stored()) == 1


def test_a_link_and_a_deletion_at_once_leave_no_link_to_nothing() -> None:
    at = desk("payables")
    attachment, id = uploaded(at.books.world), made(at, "payable")
    path, body = f"attachments/{attachment['id']}", {"type": "payable", "id": id}
    linked, deleted = together(
        2,
        lambda index, api: api.delete(path) if index else api.post(f"{path}/links", body),
        at.api.token,
    )
    assert (linked.status, deleted.status) in {(201, 409), (404, 204)}
    expected = int(linked.status == 201)
    assert at.api.get(f"payables/{id}").body["attachments_count"] == expected
