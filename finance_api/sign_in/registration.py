"""Clients introduce themselves: by registering (RFC 7591), or by the address of a document about
them (CIMD). Anybody may, so both are bounded for each address, and what nobody uses is swept."""

import json
import unicodedata
from http import HTTPStatus
from typing import Any

from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, JsonResponse

from finance_api.identity.connections import OAuthClient
from finance_api.rest import budgets
from finance_api.sign_in.address import address_of
from finance_api.sign_in.pace import too_often

LARGEST = 16_384
_MOST_REDIRECTS = 10
_LONGEST_NAME, _LONGEST_REDIRECT = 100, 512
_WAY = "authorization_code"


class Bounded:
    """Whether a document about a client may be fetched now; asked before each fetch."""

    def has_permission(self, request: Any, client_id: str) -> bool:
        return not budgets.spend_registration(address_of(request.headers)).exhausted


class _Unfit(Exception):
    def __init__(self, description: str, error: str = "invalid_client_metadata") -> None:
        self.error, self.description = error, description


def register(request: HttpRequest) -> HttpResponse:
    """Answer a registration. The client is public whatever it asked for: it gets no secret, and
    what it cannot use is replaced, as RFC 7591 allows, and said in the answer."""
    budget = budgets.spend_registration(address_of(request.META))
    if budget.exhausted:
        return too_often(budget, "Too many clients were registered from this address.")
    try:
        client = _registered(_metadata(request))
    except _Unfit as unfit:
        return JsonResponse(
            {"error": unfit.error, "error_description": unfit.description},
            status=HTTPStatus.BAD_REQUEST,
            headers={"Cache-Control": "no-store"},
        )
    answer = {
        "client_id": client.client_id,
        "client_id_issued_at": int(client.created.timestamp()),
        "client_name": client.name,
        "redirect_uris": client.redirect_uris.split(),
        "grant_types": [_WAY, "refresh_token"],
        "response_types": ["code"],
        "token_endpoint_auth_method": "none",
    }
    return JsonResponse(answer, status=HTTPStatus.CREATED, headers={"Cache-Control": "no-store"})


def _metadata(request: HttpRequest) -> dict[str, Any]:
    if int(request.META.get("CONTENT_LENGTH") or 0) > LARGEST:
        raise _Unfit("The metadata is too large.")
    try:
        sent = json.loads(request.body)
    except (ValueError, RecursionError):
        raise _Unfit("The body must be JSON.") from None
    if not isinstance(sent, dict):
        raise _Unfit("The body must be a JSON object.")
    return sent


def _registered(sent: dict[str, Any]) -> OAuthClient:
    ways = sent.get("grant_types", [_WAY])
    if not isinstance(ways, list) or _WAY not in ways:
        raise _Unfit("grant_types must hold authorization_code.")
    client = OAuthClient(
        name=_name(sent.get("client_name")),
        redirect_uris=" ".join(_redirects(sent.get("redirect_uris"))),
        client_type=OAuthClient.CLIENT_PUBLIC,
        authorization_grant_type=OAuthClient.GRANT_AUTHORIZATION_CODE,
        registration_source=OAuthClient.RegistrationSource.DCR,
    )
    try:
        client.full_clean()
    except ValidationError:
        raise _Unfit(
            "Each redirect must be https, or http on a loopback address.", "invalid_redirect_uri"
        ) from None
    client.save()
    return client


def _name(sent: Any) -> str:
    """What the client calls itself, in one line."""
    if sent is not None and not isinstance(sent, str):
        raise _Unfit("client_name must be a string.")
    visible = "".join(c if unicodedata.category(c)[0] not in "CZ" else " " for c in sent or "")
    return " ".join(visible.split())[:_LONGEST_NAME]


def _redirects(sent: Any) -> list[str]:
    fit = (
        isinstance(sent, list)
        and 1 <= len(sent) <= _MOST_REDIRECTS
        and all(
            isinstance(each, str)
            and each.isascii()
            and each.isprintable()
            and " " not in each
            and 0 < len(each) <= _LONGEST_REDIRECT
            for each in sent
        )
    )
    if not fit:
        raise _Unfit("redirect_uris must be one to ten addresses.", "invalid_redirect_uri")
    return list(sent)
