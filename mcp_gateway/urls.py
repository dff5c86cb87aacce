"""Where the gateway answers: with and without a final slash, never a redirect (K5, P26)."""

from django.urls import path

from mcp_gateway.endpoint import endpoint
from mcp_gateway.metadata import METADATA_PATH, protected_resource

_METADATA = METADATA_PATH.lstrip("/")

urlpatterns = [
    path("mcp", endpoint),
    path("mcp/", endpoint),
    path(_METADATA, protected_resource),
    path(f"{_METADATA}/", protected_resource),
    path(f"{_METADATA}/mcp", protected_resource),
    path(f"{_METADATA}/mcp/", protected_resource),
]
