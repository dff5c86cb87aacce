"""Calls per second of the doors, beside a view that does nothing: what the framework costs, what
the product adds, and what the gateway adds to that."""

from dataclasses import dataclass, field
from functools import partial
from typing import Any
from urllib.parse import urlencode

from django.test import override_settings
from django.urls import path
from rest_framework.response import Response
from rest_framework.views import APIView

from tests.agent import Agent
from tests.bench.watch import drawn, per_second
from tests.world import Answer, World

_LISTED = {"limit": 25}


class Bare(APIView):
    """A view of DRF with none of the product in it but its middleware."""

    authentication_classes = ()
    permission_classes = ()

    def get(self, request: Any) -> Response:
        return Response({"data": [], "meta": {"next_cursor": None}})


urlpatterns = [path("v1/bare", Bare.as_view())]


@dataclass
class Repeating(Agent):
    """An agent that keeps the last request it sent, to send it again without checking the answer:
    what a client does with an answer is not measured."""

    sent: tuple[bytes, dict[str, str]] = field(default=(b"", {}))

    def post(self, raw: bytes, *, content_type: str = "application/json", **headers: str) -> Answer:
        self.sent = raw, headers
        return super().post(raw, content_type=content_type, **headers)


def table(place: World) -> str:
    with override_settings(ROOT_URLCONF=__name__):
        bare = per_second(partial(place.api.get, "bare"))
    query = urlencode(_LISTED)
    one = place.api.get("payables?limit=1").body["data"][0]["id"]
    found = {
        "a bare DRF view": bare,
        "REST, list of 25 payables": per_second(partial(place.api.get, f"payables?{query}")),
        "MCP, the same list": _through_mcp(place, "finance_payables_list", _LISTED),
        "REST, one payable": per_second(partial(place.api.get, f"payables/{one}")),
        "MCP, the same payable": _through_mcp(place, "finance_payables_get", {"id": one}),
    }
    rows = [(name, f"{many:.0f}", f"{many / bare:.2f}") for name, many in found.items()]
    return drawn(("call", "per second", "÷ bare"), rows)


def _through_mcp(place: World, tool: str, arguments: dict[str, Any]) -> float:
    agent = Repeating(place.mcp_token)
    agent.call(tool, arguments).value  # noqa: B018  the call is what counts
    raw, headers = agent.sent
    return per_second(partial(agent.post, raw, **headers))
