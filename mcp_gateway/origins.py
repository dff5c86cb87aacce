"""Which browsers' pages may call: an allow-list compared whole, deny by default (P11–P14)."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse

from finance_api.core.errors import AccessRefused

_HEADERS = (
    "authorization, content-type, accept, mcp-protocol-version, mcp-method, mcp-name, "
    "x-workspace-id, x-toolsets, x-readonly, mcp-session-id, last-event-id"
)
_EXPOSED = "MCP-Protocol-Version, WWW-Authenticate, Retry-After, Request-Id"


class OriginRefused(AccessRefused):
    code = "ORIGIN_REFUSED"
    default = "The Origin is not on the allow-list. Ask the operator of this server to add it."


def admitted(request: HttpRequest) -> bool:
    """Whether the request comes from no browser page, or from one on the list."""
    origin = request.headers.get("Origin")
    return origin is None or origin in settings.MCP_ALLOWED_ORIGINS


def preflight(methods: str) -> HttpResponse:
    """The answer to a browser that asks before it sends."""
    response = HttpResponse(
        status=204,
        headers={
            "Access-Control-Allow-Methods": methods,
            "Access-Control-Allow-Headers": _HEADERS,
            "Access-Control-Max-Age": "600",
        },
    )
    del response["Content-Type"]
    return response


def allow(request: HttpRequest, response: HttpResponse) -> None:
    """Let a page on the list read the answer, whatever its status (P13)."""
    origin = request.headers.get("Origin")
    if origin is not None and origin in settings.MCP_ALLOWED_ORIGINS:
        response["Access-Control-Allow-Origin"] = origin
        response["Access-Control-Expose-Headers"] = _EXPOSED
        response["Vary"] = "Origin"
