"""Clients that sign in by their own means and leave the person's part to a browser.

Each runs beside the test: it says where the person must go, is told where the person was sent, and
in the end says what it could do.
"""

import asyncio
import json
import queue
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import httpx2
from mcp import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata
from pydantic import AnyUrl

from tests.clients.node import HERE as NODE_CLIENTS
from tests.clients.node import Node
from tests.oauth.person import answered
from tests.oauth.test_connecting import Storage

_SECONDS = 30
WORKSPACES = "finance_workspaces_list"


@dataclass
class Callback:
    """Where an app on the person's machine waits for its answer."""

    url: str
    answers: "queue.Queue[str]" = field(default_factory=queue.Queue)

    def answer(self) -> str:
        """The address that the browser was sent to."""
        return self.answers.get(timeout=_SECONDS)


@contextmanager
def callback() -> Iterator[Callback]:
    class Page(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            if self.path.startswith("/callback"):
                waiting.answers.put(self.path)
            self.send_response(200)
            self.send_header("Content-Type", "text/plain")
            self.end_headers()
            self.wfile.write(b"Back to the app.")

        def log_message(self, *_: Any) -> None:
            """Nothing: the test says what went wrong."""

    with HTTPServer(("127.0.0.1", 0), Page) as server:
        waiting = Callback(f"http://127.0.0.1:{server.server_port}/callback")
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield waiting
        server.shutdown()


@dataclass
class Connecting:
    """A client on its way in."""

    asked: "queue.Queue[str]" = field(default_factory=queue.Queue)
    told: "queue.Queue[str]" = field(default_factory=queue.Queue)
    outcome: "queue.Queue[Any]" = field(default_factory=queue.Queue)

    def asks(self) -> str:
        """Where the person must go."""
        return self.asked.get(timeout=_SECONDS)

    def tell(self, answer: str) -> None:
        """Where the person was sent."""
        self.told.put(answer)

    def ends(self) -> Any:
        """What the client could do, or why it could not."""
        return self.outcome.get(timeout=_SECONDS)


def python_client(base: str, redirect: str, name: str = "Agente MCP") -> Connecting:
    """The library `mcp` with its own OAuth, in a thread of its own."""
    way = Connecting()

    async def redirected(url: str) -> None:
        way.asked.put(url)

    async def called_back() -> AuthorizationCodeResult:
        answer = answered(await asyncio.to_thread(way.told.get, timeout=_SECONDS))
        if "error" in answer:
            raise PermissionError(answer["error"])
        return AuthorizationCodeResult(
            code=answer["code"], state=answer["state"], iss=answer["iss"]
        )

    async def story() -> Any:
        storage = Storage()
        metadata = OAuthClientMetadata(redirect_uris=[AnyUrl(redirect)], client_name=name)
        auth = OAuthClientProvider(f"{base}/mcp", metadata, storage, redirected, called_back)
        async with httpx2.AsyncClient(auth=auth, timeout=_SECONDS) as http:
            transport = streamable_http_client(f"{base}/mcp", http_client=http)
            async with Client(transport) as client:
                called = await client.call_tool(WORKSPACES, {})
                names = [tool.name for tool in (await client.list_tools()).tools]
        return {
            "tools": names,
            "workspaces": json.loads(called.content[0].text)["data"],  # type: ignore[union-attr]
            "token": storage.tokens.access_token,
            "scope": storage.tokens.scope,
        }

    _beside(way, lambda: asyncio.run(story()))
    return way


def node_client(node: Node, base: str, redirect: str) -> Connecting:
    """The library `@modelcontextprotocol/client` with its own OAuth, in a process of its own."""
    way = Connecting()

    def story() -> Any:
        command = [str(node.program), str(NODE_CLIENTS / "oauth.mjs"), f"{base}/mcp", redirect]
        with subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=NODE_CLIENTS
        ) as process:
            assert process.stdin is not None
            assert process.stdout is not None
            way.asked.put(json.loads(process.stdout.readline())["asks"])
            process.stdin.write(way.told.get(timeout=_SECONDS) + "\n")
            process.stdin.flush()
            return json.loads(process.stdout.readline())

    _beside(way, story)
    return way


def _beside(way: Connecting, story: Callable[[], Any]) -> None:
    def run() -> None:
        try:
            way.outcome.put(story())
        except BaseException as error:  # noqa: BLE001  whatever it was, the test wants to see it
            way.outcome.put(error)

    threading.Thread(target=run, daemon=True).start()
