"""The bytes go out as they came in, to those who may have them, and a browser runs none of them
(rest-api §1.8, R120)."""

import logging
import uuid

import pytest

from tests.agent import Agent
from tests.finance_api.attachments import files
from tests.finance_api.attachments.files import PDF, stored, uploaded
from tests.world import Api, every_scope, token, world


@pytest.mark.parametrize(
    ("name", "content", "kind", "disposition"),
    [
        ("nota.pdf", PDF, "application/pdf", 'inline; filename="nota.pdf"'),
        ("tela.png", files.PNG, "image/png", 'inline; filename="tela.png"'),
        ("foto.jpg", files.JPEG, "image/jpeg", 'inline; filename="foto.jpg"'),
        ("nota.xml", files.XML, "application/xml", 'attachment; filename="nota.xml"'),
        ("linhas.csv", files.CSV, "text/csv", 'attachment; filename="linhas.csv"'),
        ("março.pdf", PDF, "application/pdf", "inline; filename*=utf-8''mar%C3%A7o.pdf"),
    ],
)
def test_the_bytes_and_what_is_said_of_them(
    name: str, content: bytes, kind: str, disposition: str
) -> None:
    of = world()
    attachment = uploaded(of, name, content, type=kind)
    answer = of.api.get(f"attachments/{attachment['id']}/download")
    assert answer.status == 200
    assert answer.raw == content
    assert answer.headers["Content-Type"] == kind
    assert answer.headers["Content-Length"] == str(len(content))
    assert answer.headers["Content-Disposition"] == disposition
    assert answer.headers["Cache-Control"] == "private, no-store"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"


def test_large_files_come_back_whole() -> None:
    of = world()
    content = PDF + bytes(range(256)) * 20_000
    attachment = uploaded(of, content=content)
    assert of.api.get(f"attachments/{attachment['id']}/download").raw == content


def test_another_workspace_has_no_such_file() -> None:
    of, theirs = world(), world()
    foreign = uploaded(theirs)["id"]
    for id in (foreign, str(uuid.uuid4())):
        answer = of.api.get(f"attachments/{id}/download")
        assert (answer.status, answer.code) == (404, "NOT_FOUND")


def test_the_bytes_need_the_scope_of_attachments() -> None:
    of = world()
    attachment = uploaded(of)
    scopes = [scope for scope in every_scope() if scope != "finance.attachments"]
    api = Api(token(of.person, of.organization, "api", scopes))
    answer = api.get(f"attachments/{attachment['id']}/download")
    assert (answer.status, answer.code) == (403, "insufficient_scope")


def test_a_file_that_was_lost_is_said_so_through_both_doors(
    caplog: pytest.LogCaptureFixture,
) -> None:
    of = world()
    before = stored()
    attachment = uploaded(of)
    (file,) = stored() - before
    file.unlink()
    with caplog.at_level(logging.ERROR, "finance_api.attachments"):
        answer = of.api.get(f"attachments/{attachment['id']}/download")
    assert (answer.status, answer.code) == (404, "NOT_FOUND")
    assert "no longer stored" in answer.body["error"]["message"]
    assert [vars(entry).get("attachment_id") for entry in caplog.records] == [attachment["id"]]
    told = Agent(of.mcp_token).call("finance_attachments_download", {"id": attachment["id"]})
    assert told.code == "NOT_FOUND"
    assert told.text.encode() == answer.raw
    assert of.api.get(f"attachments/{attachment['id']}").status == 200
