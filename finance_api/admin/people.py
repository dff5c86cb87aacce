"""People: how they sign in and are addressed. What they may do stands in their memberships."""

import uuid
from collections.abc import Sequence
from http import HTTPStatus
from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.forms import BaseUserCreationForm, UserChangeForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from finance_api.admin.grants import FIELDS, GrantsForm
from finance_api.admin.identity import IdentityAdmin
from finance_api.dashboard import hold, log_password, reach
from finance_api.identity.models import Membership, Organization, User
from finance_api.identity.reach import Reach, rights_by_organization

_SHOWN = ("email", "name", "language", "is_active")
_KOBANA = ("is_staff", "is_superuser")
_NEW = ("organization", "email", "name", "language", "password1", "password2")


class NewPersonForm(GrantsForm, BaseUserCreationForm):  # type: ignore[type-arg]
    """A person and the organization they come into, with what it gives them where it is known."""

    reach: ClassVar[Reach]
    organization: "forms.ModelChoiceField[Organization]" = forms.ModelChoiceField(
        Organization.objects.none(), label=gettext_lazy("Organization")
    )

    class Meta:
        model = User
        fields = ("email", "name", "language")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        own = self.reach.managed(Organization.objects.all())
        if self.place is not None:
            own = own.filter(pk=self.place)
            self.initial.setdefault("organization", self.place)
        self.fields["organization"].queryset = own  # type: ignore[attr-defined]
        self.offer(None)

    def clean(self) -> dict[str, Any]:
        super().clean()
        self.judge_grants()
        return self.cleaned_data


class PersonForm(UserChangeForm):  # type: ignore[type-arg]
    """What may be changed of a person; the password has a page of its own."""

    actor: ClassVar[User]

    class Meta:
        model = User
        fields = (*_SHOWN, *_KOBANA)

    def clean(self) -> dict[str, Any]:
        """Nobody shuts themselves out."""
        super().clean()
        if self.instance.pk == self.actor.pk:
            for name in {"is_active", *_KOBANA} & set(self.fields):
                if getattr(self.actor, name) and not self.cleaned_data.get(name):
                    self.add_error(name, _("Only somebody else can take this from you."))
        return self.cleaned_data


@admin.register(User)
class PersonAdmin(IdentityAdmin, UserAdmin):  # type: ignore[type-arg]
    """Who manages an organization sees its people, and changes those who belong to nobody else and
    hold no more than themselves. The log of their organizations tells of it, so somebody in none is
    only read."""

    form = PersonForm
    add_form = NewPersonForm
    list_display = ("name", "email", "is_active", "is_staff", "last_login")
    list_filter = ("is_active", "is_staff")
    search_fields = ("name", "email")
    ordering = ("name", "pk")
    filter_horizontal = ()

    def has_change_permission(self, request: HttpRequest, obj: User | None = None) -> bool:
        if not super().has_change_permission(request, obj):
            return False
        return obj is None or (bool(self.organizations(obj)) and reach(request).manages(obj))

    def get_fieldsets(self, request: HttpRequest, obj: User | None = None) -> Any:
        if obj is None:
            grants = FIELDS if self.place(request) else ()
            return [(None, {"fields": (*_NEW, *grants)})]
        password = ("password",) if self.has_change_permission(request, obj) else ()
        groups: list[Any] = [(None, {"fields": (*_SHOWN, *password)})]
        if reach(request).everything:
            groups.append(("Kobana", {"fields": _KOBANA}))
        return groups

    def store(self, form: Any) -> None:
        super().store(form)
        if isinstance(form, NewPersonForm):
            self._join(form)

    def _join(self, form: NewPersonForm) -> None:
        given = form.cleaned_data
        membership = Membership.objects.create(
            person=form.instance,
            organization=given["organization"],
            extra_permissions=given.get("extra_permissions", []),
        )
        membership.roles.set(given.get("roles", []))
        form.grant_workspaces(membership)

    def told(self, id: uuid.UUID) -> dict[str, Any]:
        joined = Membership.objects.filter(person=id).values_list("organization", flat=True)
        return super().told(id) | {"organizations": sorted(str(each) for each in joined)}

    def organizations(self, row: User) -> Sequence[uuid.UUID]:
        return list(rights_by_organization(row))

    def user_change_password(
        self, request: HttpRequest, id: str, form_url: str = ""
    ) -> HttpResponse:
        hold(request)
        response = super().user_change_password(request, id, form_url)
        if response.status_code == HTTPStatus.FOUND:
            log_password(request, self.get_object(request, id))
        return response

    def response_add(
        self, request: HttpRequest, obj: User, post_url_continue: str | None = None
    ) -> HttpResponse:
        """On to the membership, to be given roles and workspaces."""
        membership = obj.memberships.get()
        return HttpResponseRedirect(
            reverse("admin:finance_api_membership_change", args=[membership.pk])
        )
