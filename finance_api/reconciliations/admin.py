"""Reconciliations on the dashboard, to read."""

from django.contrib import admin

from finance_api.dashboard import RecordAdmin, WithinReach
from finance_api.reconciliations.models import Reconciliation


@admin.register(Reconciliation)
class ReconciliationAdmin(RecordAdmin):
    resource = "reconciliations"
    list_display = (
        "id",
        "kind",
        "source",
        "workspace",
        "created_at",
        "created_via",
        "created_by",
        "updated_via",
    )
    list_filter = ("kind", "source", "created_via", "updated_via", ("workspace", WithinReach))
    list_select_related = ("workspace", "created_by")
    search_fields = ("created_by__name",)
