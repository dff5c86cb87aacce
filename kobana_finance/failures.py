"""What a request gets that no view could answer: the API's envelope, never a page of HTML (P29)."""

from django.http import HttpRequest, JsonResponse

from finance_api.core import errors
from finance_api.core.errors import Refusal


def _answer(refusal: Refusal) -> JsonResponse:
    return JsonResponse(
        refusal.envelope(), status=refusal.status, headers={"Cache-Control": "no-store"}
    )


def bad_request(request: HttpRequest, exception: Exception) -> JsonResponse:
    return _answer(errors.BadRequest())


def forbidden(request: HttpRequest, exception: Exception) -> JsonResponse:
    return _answer(errors.AccessRefused("The request was refused."))


def not_found(request: HttpRequest, exception: Exception) -> JsonResponse:
    return _answer(errors.NotFound("Nothing answers at this path."))


def internal_error(request: HttpRequest) -> JsonResponse:
    return _answer(errors.InternalError())
