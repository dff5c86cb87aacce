"""What a request gets that no view could answer: the API's envelope, never a page of HTML (P29);
but a page where only people go."""

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.utils.translation import gettext, gettext_noop

from finance_api.account.pages import in_words
from finance_api.core import errors
from finance_api.core.errors import Refusal
from finance_api.sign_in.pages import page

_PEOPLE = ("/account/", "/admin/", "/oauth/authorize")
_FORGED = gettext_noop(
    "This form was open for too long, or it was not sent from a page of ours. Open the page again "
    "and repeat it."
)


def _answer(request: HttpRequest, refusal: Refusal, words: str = "") -> HttpResponse:
    if request.path.startswith(_PEOPLE):
        response: HttpResponse = page(_page)(request, refusal, words)  # type: ignore[assignment]
        return response
    return _envelope(refusal)


def _envelope(refusal: Refusal) -> HttpResponse:
    return JsonResponse(
        refusal.envelope(), status=refusal.status, headers={"Cache-Control": "no-store"}
    )


def _page(request: HttpRequest, refusal: Refusal, words: str = "") -> HttpResponse:
    context = {"words": gettext(words) if words else in_words(refusal)}
    return render(request, "account/failure.html", context, status=refusal.status)


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, errors.BadRequest())


def forbidden(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, errors.AccessRefused("The request was refused."))


def forged(request: HttpRequest, reason: str = "") -> HttpResponse:
    """A form that was not sent from a page of ours, or from one that was open for too long."""
    return _answer(request, errors.AccessRefused("The request was refused."), _FORGED)


def not_found(request: HttpRequest, exception: Exception) -> HttpResponse:
    return _answer(request, errors.NotFound("Nothing answers at this path."))


def internal_error(request: HttpRequest) -> HttpResponse:
    """It asks for nothing, not even for the person's language: that may be what is broken."""
    refusal = errors.InternalError()
    people = request.path.startswith(_PEOPLE)
    return _page(request, refusal) if people else _envelope(refusal)
