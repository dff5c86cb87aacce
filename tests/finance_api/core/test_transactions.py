"""What is done outside the database is undone unless its transaction commits."""

import pytest
from django.db import transaction

from finance_api.core import transactions


def test_a_commit_keeps_it() -> None:
    undone: list[str] = []
    with transactions.door():
        transactions.on_rollback(lambda: undone.append("a"))
    assert undone == []


def test_an_exception_undoes_everything_the_latest_first() -> None:
    undone: list[str] = []
    with pytest.raises(RuntimeError), transactions.door():
        transactions.on_rollback(lambda: undone.append("a"))
        transactions.on_rollback(lambda: undone.append("b"))
        raise RuntimeError
    assert undone == ["b", "a"]


def test_a_refusal_that_marks_the_rollback_undoes_it() -> None:
    undone: list[str] = []
    with transactions.door():
        transactions.on_rollback(lambda: undone.append("a"))
        transaction.set_rollback(True)
    assert undone == ["a"]


def test_a_part_that_is_rolled_back_is_undone_and_the_rest_is_kept() -> None:
    undone: list[str] = []
    with transactions.door():
        transactions.on_rollback(lambda: undone.append("kept"))
        with pytest.raises(RuntimeError), transaction.atomic():
            transactions.on_rollback(lambda: undone.append("undone"))
            raise RuntimeError
    assert undone == ["undone"]


def test_outside_a_door_there_is_nothing_to_belong_to() -> None:
    with pytest.raises(RuntimeError, match="door"):
        transactions.on_rollback(lambda: None)
