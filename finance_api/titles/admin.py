"""Payables and receivables on the dashboard, to read; and the approval of those that wait at the
gate, which is a person's act and done only here (K18)."""

from typing import Any

from django import forms
from django.contrib import admin, messages
from django.contrib.admin.helpers import ACTION_CHECKBOX_NAME
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from finance_api.core.operations import Operation
from finance_api.dashboard import PartInline, RecordAdmin, WithinReach, holds, viewable
from finance_api.titles import approval
from finance_api.titles.deciding import Decision, decide_each
from finance_api.titles.models import (
    Charge,
    Direction,
    DispatchIntent,
    PaymentOrder,
    TaxCharge,
    Title,
    TitleAllocation,
)

#: What a title of each direction is called where permissions are named.
_RESOURCES = {Direction.PAYABLE: "payables", Direction.RECEIVABLE: "receivables"}


class AllocationInline(PartInline):
    model = TitleAllocation
    fields = ("center", "percentage", "amount")


class TaxChargeInline(PartInline):
    model = TaxCharge
    fields = ("tax", "amount", "withholding")


class PaymentOrderInline(PartInline):
    model = PaymentOrder
    fields = ("barcode", "pix_key", "beneficiary_name", "kobana_status", "rejection_reason")


class ChargeInline(PartInline):
    model = Charge
    fields = ("kobana_charge_kind", "kobana_status", "kobana_registration_status")


class IntentInline(PartInline):
    model = DispatchIntent
    fields = ("kind", "state", "cancelling", "key", "created_at", "updated_at")


class ReasonForm(forms.Form):
    """Why payables are rejected."""

    reason = forms.CharField(max_length=500, widget=forms.Textarea(attrs={"rows": 4}))


@admin.register(Title)
class TitleAdmin(RecordAdmin):
    """Both directions in one list, each shown to those who may view it."""

    inlines = (AllocationInline, TaxChargeInline, PaymentOrderInline, ChargeInline, IntentInline)
    list_display = (
        "description",
        "direction",
        "status",
        "payment_approval",
        "amount",
        "due_date",
        "payment_date",
        "person",
        "company",
        "workspace",
        "created_at",
        "created_via",
        "created_by",
        "updated_via",
    )
    list_filter = (
        "direction",
        "status",
        "payment_approval",
        "due_date",
        "created_via",
        "updated_via",
        ("workspace", WithinReach),
    )
    list_select_related = ("person", "company", "workspace", "created_by")
    search_fields = ("description", "document", "document_number")
    sortable_by = ("created_at", "due_date", "payment_date", "amount")
    actions = ("approve", "reject")

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return any(holds(request, f"{resource}.view") for resource in _RESOURCES.values())

    def has_approve_permission(self, request: HttpRequest) -> bool:
        return holds(request, approval.APPROVE.required_permission)

    def seen(self, request: HttpRequest) -> Q:
        seen = Q()
        for direction, resource in _RESOURCES.items():
            seen |= Q(direction=direction) & viewable(request, resource)
        return seen

    @admin.action(description="Approve", permissions=["approve"])
    def approve(self, request: HttpRequest, queryset: QuerySet[Title]) -> None:
        self._decide(request, queryset, approval.APPROVE, approval.approve)

    @admin.action(description="Reject…", permissions=["approve"])
    def reject(self, request: HttpRequest, queryset: QuerySet[Title]) -> HttpResponse | None:
        """Ask for the reason first, on a page of its own."""
        form = ReasonForm(request.POST if "reason" in request.POST else None)
        if form.is_valid():
            reason = form.cleaned_data["reason"]
            self._decide(
                request,
                queryset,
                approval.REJECT,
                lambda warrant, title: approval.reject(warrant, title, reason),
            )
            return None
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": "Reject payables",
            "titles": queryset,
            "form": form,
            "checkbox": ACTION_CHECKBOX_NAME,
        }
        return TemplateResponse(request, "admin/finance_api/title/reject.html", context)

    def _decide(
        self,
        request: HttpRequest,
        titles: QuerySet[Title],
        operation: Operation,
        decide: Decision,
    ) -> None:
        for title, refusal in decide_each(request, titles, operation, decide):
            if refusal is None:
                self.message_user(request, f"{title}: done.", messages.SUCCESS)
            else:
                self.message_user(request, f"{title}: {refusal.message}", messages.ERROR)
