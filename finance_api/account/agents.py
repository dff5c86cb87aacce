"""`/account/agents`: the clients that act in the person's name, where, since when and with what
scopes; and the end of it, which bites at the next call."""

import uuid
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import Max, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce, Greatest
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from finance_api.account.pages import person_page, show
from finance_api.dashboard import log_own
from finance_api.identity.connections import (
    CONNECTED,
    CONNECTION,
    OAuthAccessToken,
    OAuthRefreshToken,
)
from finance_api.rest.confirmation import neutral
from finance_api.sign_in.granting import in_words


@require_GET
@person_page
def agents(request: HttpRequest) -> HttpResponse:
    """The person's live connections, the one used last first. Where another server issues the
    tokens, it keeps the connections (K12)."""
    elsewhere = settings.AUTHORIZATION_SERVER if settings.INTROSPECTION_URL else ""
    rows = [] if elsewhere else _own(request)
    return show(request, "agents", elsewhere=elsewhere, connections=[_told(row) for row in rows])


@require_POST
@person_page
def disconnect(request: HttpRequest) -> HttpResponse:
    """End a connection of one's own: its next call is refused."""
    try:
        connection = uuid.UUID(request.POST.get("connection", ""))
    except ValueError:
        connection = None
    # Two clicks at once wait for one row, and one of them tells the log.
    held = _own(request).select_for_update(of=("self",)).filter(token_family=connection).first()
    if held is not None:
        OAuthRefreshToken.revoke_family(held.token_family)
        before = {"client": held.application.name, "scopes": (held.scope or "").split()}
        log_own(
            request,
            (CONNECTION, held.token_family),
            "remove",
            held.organization_id,
            operation=CONNECTED,
            before=before,
            after=None,
        )
        messages.success(request, gettext("Disconnected. The client can no longer act for you."))
    return HttpResponseRedirect(reverse("agents"))


def _own(request: HttpRequest) -> "QuerySet[Any]":
    tokens = OAuthAccessToken.objects.filter(connection=OuterRef("token_family"))
    latest = tokens.order_by("-created", "-pk")
    used = tokens.order_by().values("connection").annotate(at=Max("used_at")).values("at")
    return (
        OAuthRefreshToken.objects.filter(user=request.user.pk, revoked=None)
        .select_related("application", "organization")
        .annotate(
            scope=Subquery(latest.values("scope")[:1]),
            used=Greatest("created", Coalesce(Subquery(used), "created")),
        )
        .order_by("-used", "pk")
    )


def _told(row: Any) -> dict[str, Any]:
    return {
        "id": row.token_family,
        "client": neutral(row.application.name),
        "organization": row.organization.name,
        "scopes": in_words((row.scope or "").split()),
        "used_at": row.used,
    }
