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
from finance_api.rest.operation_viewset import CLOSED
from mcp_gateway import forms
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
    request.close()  # the files of a form may lie on the disk
    return response


def path_of(endpoint: Endpoint, call: Call) -> str:
    """The path the call takes in the API."""
    return endpoint.path.format(**{name: str(value) for name, value in call.path.items()})


def _request(endpoint: Endpoint, call: Call) -> HttpRequest:
    environ: dict[str, Any] = {
        "REQUEST_METHOD": endpoint.method,
        "PATH_INFO": path_of(endpoint, call),
        "QUERY_STRING": urlencode(call.query),
        "SERVER_NAME": "in-process",
        "SERVER_PORT": "0",
        "wsgi.url_scheme": "https",
        **_body(call),
    }
    if call.key is not None:
        environ["HTTP_X_IDEMPOTENCY_KEY"] = call.key
    return WSGIRequest(environ)


def _body(call: Call) -> dict[str, Any]:
    """The body as the request's environment carries it: none, JSON, or a form where files belong
    to it."""
    if call.uploads is not None:
        form = forms.form(call.body or {}, call.uploads)
        kind, length, stream = form.content_type, form.length, form.stream
        return {"CONTENT_TYPE": kind, "CONTENT_LENGTH": str(length), "wsgi.input": stream}
    body = b"" if call.body is None else strict_json.dumps(call.body)
    kinds = {} if call.body is None else {"CONTENT_TYPE": "application/json"}
    return {**kinds, "CONTENT_LENGTH": str(len(body)), "wsgi.input": BytesIO(body)}
