"""A query written once and run with other values is the query the ORM would have written."""

import uuid
from concurrent.futures import ThreadPoolExecutor

import pytest
from django.db import connections
from django.test.utils import CaptureQueriesContext

from finance_api.core.compiled import Compiled
from finance_api.identity.models import PersonalToken, User
from tests.world import person, world


def test_it_finds_what_the_orm_finds_with_one_statement() -> None:
    tokens = PersonalToken.objects.select_related("person")
    compiled = Compiled(lambda **v: tokens.filter(**v), person_id=uuid.UUID, audience=str)
    for at in (world(), world()):
        values = {"person_id": at.person.pk, "audience": "mcp"}
        with CaptureQueriesContext(connections["default"]) as seen:
            (found,) = compiled.rows(**values)
            assert found.person == at.person
        assert len(seen) == 1
        assert found == tokens.get(**values)
        assert bytes(found.digest) == bytes(tokens.get(**values).digest)
    assert compiled.rows(person_id=uuid.uuid4(), audience="mcp") == []


def test_threads_share_it_and_use_their_own_connections() -> None:
    compiled = Compiled(lambda **v: User.objects.filter(**v), email=str)
    people = [person() for _ in range(8)]

    def find(who: User) -> list[User]:
        try:
            return [compiled.rows(email=who.email)[0] for _ in range(10)]
        finally:
            connections.close_all()

    with ThreadPoolExecutor(4) as threads:
        assert list(threads.map(find, people)) == [[who] * 10 for who in people]


def test_a_value_that_the_sql_does_not_carry_is_said_at_once() -> None:
    with pytest.raises(ValueError, match="does not reach the SQL"):
        Compiled(lambda **v: User.objects.filter(email__icontains=v["email"]), email=str)
