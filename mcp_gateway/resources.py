"""Documents and templates under `kobana://finance/`, derived from operations (K34).

A resource whose viewset says that its list is worth reading whole is a document; each `get` is a
template. Both are read by the operation itself, and exist for whoever may call it.
"""

import json
import re
import uuid
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from finance_api.core.errors import NotFound, Refusal, Unprocessable, WorkspaceRequired
from finance_api.rest import catalog, lists
from finance_api.rest.catalog import Endpoint
from mcp_gateway import answers, calls, dispatch
from mcp_gateway.caller import Caller
from mcp_gateway.protocol import Fault, Message
from mcp_gateway.tools import Call

Result = dict[str, Any]

ROOT = "kobana://finance/"
_JSON = "application/json"
#: One form and no other: no encoding, no upper case, no dots, no query, no fragment (P152).
_URI = re.compile(
    re.escape(ROOT)
    + r"([a-z_]{1,64})(?:/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}))?",
    re.ASCII,
)
_ECHO_LIMIT = 256


@dataclass(frozen=True)
class Entry:
    """A document or a template: its address, and the endpoint that answers for it."""

    uri: str
    endpoint: Endpoint

    def shown(self, key: str) -> dict[str, str]:
        """The entry in a list, its address under `uri` or `uriTemplate`."""
        return {
            key: self.uri,
            "name": self.uri.removeprefix(ROOT).replace("/", "_").replace("{id}", "by_id"),
            "title": self.endpoint.summary,
            "description": self.endpoint.description,
            "mimeType": _JSON,
        }


@cache
def documents() -> Mapping[str, Entry]:
    """By resource: the lists that are documents."""
    return {
        endpoint.operation.resource: Entry(ROOT + endpoint.operation.resource, endpoint)
        for endpoint in catalog.endpoints().values()
        if endpoint.action == "list" and endpoint.viewset.document
    }


@cache
def templates() -> Mapping[str, Entry]:
    """By resource: the gets."""
    return {
        endpoint.operation.resource: Entry(f"{ROOT}{endpoint.operation.resource}/{{id}}", endpoint)
        for endpoint in catalog.endpoints().values()
        if endpoint.action == "retrieve" and endpoint.path_parameters == ("id",)
    }


def listed(message: Message, caller: Caller) -> Result | Fault:
    """Answer `resources/list`."""
    return _listed(message, caller, "resources", "uri", documents())


def templates_listed(message: Message, caller: Caller) -> Result | Fault:
    """Answer `resources/templates/list`."""
    return _listed(message, caller, "resourceTemplates", "uriTemplate", templates())


def _listed(
    message: Message, caller: Caller, member: str, key: str, entries: Mapping[str, Entry]
) -> Result | Fault:
    if "cursor" in message.params:
        return answers.unissued_cursor(message)
    return {member: [each.shown(key) for each in entries.values() if caller.reaches(each.endpoint)]}


def read(message: Message, caller: Caller) -> Result | Fault:
    """Answer `resources/read`. What is not here, and what the caller may not read, is not found;
    any other refusal is said in its own words (P150)."""
    uri = message.params.get("uri")
    if not isinstance(uri, str):
        return answers.invalid_params(message, "uri must be a string")
    shown = uri[:_ECHO_LIMIT]
    entry, call = _find(uri)
    if entry is None or not caller.reaches(entry.endpoint):
        return answers.resource_not_found(message, shown)
    access = caller.access()
    refusal = access.refusal(entry.endpoint.operation)
    if refusal is not None:
        return _refused(message, shown, refusal.envelope()["error"], _elsewhere(refusal, entry))
    response = dispatch.run(entry.endpoint, call, access, None)
    try:
        calls.require_answer(response, entry.endpoint)
    except Unprocessable as too_much:
        return _refused(message, shown, too_much.envelope()["error"])
    answer = json.loads(response.content)
    if response.status_code == NotFound.status:
        return answers.resource_not_found(message, shown)
    if response.status_code >= 400:
        return _refused(message, shown, answer["error"])
    contents = [{"uri": uri, "mimeType": _JSON, "text": response.content.decode()}]
    return {"contents": contents + _continued(uri, entry, answer)}


def _find(uri: str) -> tuple[Entry | None, Call]:
    matched = _URI.fullmatch(uri)
    if matched is None:
        return None, Call()
    resource, id = matched.groups()
    if id is None:
        return documents().get(resource), Call(query=[("limit", str(lists.LARGEST_LIMIT))])
    return templates().get(resource), Call(path={"id": uuid.UUID(id)})


def _refused(message: Message, uri: str, error: Mapping[str, Any], more: str = "") -> Fault:
    text = f"{error['message']}{more}"
    return answers.invalid_params(message, text, {"uri": uri, "error": dict(error)})


def _elsewhere(refusal: Refusal, entry: Entry) -> str:
    """Where a workspace can be named, since a URI has no place for one."""
    if not isinstance(refusal, WorkspaceRequired):
        return ""
    return (
        " A URI names none: call the tool "
        f"{entry.endpoint.name} with workspace_id, or connect with X-Workspace-Id."
    )


def _continued(uri: str, entry: Entry, answer: Any) -> list[dict[str, str]]:
    """How to go on, where a document has more rows than one page (K34)."""
    cursor = answer.get("meta", {}).get("next_cursor") if isinstance(answer, dict) else None
    if cursor is None:
        return []
    text = (
        f"This is the first page; there are more rows. Go on with the tool {entry.endpoint.name} "
        f"and its arguments limit: {lists.LARGEST_LIMIT} and cursor: {cursor}"
    )
    return [{"uri": uri, "mimeType": "text/plain", "text": text}]
