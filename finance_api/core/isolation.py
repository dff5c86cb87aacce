"""The second wall: row-level security, composite references, and the rights of the application's
role (K21).

A transaction sees the workspaces it has opened with `open_workspaces`, and none when it has opened
none. Migrations use the operations below; a new table of a workspace needs one `IsolateTables`.
"""

import uuid
from collections.abc import Iterable, Iterator
from typing import Any

from django.conf import settings
from django.db import connection, connections, migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor
from django.db.migrations.state import ProjectState

from finance_api.core.models import TenantForeignKey, TenantOneToOneField

VISIBLE_WORKSPACES = "kobana.workspace_ids"
VISIBLE_ORGANIZATIONS = "kobana.organization_ids"


def open_workspaces(ids: Iterable[uuid.UUID]) -> None:
    """Let the current transaction, and only it, see the rows of these workspaces."""
    _set_local(VISIBLE_WORKSPACES, ids)


def open_organizations(ids: Iterable[uuid.UUID]) -> None:
    """Let the current transaction, and only it, see what these organizations have at large."""
    _set_local(VISIBLE_ORGANIZATIONS, ids)


def _set_local(name: str, ids: Iterable[uuid.UUID]) -> None:
    if not connection.in_atomic_block:
        raise RuntimeError("The walls open for one transaction, so there must be one.")
    value = "{" + ",".join(str(uuid.UUID(str(i))) for i in ids) + "}"
    with connection.cursor() as cursor:
        cursor.execute("SELECT set_config(%s, %s, true)", [name, value])


def hides_rows(model: type[models.Model], using: str) -> bool:
    """Whether the wall stands between a connection and a model's rows, as it does not for the owner
    of the tables. Who must see every workspace asks first: hidden rows look like none."""
    with connections[using].cursor() as cursor:
        cursor.execute("SELECT row_security_active(%s::regclass)", [model._meta.db_table])
        row = cursor.fetchone()
    return row is None or bool(row[0])


def _quoted_role() -> str:
    role = str(settings.DATABASES["default"]["USER"])
    return '"' + role.replace('"', '""') + '"'


PREPARE = """
CREATE FUNCTION kobana_visible(setting text) RETURNS uuid[] LANGUAGE sql STABLE PARALLEL SAFE AS
$$ SELECT NULLIF(current_setting(setting, true), '')::uuid[] $$;
"""


class _DatabaseOnly(migrations.operations.base.Operation):
    """An operation on the database that the models' state knows nothing of."""

    reversible = False

    def __init__(self, *names: str) -> None:
        self.names = names

    def deconstruct(self) -> tuple[str, list[Any], dict[str, Any]]:
        return self.__class__.__name__, list(self.names), {}

    def state_forwards(self, app_label: str, state: ProjectState) -> None:
        """The state stays as it is."""

    def database_forwards(
        self,
        app_label: str,
        schema_editor: BaseDatabaseSchemaEditor,
        from_state: ProjectState,
        to_state: ProjectState,
    ) -> None:
        models = [to_state.apps.get_model(app_label, name) for name in self.names]
        for statement in self.statements(models):
            schema_editor.execute(statement)

    def statements(self, models: list[Any]) -> Iterator[str]:
        raise NotImplementedError

    def describe(self) -> str:
        return " ".join([self.__class__.__name__, *self.names])


class PrepareIsolation(_DatabaseOnly):
    """Make the function the policies read, and give the application's role rows but no tables."""

    def statements(self, models: list[Any]) -> Iterator[str]:
        role = _quoted_role()
        rows = "SELECT, INSERT, UPDATE, DELETE"
        yield PREPARE
        yield f"GRANT USAGE ON SCHEMA public TO {role}"
        yield f"GRANT {rows} ON ALL TABLES IN SCHEMA public TO {role}"
        yield f"GRANT USAGE ON ALL SEQUENCES IN SCHEMA public TO {role}"
        yield f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT {rows} ON TABLES TO {role}"
        yield f"ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT USAGE ON SEQUENCES TO {role}"


class IsolateTables(_DatabaseOnly):
    """Put tables behind the second wall: rows of workspaces not opened do not exist, and every
    `TenantForeignKey` is held to the same workspace."""

    def statements(self, models: list[Any]) -> Iterator[str]:
        for model in models:
            yield _unique_in_workspace(model._meta.db_table)
            yield from _row_level_security(model._meta.db_table)
        for model in models:
            for field in model._meta.local_fields:
                if isinstance(field, TenantForeignKey | TenantOneToOneField):
                    yield _composite_reference(model, field, "workspace_id")


class GrantsInOrganization(_DatabaseOnly):
    """Hold both sides of a table's references without a constraint of their own to one
    organization."""

    def statements(self, models: list[Any]) -> Iterator[str]:
        for model in models:
            for field in model._meta.local_fields:
                if field.is_relation and not field.db_constraint:
                    yield _composite_reference(model, field, "organization_id")


class IsolateByOrganization(_DatabaseOnly):
    """The same wall for tables that are read before a workspace is known: they show the rows of the
    organizations opened as well as those of the workspaces opened."""

    def statements(self, models: list[Any]) -> Iterator[str]:
        for model in models:
            yield from _row_level_security(model._meta.db_table, organization=True)


class AppendOnly(_DatabaseOnly):
    """Take from the application's role the right to change or remove what a table holds."""

    def statements(self, models: list[Any]) -> Iterator[str]:
        for model in models:
            table = model._meta.db_table
            yield f"REVOKE UPDATE, DELETE, TRUNCATE ON {table} FROM {_quoted_role()}"


def _unique_in_workspace(table: str) -> str:
    return f"ALTER TABLE {table} ADD CONSTRAINT {table}_in_workspace UNIQUE (workspace_id, id)"


def _row_level_security(table: str, *, organization: bool = False) -> list[str]:
    # The sub-select makes PostgreSQL read the setting once per statement instead of once per row.
    visible = f"workspace_id = ANY ((SELECT kobana_visible('{VISIBLE_WORKSPACES}'))::uuid[])"
    if organization:
        of_organization = f"(SELECT kobana_visible('{VISIBLE_ORGANIZATIONS}'))::uuid[]"
        visible = f"{visible} OR organization_id = ANY ({of_organization})"
    return [
        f"ALTER TABLE {table} ENABLE ROW LEVEL SECURITY",
        f"CREATE POLICY {table}_wall ON {table} USING ({visible}) WITH CHECK ({visible})",
    ]


def _composite_reference(model: Any, field: Any, place: str) -> str:
    table, target = model._meta.db_table, field.remote_field.model._meta.db_table
    return (
        f"ALTER TABLE {table} ADD CONSTRAINT {table}_{field.column}_wall "
        f"FOREIGN KEY ({place}, {field.column}) REFERENCES {target} ({place}, id)"
    )
