"""Every tool can be read by every client: names, hints and schemas (P108–P111)."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import jsonschema
import pytest

from finance_api.rest import catalog
from mcp_gateway import tools

NAMES = list(catalog.endpoints())
ROOT_COMBINATORS = {"oneOf", "anyOf", "allOf", "not", "if", "$ref", "enum"}
NOWHERE = {"$ref", "$defs", "const", "not", "if", "patternProperties", "nullable", "default"}
FORMATS = {"date", "date-time", "email", "uri", "uuid"}
TYPES = {
    "string": str,
    "integer": int,
    "number": int | float,
    "boolean": bool,
    "array": list,
    "object": dict,
    "null": type(None),
}


@cache
def described(name: str) -> dict[str, Any]:
    return tools.described(name)


def schemas(schema: Any, path: str = "") -> Iterator[tuple[str, Any]]:
    """A schema and every schema within it, each with its path."""
    yield path, schema
    if not isinstance(schema, dict):
        return
    for name, inner in schema.get("properties", {}).items():
        yield from schemas(inner, f"{path}/{name}")
    for keyword in ("items", "additionalProperties"):
        if isinstance(schema.get(keyword), dict):
            yield from schemas(schema[keyword], f"{path}/{keyword}")
    for keyword in ("anyOf", "oneOf", "allOf"):
        for position, inner in enumerate(schema.get(keyword, [])):
            yield from schemas(inner, f"{path}/{keyword}/{position}")


def nulls(value: Any, path: str = "") -> Iterator[str]:
    if value is None:
        yield path
    members = value.items() if isinstance(value, dict) else ()
    items = enumerate(value) if isinstance(value, list) else ()
    for name, inner in (*members, *items):
        yield from nulls(inner, f"{path}/{name}")


@pytest.mark.parametrize("name", NAMES)
def test_a_tool_says_what_it_is_p108(name: str) -> None:
    tool = described(name)
    assert re.fullmatch(r"[a-z0-9_]{1,48}", name)
    assert set(tool) == {"name", "title", "description", "inputSchema", "annotations"}
    assert tool["name"] == name
    for text in (tool["title"], tool["description"]):
        assert text.strip() == text != ""
        assert "{" not in text


@pytest.mark.parametrize("name", NAMES)
def test_a_tool_gives_every_hint_p108(name: str) -> None:
    operation = catalog.endpoints()[name].operation
    hints = dict(described(name)["annotations"])
    assert hints.pop("title") == described(name)["title"]
    assert hints == {
        "readOnlyHint": not operation.writes,
        "destructiveHint": operation.destructive,
        "idempotentHint": operation.idempotent,
        "openWorldHint": False,
    }
    if not operation.writes:
        assert not operation.destructive


@pytest.mark.parametrize("name", NAMES)
def test_whatever_may_ask_a_person_is_marked_destructive_k24(name: str) -> None:
    operation = catalog.endpoints()[name].operation
    assert operation.destructive == (operation.confirms is not None)


@pytest.mark.parametrize("name", NAMES)
def test_the_root_is_a_plain_closed_object_p109(name: str) -> None:
    schema = described(name)["inputSchema"]
    assert schema["type"] == "object"
    assert isinstance(schema["properties"], dict)
    assert schema["additionalProperties"] is False
    assert not ROOT_COMBINATORS & set(schema)
    assert set(schema.get("required", [])) <= set(schema["properties"])
    jsonschema.Draft202012Validator.check_schema(schema)


@pytest.mark.parametrize("name", NAMES)
def test_every_schema_within_is_portable_p110(name: str) -> None:
    for path, schema in schemas(described(name)["inputSchema"]):
        assert isinstance(schema, dict), path
        assert not NOWHERE & set(schema), path
        assert isinstance(schema.get("type", ""), str), path
        assert {"type", "anyOf"} & set(schema), path
        assert schema.get("format", "date") in FORMATS, path
        if schema.get("type") == "array":
            assert schema["items"], path
        for value in schema.get("enum", []):
            assert isinstance(value, TYPES[schema["type"]]), path


@pytest.mark.parametrize("name", NAMES)
def test_every_argument_is_described_p110(name: str) -> None:
    for argument, schema in described(name)["inputSchema"]["properties"].items():
        assert schema.get("description", "").strip(), argument


@pytest.mark.parametrize("name", NAMES)
def test_no_member_is_null_p111(name: str) -> None:
    assert list(nulls(described(name))) == []
