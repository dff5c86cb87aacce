"""Taxes on the dashboard, to read."""

from django.contrib import admin

from finance_api.dashboard import RecordAdmin, WithinReach
from finance_api.taxes.models import Tax


@admin.register(Tax)
class TaxAdmin(RecordAdmin):
    resource = "taxes"
    list_display = (
        "name",
        "default_rate",
        "default_withholding",
        "active",
        "workspace",
        "created_at",
        "created_via",
        "created_by",
        "updated_via",
    )
    list_filter = ("active", "created_via", "updated_via", ("workspace", WithinReach))
    list_select_related = ("workspace", "created_by")
    search_fields = ("name",)
