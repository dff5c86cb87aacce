"""What a person says of a token they are about to make: its name, where it is good, for how long,
and what it may do, with money apart from the rest (K9, K10)."""

import datetime as dt
import uuid
from typing import Any

from django import forms
from django.db.models import QuerySet
from django.utils import timezone
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_lazy

from finance_api.core import dates
from finance_api.core.operations import Operation
from finance_api.identity import personal_tokens, scopes
from finance_api.identity.models import Organization, User, Workspace
from finance_api.rest import catalog
from finance_api.sign_in.granting import NAMED, SUBJECTS

_LONGEST_DAYS = 365
_UNTIL = "until"
_DAYS = ("7", "30", "90", str(_LONGEST_DAYS))
_WRITE = ".write"
#: Where the page shows a fault of a field that it asks for in another way.
_SHOWN_AT = {"scopes": "everything", "expires_at": _UNTIL}


def operations() -> list[Operation]:
    """Everything that a token may be asked to do."""
    return [endpoint.operation for endpoint in catalog.endpoints().values()]


def subjects() -> dict[str, list[str]]:
    """The scopes of each subject that can be read or written, the reading one first."""
    known = operations()
    apart = scopes.money(known) | {scopes.ALL}
    found: dict[str, list[str]] = {}
    for scope in scopes.vocabulary(known):
        if scope not in apart:
            subject = scope.removeprefix("finance.").removesuffix(_WRITE)
            found.setdefault(subject, []).append(scope)
    return found


class _WorkspaceField(forms.ModelChoiceField):  # type: ignore[type-arg]
    def label_from_instance(self, workspace: Any) -> str:
        return f"{workspace.organization.name}: {workspace.name}"


class TokenForm(forms.Form):
    """A new token. Whatever it may do, it does no more than its person may."""

    key = forms.UUIDField(widget=forms.HiddenInput, initial=uuid.uuid4)
    name = forms.CharField(
        label=gettext_lazy("Name"),
        max_length=100,
        help_text=gettext_lazy(
            "Say what will use it. The log shows this name beside what the token does."
        ),
    )
    organization: "forms.ModelChoiceField[Organization]" = forms.ModelChoiceField(
        Organization.objects.none(), label=gettext_lazy("Organization")
    )
    audience = forms.ChoiceField(
        label=gettext_lazy("Good for"),
        widget=forms.RadioSelect,
        choices=[
            ("mcp", gettext_lazy("Agents (MCP)")),
            ("api", gettext_lazy("Integrations (API)")),
        ],
    )
    bound_workspace = _WorkspaceField(
        Workspace.objects.none(),
        label=gettext_lazy("Only in one workspace"),
        required=False,
        empty_label=gettext_lazy("In all that you reach"),
        help_text=gettext_lazy("For integrations: an API token may be kept to one workspace."),
    )
    everything = forms.ChoiceField(
        label=gettext_lazy("Everything at once"), required=False, widget=forms.RadioSelect
    )
    money = forms.MultipleChoiceField(
        label=gettext_lazy("Money"), required=False, widget=forms.CheckboxSelectMultiple
    )
    expiry = forms.ChoiceField(
        label=gettext_lazy("Expires"), widget=forms.RadioSelect, initial="90"
    )
    until = forms.DateField(
        label=gettext_lazy("Last day"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy("Only with “On a day of my choice”; at most a year from now."),
    )

    def __init__(self, *args: Any, person: User, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        fields: dict[str, Any] = self.fields
        mine = of_member(person)
        fields["organization"].queryset = mine
        if len(few := mine[:2]) == 1:
            fields["organization"].initial = few[0].pk
        fields["bound_workspace"].queryset = _reached(person)
        fields["everything"].choices = [
            ("", gettext("No, only what is chosen below")),
            (scopes.ALL, gettext(NAMED[scopes.ALL])),
            (scopes.ALL_WRITE, gettext("Do everything you may do, money included (MCP only)")),
        ]
        moving = sorted(scopes.money(operations()) - {scopes.ALL_WRITE})
        fields["money"].choices = [(scope, gettext(NAMED[scope])) for scope in moving]
        fields["expiry"].choices = [
            *((days, gettext("In %(days)s days") % {"days": days}) for days in _DAYS),
            (_UNTIL, gettext("On a day of my choice")),
        ]
        self.subjects = subjects()
        for subject, offered in self.subjects.items():
            fields[f"on_{subject}"] = _subject_field(subject, offered)

    @property
    def rows(self) -> list[Any]:
        """The fields of the table of subjects."""
        return [self[f"on_{subject}"] for subject in self.subjects]

    def clean(self) -> None:
        super().clean()
        given = self.cleaned_data
        given["scopes"] = self._scopes()
        given["expires_at"] = self._expires_at()
        if not given["scopes"]:
            self.add_error(None, gettext("Choose at least one thing that the token may do."))
        for field, fault in personal_tokens.faults(given):
            self.add_error(_SHOWN_AT.get(field, field), fault)

    def _scopes(self) -> list[str]:
        """What was chosen; whoever may write a subject may read it."""
        given = self.cleaned_data
        chosen = {given.get("everything"), *given.get("money", ())}
        for subject in self.subjects:
            scope = given.get(f"on_{subject}") or ""
            chosen |= {scope, scope.removesuffix(_WRITE)}
        return [scope for scope in scopes.vocabulary(operations()) if scope in chosen]

    def _expires_at(self) -> dt.datetime | None:
        choice, until = self.cleaned_data.get("expiry"), self.cleaned_data.get(_UNTIL)
        if choice != _UNTIL:
            return timezone.now() + dt.timedelta(days=int(choice)) if choice else None
        if until is None:
            if _UNTIL not in self.errors:
                self.add_error(_UNTIL, gettext("Say the last day on which the token is good."))
            return None
        if until > dates.today() + dt.timedelta(days=_LONGEST_DAYS):
            self.add_error(_UNTIL, gettext("A token is good for at most a year."))
            return None
        return dates.end_of(until)


def of_member(person: User) -> "QuerySet[Organization]":
    """The organizations where the person is an active member."""
    mine = Organization.objects.filter(memberships__person=person, memberships__active=True)
    return mine.order_by("name", "id")


def _reached(person: User) -> "QuerySet[Workspace]":
    grants = {"grants__membership__person": person, "grants__membership__active": True}
    rows = Workspace.objects.filter(**grants).select_related("organization")
    return rows.order_by("organization__name", "name", "id")


def _subject_field(subject: str, offered: list[str]) -> forms.ChoiceField:
    words = {False: gettext("Read"), True: gettext("Read and change")}
    choices = [(scope, words[scope.endswith(_WRITE)]) for scope in offered]
    return forms.ChoiceField(
        label=capfirst(gettext(SUBJECTS.get(subject, subject))),
        required=False,
        widget=forms.RadioSelect,
        choices=[("", gettext("No access")), *choices],
        initial="",
    )
