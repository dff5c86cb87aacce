"""Endpoint → tool; a tool's arguments → path, query, body of its endpoint. No tool is special."""

import re
import uuid
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import Any

from finance_api.core import strict_json
from finance_api.core.errors import BadRequest, Issue, ValidationFailed
from finance_api.rest import catalog
from finance_api.rest.catalog import Endpoint
from finance_api.rest.tool_schema import KEY, WORKSPACE, body_schema, files_of, input_schema
from mcp_gateway import forms
from mcp_gateway.caller import Caller

#: Arguments of a list that are not filters, and the query parameter each becomes.
PAGING = {"limit": "limit", "cursor": "cursor", "sort_by": "sort", "fields": "fields"}
FILTERS = "filters"
_NAME = re.compile(r"[a-z_]{1,64}", re.ASCII)
#: A name that a program would have written, so that it may be repeated.
_WRITTEN = re.compile(r"[A-Za-z_][A-Za-z0-9_]{0,63}", re.ASCII)
_OPERATOR = re.compile(r"[a-z]{1,8}", re.ASCII)


@dataclass
class Call:
    """A tool's arguments, sorted into where its endpoint takes them. With `uploads`, even if there
    are none, the body is a form."""

    workspace_id: uuid.UUID | None = None
    path: dict[str, uuid.UUID] = field(default_factory=dict)
    query: list[tuple[str, str]] = field(default_factory=list)
    body: dict[str, Any] | None = None
    uploads: list[forms.Upload] | None = None
    key: str | None = None


@cache
def described(name: str) -> dict[str, Any]:
    """A tool as `tools/list` shows it."""
    endpoint = catalog.endpoints()[name]
    operation = endpoint.operation
    return {
        "name": name,
        "title": endpoint.summary,
        "description": endpoint.description,
        "inputSchema": input_schema(name),
        "annotations": {
            "title": endpoint.summary,
            "readOnlyHint": not operation.writes,
            "destructiveHint": operation.destructive,
            "idempotentHint": operation.idempotent,
            "openWorldHint": False,
        },
    }


def describe_all() -> None:
    """Make every tool's description, and with them the document they are cut from."""
    for name in catalog.endpoints():
        described(name)


def visible(caller: Caller) -> list[dict[str, Any]]:
    """The tools this caller may run: those that scope and permission reach, in one fixed order."""
    return [
        described(name)
        for name, endpoint in catalog.endpoints().items()
        if caller.reaches(endpoint)
    ]


def sort_arguments(endpoint: Endpoint, arguments: Mapping[str, Any]) -> Call:
    """Sort the arguments; raises `ValidationFailed` with every fault of those that are not body.

    What is unknown goes with the body, whose closed schema names it together with its other faults.
    A form is judged here first, so what is unknown is named here too.
    """
    call = Call()
    schema = input_schema(endpoint.name)["properties"]
    has_body = body_schema(endpoint.name) is not None
    files = files_of(endpoint.name)
    issues = [
        Issue(path, "invalid_text", "The text holds characters that cannot be stored.")
        for path in strict_json.unstorable_paths(dict(arguments))
    ]
    body: dict[str, Any] = {}
    known = _known(endpoint, schema)
    for name, value in arguments.items():
        if name in known:
            issues += _take(call, endpoint, name, value, schema[name])
        elif has_body and (name in schema or not files):
            body[name] = value
        else:
            issues.append(_unknown(name))
    missing = [name for name in endpoint.path_parameters if name not in arguments]
    issues += [Issue(name, "required", "This field is required.") for name in missing]
    if files:
        try:
            call.uploads = forms.read(files, body)
        except forms.Faulty as faulty:
            issues += faulty.issues
    if issues:
        raise ValidationFailed(issues)
    call.body = body if has_body else None
    return call


def _known(endpoint: Endpoint, schema: Mapping[str, Any]) -> set[str]:
    """The arguments that are not part of the body."""
    own = {name for name, _, _ in endpoint.viewset.parameters_of(endpoint.action)}
    names = {WORKSPACE, KEY, FILTERS, *PAGING, *endpoint.path_parameters, *own}
    return {name for name in names if name in schema}


