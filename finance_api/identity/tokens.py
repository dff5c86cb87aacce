"""A bearer string and an audience → who is calling, or a refusal (K7, K10, K11)."""

import datetime as dt
import hashlib
import secrets
import uuid
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from django.conf import settings
from django.db import transaction
from django.db.models import QuerySet, Subquery
from django.utils import timezone

from finance_api.core.compiled import Compiled
from finance_api.core.errors import InvalidToken
from finance_api.identity import introspection
from finance_api.identity.connections import OAuthAccessToken
from finance_api.identity.introspection import Connection
from finance_api.identity.models import Organization, PersonalToken, User
from finance_api.identity.scopes import DASHBOARD

Audience = Literal["api", "mcp"]

#: These let secret scanners find a token that leaked, and say which table knows it: one a person
#: made, and the two of a client a person connected.
PREFIX = "kfp_"
ACCESS_PREFIX = "kfa_"
REFRESH_PREFIX = "kfr_"
#: The kinds of token as the log and the journal name them: one a person made for themselves, and
#: one of a client they connected.
PERSONAL = "personal"
OAUTH = "oauth"
_SEEN_EVERY = dt.timedelta(minutes=10)
# One of another server may be a signed document.
_LONGEST = 4_096


@dataclass(frozen=True)
class Credential:
    """A person, an organization, a token by kind, id and name, the audience it names and its
    scopes. The audience is also the channel of what is done with it."""

    person: User
    organization_id: uuid.UUID
    organization_name: str
    token_kind: str
    token_id: str
    audience: str
    scopes: frozenset[str]
    bound_workspace_id: uuid.UUID | None = None
    agent: str = ""


def mint() -> tuple[str, bytes]:
    """A new token and the digest to store in its place."""
    token = PREFIX + secrets.token_urlsafe(32)
    return token, digest(token)


def access_token(request: object) -> str:
    """A new access token of a connection."""
    return ACCESS_PREFIX + secrets.token_urlsafe(32)


def refresh_token(request: object) -> str:
    """A new refresh token of a connection."""
    return REFRESH_PREFIX + secrets.token_urlsafe(32)


def digest(token: str) -> bytes:
    """What is stored of a token. It has 256 random bits, so one fast hash is enough."""
    return hashlib.sha256(token.encode("utf-8", "surrogatepass")).digest()


def bearer(header: str | None) -> str | None:
    """The token of an `Authorization: Bearer …` header; the scheme's case is free (P161)."""
    scheme, _, token = (header or "").strip().partition(" ")
    token = token.strip()
    return token if scheme.lower() == "bearer" and token and " " not in token else None


def resolve(token: str | None, audience: Audience) -> Credential:
    """Who holds the token, if it was issued for exactly this audience. Raises `InvalidToken`, and
    `Unavailable` where another server issues tokens and does not answer (K12).

    One statement, and now and then a second that notes the use. Every failure says the same
    outside.
    """
    if not token or len(token) > _LONGEST:
        raise InvalidToken
    if token.startswith(PREFIX):
        return _personal(token, audience)
    if settings.INTROSPECTION_URL:
        return _vouched(token, audience)
    return _connected(token, audience)


def _personal(token: str, audience: Audience) -> Credential:
    rows = _held().rows(digest=digest(token), audience=audience)
    found: PersonalToken | None = rows[0] if rows else None
    now = timezone.now()
    if found is None or not found.live(now):
        raise InvalidToken
    _seen(found, now)
    return Credential(
        person=found.person,
        organization_id=found.organization_id,
        organization_name=found.organization.name,
        token_kind=PERSONAL,
        token_id=str(found.pk),
        audience=found.audience,
        scopes=frozenset(found.scopes),
        bound_workspace_id=found.bound_workspace_id,
        agent=found.name,
    )


