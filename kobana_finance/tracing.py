"""One id for each request: on its answer, on every line it writes to the log, on every entry of the
books' log, and on what the gateway runs for it.

It is made here and never taken from a client, who could send another's, or a page of text.
"""

import uuid
from collections.abc import Callable
from contextvars import ContextVar

from django.http import HttpRequest, HttpResponse

HEADER = "Request-Id"

current: ContextVar[str | None] = ContextVar("request_id", default=None)


def trace(answer: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """The outermost middleware."""

    def traced(request: HttpRequest) -> HttpResponse:
        request_id = str(uuid.uuid4())
        request.request_id = request_id  # type: ignore[attr-defined]
        token = current.set(request_id)
        try:
            response = answer(request)
        finally:
            current.reset(token)
        response[HEADER] = request_id
        return response

    return traced
