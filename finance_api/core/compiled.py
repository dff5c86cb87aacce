"""A query whose SQL the ORM writes once per process; each run binds its own values.

For the questions that every call asks, who is calling and with what rights, and that every write
asks, the lock date and the rules: writing their SQL anew takes longer than answering it. Only what
is equal to a marker may differ between runs, so a query built with other conditions is another
`Compiled`.
"""

import copy
import secrets
import uuid
from collections.abc import Callable, Mapping
from typing import Any

from django.db import DEFAULT_DB_ALIAS, connection
from django.db.models import QuerySet


def marker(kind: type[Any]) -> Any:
    """A value of its kind that no other parameter of a query has."""
    if kind is uuid.UUID:
        return uuid.uuid4()
    return secrets.token_bytes(16) if kind is bytes else secrets.token_hex(16)


class Compiled:
    """The query `build(**values)`, whose values are of these kinds and compared for equality."""

    def __init__(self, build: Callable[..., "QuerySet[Any, Any]"], **kinds: type[Any]) -> None:
        markers = {name: marker(kind) for name, kind in kinds.items()}
        self._rows: Any = build(**markers)
        self._compiler = self._rows.query.get_compiler(using=DEFAULT_DB_ALIAS)
        self._sql, params = self._compiler.as_sql()
        #: Each parameter: itself, and the name of the value that takes its place.
        self._params = [(param, _name_of(_bare(param), markers)) for param in params]
        if {name for _, name in self._params} - {None} != set(markers):
            raise ValueError("A value does not reach the SQL as it is.")

    def rows(self, **values: Any) -> list[Any]:
        """The rows for these values: one statement."""
        compiler = copy.copy(self._compiler)
        compiler.connection = connection  # the compiled one's belongs to another thread
        bound = self._sql, tuple(_as(param, name, values) for param, name in self._params)
        compiler.as_sql = lambda: bound
        rows = self._rows.all()
        rows.query.get_compiler = lambda *_, **__: compiler
        return list(rows)


def _name_of(param: Any, markers: Mapping[str, Any]) -> str | None:
    return next((name for name, value in markers.items() if value == param), None)


def _bare(param: Any) -> Any:
    """A parameter without the driver's wrapping around bytes."""
    return getattr(param, "obj", param)


def _as(param: Any, name: str | None, values: Mapping[str, Any]) -> Any:
    """A parameter, or the value in its place, wrapped as it was."""
    if name is None:
        return param
    return type(param)(values[name]) if hasattr(param, "obj") else values[name]
