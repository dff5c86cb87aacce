"""Tokens that people make: what each must keep to, whoever makes it and on which page; how many a
person may have; and their end, which bites at the next call (K9, K10)."""

import datetime as dt
import uuid
from collections.abc import Collection, Iterator, Mapping
from typing import Any

from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext

from finance_api.core import records
from finance_api.identity import tokens
from finance_api.identity.models import Organization, PersonalToken, User, Workspace
from finance_api.identity.scopes import ALL_WRITE

#: What the log calls a person's making or revoking one of their own.
OWN = "account.tokens"
#: More than anybody keeps an eye on; a program that makes tokens in a loop ends here.
MOST_LIVE = 50


def make(
    person: User,
    organization: Organization,
    *,
    id: uuid.UUID,
    name: str,
    audience: str,
    scopes: Collection[str],
    expires_at: dt.datetime | None,
    bound_workspace: Workspace | None,
) -> tuple[PersonalToken, str]:
    """A new token as it is stored, and its text, which is stored nowhere."""
    text, digest = tokens.mint()
    made = PersonalToken.objects.create(
        id=id,
        person=person,
        organization=organization,
        name=name,
        audience=audience,
        scopes=list(scopes),
        expires_at=expires_at,
        bound_workspace=bound_workspace,
        digest=digest,
    )
    return made, text


def faults(given: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    """What is wrong with the fields of a token, taken together: a field and its fault each."""
    is_api = given.get("audience") == "api"
    if ALL_WRITE in given.get("scopes", ()) and is_api:
        yield "scopes", gettext("Doing everything is for MCP tokens only.")
    if (bound := given.get("bound_workspace")) is not None:
        if not is_api:
            yield "bound_workspace", gettext("Only an API token is bound to a workspace.")
        elif bound.organization != given.get("organization"):
            yield "bound_workspace", gettext("The workspace belongs to another organization.")
    expires_at = given.get("expires_at")
    if expires_at is not None and expires_at <= timezone.now():
        yield "expires_at", gettext("The expiry must lie in the future.")


def full(person: User) -> bool:
    """Whether the person has as many live tokens as one may. Whoever makes another for them at this
    moment waits until this transaction ends."""
    User.objects.select_for_update(no_key=True).get(pk=person.pk)
    return PersonalToken.objects.filter(live(), person=person).count() >= MOST_LIVE


def too_many() -> str:
    """What is said then."""
    return gettext("There are already %(most)s live tokens. Revoke one that is not needed.") % {
        "most": MOST_LIVE
    }


def live() -> Q:
    """Those that are neither revoked nor expired."""
    return Q(Q(expires_at=None) | Q(expires_at__gt=timezone.now()), revoked_at=None)


def revoke(rows: "QuerySet[PersonalToken]") -> list[PersonalToken]:
    """End those that have not been revoked; they are given back. Two who do it at once wait for
    each other, and one of them ends it."""
    held = list(rows.select_for_update(of=("self",)).filter(revoked_at=None))
    for token in held:
        token.revoked_at = timezone.now()
        token.save(update_fields=["revoked_at"])
    return held


def told(token: PersonalToken) -> dict[str, Any]:
    """What the log tells of a token: everything but its digest."""
    return {name: value for name, value in records.snapshot(token).items() if name != "digest"}
