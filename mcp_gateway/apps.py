"""The MCP gateway as a Django app. It has no models."""

from django.apps import AppConfig


class GatewayConfig(AppConfig):
    name = "mcp_gateway"
