"""The manifest and the suite agree: every promise is held, every citation exists, and every test
that names a rule is cited by it."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from tests.spec.errors import ERRORS
from tests.spec.manifest import read
from tests.spec.protocol import PROTOCOL
from tests.spec.transport import TRANSPORT

TESTS = Path(__file__).resolve().parent.parent
PAGES = {"T": TRANSPORT, "E": ERRORS, "P": PROTOCOL}
PROMISES = TRANSPORT | ERRORS | PROTOCOL


@cache
def _tests_of(file: str) -> frozenset[str]:
    tree = ast.parse((TESTS / file).read_text())
    return frozenset(
        node.name
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.name.startswith("test_")
    )


@pytest.mark.parametrize("name", PROMISES)
def test_a_promise_is_held_by_a_test(name: str) -> None:
    promise = PROMISES[name]
    assert promise.says.endswith(".")
    assert promise.tests
    assert len(set(promise.tests)) == len(promise.tests)
    assert not promise.by or re.match(r"[KDG]\d+\b", promise.by)


@pytest.mark.parametrize("name", PROMISES)
def test_every_test_cited_exists(name: str) -> None:
    for citation in PROMISES[name].tests:
        file, _, test = citation.partition("::")
        assert (TESTS / file).is_file(), citation
        assert not test or test in _tests_of(file), citation
        assert _tests_of(file)


@pytest.mark.parametrize("letter", PAGES)
def test_numbers_run_without_a_gap(letter: str) -> None:
    page = PAGES[letter]
    assert list(page) == [f"{letter}{number}" for number in range(1, len(page) + 1)]


def test_the_checklist_is_there_to_its_last_row() -> None:
    assert len(PROTOCOL) == 184


def _named() -> Iterator[tuple[str, str]]:
    """Each rule that a test has in its name, and the test."""
    for path in sorted(TESTS.rglob("test_*.py")):
        file = path.relative_to(TESTS).as_posix()
        for test in _tests_of(file):
            for number in re.findall(r"_p(\d+)(?=_|$)", test):
                yield f"P{number}", f"{file}::{test}"


def test_a_test_that_names_a_rule_is_cited_by_it() -> None:
    found = list(_named())
    assert len(found) > 150
    assert [each for each in found if each[1] not in PROTOCOL[each[0]].tests] == []


def test_a_number_stands_for_one_sentence() -> None:
    with pytest.raises(ValueError, match="T1"):
        read("T1 One.\nT1 Another.")
