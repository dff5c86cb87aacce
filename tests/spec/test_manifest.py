"""The manifest and the suite agree: every promise is cited, and every citation exists."""

import ast
from functools import cache
from pathlib import Path

import pytest

from tests.spec.errors import ERRORS
from tests.spec.transport import TRANSPORT

TESTS = Path(__file__).resolve().parent.parent
PROMISES = TRANSPORT | ERRORS


@cache
def _tests_of(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text())
    return frozenset(
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


@pytest.mark.parametrize("name", PROMISES)
def test_a_promise_is_held_by_a_test_or_named_as_a_gap(name: str) -> None:
    promise = PROMISES[name]
    assert bool(promise.tests) != bool(promise.later)


@pytest.mark.parametrize("name", PROMISES)
def test_every_test_cited_exists(name: str) -> None:
    for citation in PROMISES[name].tests:
        file, _, test = citation.partition("::")
        assert (TESTS / file).is_file(), citation
        assert not test or test in _tests_of(file), citation
        assert _tests_of(file)


def test_numbers_run_without_a_gap() -> None:
    for letter, page in (("T", TRANSPORT), ("E", ERRORS)):
        assert list(page) == [f"{letter}{number}" for number in range(1, len(page) + 1)]
