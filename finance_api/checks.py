"""Start-up checks: what must hold of every endpoint before the first request."""

from typing import Any

from django.conf import settings
from django.core import checks
from django.core.checks import CheckMessage, Error, Tags, register
from django.db import models

from finance_api.bank.port import bank
from finance_api.rest import catalog
from finance_api.rest.viewsets import WorkspaceViewSet

SANDBOX = "finance_api.bank.sandbox.Sandbox"
_TLS = "https://"
_SECONDS = 5


def _viewsets() -> list[Any]:
    return list(dict.fromkeys(endpoint.viewset for endpoint in catalog.endpoints().values()))


@register(Tags.urls)
def every_action_has_an_operation(**kwargs: Any) -> list[Error]:
    """An action without an operation would be a public hole; it is refused at run time as well."""
    return [
        Error(f"{viewset.__name__}.{action.__name__} declares no operation.", id="finance.E001")
        for viewset in _viewsets()
        for action in viewset.get_extra_actions()
        if not hasattr(action, "operation") and action.__name__ not in viewset.operations
    ]


@register(Tags.models)
def every_sort_has_an_index(**kwargs: Any) -> list[Error]:
    """A list sorts only on a column with an index that starts with the workspace (house rule)."""
    return [
        Error(
            f"{viewset.__name__} sorts by {sort} without an index on (workspace, {column}).",
            id="finance.E002",
        )
        for viewset in _viewsets()
        if issubclass(viewset, WorkspaceViewSet)
        for sort, column in viewset.listing.sorts.items()
        if column not in {_second_column(index) for index in viewset.model._meta.indexes}
    ]


def _second_column(index: models.Index) -> str:
    names = [name.removeprefix("-") for name in index.fields if name != "direction"]
    return names[1] if len(names) > 1 and names[0] == "workspace" else ""


@register(Tags.compatibility)
def the_bank_can_be_reached(**kwargs: Any) -> list[Error]:
    """A bank that is named wrongly would be noticed only by orders that stay unanswered."""
    try:
        bank()
    except ImportError as error:
        return [Error(f"BANK_ADAPTER cannot be imported: {error}", id="finance.E005")]
    return []


@register(Tags.compatibility, deploy=True)
def production_has_a_real_bank(**kwargs: Any) -> list[CheckMessage]:
    """K20: the sandbox is the default. In production every payable would be "paid" by nobody."""
    meant = settings.DEBUG or settings.BANK_SANDBOX
    if meant or settings.BANK_ADAPTER != SANDBOX:
        return []
    return [
        checks.Warning(
            "BANK_ADAPTER is the sandbox, which moves no money.",
            hint="Name the adapter of a bank, or say BANK_SANDBOX=1 if the sandbox is meant.",
            id="finance.W006",
        )
    ]


@register(Tags.security, deploy=True)
def another_authorization_server_is_named_whole(**kwargs: Any) -> list[CheckMessage]:
    """K12: tokens and a secret travel to it, and nobody signs in where a part of it is missing."""
    if not settings.INTROSPECTION_URL:
        return []
    named = settings.INTROSPECTION_CLIENT_ID and settings.INTROSPECTION_CLIENT_SECRET
    holds = {
        "INTROSPECTION_URL must begin with https://.": settings.INTROSPECTION_URL.startswith(_TLS),
        "INTROSPECTION_CLIENT_ID and INTROSPECTION_CLIENT_SECRET must be set.": named,
        "AUTHORIZATION_SERVER must be the issuer, beginning with https://.": (
            settings.AUTHORIZATION_SERVER.startswith(_TLS)
        ),
        f"INTROSPECTION_CACHE_SECONDS must be {_SECONDS} at most, or a revocation bites late.": (
            settings.INTROSPECTION_CACHE_SECONDS <= _SECONDS
        ),
    }
    return [Error(fault, id="finance.E007") for fault, fine in holds.items() if not fine]


@register(Tags.security, deploy=True)
def production_has_redis_and_an_owner(**kwargs: Any) -> list[CheckMessage]:
    """K3: several processes need one shared budget; K21: the application's role owns nothing."""
    faults: list[CheckMessage] = []
    if not settings.REDIS_URL:
        faults.append(
            Error("REDIS_URL is not set; budgets need Redis in production.", id="finance.E003")
        )
    if settings.DATABASES["owner"]["USER"] == settings.DATABASES["default"]["USER"]:
        faults.append(
            checks.Warning(
                "DATABASE_URL and DATABASE_OWNER_URL name one role; the second wall needs two.",
                id="finance.W004",
            )
        )
    return faults
