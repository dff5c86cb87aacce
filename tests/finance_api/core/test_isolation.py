"""The second wall, asked of PostgreSQL itself as the application's role (K21)."""

import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import psycopg
import pytest
from django.apps import apps
from django.db import DatabaseError, IntegrityError, connection, transaction

from finance_api.core.isolation import open_workspaces
from finance_api.core.models import TenantForeignKey, TenantOneToOneField, WorkspaceRow
from finance_api.identity.models import Workspace
from finance_api.taxes.models import Tax
from tests.world import World, organization, workspace, world

REFERENCES = [
    (model, field)
    for model in apps.get_app_config("finance_api").get_models()
    for field in model._meta.local_fields
    if isinstance(field, TenantForeignKey | TenantOneToOneField)
]


def _rows(sql: str, *values: Any) -> list[tuple[Any, ...]]:
    with connection.cursor() as cursor:
        cursor.execute(sql, values)
        return list(cursor.fetchall())


def _tables_of_workspaces() -> list[str]:
    """Every table with a workspace_id, as PostgreSQL knows them."""
    found = _rows(
        "SELECT table_name FROM information_schema.columns "
        "WHERE table_schema = 'public' AND column_name = 'workspace_id' ORDER BY 1"
    )
    return [str(name) for (name,) in found]


@contextmanager
def _inside(*places: Workspace) -> Iterator[None]:
    with transaction.atomic():
        open_workspaces([place.id for place in places])
        yield


def _tax(place: World, name: str = "ISS") -> str:
    return str(place.api.made("taxes", {"name": name})["id"])


def test_the_application_role_owns_nothing_and_bypasses_nothing() -> None:
    ((superuser, bypass),) = _rows(
        "SELECT rolsuper, rolbypassrls FROM pg_roles WHERE rolname = current_user"
    )
    assert (superuser, bypass) == (False, False)
    assert _rows("SELECT tablename FROM pg_tables WHERE tableowner = current_user") == []


def test_every_table_with_a_workspace_stands_behind_the_wall() -> None:
    tables = _tables_of_workspaces()
    assert "finance_api_tax" in tables
    assert "finance_api_titleallocation" in tables
    unprotected = _rows(
        "SELECT relname FROM pg_class WHERE relname = ANY(%s) AND NOT relrowsecurity", tables
    )
    assert unprotected == []
    policed = _rows("SELECT DISTINCT tablename FROM pg_policies WHERE tablename = ANY(%s)", tables)
    assert len(policed) == len(tables)


def test_every_model_of_a_workspace_has_such_a_table() -> None:
    models = [
        model
        for model in apps.get_app_config("finance_api").get_models()
        if issubclass(model, WorkspaceRow)
    ]
    assert {model._meta.db_table for model in models} <= set(_tables_of_workspaces())


def test_a_forgotten_filter_returns_nothing_from_any_table() -> None:
    _tax(world())
    for table in _tables_of_workspaces():
        assert _rows(f'SELECT 1 FROM "{table}" LIMIT 1') == [], table  # noqa: S608  our own names


def test_a_forgotten_filter_returns_only_the_rows_of_the_workspace_that_is_open() -> None:
    mine, theirs = world(), world()
    _tax(mine), _tax(theirs)
    with _inside(mine.workspace):
        seen = {place for (place,) in _rows("SELECT workspace_id FROM finance_api_tax")}
        assert seen == {mine.workspace.id}
    assert _rows("SELECT 1 FROM finance_api_tax LIMIT 1") == []


def test_a_workspace_stays_open_for_its_transaction_only() -> None:
    mine = world()
    _tax(mine)
    with _inside(mine.workspace):
        assert _rows("SELECT count(*) FROM finance_api_tax") == [(1,)]
    assert _rows("SELECT count(*) FROM finance_api_tax") == [(0,)]
    with pytest.raises(RuntimeError, match="there must be one"):
        open_workspaces([mine.workspace.id])


