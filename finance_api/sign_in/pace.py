"""How often an address may ask what clients ask by themselves. Applications with a secret are not
bounded by it: one address of theirs serves everybody."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any

from django.http import HttpRequest, JsonResponse
from django.http.response import HttpResponseBase

from finance_api.rest import budgets
from finance_api.rest.budgets import Budget
from finance_api.sign_in import applications
from finance_api.sign_in.address import address_of

View = Callable[..., HttpResponseBase]


def paced(view: View) -> View:
    """The view, while the budget of the address lasts; the request says which application asks."""

    @wraps(view)
    def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        asker = applications.authenticated(request)
        request.application = asker  # type: ignore[attr-defined]
        if asker is None:
            budget = budgets.spend_token_request(address_of(request.META))
            if budget.exhausted:
                return too_often(budget, "This address has asked too often.")
        return view(request, *args, **kwargs)

    return answer


def too_often(budget: Budget, description: str) -> JsonResponse:
    """The answer to an address whose budget is spent, as clients of OAuth read it."""
    return JsonResponse(
        {"error": "temporarily_unavailable", "error_description": description},
        status=HTTPStatus.TOO_MANY_REQUESTS,
        headers={"Retry-After": str(budget.reset), "Cache-Control": "no-store"},
    )
