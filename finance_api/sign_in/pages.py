"""What all pages of signing in share: the person's language, no frame around them, no script."""

from collections.abc import Callable
from functools import wraps
from typing import Any

from django.http import HttpRequest
from django.http.response import HttpResponseBase
from django.template.response import TemplateResponse
from django.utils import translation
from django.views.decorators.cache import never_cache

# No form-action: browsers hold the redirect after a form to it too, and a client's may lead on to
# places only the client knows.
POLICY = (
    "default-src 'none'; style-src 'self'; img-src 'self'; base-uri 'none'; frame-ancestors 'none'"
)


View = Callable[..., HttpResponseBase]


def page(view: View, policy: str = POLICY) -> View:
    """The view as a page: in the language of who is signed in, else of the browser (K38)."""

    @wraps(view)
    def shown(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        language = getattr(request.user, "language", None) or translation.get_language()
        with translation.override(language):
            response = view(request, *args, **kwargs)
            if isinstance(response, TemplateResponse):
                response.render()
        response["Content-Security-Policy"] = policy
        return response

    return never_cache(shown)
