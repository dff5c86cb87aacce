"""`/account/approvals`: the payables that wait at the gate, with what is needed to judge them; and
the decision, one at a time or several at once (K18).

What was shown is what is decided: a payable that has changed since is left as it is.
"""

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any, ClassVar, Final

from django import forms
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse
from django.utils.translation import gettext, gettext_lazy, gettext_noop
from django.views.decorators.http import require_GET, require_http_methods

from finance_api.account import changes, dossier
from finance_api.account.pages import JUDGING, in_words, person_page, show
from finance_api.attachments.downloading import sent
from finance_api.attachments.models import AttachmentLink
from finance_api.core.errors import (
    Conflict,
    InsufficientPermission,
    NotFound,
    Refusal,
    Unprocessable,
)
from finance_api.core.models import LogEntry
from finance_api.core.money import ZERO
from finance_api.core.warrant import Warrant
from finance_api.dashboard import admit, reach
from finance_api.identity.models import Workspace
from finance_api.rest import catalog
from finance_api.rest.confirmation import neutral, reais
from finance_api.titles import approval
from finance_api.titles.deciding import decide_each
from finance_api.titles.models import Status, Title

PAGE: Final = 25
_HISTORY: Final = 20
_DOWNLOAD: Final = "finance_attachments_download"
#: Where a payable stands that waits no more.
_STANDING: Final[Mapping[str, str]] = {
    "creation_approved": gettext_noop("This payable was approved."),
    "creation_rejected": gettext_noop("This payable was rejected."),
}
_NOT_WAITING: Final = gettext_noop("This payable does not wait for approval.")
_REFUSED: Final[Mapping[str, str]] = {
    "CONFLICT": gettext_noop("it has changed since you saw it. Look at it again."),
    "UNPROCESSABLE_ENTITY": gettext_noop("it was decided already."),
}


class Ticked(forms.Field):
    """Payables by their ids, each with what stood on the page of it (`dossier.seen`)."""

    widget = forms.MultipleHiddenInput
    default_error_messages: ClassVar = {
        "required": gettext_lazy("Tick at least one payable."),
        "invalid": gettext_lazy("Tick payables of this page."),
    }

    def to_python(self, value: Any) -> dict[uuid.UUID, str]:
        pairs = [str(each).partition(":") for each in value or ()]
        try:
            seen = {uuid.UUID(id): digest for id, _, digest in pairs}
        except ValueError:
            seen = None
        if seen is None or len(seen) > PAGE:
            raise ValidationError(self.error_messages["invalid"], "invalid")
        return seen


class DecisionForm(forms.Form):
    """What was ticked; the button; and why, to reject."""

    payable = Ticked()
    decision = forms.ChoiceField(choices=[("approve", "approve"), ("reject", "reject")])
    reason = forms.CharField(
        max_length=500,
        required=False,
        label=gettext_lazy("Reason, if you reject"),
        widget=forms.Textarea(attrs={"rows": 2}),
    )

    def clean_reason(self) -> str:
        reason: str = self.cleaned_data["reason"]
        if self.cleaned_data.get("decision") == "reject" and not reason:
            raise ValidationError(gettext("Say why, for who asked to know what to do next."))
        return reason


@require_http_methods(["GET", "POST"])
@person_page
def approvals(request: HttpRequest) -> HttpResponse:
    """Those that wait, the oldest due first, a page at a time."""
    places = _places(request)
    chosen = _chosen(request, places)
    form = DecisionForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        _decide(request, form, places)
        return HttpResponseRedirect(request.get_full_path())
    after = request.GET.get("after", "")
    rows = dossier.waiting([chosen] if chosen else places)
    found = list((_behind(rows, after) if after else rows)[: PAGE + 1])
    ticked = set(request.POST.getlist("payable"))
    cases = _told(request, found[:PAGE])
    for case in cases:
        case["ticked"] = f"{case['id']}:{case['seen']}" in ticked
    return show(
        request,
        "approvals",
        status=400 if form.is_bound else 200,
        form=form,
        cases=cases,
        workspaces=Workspace.objects.filter(pk__in=places).order_by("name", "pk"),
        chosen=chosen,
        after=after,
        next=_position(found[PAGE - 1]) if len(found) > PAGE else "",
        total=reais(sum((case["money"] for case in cases), start=ZERO)),
    )


