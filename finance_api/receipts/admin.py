"""Receipts on the dashboard, to read."""

from django.contrib import admin

from finance_api.dashboard import RecordAdmin, WithinReach
from finance_api.receipts.models import Receipt


@admin.register(Receipt)
class ReceiptAdmin(RecordAdmin):
    resource = "receipts"
    list_display = (
        "payee_name",
        "amount",
        "paid_at",
        "status",
        "source",
        "title",
        "company",
        "workspace",
        "created_at",
        "created_via",
        "updated_via",
    )
    list_filter = ("status", "source", "paid_at", ("workspace", WithinReach))
    list_select_related = ("title", "company", "workspace")
    search_fields = ("payee_name", "payee_document", "external_uid")
