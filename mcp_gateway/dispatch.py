"""Runs one endpoint in this process, through the very callable that REST runs.

The MCP token is not passed on: the inner request carries the verified access as a Python attribute,
and the endpoint admits it again by its own scope (seed: In-process dispatch).
"""

from io import BytesIO
from typing import Any
from urllib.parse import urlencode

from django.core.handlers.wsgi import WSGIRequest
from django.http import HttpRequest, HttpResponse

from finance_api.core import strict_json
from finance_api.identity.access import Access
from finance_api.rest.authentication import VERIFIED
from finance_api.rest.catalog import Endpoint
from finance_api.rest.confirmation import CONFIRMATION, Confirmation
from finance_api.rest.viewsets import CLOSED
from mcp_gateway.tools import Call


def run(
    endpoint: Endpoint, call: Call, access: Access, confirmation: Confirmation | None
) -> HttpResponse:
    """The endpoint's own response, rendered."""
    request = _request(endpoint, call)
    attributes: dict[str, Any] = {
        VERIFIED: access,
        CLOSED: True,
        CONFIRMATION: confirmation,
        "request_id": access.request_id,
    }
    for name, value in attributes.items():
        setattr(request, name, value)
    response: HttpResponse = endpoint.view(request, **call.path)
    if hasattr(response, "render"):
        response.render()
    return response


def _request(endpoint: Endpoint, call: Call) -> HttpRequest:
    path = endpoint.path.format(**{name: str(value) for name, value in call.path.items()})
    body = b"" if call.body is None else strict_json.dumps(call.body)
    environ: dict[str, Any] = {
        "REQUEST_METHOD": endpoint.method,
        "PATH_INFO": path,
        "QUERY_STRING": urlencode(call.query),
        "SERVER_NAME": "in-process",
        "SERVER_PORT": "0",
        "CONTENT_LENGTH": str(len(body)),
        "wsgi.input": BytesIO(body),
        "wsgi.url_scheme": "https",
    }
    if call.body is not None:
        environ["CONTENT_TYPE"] = "application/json"
    if call.key is not None:
        environ["HTTP_X_IDEMPOTENCY_KEY"] = call.key
    return WSGIRequest(environ)
