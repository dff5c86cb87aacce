"""Who is calling REST: an access verified by the gateway in this process, or a bearer token of
the API."""

import uuid

from django.conf import settings
from rest_framework.authentication import BaseAuthentication
from rest_framework.request import Request

from finance_api.core.errors import BadRequest
from finance_api.identity import access as accesses
from finance_api.identity import tokens
from finance_api.identity.access import Access
from finance_api.identity.models import User

#: The Python attribute of the inner request that carries a verified access; no client can set it.
VERIFIED = "verified_access"


class VerifiedAuthentication(BaseAuthentication):
    """Takes the access that the gateway put on the request it built itself."""

    def authenticate(self, request: Request) -> tuple[User, Access] | None:
        access: Access | None = getattr(request._request, VERIFIED, None)
        return None if access is None else (access.credential.person, access)


class BearerAuthentication(BaseAuthentication):
    """`Authorization: Bearer …` with a token issued for the API (K11): a personal one, or one of
    the dashboard's own backend, whose channel is the dashboard."""

    def authenticate(self, request: Request) -> tuple[User, Access] | None:
        token = tokens.bearer(request.headers.get("Authorization"))
        credential = tokens.resolve(token, "api")
        channel, wanted = credential.audience, _wanted(request)
        access = accesses.enter(credential, channel, request_id_of(request), wanted)
        return credential.person, access

    def authenticate_header(self, request: Request) -> str:
        return f'Bearer realm="{settings.API_RESOURCE_URL}"'


def request_id_of(request: Request) -> str:
    """The id of this request, which the project's outermost middleware gave it."""
    return str(request._request.request_id)  # type: ignore[attr-defined]


def _wanted(request: Request) -> uuid.UUID | None:
    """The workspace a token of several selects with `X-Workspace-Id`; it only selects, it grants
    nothing."""
    value = request.headers.get("X-Workspace-Id")
    if value is None:
        return None
    try:
        return uuid.UUID(value)
    except ValueError:
        raise BadRequest("X-Workspace-Id must be the id of a workspace.") from None
