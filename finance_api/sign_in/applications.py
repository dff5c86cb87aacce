"""Applications that the operator registers, each with a secret and one thing it is trusted with:
the dashboard's backend signs people in to work as themselves, and a server of another place may
ask whose a token is.

Nobody becomes one over the network; the database holds clients that introduced themselves to that.
"""

import base64
import logging
import secrets
from collections.abc import Sequence
from urllib.parse import unquote_plus

from django.http import HttpRequest
from django.utils.crypto import constant_time_compare

from finance_api.identity.connections import OAuthClient
from finance_api.identity.tokens import digest

#: Lets secret scanners find one that leaked.
SECRET_PREFIX = "kfs_"  # noqa: S105  a prefix, not a secret

_log = logging.getLogger(__name__)


def register_dashboard(name: str, redirects: Sequence[str]) -> tuple[OAuthClient, str]:
    """A first-party application and its secret, which is shown once. Raises `ValidationError`."""
    way = OAuthClient.GRANT_AUTHORIZATION_CODE
    return _registered(
        OAuthClient(
            name=name,
            redirect_uris=" ".join(redirects),
            authorization_grant_type=way,
            first_party=True,
        )
    )


def register_resource_server(name: str) -> tuple[OAuthClient, str]:
    """A server that may ask about tokens, and its secret, which is shown once. It signs nobody in:
    the grant it is registered for is one that is known nowhere here."""
    way = OAuthClient.GRANT_CLIENT_CREDENTIALS
    return _registered(OAuthClient(name=name, authorization_grant_type=way, introspects=True))


def _registered(client: OAuthClient) -> tuple[OAuthClient, str]:
    secret = SECRET_PREFIX + secrets.token_urlsafe(32)
    client.client_type = OAuthClient.CLIENT_CONFIDENTIAL
    client.client_secret = digest(secret).hex()
    client.full_clean()
    client.save()
    _log.info("An application was registered.", extra={"client_id": client.client_id})
    return client, secret


def withdraw(client_id: str) -> bool:
    """End an application and every connection made through it; whether there was one."""
    found = OAuthClient.objects.filter(
        client_id=client_id, client_type=OAuthClient.CLIENT_CONFIDENTIAL
    )
    withdrawn = bool(found.delete()[0])
    if withdrawn:
        _log.info("An application was withdrawn.", extra={"client_id": client_id})
    return withdrawn


def authenticated(request: HttpRequest) -> OAuthClient | None:
    """The application that sent its id and secret by `client_secret_basic`, or nobody. No document
    of a client is fetched for it."""
    named = _basic(request.headers.get("Authorization", ""))
    if named is None:
        return None
    client_id, secret = named
    found: OAuthClient | None = OAuthClient.objects.filter(
        client_id=client_id, client_type=OAuthClient.CLIENT_CONFIDENTIAL
    ).first()
    return found if found and fits(secret, found.client_secret) else None


def fits(secret: str, stored: str) -> bool:
    """Whether a secret is the one whose digest is stored. A client without one has the empty one:
    some send that."""
    if not stored:
        return not secret
    return constant_time_compare(digest(secret).hex(), stored)


def _basic(header: str) -> tuple[str, str] | None:
    scheme, _, encoded = header.strip().partition(" ")
    try:
        text = base64.b64decode(encoded.strip(), validate=True).decode()
    except ValueError:  # not base64, or not UTF-8
        return None
    client_id, colon, secret = text.partition(":")
    if scheme.lower() != "basic" or not colon or "\x00" in unquote_plus(client_id):
        return None
    return unquote_plus(client_id), unquote_plus(secret)
