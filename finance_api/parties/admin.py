"""Companies, suppliers and customers on the dashboard, to read."""

from django.contrib import admin

from finance_api.dashboard import RecordAdmin, WithinReach
from finance_api.parties.models import Company, Person


@admin.register(Company)
class CompanyAdmin(RecordAdmin):
    resource = "companies"
    list_display = (
        "name",
        "cnpj",
        "type",
        "active",
        "workspace",
        "created_at",
        "created_via",
        "created_by",
        "updated_via",
    )
    list_filter = ("type", "active", "created_via", "updated_via", ("workspace", WithinReach))
    list_select_related = ("workspace", "created_by")
    search_fields = ("name", "trade_name", "cnpj")


@admin.register(Person)
class PartyAdmin(RecordAdmin):
    resource = "people"
    list_display = (
        "name",
        "document_number",
        "is_supplier",
        "is_customer",
        "active",
        "deleted_at",
        "company",
        "workspace",
        "created_at",
        "created_via",
        "created_by",
        "updated_via",
    )
    list_filter = (
        "is_supplier",
        "is_customer",
        "active",
        "created_via",
        "updated_via",
        ("workspace", WithinReach),
    )
    list_select_related = ("company", "workspace", "created_by")
    search_fields = ("name", "legal_name", "document_number")
