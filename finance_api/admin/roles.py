"""Roles: named sets of permissions, and in words what each permits (K13)."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.http import HttpRequest
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from finance_api.admin.grants import beyond
from finance_api.admin.identity import IdentityAdmin
from finance_api.admin.permission_words import choices, every_permission, table
from finance_api.dashboard import WithinReach
from finance_api.identity.models import Membership, Role, User
from finance_api.identity.permissions import granted
from finance_api.identity.reach import MANAGE, Reach


class RoleForm(forms.ModelForm):  # type: ignore[type-arg]
    """A role of one organization; a permission with an asterisk stands for all that match."""

    reach: ClassVar[Reach]
    actor: ClassVar[User]
    permissions = forms.MultipleChoiceField(
        label=gettext_lazy("Permissions"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Everything about a subject includes what comes to it later."),
    )

    class Meta:
        model = Role
        fields = ("organization", "name", "permissions")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        pairs = [name.split(".") for name in every_permission()]
        patterns = {f"{resource}.*" for resource, _ in pairs} | {f"*.{verb}" for _, verb in pairs}
        names = {"*.*", *patterns, *every_permission(), *self.instance.permissions}
        fields: Any = self.fields
        if "permissions" in fields:
            fields["permissions"].choices = choices(names)
        if "organization" in fields:
            fields["organization"].required = True

    def clean(self) -> None:
        super().clean()
        of = self.instance.organization or self.cleaned_data.get("organization")
        wanted = set(self.cleaned_data.get("permissions", ()))
        if of and not self.reach.covers(of.pk, wanted - set(self.instance.permissions)):
            self.add_error("permissions", beyond())
        if not self.reach.everything and self._ends_ones_own(wanted):
            self.add_error(
                "permissions",
                _("You manage the organization by this role. Somebody else has to change that."),
            )

    def _ends_ones_own(self, wanted: set[str]) -> bool:
        """Whether whoever changes the role manages the organization by it, and would no more."""
        if self.instance._state.adding:
            return False
        own = Membership.objects.filter(person=self.actor, roles=self.instance).first()
        if own is None:
            return False
        others = own.roles.exclude(pk=self.instance.pk).values_list("permissions", flat=True)
        patterns = wanted.union(own.extra_permissions, *others)
        return not granted(MANAGE, frozenset(patterns))


@admin.register(Role)
class RoleAdmin(IdentityAdmin):
    """Those every organization has come with the product and are only read; an organization may
    have more of its own."""

    form = RoleForm
    list_display = ("__str__", "organization")
    ordering = ("name",)
    list_filter = (("organization", WithinReach),)
    list_select_related = ("organization",)
    search_fields = ("name",)
    autocomplete_fields: ClassVar = ("organization",)

    def has_change_permission(self, request: HttpRequest, obj: Role | None = None) -> bool:
        built_in = obj is not None and obj.organization_id is None
        return not built_in and super().has_change_permission(request, obj)

    def get_fields(self, request: HttpRequest, obj: Role | None = None) -> tuple[str, ...]:
        if obj is not None and not self.has_change_permission(request, obj):
            return ("organization", "name", "may")
        return ("organization", "name", "permissions", *(("may",) if obj else ()))

    def get_readonly_fields(self, request: HttpRequest, obj: Role | None = None) -> tuple[str, ...]:
        return ("organization", "may") if obj else ()

    @admin.display(description=gettext_lazy("What it permits"))
    def may(self, role: Role) -> str:
        return table({str(role): role.permissions})
