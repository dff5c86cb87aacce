"""The person's part of an authorization: who asks, for what, in which organization; yes or no. The
dashboard's own backend needs no yes: only the organization is asked, where there are several.

Nothing of the request travels through the form. It is posted to the address it was shown at, and
what that address asks for is judged again from the beginning.
"""

import re
import uuid
from dataclasses import dataclass
from typing import Any
from urllib.parse import parse_qsl, urlencode, urlsplit

from django.conf import settings
from django.core.exceptions import BadRequest
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from oauth2_provider.exceptions import OAuthToolkitError
from oauth2_provider.views.base import BaseAuthorizationView
from oauthlib.oauth2.rfc6749.errors import InvalidRequestError, OAuth2Error

from finance_api.dashboard import log_own
from finance_api.identity.connections import CONNECTED, CONNECTION, LOOPBACK, OAuthClient
from finance_api.identity.models import Organization
from finance_api.rest.confirmation import neutral
from finance_api.sign_in.granting import in_words
from finance_api.sign_in.validator import audience

#: An S256 challenge: 32 bytes in base64url.
_CHALLENGE = re.compile(r"[A-Za-z0-9_-]{43}")


@dataclass(frozen=True)
class Asked:
    """A sound request: what for, and what the answer must go back with."""

    client: OAuthClient
    scopes: list[str]
    credentials: dict[str, Any]


class Consent(BaseAuthorizationView):
    """`/oauth/authorize`, for a person who is signed in; others are sent to sign in first."""

    def get(self, request: HttpRequest) -> HttpResponse:
        try:
            asked = self._asked(request)
        except OAuthToolkitError as error:
            return self._refused(error)
        organizations = list(_organizations(request)[:2]) if asked.client.first_party else []
        if len(organizations) == 1:
            return self._answered(request, asked, organizations[0].pk)
        return self._page(request, asked)

    def post(self, request: HttpRequest) -> HttpResponse:
        allowed = "allow" in request.POST
        try:
            asked = self._asked(request)
        except OAuthToolkitError as error:
            return self._refused(error)
        chosen = _chosen(request)
        if allowed and chosen is None:
            return self._page(request, asked, unchosen=True)
        return self._answered(request, asked, chosen if allowed else None)

    def _answered(
        self, request: HttpRequest, asked: Asked, chosen: uuid.UUID | None
    ) -> HttpResponse:
        """The answer, sent to the client: a yes names an organization."""
        try:
            location = self._location(request, asked, chosen)
        except OAuthToolkitError as error:
            return self._refused(error)
        return self.redirect(location, None)

    def _location(self, request: HttpRequest, asked: Asked, chosen: uuid.UUID | None) -> str:
        """Where the answer is sent. A yes stands in the organization's log."""
        connection = uuid.uuid4()
        extra = {"organization_id": chosen, "connection": connection}
        with transaction.atomic():
            location, *_ = self.create_authorization_response(
                request, " ".join(asked.scopes), {**asked.credentials, **extra}, chosen is not None
            )
            if chosen is not None:
                log_own(
                    request,
                    (CONNECTION, connection),
                    "create",
                    chosen,
                    operation=CONNECTED,
                    before=None,
                    after={"client": asked.client.name, "scopes": asked.scopes},
                )
        return str(location)

    def _asked(self, request: HttpRequest) -> Asked:
        try:
            scopes, credentials = self.validate_authorization_request(request)
        except ValueError as error:  # a query that no form could have made
            raise BadRequest from error
        try:
            if credentials["response_type"] != "code":
                raise InvalidRequestError(description="Ask for response_type=code.")
            challenge = credentials.get("code_challenge") or ""
            sound = _CHALLENGE.fullmatch(challenge) is not None
            if credentials.get("code_challenge_method") != "S256" or not sound:
                raise InvalidRequestError(description="Send a code_challenge by S256.")
            client = OAuthClient.objects.get(client_id=credentials["client_id"])
            credentials["resource"] = audience(request.GET.getlist("resource"), client)
        except OAuth2Error as error:
            error.state = credentials["state"]
            raise OAuthToolkitError(error, redirect_uri=credentials["redirect_uri"]) from error
        return Asked(client, scopes, credentials)

    def _refused(self, error: OAuthToolkitError) -> HttpResponse:
        response: HttpResponse = self.error_response(error, None)
        return response

    def redirect(self, redirect_to: str, application: Any) -> HttpResponse:
        """Back to the client, always with the issuer (P171)."""
        query = parse_qsl(urlsplit(redirect_to).query, keep_blank_values=True)
        if "iss" not in dict(query) and not urlsplit(redirect_to).fragment:
            issuer = urlencode({"iss": settings.PUBLIC_URL})
            redirect_to = f"{redirect_to}{'&' if query else '?'}{issuer}"
        response: HttpResponse = super().redirect(redirect_to, application)
        return response

    def render_to_response(self, context: dict[str, Any], status: int = 200) -> HttpResponse:
        """A request that names no client we know, or a place that is not the client's: the person
        is told, and nobody is sent anywhere."""
        return render(self.request, "account/refused.html", status=status)

    def _page(self, request: HttpRequest, asked: Asked, *, unchosen: bool = False) -> HttpResponse:
        context = {
            "client": neutral(asked.client.name),
            "scopes": in_words(asked.scopes),
            "organizations": list(_organizations(request)),
            "unchosen": unchosen,
            "here": request.get_full_path(),
            **_destination(asked.credentials["redirect_uri"]),
        }
        template = "account/entering.html" if asked.client.first_party else "account/consent.html"
        return render(request, template, context, status=400 if unchosen else 200)


def _destination(redirect: str) -> dict[str, Any]:
    """Where the answer goes, as the person should see it: the host, or an app on their machine."""
    parts = urlsplit(redirect)
    host = parts.hostname or ""
    web = parts.scheme in ("http", "https")
    return {"host": host if web else f"{parts.scheme}:", "local": not web or host in LOOPBACK}


def _organizations(request: HttpRequest) -> Any:
    """Where the person is an active member."""
    return Organization.objects.filter(
        memberships__person=request.user.pk, memberships__active=True
    ).order_by("name", "id")


def _chosen(request: HttpRequest) -> uuid.UUID | None:
    try:
        wanted = uuid.UUID(request.POST.get("organization", ""))
    except ValueError:
        return None
    found = _organizations(request).filter(pk=wanted).first()
    return found.pk if found else None