def _vouched(token: str, audience: Audience) -> Credential:
    """Who holds a token that another server issued. It says who they are; whether we know them, and
    what they may, is looked up here. Who is no member here learns it from `Access`, as ever."""
    connection = introspection.ask(token, digest(token).hex())
    if connection is None:
        raise InvalidToken
    rows = _known().rows(person=connection.person_id, organization=connection.organization_id)
    if not rows:
        raise InvalidToken
    (person,) = rows
    return _credential(connection, person, person.organization_name or "", audience)


def _connected(token: str, audience: Audience) -> Credential:
    """Who connected the client that holds a token of ours."""
    found = issued(token)
    if found is None:
        raise InvalidToken
    return _credential(found.connection, found.person, found.organization_name, audience)


@dataclass(frozen=True)
class Issued:
    """An access token we issued, as it is now."""

    connection: Connection
    person: User
    organization_name: str
    client_id: str


def issued(token: str) -> Issued | None:
    """The access token we issued, if it is good. One statement, and now and then a second that
    notes the use."""
    if not token.startswith(ACCESS_PREFIX):
        return None
    rows = _granted().rows(token_checksum=digest(token).hex())
    found: OAuthAccessToken | None = rows[0] if rows else None
    now = timezone.now()
    if found is None or found.expires <= now:
        return None
    person, client = found.user, found.application
    if person is None or not person.is_active or client is None:
        return None
    _seen(found, now)
    connection = Connection(
        person_id=person.pk,
        organization_id=found.organization_id,
        connection_id=found.connection,
        audience=tuple(found.resource),
        scopes=frozenset(found.scope.split()),
        first_party=client.first_party,
        expires_at=int(found.expires.timestamp()),
        agent=client.name,
    )
    return Issued(connection, person, found.organization.name, client.client_id)


def _credential(connection: Connection, person: User, named: str, audience: Audience) -> Credential:
    """The credential a connection gives at a door, which must be the one its token is for. Only the
    dashboard's own backend has tokens for the API; what its people do is done at the dashboard, so
    their permissions alone bound it."""
    doors = {"api": settings.API_RESOURCE_URL, "mcp": settings.MCP_RESOURCE_URL}
    if connection.audience != (doors[audience],) or connection.first_party != (audience == "api"):
        raise InvalidToken
    return Credential(
        person=person,
        organization_id=connection.organization_id,
        organization_name=named,
        token_kind=OAUTH,
        token_id=str(connection.connection_id),
        audience=DASHBOARD if connection.first_party else audience,
        scopes=connection.scopes,
        agent=connection.agent,
    )


def _seen(token: PersonalToken | OAuthAccessToken, now: dt.datetime) -> None:
    """Note that a token is in use, for its person to see, at most once in a while. Whoever else
    is noting it at this moment is not waited for."""
    if token.used_at is not None and now - token.used_at < _SEEN_EVERY:
        return
    every: QuerySet[Any] = type(token)._default_manager.all()
    rows = every.filter(pk=token.pk)
    with transaction.atomic(savepoint=False):
        free = rows.select_for_update(skip_locked=True, no_key=True).values("pk")
        rows.filter(pk__in=free).update(used_at=now)


@cache
def _granted() -> Compiled:
    """The access token of a digest, with its person, its organization and its client."""
    tokens = OAuthAccessToken.objects.select_related("user", "organization", "application")
    return Compiled(lambda **values: tokens.filter(**values), token_checksum=str)


@cache
def _known() -> Compiled:
    """A person who may sign in, and the name of an organization if there is such a one."""

    def build(person: uuid.UUID, organization: uuid.UUID) -> "QuerySet[User, Any]":
        named = Organization.objects.filter(pk=organization).values("name")
        found = User.objects.filter(pk=person, is_active=True)
        return found.annotate(organization_name=Subquery(named))

    return Compiled(build, person=uuid.UUID, organization=uuid.UUID)


@cache
def _held() -> Compiled:
    """The token of a digest and an audience, with its person and its organization."""
    tokens = PersonalToken.objects.select_related("person", "organization")
    return Compiled(lambda **values: tokens.filter(**values), digest=bytes, audience=str)
