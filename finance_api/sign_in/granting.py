"""What a client may be granted, from the catalog of operations, and how a person is told (K10)."""

from collections.abc import Iterable
from functools import cache
from typing import Any

from django.conf import settings
from django.utils.translation import gettext, gettext_noop
from oauth2_provider.scopes import BaseScopes

from finance_api.identity import scopes
from finance_api.rest import catalog

#: What a scope is about, by its second word.
SUBJECTS = {
    "accounts": gettext_noop("financial accounts"),
    "attachments": gettext_noop("attachments"),
    "automatic_rules": gettext_noop("automatic rules"),
    "banks": gettext_noop("banks"),
    "cash_flow": gettext_noop("cash flow"),
    "categories": gettext_noop("categories"),
    "companies": gettext_noop("companies"),
    "cost_centers": gettext_noop("classification centers"),
    "payables": gettext_noop("payables"),
    "people": gettext_noop("people: customers and suppliers"),
    "receipts": gettext_noop("receipts"),
    "receivables": gettext_noop("receivables"),
    "reconciliations": gettext_noop("reconciliations"),
    "taxes": gettext_noop("taxes"),
    "transactions": gettext_noop("financial transactions and transfers"),
}

#: Scopes that are about more than reading or writing one subject, by what they let happen.
NAMED = {
    scopes.ALL: gettext_noop("Read everything you can see"),
    scopes.ALL_WRITE: gettext_noop("Do everything you may do, and move money"),
    "finance.payables.dispatch": gettext_noop("Send payables to the bank to be paid, or stop them"),
    "finance.receivables.charge": gettext_noop("Charge receivables by slip or Pix, or stop it"),
}


class CatalogScopes(BaseScopes):
    """The scopes as django-oauth-toolkit asks for them."""

    def get_all_scopes(self) -> dict[str, str]:
        return {name: name for name in _grantable(settings.OAUTH_WRITE_ENABLED)}

    def get_available_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        return list(self.get_all_scopes())

    def get_default_scopes(self, *args: Any, **kwargs: Any) -> list[str]:
        return [scopes.ALL]


@cache
def _grantable(writes: bool) -> list[str]:
    operations = [endpoint.operation for endpoint in catalog.endpoints().values()]
    return scopes.grantable(operations, writes=writes)


def in_words(granted: Iterable[str]) -> list[str]:
    """What a client will be able to do, one line for each scope, in the language of the page."""
    return [_in_words(scope) for scope in granted]


def _in_words(scope: str) -> str:
    if scope in NAMED:
        return gettext(NAMED[scope])
    subject = scope.removeprefix("finance.").removesuffix(".write")
    what = gettext(SUBJECTS.get(subject, subject))
    if scope.endswith(".write"):
        return gettext("Create, change and delete: %(what)s") % {"what": what}
    return gettext("Read: %(what)s") % {"what": what}
