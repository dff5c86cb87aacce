"""Financial accounts and their transactions on the dashboard, to read."""

from django.contrib import admin

from finance_api.dashboard import PartInline, RecordAdmin, WithinReach
from finance_api.ledger.models import Account, Transaction, TransactionAllocation


@admin.register(Account)
class AccountAdmin(RecordAdmin):
    resource = "accounts"
    list_display = (
        "name",
        "type",
        "bank",
        "opening_balance",
        "active",
        "company",
        "workspace",
        "created_at",
        "created_via",
        "created_by",
        "updated_via",
    )
    list_filter = ("type", "active", "created_via", "updated_via", ("workspace", WithinReach))
    list_select_related = ("bank", "company", "workspace", "created_by")
    search_fields = ("name", "account_number")


class AllocationInline(PartInline):
    model = TransactionAllocation
    fields = ("center", "percentage", "amount")


@admin.register(Transaction)
class TransactionAdmin(RecordAdmin):
    resource = "transactions"
    inlines = (AllocationInline,)
    list_display = (
        "description",
        "type",
        "amount",
        "occurred_at",
        "account",
        "is_pending",
        "company",
        "workspace",
        "created_at",
        "created_via",
        "created_by",
        "updated_via",
    )
    list_filter = (
        "type",
        "is_pending",
        "occurred_at",
        "created_via",
        "updated_via",
        ("workspace", WithinReach),
    )
    list_select_related = ("account", "company", "workspace", "created_by")
    search_fields = ("description", "document")
    sortable_by = ("created_at", "occurred_at", "amount")
