"""Organizations, and their workspaces with the security tab (K14)."""

import uuid
from collections.abc import Sequence
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext, gettext_lazy

from finance_api.admin.identity import IdentityAdmin
from finance_api.admin.permission_words import VERBS
from finance_api.core.locks import ACTIONS, CHANNELS
from finance_api.dashboard import WithinReach, log, reach
from finance_api.identity import security
from finance_api.identity.models import Organization, Workspace


@admin.register(Organization)
class OrganizationAdmin(IdentityAdmin):
    """Kobana's staff makes organizations; those who manage one may rename it."""

    fields = ("name",)
    list_display = ("name", "created_at")
    search_fields = ("name",)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return reach(request).everything

    def organizations(self, row: Organization) -> Sequence[uuid.UUID]:
        return [row.pk]


class Matrix(forms.CheckboxSelectMultiple):
    """One row of checkboxes for each group of choices."""

    template_name = "admin/finance_api/matrix.html"


class WorkspaceForm(forms.ModelForm):  # type: ignore[type-arg]
    """A workspace, with its blocked actions as a matrix of actions by channels."""

    blocked = forms.MultipleChoiceField(
        label=gettext_lazy("Blocked actions"),
        required=False,
        widget=Matrix,
        choices=[
            (
                gettext_lazy(VERBS[action]),
                [(f"{channel}:{action}", gettext_lazy(channel)) for channel in CHANNELS],
            )
            for action in ACTIONS
        ],
        help_text=gettext_lazy("Dispatch covers sending to the bank and charging."),
    )
    reason = security.ReasonField()

    class Meta:
        model = Workspace
        fields = ("organization", "name", "approval_gate", "blocked", "locked_through")

    def clean(self) -> None:
        super().clean()
        was = self.instance.locked_through
        if not self.instance._state.adding:
            was = security.held(self.instance.pk).locked_through
        given = self.cleaned_data
        if security.lacks_reason(was, given.get("locked_through", was), given.get("reason", "")):
            self.add_error("reason", gettext("Say why the lock date moves."))


@admin.register(Workspace)
class WorkspaceAdmin(IdentityAdmin):
    """A workspace; where it belongs never changes."""

    form = WorkspaceForm
    fieldsets = (
        (None, {"fields": ("organization", "name")}),
        (
            gettext_lazy("Security"),
            {"fields": ("approval_gate", "locked_through", "reason", "blocked")},
        ),
    )
    list_display = ("name", "organization", "approval_gate", "locked_through")
    list_filter = (("organization", WithinReach), "approval_gate")
    list_select_related = ("organization",)
    search_fields = ("name",)
    autocomplete_fields: ClassVar = ("organization",)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return ("organization",) if obj else ()

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        place: Workspace = form.instance
        told = security.store(place, form.cleaned_data["reason"])
        if told is not None:
            before, after = told
            act = "change" if change else "create"
            log(request, place, act, [place.organization_id], before=before, after=after)
