"""What an authorization server says of an access token (RFC 7662): the form it travels in, and how
another server is asked (K12).

An answer that is clear, yes or no, is kept for a few seconds by the token's digest, so that a
revocation bites. Whatever is not clear, because the server is down, slow or not making sense, is
`Unavailable`: the caller is told to come back, never to sign in again.
"""

import base64
import http.client
import io
import logging
import socket
import time
import uuid
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from typing import Any
from urllib.parse import quote_plus, urlencode, urlsplit

from django.conf import settings
from django.core.cache import caches

from finance_api.core import strict_json
from finance_api.core.errors import Unavailable

#: So long one question may take, from the first byte sent to the last one received.
SECONDS = 2.0
_RETRY = {"Retry-After": "5"}
_LARGEST = 16_384
_LONGEST_NAME = 255

_log = logging.getLogger(__name__)


@dataclass(frozen=True)
class Connection:
    """An access token that is good: whose it is, in which organization, and what for. `first_party`
    says that it is held by the dashboard's own backend; `agent` is its client's name."""

    person_id: uuid.UUID
    organization_id: uuid.UUID
    connection_id: uuid.UUID
    audience: tuple[str, ...]
    scopes: frozenset[str]
    first_party: bool
    expires_at: int
    agent: str = ""


class _Unclear(Exception):
    """Why an answer is none, in words that name nobody."""


def written(connection: Connection, issuer: str) -> dict[str, Any]:
    """A connection as it travels."""
    return {
        "active": True,
        "iss": issuer,
        "sub": str(connection.person_id),
        "aud": list(connection.audience),
        "scope": " ".join(sorted(connection.scopes)),
        "exp": connection.expires_at,
        "token_type": "Bearer",
        "organization_id": str(connection.organization_id),
        "connection_id": str(connection.connection_id),
        "first_party": connection.first_party,
        "client_name": connection.agent,
    }


def ask(token: str, key: str) -> Connection | None:
    """What the other server says of a token; nothing when it says that it is no good. The answer is
    kept under the key. Raises `Unavailable` when that cannot be known."""
    cache = caches["introspection"]
    kept: tuple[Connection | None] | None = cache.get(key)
    if kept is None:
        kept = (_asked(token),)
        cache.set(key, kept, settings.INTROSPECTION_CACHE_SECONDS)
    (found,) = kept
    return found if found is not None and found.expires_at > time.time() else None


def _asked(token: str) -> Connection | None:
    try:
        return _read(_answer(token))
    except _Unclear as unclear:
        reason = str(unclear)
    except (OSError, http.client.HTTPException, ValueError) as error:
        reason = type(error).__name__
    _log.warning("The authorization server gave no clear answer.", extra={"reason": reason})
    raise Unavailable(headers=_RETRY)


def _answer(token: str) -> bytes:
    """The body of a 200 in JSON. No redirect is followed: it would take the token elsewhere."""
    until = time.monotonic() + SECONDS
    where = urlsplit(settings.INTROSPECTION_URL)
    kinds = {"https": http.client.HTTPSConnection, "http": http.client.HTTPConnection}
    kind = kinds.get(where.scheme)
    if kind is None or not where.hostname:
        raise _Unclear("INTROSPECTION_URL is no address of a server")
    with closing(kind(where.hostname, where.port, timeout=SECONDS)) as connection:
        path = f"{where.path or '/'}?{where.query}" if where.query else where.path or "/"
        connection.request("POST", path, urlencode({"token": token}), _headers())
        received: Any = _Until(connection.sock, until)
        with http.client.HTTPResponse(received, method="POST") as response:
            response.begin()
            if response.status != http.HTTPStatus.OK:
                raise _Unclear(f"status {response.status}")
            if response.headers.get_content_type() != "application/json":
                raise _Unclear("not JSON")
            body = response.read(_LARGEST + 1)
    if len(body) > _LARGEST:
        raise _Unclear("too large")
    return body


def _headers() -> dict[str, str]:
    named = (settings.INTROSPECTION_CLIENT_ID, settings.INTROSPECTION_CLIENT_SECRET)
    encoded = base64.b64encode(":".join(quote_plus(each) for each in named).encode()).decode()
    return {
        "Authorization": f"Basic {encoded}",
        "Accept": "application/json",
        "Content-Type": "application/x-www-form-urlencoded",
    }


class _Until(io.RawIOBase):
    """What a socket receives until a moment, however slowly it trickles in."""

    def __init__(self, receiving: socket.socket, until: float) -> None:
        self._receiving, self._until = receiving, until

    def makefile(self, mode: str) -> io.BufferedReader:
        return io.BufferedReader(self)

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        left = self._until - time.monotonic()
        if left <= 0:
            raise TimeoutError
        self._receiving.settimeout(left)
        return self._receiving.recv_into(buffer)


def _read(body: bytes) -> Connection | None:
    """The connection an answer tells of; nothing for a clear no. Ours and theirs must mean the same
    by every word, so a word that is missing or of another kind is no answer."""
    try:
        told = strict_json.loads(body)
    except strict_json.JSONFault:
        raise _Unclear("not JSON") from None
    if not isinstance(told, dict) or not isinstance(told.get("active"), bool):
        raise _Unclear("no yes or no")
    if not told["active"]:
        return None
    if told.get("iss") != settings.AUTHORIZATION_SERVER:
        raise _Unclear("another issuer")
    return Connection(
        person_id=_id(told, "sub"),
        organization_id=_id(told, "organization_id"),
        connection_id=_id(told, "connection_id"),
        audience=_audience(told.get("aud", [])),
        scopes=frozenset(_kind(told, "scope", str).split()),
        first_party=_kind(told, "first_party", bool),
        expires_at=_kind(told, "exp", int),
        agent=_kind(told, "client_name", str)[:_LONGEST_NAME] if "client_name" in told else "",
    )


def _kind(told: Mapping[str, Any], name: str, kind: type[Any]) -> Any:
    value = told.get(name)
    if type(value) is not kind:
        raise _Unclear(f"no {name}")
    return value


def _id(told: Mapping[str, Any], name: str) -> uuid.UUID:
    try:
        return uuid.UUID(_kind(told, name, str))
    except ValueError:
        raise _Unclear(f"no {name}") from None


def _audience(told: Any) -> tuple[str, ...]:
    """RFC 7662: one address or several. With and without a final slash are one (K11)."""
    several = [told] if isinstance(told, str) else told
    if not isinstance(several, list) or not all(isinstance(each, str) for each in several):
        raise _Unclear("no aud")
    return tuple(sorted({each.removesuffix("/") for each in several}))
