"""The log of every change: read by those who manage an organization, altered by nobody (R118)."""

import json
import uuid
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.contrib.admin.utils import display_for_field
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models import Model, Q, QuerySet
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy

from finance_api.core.models import LogEntry
from finance_api.dashboard import FencedAdmin, ReadOnly, WithinReach, reach
from finance_api.labels import shown


class RecordType(admin.SimpleListFilter):
    """Entries about one kind of record."""

    title = gettext_lazy("record type")
    parameter_name = "record_type"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        words = {model._meta.model_name or "": str(model._meta.verbose_name) for model in shown()}
        return sorted(words.items(), key=lambda each: each[1])

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(record_type=self.value()) if self.value() else queryset


#: The columns whose values each language writes in its own way.
_WRITTEN = (models.DecimalField, models.DateField)


@admin.register(LogEntry)
class LogEntryAdmin(ReadOnly, FencedAdmin):
    """Who did what, when, and through which channel."""

    fields = (
        "at",
        "person",
        "channel",
        "token_kind",
        "operation",
        "request_id",
        "organization",
        "workspace",
        "act",
        "kind",
        "record_id",
        "changes",
    )
    list_display = (
        "at",
        "channel",
        "person",
        "operation",
        "act",
        "kind",
        "record_id",
        "workspace",
    )
    list_filter = ("channel", "act", RecordType, ("workspace", WithinReach))
    list_select_related = ("person", "workspace")
    search_fields = ("record_id",)
    search_help_text = gettext_lazy("The id of a record or of a request")
    sortable_by = ()

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return reach(request).everything or bool(reach(request).administered)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return reach(request).managed(super().get_queryset(request))

    def get_search_results(
        self, request: HttpRequest, queryset: QuerySet[Any], search_term: str
    ) -> tuple[QuerySet[Any], bool]:
        if not search_term:
            return queryset, False
        wanted = Q(request_id=search_term)
        with suppress(ValueError):
            wanted |= Q(record_id=uuid.UUID(search_term))
        return queryset.filter(wanted), False

    @admin.display(description=gettext_lazy("record type"))
    def kind(self, entry: LogEntry) -> str:
        model = _model_of(entry)
        return str(model._meta.verbose_name) if model else entry.record_type

    @admin.display(description=gettext_lazy("Changes"))
    def changes(self, entry: LogEntry) -> str:
        """What was stored before and after, a row for each column."""
        before, after = entry.before or {}, entry.after or {}
        model = _model_of(entry)
        columns = {} if model is None else {f.attname: f for f in model._meta.concrete_fields}
        rows = [
            {
                "name": columns[name].verbose_name if name in columns else name,
                "before": _shown(before, name, columns.get(name)),
                "after": _shown(after, name, columns.get(name)),
            }
            for name in {**before, **after}
        ]
        return render_to_string("admin/finance_api/logentry/changes.html", {"rows": rows})


def _model_of(entry: LogEntry) -> type[Model] | None:
    """What kind of record an entry is about; nothing where there is no such kind any more."""
    with suppress(LookupError):
        return apps.get_model("finance_api", entry.record_type)
    return None


def _shown(stored: dict[str, Any], name: str, column: Any) -> Any:
    """A stored value as the reader's language writes it; nothing where there was none."""
    if name not in stored:
        return ""
    value = stored[name]
    if column is not None and isinstance(column, _WRITTEN) and value is not None:
        with suppress(ValidationError):
            return display_for_field(column.to_python(value), column, "")
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
