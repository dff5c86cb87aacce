"""From a challenge to a call, with a real client and a person who walks the forms (P169-P177)."""

import asyncio
from typing import Any

import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
from pydantic import AnyUrl

from tests.live import Live
from tests.oauth.person import REDIRECT, Browser, answered
from tests.world import World


class Storage:
    """What a client remembers of its connection."""

    def __init__(self) -> None:
        self.tokens: Any = None
        self.client: Any = None

    async def get_tokens(self) -> Any:
        return self.tokens

    async def set_tokens(self, tokens: Any) -> None:
        self.tokens = tokens

    async def get_client_info(self) -> Any:
        return self.client

    async def set_client_info(self, client_info: Any) -> None:
        self.client = client_info


def provider(live: Live, browser: Browser, storage: Storage) -> OAuthClientProvider:
    """The library's own sign-in, whose person is a browser of ours."""
    answers: list[str] = []

    async def redirected(url: str) -> None:
        answers.append(await asyncio.to_thread(browser.allow, url))

    async def called_back() -> AuthorizationCodeResult:
        answer = answered(answers[-1])
        return AuthorizationCodeResult(
            code=answer["code"], state=answer["state"], iss=answer["iss"]
        )

    metadata = OAuthClientMetadata(redirect_uris=[AnyUrl(REDIRECT)], client_name="Agente MCP")
    return OAuthClientProvider(f"{live.url}/mcp", metadata, storage, redirected, called_back)


def test_a_real_client_is_led_from_the_challenge_to_its_tools(
    live: Live, place: World, browser: Browser
) -> None:
    storage = Storage()

    async def story() -> list[str]:
        auth = provider(live, browser, storage)
        async with httpx2.AsyncClient(auth=auth, timeout=60) as http:
            transport = streamable_http_client(f"{live.url}/mcp", http_client=http)
            async with Client(transport) as client:
                tools = [tool.name for tool in (await client.list_tools()).tools]
                called = await client.call_tool("finance_workspaces_list", {})
                assert not called.is_error, called.content
                # What a client finds when its hour is over.
                auth.context.token_expiry_time = 1.0
                before = storage.tokens.access_token
                assert (await client.list_tools()).tools
                assert storage.tokens.access_token != before
                return tools

    tools = asyncio.run(story())
    assert "finance_payables_list" in tools
    assert "finance_payables_create" not in tools
    assert storage.tokens.scope == "finance.all"
    assert storage.tokens.access_token.startswith("kfa_")
    assert storage.tokens.refresh_token.startswith("kfr_")
    assert storage.tokens.expires_in == 3_600
