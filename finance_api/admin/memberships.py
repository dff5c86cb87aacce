"""Memberships on one screen (active, roles, extra permissions, workspaces), and the roles (K13)."""

import uuid
from collections.abc import Iterable
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse

from finance_api.admin.identity import IdentityAdmin
from finance_api.dashboard import WithinReach
from finance_api.identity.models import Membership, Role, Workspace, WorkspaceGrant
from finance_api.identity.permissions import granted, vocabulary
from finance_api.identity.reach import Reach
from finance_api.rest import catalog

_BEYOND = "You can give only permissions that you hold yourself in the organization."


def every_permission() -> list[str]:
    """Each permission that the API or the dashboard may ask for."""
    return vocabulary(endpoint.operation for endpoint in catalog.endpoints().values())


def _choices(names: Iterable[str]) -> list[tuple[str, str]]:
    return [(name, name) for name in sorted(names)]


class RoleForm(forms.ModelForm):  # type: ignore[type-arg]
    """A role of one organization; a permission with an asterisk stands for all that match."""

    reach: ClassVar[Reach]
    permissions = forms.MultipleChoiceField(required=False, widget=forms.CheckboxSelectMultiple)

    class Meta:
        model = Role
        fields = ("organization", "name", "permissions")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pairs = [name.split(".") for name in every_permission()]
        patterns = {f"{resource}.*" for resource, _ in pairs} | {f"*.{verb}" for _, verb in pairs}
        names = {"*.*", *patterns, *every_permission(), *self.instance.permissions}
        self.fields["permissions"].choices = _choices(names)  # type: ignore[attr-defined]
        if "organization" in self.fields:
            self.fields["organization"].required = True

    def clean(self) -> None:
        super().clean()
        of = self.instance.organization or self.cleaned_data.get("organization")
        added = set(self.cleaned_data.get("permissions", ())) - set(self.instance.permissions)
        if of and not self.reach.covers(of.pk, added):
            self.add_error("permissions", _BEYOND)


@admin.register(Role)
class RoleAdmin(IdentityAdmin):
    """Those every organization has come with the product and are only read; an organization may
    have more of its own."""

    form = RoleForm
    list_display = ("name", "organization")
    list_filter = (("organization", WithinReach),)
    list_select_related = ("organization",)
    search_fields = ("name",)
    autocomplete_fields: ClassVar = ("organization",)

    def has_change_permission(self, request: HttpRequest, obj: Role | None = None) -> bool:
        built_in = obj is not None and obj.organization_id is None
        return not built_in and super().has_change_permission(request, obj)

    def get_fields(self, request: HttpRequest, obj: Role | None = None) -> tuple[str, ...]:
        return ("organization", "name", "permissions", *(("may",) if obj else ()))

    def get_readonly_fields(self, request: HttpRequest, obj: Role | None = None) -> tuple[str, ...]:
        return ("organization", "may") if obj else ()

    @admin.display(description="What it permits")
    def may(self, role: Role) -> str:
        patterns = frozenset(role.permissions)
        return "\n".join(name for name in every_permission() if granted(name, patterns))


class MembershipForm(forms.ModelForm):  # type: ignore[type-arg]
    """What a membership gives."""

    reach: ClassVar[Reach]
    extra_permissions = forms.MultipleChoiceField(
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text="Beside those of the roles.",
    )
    workspaces: "forms.ModelMultipleChoiceField[Workspace]" = forms.ModelMultipleChoiceField(
        Workspace.objects.none(), required=False, widget=forms.CheckboxSelectMultiple
    )

    class Meta:
        model = Membership
        fields = ("organization", "person", "active", "roles", "extra_permissions")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        of = self.instance.organization_id
        names = {*every_permission(), *self.instance.extra_permissions}
        self.fields["extra_permissions"].choices = _choices(names)  # type: ignore[attr-defined]
        own = Workspace.objects.filter(organization=of)
        self.fields["workspaces"].queryset = own  # type: ignore[attr-defined]
        self.initial["workspaces"] = list(own.filter(grants__membership=self.instance.pk))
        if "roles" in self.fields:
            roles = Role.objects.filter(Q(organization=None) | Q(organization=of))
            self.fields["roles"].queryset = roles  # type: ignore[attr-defined]

    def clean(self) -> None:
        super().clean()
        if self.instance._state.adding:
            return
        of = self.instance.organization_id
        extra = set(self.cleaned_data.get("extra_permissions", ()))
        if not self.reach.covers(of, extra - set(self.instance.extra_permissions)):
            self.add_error("extra_permissions", _BEYOND)
        held = set(self.instance.roles.all())
        added = [role for role in self.cleaned_data.get("roles", ()) if role not in held]
        if not all(self.reach.covers(of, role.permissions) for role in added):
            self.add_error("roles", _BEYOND)


@admin.register(Membership)
class MembershipAdmin(IdentityAdmin):
    """A person's place in an organization. Made first, then given its roles and workspaces, which
    depend on the organization."""

    form = MembershipForm
    list_display = ("person", "organization", "active", "names_of_roles")
    list_filter = (("organization", WithinReach), "active")
    list_select_related = ("person", "organization")
    search_fields = ("person__name", "person__email")
    ordering = ("person__name", "pk")
    autocomplete_fields: ClassVar = ("organization", "person")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related("roles")

    def get_fields(self, request: HttpRequest, obj: Membership | None = None) -> tuple[str, ...]:
        place = ("organization", "person", "active")
        return (*place, "roles", "workspaces", "extra_permissions") if obj else place

    def get_readonly_fields(
        self, request: HttpRequest, obj: Membership | None = None
    ) -> tuple[str, ...]:
        return ("organization", "person") if obj else ()

    def formfield_for_manytomany(self, db_field: Any, request: Any, **kwargs: Any) -> Any:
        kwargs["widget"] = forms.CheckboxSelectMultiple
        return super().formfield_for_manytomany(db_field, request, **kwargs)

    def store(self, form: Any) -> None:
        super().store(form)
        membership, wanted = form.instance, set(form.cleaned_data["workspaces"])
        grants = WorkspaceGrant.objects.filter(membership=membership)
        grants.exclude(workspace__in=wanted).delete()
        held = set(grants.values_list("workspace_id", flat=True))
        for workspace in wanted:
            if workspace.pk not in held:
                WorkspaceGrant.objects.create(membership=membership, workspace=workspace)

    def told(self, id: uuid.UUID) -> dict[str, Any]:
        roles = Role.objects.filter(memberships=id).values_list("name", flat=True)
        workspaces = WorkspaceGrant.objects.filter(membership=id)
        return super().told(id) | {
            "roles": list(roles),
            "workspaces": sorted(str(w) for w in workspaces.values_list("workspace", flat=True)),
        }

    def response_add(
        self, request: HttpRequest, obj: Membership, post_url_continue: str | None = None
    ) -> HttpResponse:
        return HttpResponseRedirect(reverse("admin:finance_api_membership_change", args=[obj.pk]))

    @admin.display(description="roles")
    def names_of_roles(self, membership: Membership) -> str:
        return ", ".join(role.name for role in membership.roles.all())