def _take(
    call: Call, endpoint: Endpoint, name: str, value: Any, schema: Mapping[str, Any]
) -> list[Issue]:
    if name == FILTERS:
        return list(_take_filters(call, value))
    if name == WORKSPACE or name in endpoint.path_parameters:
        return _take_id(call, name, value)
    if name == "fields":
        if isinstance(value, list) and all(isinstance(each, str) for each in value):
            call.query.append(("fields", ",".join(value)))
            return []
        return [Issue(name, "invalid_type", f"An array of names is expected, got {_kind(value)}.")]
    expected: type = int if schema.get("type") == "integer" else str
    if not isinstance(value, expected) or isinstance(value, bool):
        wanted = "An integer" if expected is int else "A string"
        return [Issue(name, "invalid_type", f"{wanted} is expected, got {_kind(value)}.")]
    if name == KEY:
        call.key = str(value)
    else:
        call.query.append((PAGING.get(name, name), str(value)))
    return []


def _take_id(call: Call, name: str, value: Any) -> list[Issue]:
    try:
        if not isinstance(value, str) or len(value) != 36:
            raise ValueError
        identifier = uuid.UUID(value)
    except ValueError:
        return [Issue(name, "invalid", "A UUID in its canonical form is expected.")]
    if name == WORKSPACE:
        call.workspace_id = identifier
    else:
        call.path[name] = identifier
    return []


def _take_filters(call: Call, filters: Any) -> Iterator[Issue]:
    """A scalar is equality, an array is `in`, an object is operators (K33).

    Which filters and operators exist is the endpoint's to say, in its own words.
    """
    if not isinstance(filters, dict):
        yield Issue(FILTERS, "invalid_type", f"An object is expected, got {_kind(filters)}.")
        return
    for name, value in filters.items():
        path = f"{FILTERS}.{name}" if _NAME.fullmatch(name) else FILTERS
        if name in PAGING or name == "sort":
            yield Issue(path, "misplaced", "This is an argument of its own, beside filters.")
        elif not _NAME.fullmatch(name):
            raise BadRequest("Unknown filter: one of those sent.")
        elif isinstance(value, dict):
            yield from _take_operators(call, name, path, value)
        else:
            yield from _take_value(call, name, "in" if isinstance(value, list) else "", path, value)


def _take_operators(
    call: Call, name: str, path: str, operators: Mapping[str, Any]
) -> Iterator[Issue]:
    if not operators:
        yield Issue(path, "invalid", "Name an operator, or send the value itself.")
    for operator, value in operators.items():
        if not _OPERATOR.fullmatch(operator):
            raise BadRequest(f"The filter {name} does not take that operator.")
        yield from _take_value(call, name, operator, f"{path}.{operator}", value)


def _take_value(call: Call, name: str, operator: str, path: str, value: Any) -> Iterator[Issue]:
    values = value if isinstance(value, list) and operator == "in" else [value]
    texts = [_text(each) for each in values]
    if not texts or None in texts:
        yield Issue(path, "invalid_type", "A plain value is expected, or an array of them.")
        return
    parts = [str(text) for text in texts]
    if operator == "in":
        parts = [part.replace(",", "\\,") for part in parts]
    suffix = f"[{operator}]" if operator else ""
    call.query.append((f"{name}{suffix}", ",".join(parts)))


def _text(value: Any) -> str | None:
    if isinstance(value, bool):
        return "true" if value else "false"
    return str(value) if isinstance(value, str | int | Decimal) else None


def _unknown(name: str) -> Issue:
    path = name if _WRITTEN.fullmatch(name) else ""
    return Issue(path, "unknown_field", "This argument does not exist. Remove it.")


def _kind(value: Any) -> str:
    kinds = {str: "a string", bool: "a boolean", list: "an array", dict: "an object"}
    return "null" if value is None else kinds.get(type(value), "a number")