def test_another_workspaces_rows_cannot_be_changed_removed_or_planted() -> None:
    mine, theirs = world(), world()
    _tax(theirs)
    with _inside(mine.workspace):
        with connection.cursor() as cursor:
            cursor.execute("UPDATE finance_api_tax SET name = 'x'")
            assert cursor.rowcount == 0
            cursor.execute("DELETE FROM finance_api_tax")
            assert cursor.rowcount == 0
        with pytest.raises(DatabaseError) as refused, transaction.atomic():
            _copy_tax_into(theirs.workspace)
        assert isinstance(refused.value.__cause__, psycopg.errors.InsufficientPrivilege)


def _copy_tax_into(place: Workspace) -> None:
    person = _rows("SELECT id FROM finance_api_user LIMIT 1")[0][0]
    with connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO finance_api_tax (id, workspace_id, name, default_withholding, active, "
            "created_at, updated_at, created_via, updated_via, created_by_id, updated_by_id) "
            "VALUES (%s, %s, 'x', true, true, now(), now(), 'api', 'api', %s, %s)",
            [uuid.uuid4(), place.id, person, person],
        )


@pytest.mark.parametrize(
    ("model", "field"), REFERENCES, ids=[f"{m.__name__}.{f.name}" for m, f in REFERENCES]
)
def test_each_reference_between_rows_is_held_to_one_workspace(
    model: type[WorkspaceRow], field: TenantForeignKey
) -> None:
    found = _rows(
        "SELECT array_agg(a.attname ORDER BY k.n) FROM pg_constraint c "
        "CROSS JOIN LATERAL unnest(c.conkey) WITH ORDINALITY k(num, n) "
        "JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k.num "
        "WHERE c.contype = 'f' AND c.conrelid = %s::regclass AND c.confrelid = %s::regclass "
        "GROUP BY c.oid",
        model._meta.db_table,
        field.remote_field.model._meta.db_table,
    )
    assert (["workspace_id", field.column],) in found


def test_a_reference_across_workspaces_is_refused_by_the_database() -> None:
    mine, theirs = world(), world()
    foreign = theirs.api.made("companies", {"name": "Deles", "cnpj": "11222333000181"})
    with (
        _inside(mine.workspace, theirs.workspace),
        pytest.raises(IntegrityError) as refused,
        transaction.atomic(),
    ):
        person = _rows("SELECT id FROM finance_api_user LIMIT 1")[0][0]
        with connection.cursor() as cursor:
            cursor.execute(
                "INSERT INTO finance_api_category (id, workspace_id, company_id, name, level, "
                "type, created_at, updated_at, created_via, updated_via, created_by_id, "
                "updated_by_id) "
                "VALUES (%s, %s, %s, 'x', 1, 'debit', now(), now(), 'api', 'api', %s, %s)",
                [uuid.uuid4(), mine.workspace.id, foreign["id"], person, person],
            )
    assert isinstance(refused.value.__cause__, psycopg.errors.ForeignKeyViolation)


def test_the_log_can_only_grow() -> None:
    mine = world()
    _tax(mine)
    for statement in (
        "UPDATE finance_api_logentry SET channel = 'api'",
        "DELETE FROM finance_api_logentry",
        "TRUNCATE finance_api_logentry",
    ):
        with (
            _inside(mine.workspace),
            pytest.raises(DatabaseError) as refused,
            transaction.atomic(),
            connection.cursor() as cursor,
        ):
            cursor.execute(statement)
        assert isinstance(refused.value.__cause__, psycopg.errors.InsufficientPrivilege)


def test_a_grant_joins_a_membership_and_a_workspace_of_one_organization_only() -> None:
    mine = world()
    foreign = workspace(organization())
    with (
        transaction.atomic(),
        pytest.raises(IntegrityError),
        transaction.atomic(),
        connection.cursor() as cursor,
    ):
        cursor.execute(
            "SELECT set_config('kobana.organization_ids', %s, true)",
            [f"{{{mine.organization.id}}}"],
        )
        cursor.execute(
            "INSERT INTO finance_api_workspacegrant (organization_id, membership_id, workspace_id) "
            "VALUES (%s, %s, %s)",
            [mine.organization.id, mine.membership.id, foreign.id],
        )


def test_the_manager_offers_nothing_but_within() -> None:
    with pytest.raises(AttributeError, match="within"):
        Tax.objects.filter(name="ISS")
    with pytest.raises(AttributeError, match="within"):
        Tax.objects.all()
