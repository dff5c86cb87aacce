"""Conditional requests (RFC 9110 §13): an answer that the client has already is a 304, and a change
of what somebody else has changed meanwhile is a 412 (R70).

The `ETag` is a digest of the answer itself, so that a balance or a name that comes from another row
counts as well. Nobody has to send a condition.
"""

import datetime as dt
import hashlib
import math
from collections.abc import Callable
from typing import Any

from django.http import HttpRequest, HttpResponse, JsonResponse
from django.utils import timezone
from django.utils.cache import get_conditional_response
from django.utils.http import http_date, parse_etags, parse_http_date_safe, quote_etag
from rest_framework.renderers import JSONRenderer
from rest_framework.response import Response

from finance_api.core.errors import BadRequest, Stale


def etag_of(content: bytes) -> str:
    return quote_etag(hashlib.sha256(content).hexdigest()[:32])


def validate(request: HttpRequest, response: Response, modified: dt.datetime | None) -> None:
    """Give an answer that shows what is stored its validators, and let a 304 stand for one that was
    read and that the client has already."""
    if response.status_code not in (200, 201):
        return

    def finish(rendered: Any) -> HttpResponse | None:
        if request.method in ("GET", "HEAD"):
            return unless_held(request, rendered, rendered.content, modified)
        _stamp(rendered, rendered.content, modified)
        return None

    response.add_post_render_callback(finish)


def unless_held(
    request: HttpRequest, response: Any, content: bytes, modified: dt.datetime | None
) -> HttpResponse:
    """The answer of a read with its validators, or what stands for it: 304 where the client has it
    already. `content` is what the answer consists of, or what stands for that."""
    seconds = _stamp(response, content, modified)
    answer = get_conditional_response(request, response["ETag"], seconds, response)
    if answer is None or answer is response:
        return response  # type: ignore[no-any-return]
    response.close()
    return _in_place_of(response, answer)


def _stamp(response: Any, content: bytes, modified: dt.datetime | None) -> int | None:
    response["ETag"] = etag_of(content)
    seconds = _settled(modified)
    if seconds is not None:
        response["Last-Modified"] = http_date(seconds)
    return seconds


def require_current(
    request: HttpRequest, represent: Callable[[], Any], modified: dt.datetime | None
) -> None:
    """Refuse a write whose condition says that the client has not seen the record as it is. The
    record is locked, so it stays as compared."""
    seen = request.headers.get("If-Match")
    if seen is not None:
        tags = parse_etags(seen)
        if not tags:
            raise BadRequest("If-Match must hold the ETag of the record as it was read, or *.")
        if tags != ["*"] and etag_of(JSONRenderer().render(represent())) not in tags:
            raise Stale
        return  # a date says less than a tag, and counts only where there is none
    since = parse_http_date_safe(request.headers.get("If-Unmodified-Since", ""))
    if since is not None and modified is not None and math.floor(modified.timestamp()) > since:
        raise Stale


def _settled(modified: dt.datetime | None) -> int | None:
    """A time of change as whole seconds, once its second is over: within it, one more change would
    go unseen."""
    seconds = None if modified is None else math.floor(modified.timestamp())
    now = math.floor(timezone.now().timestamp())
    return seconds if seconds is not None and seconds < now else None


def _in_place_of(response: HttpResponse, answer: HttpResponse) -> HttpResponse:
    """The 304 with what the full answer's headers would have said, or a refusal in the envelope."""
    if answer.status_code == Stale.status:
        answer = JsonResponse(Stale().envelope(), status=Stale.status)
    for name, value in response.items():
        if not name.startswith("Content-"):
            answer.headers.setdefault(name, value)
    return answer
