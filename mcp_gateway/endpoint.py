"""HTTP in, HTTP out: the MCP endpoint, stateless, one message per POST, JSON answers only.

The order of checks is fixed, so that a request wrong in several ways has one answer: method, host
and origin, declared length, token, default workspace, budget of messages, content type, body, and
then the protocol's own ladder.
"""

import uuid
from collections.abc import Mapping
from typing import Any

from django.conf import settings
from django.core.exceptions import DisallowedHost, SuspiciousOperation
from django.db import InterfaceError, OperationalError
from django.http import HttpRequest, HttpResponse, JsonResponse, UnreadablePostError
from django.views.decorators.csrf import csrf_exempt

from finance_api.core.errors import BadRequest, InvalidToken, Refusal, Unavailable
from finance_api.identity import tokens
from finance_api.identity.tokens import Credential
from finance_api.rest import budgets
from mcp_gateway import answers, calls, methods, narrowing, origins, protocol
from mcp_gateway.caller import Caller
from mcp_gateway.metadata import METADATA_PATH

ALLOWED = "POST, OPTIONS"
_CHUNK = 65_536


@csrf_exempt  # only the bearer header authenticates here, never a cookie (P179)
def endpoint(request: HttpRequest) -> HttpResponse:
    """Answer one HTTP request to the MCP endpoint."""
    response = _answer(request)
    response["Cache-Control"] = "no-store"
    response["Content-Language"] = "en"  # whatever language the client's pages are in (K38)
    origins.allow(request, response)
    return response


def _answer(request: HttpRequest) -> HttpResponse:
    if request.method not in ("POST", "OPTIONS"):
        return _empty(405, {"Allow": ALLOWED})
    try:
        request.get_host()
    except DisallowedHost:
        return _refused(BadRequest("The Host header names no host of this server."))
    if not origins.admitted(request):
        return _refused(origins.OriginRefused())
    if request.method == "OPTIONS":
        return origins.preflight(ALLOWED)
    return _post(request)


def _post(request: HttpRequest) -> HttpResponse:
    if _declared_length(request) > answers.BODY_CAP:
        return _too_large()
    try:
        credential = _credential(request)
        caller = Caller(
            credential,
            request_id=_request_id(request),
            default_workspace=_default_workspace(request),
            narrowing=narrowing.of(request),
        )
        caller.require_default()
        budgets.spend_message(credential).require()
    except InvalidToken as refusal:
        return _challenge(request, refusal)
    except Refusal as refusal:
        return _refused(refusal)
    except SuspiciousOperation:
        return _refused(BadRequest())
    except (OperationalError, InterfaceError):
        return _refused(Unavailable(headers=calls.RETRY))
    if (request.content_type or "").lower() != "application/json":
        text = "Invalid request: Content-Type must be application/json"
        return _fault(protocol.Fault(415, protocol.INVALID_REQUEST, text))
    try:
        raw = _read_body(request)
    except UnreadablePostError:
        text = "Parse error: the body could not be read to its end"
        return _fault(protocol.Fault(400, protocol.PARSE_ERROR, text))
    if raw is None:
        return _too_large()
    return _message(raw, request, caller)


def _message(raw: bytes, request: HttpRequest, caller: Caller) -> HttpResponse:
    headers = protocol.Headers(
        protocol_version=request.headers.get("MCP-Protocol-Version"),
        method=request.headers.get("Mcp-Method"),
        name=request.headers.get("Mcp-Name"),
    )
    message = protocol.read(raw, headers, lenient_initialize=settings.MCP_LENIENT_INITIALIZE)
    if isinstance(message, protocol.Fault):
        return _fault(message)
    if message.is_notification:
        # Nothing runs for a message that cannot be answered (P101).
        return _empty(202, {"MCP-Protocol-Version": message.version})
    try:
        answer = methods.answer(message, caller)
    except Unavailable as refusal:
        return _refused(refusal)
    if isinstance(answer, protocol.Fault):
        return _fault(answer)
    return _json(answer, 200, message.version)


def _credential(request: HttpRequest) -> Credential:
    return tokens.resolve(tokens.bearer(request.headers.get("Authorization")), "mcp")


def _request_id(request: HttpRequest) -> str:
    return str(request.request_id)  # type: ignore[attr-defined]  # put by the middleware


def _default_workspace(request: HttpRequest) -> uuid.UUID | None:
    """The connection's default, from the header or the URL; equal values are fine (K8)."""
    sent = [request.headers.get("X-Workspace-Id"), *request.GET.getlist("workspace_id")]
    values = {value.strip().lower() for value in sent if value is not None}
    if not values:
        return None
    if len(values) > 1:
        raise BadRequest("X-Workspace-Id and workspace_id name different workspaces. Send one.")
    value = values.pop()
    try:
        if len(value) != 36:
            raise ValueError
        return uuid.UUID(value)
    except ValueError:
        raise BadRequest("The default workspace must be the id of a workspace.") from None


def _declared_length(request: HttpRequest) -> int:
    declared = request.META.get("CONTENT_LENGTH") or "0"
    return int(declared) if declared.isascii() and declared.isdigit() else 0


def _read_body(request: HttpRequest) -> bytes | None:
    """The body up to the cap; nothing when it is longer. Raises `UnreadablePostError` when it
    breaks off or its chunks are malformed.

    A body without Content-Length looks empty to Django's request, so the server's own stream is
    read where it marks its end (P19, P20); Django's in-memory limit does not apply to either (D26).
    """
    stream: Any = request
    if request.META.get("wsgi.input_terminated"):
        stream = request.META["wsgi.input"]
    parts, size = [], 0
    while chunk := _read(stream):
        size += len(chunk)
        if size > answers.BODY_CAP:
            return None
        parts.append(chunk)
    return b"".join(parts)


def _read(stream: Any) -> bytes:
    try:
        return bytes(stream.read(_CHUNK))
    except Exception as error:  # each server has errors of its own for a body it cannot make out
        raise UnreadablePostError(*error.args) from error


def _challenge(request: HttpRequest, refusal: Refusal) -> HttpResponse:
    """401 that leads a client to sign in (P157, P158). Nothing of the request is reflected."""
    challenge = (
        f'Bearer resource_metadata="{settings.PUBLIC_URL}{METADATA_PATH}", scope="finance.all"'
    )
    if "Authorization" in request.headers:
        challenge += ', error="invalid_token"'
    response = _refused(refusal)
    response["WWW-Authenticate"] = challenge
    return response


def _refused(refusal: Refusal) -> HttpResponse:
    """A refusal before the message was read: an ordinary HTTP answer in the API's envelope."""
    return JsonResponse(refusal.envelope(), status=refusal.status, headers=dict(refusal.headers))


def _empty(status: int, headers: Mapping[str, str]) -> HttpResponse:
    response = HttpResponse(status=status, headers=headers)
    del response["Content-Type"]
    return response


def _too_large() -> HttpResponse:
    return _json(answers.too_large_body(), 413, None)


def _fault(fault: protocol.Fault) -> HttpResponse:
    return _json(answers.error_body(fault), fault.http_status, fault.version)


def _json(body: bytes, status: int, version: str | None) -> HttpResponse:
    headers: Mapping[str, str] = {"MCP-Protocol-Version": version} if version else {}
    return HttpResponse(body, status=status, content_type="application/json", headers=headers)
