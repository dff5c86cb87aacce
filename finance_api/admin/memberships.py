"""Memberships on one screen: active or not, roles, workspaces, extra permissions, and what they
come to in sum (K13)."""

import uuid
from typing import Any, ClassVar

from django import forms
from django.contrib import admin, messages
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from finance_api.admin.grants import FIELDS, GrantsForm
from finance_api.admin.identity import IdentityAdmin
from finance_api.admin.permission_words import table
from finance_api.dashboard import WithinReach, reach
from finance_api.identity.models import Membership, Organization, Role, User, WorkspaceGrant
from finance_api.identity.permissions import granted
from finance_api.identity.reach import MANAGE


class MembershipForm(GrantsForm, forms.ModelForm):  # type: ignore[type-arg]
    """A membership, and what it gives where its organization is known."""

    actor: ClassVar[User]

    class Meta:
        model = Membership
        fields = ("organization", "person", "active", "roles", "extra_permissions")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        adding = self.instance._state.adding
        self.offer(None if adding else self.instance)
        if adding and self.place is not None:
            own = Organization.objects.filter(pk=self.place)
            self.fields["organization"].queryset = own  # type: ignore[attr-defined]
            self.initial.setdefault("organization", self.place)

    def clean(self) -> None:
        super().clean()
        self.judge_grants()
        if not self.instance._state.adding and self.instance.person_id == self.actor.pk:
            self._judge_ones_own()

    def _judge_ones_own(self) -> None:
        """Nobody shuts themselves out: so somebody is always left who manages the organization."""
        if self.reach.everything:
            return
        given = self.cleaned_data
        if not given.get("active"):
            self.add_error("active", not_oneself())
        by_role = [role.permissions for role in given.get("roles", ())]
        patterns = set(given.get("extra_permissions", ())).union(*by_role)
        if not granted(MANAGE, frozenset(patterns)):
            self.add_error(
                None,
                _(
                    "You would no longer manage the organization. Somebody else who does has to "
                    "take that from you."
                ),
            )


def not_oneself() -> str:
    return _(
        "You cannot deactivate yourself. Somebody else who manages the organization has to do it."
    )


@admin.register(Membership)
class MembershipAdmin(IdentityAdmin):
    """A person's place in an organization. Who manages several organizations names it first, and
    gives roles and workspaces, which depend on it, on the page that follows."""

    form = MembershipForm
    list_display = ("person", "email", "organization", "active", "names_of_roles")
    list_filter = (("organization", WithinReach), "active")
    list_select_related = ("person", "organization")
    search_fields = ("person__name", "person__email")
    ordering = ("person__name", "pk")
    autocomplete_fields: ClassVar = ("organization", "person")
    actions = ("deactivate",)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).prefetch_related("roles")

    def get_fields(self, request: HttpRequest, obj: Membership | None = None) -> tuple[str, ...]:
        grants = FIELDS if self.place(request, obj) else ()
        return ("organization", "person", "active", *grants, *(("may",) if obj else ()))

    def get_readonly_fields(
        self, request: HttpRequest, obj: Membership | None = None
    ) -> tuple[str, ...]:
        return ("organization", "person", "may") if obj else ()

    def store(self, form: Any) -> None:
        super().store(form)
        form.grant_workspaces(form.instance)

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

    @admin.display(description=gettext_lazy("e-mail"))
    def email(self, membership: Membership) -> str:
        return membership.person.email

    @admin.display(description=gettext_lazy("roles"))
    def names_of_roles(self, membership: Membership) -> str:
        return ", ".join(str(role) for role in membership.roles.all())

    @admin.display(description=gettext_lazy("What it permits"))
    def may(self, membership: Membership) -> str:
        """In sum, and by what: the roles and the extra permissions."""
        sources = {str(role): role.permissions for role in membership.roles.all()}
        return table(sources | {_("extra permission"): membership.extra_permissions})

    @admin.action(description=gettext_lazy("Deactivate"), permissions=["change"])
    def deactivate(self, request: HttpRequest, queryset: QuerySet[Membership]) -> None:
        """The next call of each of them is refused. Oneself is left as one is."""
        kept = queryset.filter(person=request.user.pk, active=True)
        if not reach(request).everything and kept.exists():
            self.message_user(request, not_oneself(), messages.ERROR)
            queryset = queryset.exclude(person=request.user.pk)
        for membership in queryset.select_for_update(of=("self",)).filter(active=True):
            before = self.told(membership.pk)
            membership.active = False
            membership.save(update_fields=["active"])
            self.log(request, membership, before)
            text = _("%(person)s is no longer active.") % {"person": membership.person}
            self.message_user(request, text, messages.SUCCESS)
