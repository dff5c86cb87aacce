"""`/account/activity`: what people and agents did, side by side, with what was stored before and
after it.

Who manages an organization sees all of it; everybody else sees what they and their agents did.
"""

import uuid
from collections.abc import Iterable
from contextlib import suppress
from typing import Any, Final

from django import forms
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_GET

from finance_api.account import changes
from finance_api.account.pages import person_page, show
from finance_api.core.models import LogEntry
from finance_api.dashboard import reach
from finance_api.identity.access import SESSION
from finance_api.identity.models import User
from finance_api.identity.reach import Reach, open_walls
from finance_api.rest.confirmation import neutral

PAGE: Final = 50
_LARGEST: Final = 2**63 - 1
_HANDS: Final = {"people": (SESSION,), "agents": changes.AGENTS}


class Day(forms.DateInput):
    """A day as a browser lets it be picked, in any language."""

    input_type = "date"

    def __init__(self) -> None:
        super().__init__(format="%Y-%m-%d")


class Whose(forms.ModelChoiceField):  # type: ignore[type-arg]
    """One of the people whose acts the reader may see."""

    def label_from_instance(self, obj: Any) -> str:
        return neutral(f"{obj.name} ({obj.email})")


def _channels() -> list[tuple[str, str]]:
    words = ((name, gettext(label)) for name, label in changes.CHANNELS.items())
    return [("", gettext("All channels")), *words]


def _records() -> list[tuple[str, str]]:
    words = sorted((changes.record_in_words(name), name) for name in changes.RECORDS)
    return [("", gettext("All records")), *((name, label) for label, name in words)]


class Filters(forms.Form):
    """What the list is narrowed to. A faulty one narrows to nothing."""

    who = forms.ChoiceField(
        required=False,
        label=gettext_lazy("Done by"),
        choices=[
            ("", gettext_lazy("People and agents")),
            ("people", gettext_lazy("People")),
            ("agents", gettext_lazy("Agents")),
        ],
    )
    person = Whose(
        User.objects.none(),
        required=False,
        label=gettext_lazy("In the name of"),
        empty_label=gettext_lazy("Anybody"),
    )
    channel = forms.ChoiceField(required=False, label=gettext_lazy("Channel"), choices=_channels)
    record_type = forms.ChoiceField(required=False, label=gettext_lazy("Record"), choices=_records)
    record = forms.CharField(
        required=False, max_length=64, label=gettext_lazy("Id of a record or request")
    )
    since = forms.DateField(required=False, label=gettext_lazy("From"), widget=Day)
    until = forms.DateField(required=False, label=gettext_lazy("To"), widget=Day)
    before = forms.IntegerField(
        required=False, min_value=1, max_value=_LARGEST, widget=forms.HiddenInput
    )

    def __init__(self, data: Any, mine: Reach) -> None:
        super().__init__(data)
        if mine.administered:
            whose: Any = self.fields["person"]
            whose.queryset = mine.managed(User.objects.order_by("name", "email"))
        else:
            del self.fields["person"]

    def narrowed(self, rows: "QuerySet[LogEntry]") -> "QuerySet[LogEntry]":
        asked = self.cleaned_data
        wanted = {
            "token_kind__in": _HANDS.get(asked["who"]),
            "person": asked.get("person"),
            "channel": asked["channel"],
            "record_type": asked["record_type"],
            "at__date__gte": asked["since"],
            "at__date__lte": asked["until"],
            "id__lt": asked["before"],
        }
        rows = rows.filter(**{name: value for name, value in wanted.items() if value})
        return rows.filter(_about(asked["record"])) if asked["record"] else rows


@require_GET
@person_page
def activity(request: HttpRequest) -> HttpResponse:
    """The newest first, a page at a time."""
    form = Filters(request.GET, reach(request))
    found: list[LogEntry] = []
    if form.is_valid():
        rows = form.narrowed(_visible(request)).select_related(
            "person", "workspace", "organization"
        )
        found = list(rows.order_by("-id")[: PAGE + 1])
    shown = found[:PAGE]
    names = _names({entry.record_id for entry in shown})
    query = request.GET.copy()
    query.pop("before", None)
    newest = query.urlencode()
    if len(found) > PAGE:
        query["before"] = str(shown[-1].pk)
    return show(
        request,
        "activity",
        status=200 if form.is_valid() else 400,
        form=form,
        entries=[
            {**changes.told(entry, names.get(entry.record_id, "")), "where": _where(entry)}
            for entry in shown
        ],
        newest=newest if "before" in request.GET else None,
        next=query.urlencode() if len(found) > PAGE else None,
    )


def _visible(request: HttpRequest) -> "QuerySet[LogEntry]":
    """What the person may see of the log: all of the organizations that they manage, and their own
    part of the others."""
    mine = reach(request)
    others = [of for of in mine.rights if of not in mine.administered]
    open_walls(mine, *others)
    seen = Q(organization__in=mine.administered)
    if others:
        seen |= Q(organization__in=others, person=request.user.pk)
    return LogEntry.objects.filter(seen)


def _about(text: str) -> Q:
    """The entries of a record or of a request, whichever has this id."""
    wanted = Q(request_id=text)
    with suppress(ValueError):
        wanted |= Q(record_id=uuid.UUID(text))
    return wanted


def _names(ids: Iterable[uuid.UUID]) -> dict[uuid.UUID, str]:
    """What records were called when they were created. One statement."""
    made = LogEntry.objects.filter(record_id__in=list(ids), act="create")
    rows: Any = made.values("record_id", *(f"after__{name}" for name in changes.NAMES))
    return {
        row["record_id"]: changes.name_in({name: row[f"after__{name}"] for name in changes.NAMES})
        for row in rows
    }


def _where(entry: LogEntry) -> str:
    return neutral((entry.workspace or entry.organization).name)
