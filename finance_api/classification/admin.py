"""Categories and cost centers on the dashboard, to read."""

from django.contrib import admin

from finance_api.classification.models import Category, Center
from finance_api.dashboard import RecordAdmin, WithinReach


@admin.register(Category)
class CategoryAdmin(RecordAdmin):
    resource = "categories"
    list_display = (
        "name",
        "type",
        "level",
        "parent",
        "company",
        "workspace",
        "created_at",
        "created_via",
        "created_by",
        "updated_via",
    )
    list_filter = ("type", "created_via", "updated_via", ("workspace", WithinReach))
    list_select_related = ("parent", "company", "workspace", "created_by")
    search_fields = ("name",)


@admin.register(Center)
class CenterAdmin(RecordAdmin):
    resource = "classification_centers"
    list_display = (
        "name",
        "type",
        "active",
        "company",
        "workspace",
        "created_at",
        "created_via",
        "created_by",
        "updated_via",
    )
    list_filter = ("type", "active", "created_via", "updated_via", ("workspace", WithinReach))
    list_select_related = ("company", "workspace", "created_by")
    search_fields = ("name",)
