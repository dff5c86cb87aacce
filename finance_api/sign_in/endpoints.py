"""The endpoints clients call by themselves: metadata, tokens, revocation, registration, and
introspection.

They read no cookie, so pages of any origin may call all but the last, which no page has a secret
for. Each that writes is one transaction, which holds what the validator locked.
"""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.core.exceptions import BadRequest
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils.decorators import method_decorator
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_POST
from oauth2_provider.views.base import RevokeTokenView, TokenView
from oauth2_provider.views.metadata import OAuthServerMetadataView

from finance_api.sign_in import introspecting, registration
from finance_api.sign_in.pace import paced

ALLOWED_HEADERS = "mcp-protocol-version, authorization, content-type"

View = Callable[..., HttpResponseBase]


def open_to_pages(*methods: str) -> Callable[[View], View]:
    """Only these methods, from a page of any origin."""

    def opened(view: View) -> View:
        @wraps(view)
        def answer(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            response: HttpResponseBase
            if request.method == "OPTIONS":
                response = HttpResponse(status=204)
                response["Access-Control-Allow-Methods"] = ", ".join(methods)
                response["Access-Control-Allow-Headers"] = ALLOWED_HEADERS
            elif request.method in methods:
                response = view(request, *args, **kwargs)
            else:
                return HttpResponse(status=405, headers={"Allow": ", ".join(methods)})
            response["Access-Control-Allow-Origin"] = "*"
            return response

        return answer

    return opened


@method_decorator(open_to_pages("GET", "HEAD"), name="dispatch")
class Metadata(OAuthServerMetadataView):
    """RFC 8414, all of it from the settings."""


class _Whole:
    """A view of django-oauth-toolkit as one transaction."""

    def post(self, request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponse:
        try:
            with transaction.atomic():
                response: HttpResponse = self.whole(request)
        except ValueError as error:  # a query that no form could have made
            raise BadRequest from error
        response["Cache-Control"] = "no-store"
        return response

    def whole(self, request: HttpRequest) -> Any:
        raise NotImplementedError


@method_decorator([csrf_exempt, open_to_pages("POST"), paced], name="dispatch")
class Token(_Whole, TokenView):
    """A code or a refresh token → tokens. No other grant is known here."""

    def whole(self, request: HttpRequest) -> Any:
        return self.authorization_flow_token_response(request)


@method_decorator([csrf_exempt, open_to_pages("POST"), paced], name="dispatch")
class Revoke(_Whole, RevokeTokenView):
    """RFC 7009: either token ends the connection."""

    def whole(self, request: HttpRequest) -> Any:
        return RevokeTokenView.post(self, request)


register = csrf_exempt(open_to_pages("POST")(registration.register))
introspect = csrf_exempt(require_POST(paced(introspecting.introspect)))
