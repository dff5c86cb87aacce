"""What the pages of a person who is signed in share: who sees them, what they may send, and the way
between them.

A page works without a script. What it shows is read, and what it changes is written, in one
transaction behind the walls of its person.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from typing import Any

from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.db import DatabaseError
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.utils.functional import Promise
from django.utils.translation import gettext, gettext_lazy, gettext_noop

from finance_api.core.errors import Refusal
from finance_api.dashboard import behind_the_walls, reach
from finance_api.identity.reach import Reach
from finance_api.rest.exceptions import as_refusal
from finance_api.sign_in.pages import POLICY, View, page


@dataclass(frozen=True)
class Section:
    """A page of `/account/` as the others lead to it, and who is shown the way."""

    url: str
    label: Promise
    words: Promise
    shown: Callable[[Reach], bool] = lambda reach: True


#: What it takes to judge a payable.
JUDGING = ("payables.view", "payables.approve")

SECTIONS = (
    Section(
        "approvals",
        gettext_lazy("Approvals"),
        gettext_lazy("The payables that wait for a person to approve or reject them."),
        lambda mine: bool(mine.workspaces_with(*JUDGING)),
    ),
    Section(
        "activity",
        gettext_lazy("Activity"),
        gettext_lazy("What people and agents did, before and after."),
    ),
    Section(
        "agents",
        gettext_lazy("Connected agents"),
        gettext_lazy("The clients that act in your name, and how to end that."),
    ),
    Section(
        "tokens",
        gettext_lazy("Personal tokens"),
        gettext_lazy("Keys that let your own programs and agents in, and how to revoke them."),
    ),
    Section(
        "security",
        gettext_lazy("Security"),
        gettext_lazy("What is blocked in a workspace, its approval gate and its lock date."),
        shown=lambda reach: bool(reach.administered),
    ),
    Section(
        "preferences",
        gettext_lazy("Preferences"),
        gettext_lazy("Your language and your password."),
    ),
)


#: What a person is told of a refusal, by its code; the API's own message is for programs.
_REFUSALS = {
    "FORBIDDEN": gettext_noop("You may not do this. Ask an organization admin."),
    "INTERNAL_ERROR": gettext_noop(
        "Something went wrong on our side. Look at what is stored before you repeat it."
    ),
    "NOT_FOUND": gettext_noop("There is nothing here, or it is not yours to see."),
    "membership_inactive": gettext_noop(
        "Your membership in this organization is not active. Ask an organization admin."
    ),
    "insufficient_permission": gettext_noop(
        "You lack a permission for this. Ask an organization admin to grant it."
    ),
    "workspace_access_denied": gettext_noop(
        "You do not reach this workspace. Ask an organization admin to grant it."
    ),
    "SECURITY_BLOCKED": gettext_noop(
        "The security settings of the workspace do not let this be done here. Ask an organization "
        "admin."
    ),
}


def in_words(refusal: Refusal) -> str:
    """A refusal as a person reads it, in the language of the page."""
    known = _REFUSALS.get(refusal.code)
    return gettext(known or "This cannot be done now. Nothing was changed; look again and retry.")


def person_page(view: View) -> View:
    """The view as a page of whoever is signed in; others are sent to sign in first. Its forms are
    sent to this site alone, what is refused is said on a page, and a moment is told in the time of
    the business."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        with timezone.override(settings.BUSINESS_TIME_ZONE):
            try:
                return _signed_in(request, *args, **kwargs)
            except (Refusal, DatabaseError) as fault:
                refusal = as_refusal(fault)
                if refusal is None:
                    raise
                context = {"words": in_words(refusal)}
                return render(request, "account/failure.html", context, status=refusal.status)

    _signed_in: View = login_required(behind_the_walls(view))
    return page(shown, f"{POLICY}; form-action 'self'")


def show(request: HttpRequest, template: str, *, status: int = 200, **context: Any) -> HttpResponse:
    """A page with the way to the others."""
    mine = reach(request)
    sections = [section for section in SECTIONS if section.shown(mine)]
    here = request.resolver_match.url_name if request.resolver_match else ""
    shared = {"sections": sections, "here": here}
    return render(request, f"account/{template}.html", shared | context, status=status)
