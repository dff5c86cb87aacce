"""`/account/security`: what each workspace forbids on which channel, its approval gate and its lock
date, for those who manage the organization. A change bites at the next call (K14, R88)."""

import uuid
from http import HTTPStatus
from typing import Any, ClassVar

from django import forms
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy
from django.views.decorators.http import require_GET, require_http_methods

from finance_api.account.pages import person_page, show
from finance_api.core.errors import InsufficientPermission, NotFound
from finance_api.core.locks import ACTIONS, CHANNELS
from finance_api.dashboard import log, reach
from finance_api.identity import security
from finance_api.identity.models import Workspace
from finance_api.identity.reach import MANAGE

_LISTED = 200

_CHANNELS = {
    "dashboard": gettext_lazy("These pages"),
    "api": gettext_lazy("Integrations (API)"),
    "mcp": gettext_lazy("Agents (MCP)"),
}
_ACTIONS = {
    "create": gettext_lazy("Creating"),
    "edit": gettext_lazy("Changing"),
    "delete": gettext_lazy("Deleting"),
    "settle": gettext_lazy("Settling, and taking a settlement back"),
    "dispatch": gettext_lazy("Sending to the bank, and charging"),
}


class SecurityForm(forms.ModelForm):  # type: ignore[type-arg]
    """The settings of one workspace, and which of them the page was showing."""

    seen = forms.CharField(widget=forms.HiddenInput)
    blocked = forms.MultipleChoiceField(
        required=False,
        choices=[(f"{channel}:{action}", "") for channel in CHANNELS for action in ACTIONS],
    )
    locked_through = forms.DateField(
        label=gettext_lazy("Lock date"),
        required=False,
        widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        help_text=gettext_lazy(
            "Nothing dated on or before it is created, changed, moved, settled or removed, through "
            "any channel. Empty means that no period is closed."
        ),
    )
    reason = security.ReasonField()

    class Meta:
        model = Workspace
        fields = ("approval_gate", "blocked", "locked_through")
        help_texts: ClassVar = {"approval_gate": ""}

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.stored = security.digest(self.instance)
        self.was = self.instance.locked_through
        self.initial["seen"] = self.stored

    def clean(self) -> None:
        super().clean()
        given = self.cleaned_data
        date, reason = given.get("locked_through", self.was), given.get("reason", "")
        if "reason" not in self.errors and security.lacks_reason(self.was, date, reason):
            self.add_error("reason", gettext("Say why the lock date moves."))

    @property
    def stale(self) -> bool:
        """Whether somebody changed what the page was showing, to something else than is asked."""
        seen = self.cleaned_data.get("seen", self.stored)
        return seen != self.stored and security.digest(self.instance) != self.stored

    @property
    def matrix(self) -> list[dict[str, Any]]:
        """One row for each action: its words and a box for each channel."""
        ticked = self["blocked"].value() or ()
        return [{"words": words, "boxes": _boxes(each, ticked)} for each, words in _ACTIONS.items()]


@require_GET
@person_page
def workspaces(request: HttpRequest) -> HttpResponse:
    """The workspaces of the organizations that the person manages."""
    mine = reach(request)
    if not mine.administered:
        raise InsufficientPermission(details={"permission": MANAGE})
    rows = mine.managed(Workspace.objects.select_related("organization"))
    found = list(rows.order_by("organization__name", "name", "pk")[: _LISTED + 1])
    cut = len(found) > _LISTED
    return show(request, "security", workspaces=found[:_LISTED], cut=cut)


@require_http_methods(["GET", "POST"])
@person_page
def workspace(request: HttpRequest, id: uuid.UUID) -> HttpResponse:
    """The settings of one workspace, to read and to change."""
    managed = reach(request).managed(Workspace.objects.select_related("organization"))
    place = managed.filter(pk=id).first()
    if place is None:
        raise NotFound
    if request.method != "POST":
        return _page(request, place, SecurityForm(instance=place))
    # From here on the settings stand still: what is judged is what is changed.
    form = SecurityForm(request.POST, instance=security.held(id))
    sound = form.is_valid()
    if form.stale:
        now = SecurityForm(instance=security.held(id))
        return _page(request, place, now, fault=_stale(), status=HTTPStatus.CONFLICT)
    if not sound:
        return _page(request, place, form, status=HTTPStatus.BAD_REQUEST)
    _store(request, form)
    messages.success(request, gettext("Saved. It holds from the next call on."))
    return HttpResponseRedirect(reverse("security-workspace", args=[id]))


def _store(request: HttpRequest, form: SecurityForm) -> None:
    place: Workspace = form.instance
    told = security.store(place, form.cleaned_data["reason"])
    if told is not None:
        before, after = told
        log(request, place, "change", [place.organization_id], before=before, after=after)


def _stale() -> str:
    return gettext(
        "Somebody changed these settings after this page was shown to you. Nothing was saved. "
        "Below is what is stored now; make your change again."
    )


def _page(
    request: HttpRequest,
    place: Workspace,
    form: SecurityForm,
    *,
    status: int = 200,
    fault: str = "",
) -> HttpResponse:
    shown = {"place": place, "form": form, "fault": fault, "channels": _CHANNELS.values()}
    return show(request, "security_workspace", status=status, **shown)


def _boxes(action: str, ticked: Any) -> list[dict[str, Any]]:
    return [
        {"value": (pair := f"{channel}:{action}"), "channel": words, "ticked": pair in ticked}
        for channel, words in _CHANNELS.items()
    ]
