"""What a membership gives (roles, workspaces, extra permissions), as part of a form: offered by the
organization, and given by nobody who does not hold as much (K13)."""

import uuid
from typing import Any, ClassVar

from django import forms
from django.db.models import Q
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from finance_api.admin.permission_words import choices, every_permission
from finance_api.identity.models import Membership, Role, Workspace, WorkspaceGrant
from finance_api.identity.reach import Reach

FIELDS = ("roles", "workspaces", "extra_permissions")


def beyond() -> str:
    return _("You can give only permissions that you hold yourself in the organization.")


class GrantsForm(forms.Form):
    """Shown once the organization is known, since roles and workspaces depend on it."""

    reach: ClassVar[Reach]
    #: The organization, where it is known.
    place: ClassVar[uuid.UUID | None]

    roles: "forms.ModelMultipleChoiceField[Role]" = forms.ModelMultipleChoiceField(
        Role.objects.none(),
        label=gettext_lazy("Roles"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    workspaces: "forms.ModelMultipleChoiceField[Workspace]" = forms.ModelMultipleChoiceField(
        Workspace.objects.none(),
        label=gettext_lazy("Workspaces"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
    )
    extra_permissions = forms.MultipleChoiceField(
        label=gettext_lazy("Extra permissions"),
        required=False,
        widget=forms.CheckboxSelectMultiple,
        help_text=gettext_lazy("Beside those of the roles."),
    )

    def offer(self, membership: Membership | None) -> None:
        """Fill in the choices of the organization, and what the membership gives now."""
        if self.place is None:
            for name in FIELDS:
                del self.fields[name]
            return
        self.held_roles = set(membership.roles.all()) if membership else set()
        self.held_extra = set(membership.extra_permissions) if membership else set()
        own = Workspace.objects.filter(organization=self.place)
        roles = Role.objects.filter(Q(organization=None) | Q(organization=self.place))
        fields: Any = self.fields
        fields["roles"].queryset = roles
        fields["workspaces"].queryset = own
        fields["extra_permissions"].choices = choices({*every_permission(), *self.held_extra})
        if membership is not None:
            self.initial["workspaces"] = list(own.filter(grants__membership=membership))

    def judge_grants(self) -> None:
        """Refuse what is given beyond what its giver holds; what was held already may stay."""
        if self.place is None:
            return
        extra = set(self.cleaned_data.get("extra_permissions", ()))
        if not self.reach.covers(self.place, extra - self.held_extra):
            self.add_error("extra_permissions", beyond())
        added = set(self.cleaned_data.get("roles", ())) - self.held_roles
        if not all(self.reach.covers(self.place, role.permissions) for role in added):
            self.add_error("roles", beyond())

    def grant_workspaces(self, membership: Membership) -> None:
        """Let the membership reach the workspaces that were chosen, and no others."""
        if self.place is None:
            return
        wanted = set(self.cleaned_data["workspaces"])
        grants = WorkspaceGrant.objects.filter(membership=membership)
        grants.exclude(workspace__in=wanted).delete()
        held = set(grants.values_list("workspace_id", flat=True))
        for workspace in wanted:
            if workspace.pk not in held:
                WorkspaceGrant.objects.create(membership=membership, workspace=workspace)
