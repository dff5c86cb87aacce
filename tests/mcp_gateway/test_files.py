"""A file through MCP: base64 in, type, size and path out (seed: Tools; house §3.6)."""

import base64
import tracemalloc
from typing import Any

import pytest

from tests.agent import Agent
from tests.finance_api.attachments.files import LARGEST, PDF, stored
from tests.surface.examples import Ground
from tests.world import World, world

UPLOAD = "finance_attachments_upload"


def arguments(content: bytes = PDF, **changes: Any) -> dict[str, Any]:
    text = base64.b64encode(content).decode()
    return {"content_base64": text, "file_name": "nota.pdf"} | changes


def agent(of: World) -> Agent:
    return Agent(of.mcp_token)


def test_an_upload_is_offered_as_base64_a_name_and_a_type() -> None:
    schema = agent(world()).tools()[UPLOAD]["inputSchema"]
    assert set(schema["properties"]) == {
        "workspace_id",
        "content_base64",
        "file_name",
        "mime_type",
        "title",
    }
    assert schema["required"] == ["content_base64", "file_name"]
    assert schema["additionalProperties"] is False


def test_the_bytes_arrive_as_they_were() -> None:
    of = world()
    content = PDF + bytes(range(256)) * 50
    title = 'Nota "de" março\r\n--x\r\n'
    sent = arguments(content, file_name='não é "a".pdf', mime_type="application/pdf", title=title)
    made = agent(of).call(UPLOAD, sent).value
    assert made["file_name"] == 'não é "a".pdf'
    assert made["title"] == title
    assert made["mime_type"] == "application/pdf"
    assert (made["created_via"], made["uploaded_by"]) == ("mcp", of.person.email)
    assert of.api.get(f"attachments/{made['id']}/download").raw == content
    assert of.api.get(f"attachments/{made['id']}").body == made


def test_a_download_says_where_the_bytes_are() -> None:
    of = world()
    made = agent(of).call(UPLOAD, arguments()).value
    assert agent(of).call("finance_attachments_download", {"id": made["id"]}).value == {
        "content_type": "application/pdf",
        "size": len(PDF),
        "path": f"/v1/attachments/{made['id']}/download",
    }


@pytest.mark.parametrize(
    ("changes", "issues"),
    [
        ({"content_base64": "%%%"}, {"content_base64": "invalid_base64"}),
        ({"content_base64": "JVBERi0"}, {"content_base64": "invalid_base64"}),
        ({"content_base64": "JVBE\nRi0x"}, {"content_base64": "invalid_base64"}),
        ({"content_base64": "JVBERi0-"}, {"content_base64": "invalid_base64"}),
        ({"content_base64": "JVBERi0xç"}, {"content_base64": "invalid_base64"}),
        ({"content_base64": 1}, {"content_base64": "invalid_type"}),
        ({"content_base64": None}, {"content_base64": "invalid_type"}),
        ({"content_base64": ""}, {"file": "empty"}),
        ({"file_name": 1, "title": None}, {"file_name": "invalid_type", "title": "invalid_type"}),
        ({"file_name": ""}, {"file_name": "blank"}),
        ({"file_name": "nota\x00.pdf"}, {"file_name": "invalid_text"}),
        ({"mime_type": "application/pdf\r\nX: y"}, {"mime_type": "invalid"}),
        ({"mime_type": "image/png"}, {"file": "type_mismatch"}),
        ({"file_name": "nota.html"}, {"file": "unsupported_type"}),
        ({"title": "x" * 256}, {"title": "max_length"}),
        ({"file": "x", "more": 1}, {"file": "unknown_field", "more": "unknown_field"}),
    ],
    ids=str,
)
def test_what_is_wrong_with_an_upload_is_named_and_keeps_nothing(
    changes: dict[str, Any], issues: dict[str, str]
) -> None:
    before = stored()
    refusal = agent(world()).call(UPLOAD, arguments(**changes)).refusal
    assert refusal["code"] == "VALIDATION_ERROR"
    found = {issue["path"]: issue["code"] for issue in refusal["details"]["issues"]}
    assert found == issues
    assert stored() == before


def test_the_content_and_the_name_are_both_missed_at_once() -> None:
    refusal = agent(world()).call(UPLOAD, {"mime_type": 1}).refusal
    assert {issue["path"] for issue in refusal["details"]["issues"]} == {
        "content_base64",
        "file_name",
        "mime_type",
    }


def test_ten_megabytes_pass_and_a_byte_more_does_not() -> None:
    of = world()
    made = agent(of).call(UPLOAD, arguments(PDF.ljust(LARGEST, b" "))).value
    assert made["file_size"] == LARGEST
    before = stored()
    refusal = agent(of).call(UPLOAD, arguments(PDF.ljust(LARGEST + 1, b" "))).refusal
    issues = refusal["details"]["issues"]
    assert [(issue["path"], issue["code"]) for issue in issues] == [("content_base64", "too_large")]
    assert stored() == before


def test_an_upload_needs_about_three_times_its_size_in_memory() -> None:
    of = agent(world())
    of.call(UPLOAD, arguments()).value  # noqa: B018  everything is loaded by the first call
    post, peaks = of.post, []

    def measured(raw: bytes, **headers: Any) -> Any:
        tracemalloc.start()
        try:
            answer = post(raw, **headers)
            peaks.append(tracemalloc.get_traced_memory()[1] / len(raw))
        finally:
            tracemalloc.stop()
        return answer

    of.post = measured  # type: ignore[method-assign]
    assert of.call(UPLOAD, arguments(PDF.ljust(LARGEST, b" "))).value["file_size"] == LARGEST
    # One copy more is the test client's, in the place of the socket.
    assert peaks[0] - 1 < 3.1, peaks


def test_linking_after_an_upload_tells_the_story() -> None:
    of = world()
    payable = Ground(of).get("payables")
    made = agent(of).call(UPLOAD, arguments()).value
    link = {"attachment_id": made["id"], "type": "payable", "id": payable["id"]}
    assert agent(of).call("finance_attachments_link", link).value == {
        "attachment_id": made["id"],
        "parent_type": "payable",
        "parent_id": payable["id"],
    }
    assert agent(of).call("finance_attachments_unlink", link).value == {}
    assert agent(of).call("finance_attachments_unlink", link).code == "NOT_FOUND"
