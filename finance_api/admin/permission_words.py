"""Permissions in words, grouped by what they are about: for choosing, and for seeing what a role or
a membership permits (K13)."""

from collections.abc import Iterable, Mapping
from itertools import groupby
from typing import Final

from django.template.loader import render_to_string
from django.utils.text import capfirst
from django.utils.translation import gettext, gettext_noop

from finance_api.identity.permissions import granted, vocabulary
from finance_api.rest import catalog

SECURITY: Final = gettext_noop("people, permissions and security")
EVERYTHING: Final = gettext_noop("everything")
VERBS: Final[Mapping[str, str]] = {
    "view": gettext_noop("view"),
    "create": gettext_noop("create"),
    "edit": gettext_noop("edit"),
    "delete": gettext_noop("delete"),
    "settle": gettext_noop("settle"),
    "approve": gettext_noop("approve"),
    "dispatch": gettext_noop("send to the bank"),
    "charge": gettext_noop("charge the customer"),
    "adjust_balance": gettext_noop("adjust the balance"),
    "manage": gettext_noop("manage"),
    "*": EVERYTHING,
}

#: A choice in a form: the permission and its words.
Choice = tuple[str, str]


def every_permission() -> list[str]:
    """Each permission that the API or the dashboard may ask for."""
    return vocabulary(endpoint.operation for endpoint in catalog.endpoints().values())


def resource_words(resource: str) -> str:
    """What a permission is about; the plural that the API's documentation uses."""
    nouns = {e.viewset.resource: e.viewset.nouns for e in catalog.endpoints().values()}
    nouns |= {"security": SECURITY, "*": EVERYTHING}
    return capfirst(gettext(nouns.get(resource, resource)))


def choices(names: Iterable[str]) -> list[tuple[str, list[Choice]]]:
    """Permissions to choose from, grouped; each with its name, as a refusal tells it."""
    return [
        (resource_words(resource), [(name, f"{_verb_words(name)} · {name}") for name in of])
        for resource, of in groupby(sorted(names), _resource_of)
    ]


def table(sources: Mapping[str, Iterable[str]]) -> str:
    """What the patterns of all the sources permit, a row for each resource and for those of its
    permissions that come from the same sources."""
    patterns = {source: frozenset(own) for source, own in sources.items()}
    rows: dict[tuple[str, tuple[str, ...]], list[str]] = {}
    for name in every_permission():
        by = tuple(source for source, own in patterns.items() if granted(name, own))
        if by:
            rows.setdefault((_resource_of(name), by), []).append(name)
    context = {
        "rows": [
            {
                "resource": resource_words(resource),
                "may": [(_verb_words(name), name) for name in names],
                "by": by,
            }
            for (resource, by), names in rows.items()
        ]
    }
    return render_to_string("admin/finance_api/permissions.html", context)


def _verb_words(name: str) -> str:
    verb = name.partition(".")[2]
    return gettext(VERBS.get(verb, verb))


def _resource_of(name: str) -> str:
    return name.partition(".")[0]
