"""The log of every change: read by those who manage an organization, altered by nobody (R118)."""

import json
import uuid
from collections.abc import Iterable
from contextlib import suppress
from typing import Any

from django.apps import apps
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.html import format_html, format_html_join

from finance_api.core.models import LogEntry
from finance_api.dashboard import FencedAdmin, ReadOnly, WithinReach, reach


class RecordType(admin.SimpleListFilter):
    """Entries about one kind of record."""

    title = "record type"
    parameter_name = "record_type"

    def lookups(self, request: HttpRequest, model_admin: Any) -> Iterable[tuple[str, str]]:
        models = apps.get_app_config("finance_api").get_models()
        return sorted((m._meta.model_name or "", str(m._meta.verbose_name)) for m in models)

    def queryset(self, request: HttpRequest, queryset: QuerySet[Any]) -> QuerySet[Any]:
        return queryset.filter(record_type=self.value()) if self.value() else queryset


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
        "record_type",
        "record_id",
        "changes",
    )
    list_display = (
        "at",
        "channel",
        "person",
        "operation",
        "act",
        "record_type",
        "record_id",
        "workspace",
    )
    list_filter = ("channel", "act", RecordType, ("workspace", WithinReach))
    list_select_related = ("person", "workspace")
    search_fields = ("record_id",)
    search_help_text = "The id of a record or of a request"
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

    @admin.display(description="Changes")
    def changes(self, entry: LogEntry) -> str:
        """What was stored before and after, a row for each column."""
        before, after = entry.before or {}, entry.after or {}
        rows = format_html_join(
            "",
            "<tr><th scope='row'>{}</th><td>{}</td><td>{}</td></tr>",
            ((name, _shown(before, name), _shown(after, name)) for name in {**before, **after}),
        )
        head = "<tr><th></th><th>Before</th><th>After</th></tr>"
        return format_html(f"<table>{head}{{}}</table>", rows)


def _shown(stored: dict[str, Any], name: str) -> str:
    """A stored value as text; nothing where there was none."""
    if name not in stored:
        return ""
    value = stored[name]
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