@require_http_methods(["GET", "POST"])
@person_page
def approval_of(request: HttpRequest, id: uuid.UUID) -> HttpResponse:
    """One payable with all that is known of it, and the decision."""
    places = _places(request)
    form = DecisionForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        if list(form.cleaned_data["payable"]) != [id]:
            raise NotFound
        _decide(request, form, places)
        return HttpResponseRedirect(reverse("approvals"))
    titles = list(dossier.payables(places).filter(pk=id))
    if not titles:
        raise NotFound
    (case,) = _told(request, titles)
    entries = LogEntry.objects.filter(record_id=id, workspace=titles[0].workspace_id)
    latest = entries.select_related("person").order_by("-id")[:_HISTORY]
    return show(
        request,
        "approval",
        status=400 if form.is_bound else 200,
        form=form,
        case=case,
        standing=gettext(_STANDING.get(case["approval"], _NOT_WAITING)),
        history=[changes.told(entry) for entry in latest],
    )


@require_GET
@person_page
def document(request: HttpRequest, title: uuid.UUID, id: uuid.UUID) -> HttpResponseBase:
    """A document of a payable, to be saved and never run."""
    places = reach(request).workspaces_with("payables.view")
    links: Any = AttachmentLink.everywhere.filter(workspace__in=places, attachment=id)
    link = links.filter(title__in=dossier.payables(places).filter(pk=title).values("pk")).first()
    if link is None:
        raise NotFound
    workspace = Workspace.objects.select_related("organization").get(pk=link.workspace_id)
    admit(request, workspace, catalog.endpoints()[_DOWNLOAD].operation)
    return sent(request, link.attachment, inline=False)


def _places(request: HttpRequest) -> list[uuid.UUID]:
    places = reach(request).workspaces_with(*JUDGING)
    if not places:
        raise InsufficientPermission
    return places


def _chosen(request: HttpRequest, places: list[uuid.UUID]) -> uuid.UUID | None:
    """The workspace that the list is narrowed to."""
    wanted = request.GET.get("workspace", "")
    found = next((each for each in places if str(each) == wanted), None)
    if wanted and found is None:
        raise NotFound
    return found


def _told(request: HttpRequest, titles: list[Title]) -> list[dict[str, Any]]:
    reader: Any = request.user
    return dossier.told(titles, reader, reach(request).workspaces_with("attachments.view"))


def _decide(request: HttpRequest, form: DecisionForm, places: list[uuid.UUID]) -> None:
    """Decide what was ticked, each on its own, and say what became of it."""
    seen, reason = form.cleaned_data["payable"], form.cleaned_data["reason"]

    def approve(warrant: Warrant, title: Title) -> Title:
        return approval.approve(warrant, _unchanged(title, seen[title.pk]))

    def reject(warrant: Warrant, title: Title) -> Title:
        return approval.reject(warrant, _unchanged(title, seen[title.pk]), reason)

    titles = dossier.payables(places).filter(pk__in=seen)
    if form.cleaned_data["decision"] == "approve":
        done = gettext("Payables approved: %(number)s.")
        answers = list(decide_each(request, titles, approval.APPROVE, approve))
    else:
        done = gettext("Payables rejected: %(number)s.")
        answers = list(decide_each(request, titles, approval.REJECT, reject))
    if not answers:
        raise NotFound
    number = sum(refusal is None for _, refusal in answers)
    if number:
        messages.success(request, done % {"number": number})
    for title, refusal in answers:
        if refusal is not None:
            words = f"“{neutral(title.description)}”: {_why(refusal)}"
            messages.error(request, words)


def _unchanged(title: Title, seen: str) -> Title:
    """The payable, locked, if it waits and is what the approver saw."""
    if title.payment_approval not in approval.WAITING or title.status != Status.PENDING:
        raise Unprocessable
    attached = dossier.attached_to([title])[title.pk]
    if dossier.seen(title, (each.pk for each in attached)) != seen:
        raise Conflict
    return title


def _why(refusal: Refusal) -> str:
    return gettext(_REFUSED[refusal.code]) if refusal.code in _REFUSED else in_words(refusal)


def _position(title: Title) -> str:
    return f"{title.due_date}~{title.pk}"


def _behind(rows: "QuerySet[Title]", position: str) -> "QuerySet[Title]":
    """The rows behind one that a page ended with."""
    day, _, id = position.partition("~")
    try:
        due, last = dt.date.fromisoformat(day), uuid.UUID(id)
    except ValueError:
        raise NotFound from None
    return rows.filter(Q(due_date__gt=due) | Q(due_date=due, pk__gt=last))
