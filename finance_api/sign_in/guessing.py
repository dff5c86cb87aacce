"""Passwords cannot be guessed for long: attempts are counted before one is looked at, by the person
named and by the address they come from, at every door that takes a password."""

from typing import Any

from django.contrib.auth.backends import ModelBackend
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest

from finance_api.identity.models import User
from finance_api.rest import budgets
from finance_api.sign_in.address import address_of


class BoundedGuessing(ModelBackend):
    """Django's own check of a password, while the budgets last. Whether there is such a person
    makes no difference."""

    def authenticate(
        self,
        request: HttpRequest | None,
        username: str | None = None,
        password: str | None = None,
        **kwargs: Any,
    ) -> User | None:
        email = username if username is not None else kwargs.get(User.USERNAME_FIELD)
        address = address_of(request.META) if request else "unknown"
        budget = budgets.spend_sign_in(address, str(email or ""))
        if budget.exhausted:
            if request is not None:
                request.sign_in_again_in = budget.reset  # type: ignore[attr-defined]
            raise PermissionDenied
        found: Any = super().authenticate(request, username, password, **kwargs)
        return found if isinstance(found, User) else None
