"""Protected-resource metadata (RFC 9728): what the endpoint is and what a token for it may hold.

Everything comes from settings, nothing from the request (P164).
"""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse

from finance_api.core.operations import Operation
from finance_api.identity import scopes
from finance_api.rest import catalog

METADATA_PATH = "/.well-known/oauth-protected-resource"


def protected_resource(request: HttpRequest) -> HttpResponse:
    """The document, readable from anywhere."""
    if request.method == "OPTIONS":
        response = HttpResponse(status=204)
        response["Access-Control-Allow-Headers"] = (
            "mcp-protocol-version, authorization, content-type"
        )
    elif request.method in ("GET", "HEAD"):
        response = JsonResponse(_document())
    else:
        return HttpResponse(status=405, headers={"Allow": "GET, HEAD, OPTIONS"})
    response["Access-Control-Allow-Origin"] = "*"
    return response


def _document() -> dict[str, object]:
    operations: list[Operation] = [each.operation for each in catalog.endpoints().values()]
    return {
        "resource": settings.MCP_RESOURCE_URL,
        "resource_name": "Kobana Finance",
        "authorization_servers": [settings.AUTHORIZATION_SERVER],
        "scopes_supported": scopes.vocabulary(operations),
        "bearer_methods_supported": ["header"],
    }
