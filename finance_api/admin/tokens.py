"""Personal tokens: made for one organization and one audience, shown once, revocable (K10)."""

from typing import Any, ClassVar

from django import forms
from django.contrib import admin
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.template.response import TemplateResponse

from finance_api.admin.identity import IdentityAdmin
from finance_api.dashboard import WithinReach
from finance_api.identity import personal_tokens, tokens
from finance_api.identity.models import PersonalToken
from finance_api.identity.reach import Reach, rights_by_organization
from finance_api.identity.scopes import money, vocabulary
from finance_api.rest import catalog


def _scopes() -> list[tuple[str, str]]:
    """Every scope, those that move money marked."""
    operations = [endpoint.operation for endpoint in catalog.endpoints().values()]
    moving = money(operations)
    return [
        (scope, f"{scope} (moves money)" if scope in moving else scope)
        for scope in vocabulary(operations)
    ]


class TokenForm(forms.ModelForm):  # type: ignore[type-arg]
    """A new token."""

    reach: ClassVar[Reach]
    scopes = forms.MultipleChoiceField(choices=_scopes, widget=forms.CheckboxSelectMultiple)

    class Meta:
        model = PersonalToken
        fields = (
            "person",
            "organization",
            "audience",
            "bound_workspace",
            "name",
            "scopes",
            "expires_at",
        )

    def clean(self) -> None:
        super().clean()
        given = self.cleaned_data
        self._clean_person(given.get("person"), given.get("organization"))
        for field, fault in personal_tokens.faults(given):
            self.add_error(field, fault)

    def _clean_person(self, person: Any, organization: Any) -> None:
        """A token acts in its person's name, so it must not give its maker more than they hold."""
        if person is None or organization is None:
            return
        rights = rights_by_organization(person).get(organization.pk)
        if rights is None:
            self.add_error("person", "The person has no membership in the organization.")
        elif not self.reach.covers(organization.pk, rights.patterns):
            self.add_error("person", "The person holds permissions that you do not hold.")
        elif personal_tokens.full(person):
            self.add_error("person", personal_tokens.too_many())


@admin.register(PersonalToken)
class PersonalTokenAdmin(IdentityAdmin):
    """Made and revoked, never changed. Its text is in the answer to its making and nowhere else."""

    form = TokenForm
    list_display = (
        "name",
        "person",
        "organization",
        "audience",
        "created_at",
        "expires_at",
        "revoked_at",
    )
    list_filter = (("organization", WithinReach), "audience")
    list_select_related = ("person", "organization")
    search_fields = ("name", "person__name", "person__email")
    autocomplete_fields: ClassVar = ("person", "organization", "bound_workspace")
    actions = ("revoke",)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        made = ("created_at", "revoked_at") if obj else ()
        return (*TokenForm.Meta.fields, *made)

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        return self.get_fields(request, obj) if obj else ()

    def save_form(self, request: HttpRequest, form: Any, change: bool) -> Any:
        made = super().save_form(request, form, change)
        made.text, made.digest = tokens.mint()
        return made

    def response_add(
        self, request: HttpRequest, obj: Any, post_url_continue: str | None = None
    ) -> HttpResponse:
        """The token itself, in this answer: a message shown after a redirect would be stored."""
        context = {
            **self.admin_site.each_context(request),
            "opts": self.opts,
            "title": obj.name,
            "token": obj.text,
        }
        return TemplateResponse(request, "admin/finance_api/personaltoken/made.html", context)

    @admin.action(description="Revoke", permissions=["view"])
    def revoke(self, request: HttpRequest, queryset: QuerySet[PersonalToken]) -> None:
        for token in personal_tokens.revoke(queryset):
            self.log(request, token, self.told(token.pk) | {"revoked_at": None})
