"""The catalog is the specification's, no operation more and none less, and docs/operations.md says
what the catalog says."""

import subprocess
import sys
from pathlib import Path

import pytest

from finance_api.core.operations import always
from finance_api.rest.catalog import Endpoint
from kobana_finance import reference
from tests.spec.operations import OPERATIONS, Listed
from tests.surface.examples import endpoints

ROOT = Path(__file__).resolve().parent.parent.parent


def _found(endpoint: Endpoint) -> Listed:
    operation = endpoint.operation
    return Listed(
        name=endpoint.name,
        method=endpoint.method,
        path=endpoint.path,
        scope=operation.required_scope,
        permissions=frozenset(operation.permissions()),
        moves_money=operation.moves_money,
        destructive=operation.destructive,
        key=operation.key,
    )


def test_the_specification_lists_79_operations_and_the_workspaces_k1() -> None:
    assert len({listed.name for listed in OPERATIONS}) == len(OPERATIONS) == 80
    assert len({(listed.method, listed.path) for listed in OPERATIONS}) == 80


def test_the_catalog_is_the_specifications_k1() -> None:
    expected = {listed.name: listed for listed in OPERATIONS}
    assert {endpoint.name: _found(endpoint) for endpoint in endpoints()} == expected


def test_what_is_destructive_asks_and_only_updates_look_first_k24() -> None:
    for endpoint in endpoints():
        operation = endpoint.operation
        assert operation.destructive == (operation.confirms is not None), endpoint.name
        looks = operation.confirms not in (None, always)
        assert not looks or operation.sensitive is not None, endpoint.name
        assert not looks or endpoint.action == "partial_update", endpoint.name


def test_the_pages_are_what_the_code_writes() -> None:
    assert reference.stale() == [], "run `make docs` and read the diff"


def test_a_stale_page_is_named_and_making_it_anew_settles_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(reference, "FOLDER", tmp_path)
    said = reference.main("--check")
    assert said is not None
    assert "operations.md" in said
    assert "make docs" in said
    assert list(tmp_path.iterdir()) == []
    assert reference.main() is None
    assert reference.main("--check") is None
    page = tmp_path / "operations.md"
    page.write_text(page.read_text().replace("payables.settle", "payables.view"))
    assert reference.main("--check") is not None


def test_the_pages_are_checked_as_a_command_without_a_database() -> None:
    environment = {"SECRET_KEY": "docs", "DATABASE_URL": "postgres://nobody@nowhere/nothing"}
    command = [sys.executable, "-m", "kobana_finance.reference", "--check"]
    subprocess.run(command, cwd=ROOT, env=environment, check=True)
