"""Automatic rules on the dashboard, to read."""

from django.contrib import admin

from finance_api.automation.models import AutomaticRule
from finance_api.dashboard import RecordAdmin, WithinReach


@admin.register(AutomaticRule)
class AutomaticRuleAdmin(RecordAdmin):
    resource = "automatic_rules"
    list_display = (
        "scope",
        "position",
        "active",
        "description_contains",
        "company",
        "workspace",
        "created_at",
        "created_via",
        "created_by",
        "updated_via",
    )
    list_filter = ("scope", "active", "created_via", "updated_via", ("workspace", WithinReach))
    list_select_related = ("company", "workspace", "created_by")
    search_fields = ("description_contains", "set_description")
