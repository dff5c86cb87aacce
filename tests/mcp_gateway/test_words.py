"""The words of the tools, as an agent reads them: every argument is explained, in few words, and
none of them tells how the product is made (R69, K18)."""

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from finance_api.core.operations import Operation
from finance_api.rest import catalog
from mcp_gateway import prompts, tools
from mcp_gateway.instructions import INSTRUCTIONS

NAMES = list(catalog.endpoints())
LONGEST = 700
#: Words of the workshop, which say nothing to whoever uses a tool.
INTERNALS = re.compile(
    r"\b(django|drf|serializer|viewset|postgres\w*|sql|queryset|middleware|gunicorn|python"
    r"|[KRP]\d{1,3}|/v1|todo|http)\b",
    re.IGNORECASE,
)
_SMALL = {"a", "an", "and", "by", "for", "in", "is", "it", "of", "on", "or", "the", "this", "to"}


@cache
def described(name: str) -> dict[str, Any]:
    return tools.described(name)


def operation(name: str) -> Operation:
    return catalog.endpoints()[name].operation


def members(schema: Any, path: str = "") -> Iterator[tuple[str, dict[str, Any]]]:
    """Every named member of a schema, at any depth, with its path."""
    for name, inner in schema.get("properties", {}).items():
        yield f"{path}{name}", inner
        yield from members(inner, f"{path}{name}.")
    for inner in (*schema.get("anyOf", ()), *([schema["items"]] if "items" in schema else ())):
        yield from members(inner, path)


def words(text: str) -> set[str]:
    return set(re.findall(r"[a-z]+", text.lower().replace("_", " "))) - _SMALL


@pytest.mark.parametrize("name", NAMES)
def test_every_argument_at_any_depth_is_explained(name: str) -> None:
    for path, schema in members(described(name)["inputSchema"]):
        text = schema.get("description", "")
        assert text.strip() == text != "", path
        if path not in catalog.endpoints()[name].path_parameters:
            assert words(text) - words(path.rpartition(".")[2]), f"{path} is only its own name"


@pytest.mark.parametrize("name", NAMES)
def test_no_description_is_longer_than_a_model_will_read(name: str) -> None:
    assert len(described(name)["description"]) <= LONGEST
    assert len(described(name)["title"]) <= 100
    for path, schema in members(described(name)["inputSchema"]):
        assert len(schema["description"]) <= 220, path


@pytest.mark.parametrize("name", NAMES)
def test_no_word_tells_how_it_is_made(name: str) -> None:
    tool = described(name)
    texts = [tool["title"], tool["description"]]
    texts += [schema["description"] for _, schema in members(tool["inputSchema"])]
    for text in texts:
        assert not INTERNALS.search(text), text


@pytest.mark.parametrize("name", [each for each in NAMES if operation(each).destructive])
def test_what_a_person_confirms_says_so(name: str) -> None:
    assert re.search(r"[Aa] (person|human)\s+confirms", described(name)["description"])


@pytest.mark.parametrize("name", [each for each in NAMES if not operation(each).destructive])
def test_nothing_else_promises_a_confirmation(name: str) -> None:
    assert "confirms" not in described(name)["description"]


@pytest.mark.parametrize("name", NAMES)
def test_a_key_is_offered_with_what_a_retry_is_to_do_r69(name: str) -> None:
    properties = described(name)["inputSchema"]["properties"]
    takes = operation(name).key != "none" and not operation(name).always_confirms
    assert ("idempotency_key" in properties) == takes
    if takes:
        text = properties["idempotency_key"]["description"]
        assert "repeat the call with the same key" in text
        assert "you get the first answer" in text


def test_a_payable_says_that_it_waits_for_approval_and_a_receivable_does_not_k18() -> None:
    for verb in ("create", "update"):
        assert "approval" in described(f"finance_payables_{verb}")["description"]
        assert "approval" not in described(f"finance_receivables_{verb}")["description"]
    assert "no tool approves" in " ".join(
        described("finance_payables_create")["description"].split()
    )


@pytest.mark.parametrize("name", NAMES)
def test_null_is_offered_only_where_it_clears_something(name: str) -> None:
    schema = described(name)["inputSchema"]
    updates = catalog.endpoints()[name].method == "PATCH"
    for path, inner in members(schema):
        offered = {"type": "null"} in inner.get("anyOf", [])
        assert not offered or (updates and "." not in path), path
    if name == "finance_payables_update":
        assert {"type": "null"} in schema["properties"]["payment_date"]["anyOf"]


@pytest.mark.parametrize("name", [each for each in NAMES if each.endswith("_list")])
def test_a_list_says_which_fields_there_are(name: str) -> None:
    fields = described(name)["inputSchema"]["properties"]["fields"]
    assert "id" in fields["items"]["enum"]


def test_the_instructions_are_short_and_name_what_there_is_p125() -> None:
    assert INSTRUCTIONS.startswith("Tools for Kobana Finance: ")
    assert len(INSTRUCTIONS) <= 2_400
    assert set(prompts.TOOL.findall(INSTRUCTIONS)) <= set(NAMES)
    assert not INTERNALS.search(INSTRUCTIONS)
    for word in ("data written by third", "ask the user", "workspace_id", "idempotency_key"):
        assert word in INSTRUCTIONS
    for word in ("resources", "prompts", "confirms", "approval", "São Paulo", "BRL"):
        assert word in INSTRUCTIONS
