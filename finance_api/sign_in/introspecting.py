"""Servers of other places ask whose a token is (RFC 7662): only those the operator registered for
that, only by POST, and only of access tokens. The answer names people and organizations by id."""

from http import HTTPStatus

from django.conf import settings
from django.http import HttpRequest, JsonResponse

from finance_api.identity import introspection, tokens
from finance_api.identity.connections import OAuthClient

_KEPT = {"Cache-Control": "no-store"}


def introspect(request: HttpRequest) -> JsonResponse:
    """Whose the token is, or `{"active": false}` for one that is no good, whatever the reason."""
    asker: OAuthClient | None = request.application  # type: ignore[attr-defined]  # by `paced`
    if asker is None or not asker.introspects:
        return JsonResponse(
            {"error": "invalid_client"},
            status=HTTPStatus.UNAUTHORIZED,
            headers={**_KEPT, "WWW-Authenticate": f'Basic realm="{settings.PUBLIC_URL}"'},
        )
    sent = request.POST.getlist("token")
    if len(sent) != 1:
        told = {"error": "invalid_request", "error_description": "Send one token, in a form."}
        return JsonResponse(told, status=HTTPStatus.BAD_REQUEST, headers=_KEPT)
    found = tokens.issued(sent[0])
    if found is None:
        return JsonResponse({"active": False}, headers=_KEPT)
    answer = introspection.written(found.connection, settings.PUBLIC_URL)
    return JsonResponse({**answer, "client_id": found.client_id}, headers=_KEPT)
