"""Another authorization server, as small as can be: it says of any token what a test told it to
say, however little sense that makes."""

import json
import socket
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.live import HOST

ISSUER = "https://account.example"


class OtherServer(ThreadingHTTPServer):
    """Answers each question the same way, and counts them."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__((HOST, 0), _Handler)
        self.asked: list[str] = []
        self.status = 200
        self.headers = {"Content-Type": "application/json"}
        self.body = b""
        self.silent = self.trickling = False
        self.over = threading.Event()

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.server_port}/oauth/introspect"

    def says(self, body: Any = b"", status: int = 200, **headers: str) -> None:
        self.body = body if isinstance(body, bytes) else json.dumps(body).encode()
        self.status = status
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        self.headers = {"Content-Type": "application/json", **named}

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Nothing: who asked has hung up, as it should."""


class _Handler(BaseHTTPRequestHandler):
    server: OtherServer

    def do_POST(self) -> None:
        told = self.rfile.read(int(self.headers["Content-Length"])).decode()
        self.server.asked.append(f"{self.headers['Authorization']} {told}")
        if self.server.silent:
            self.server.over.wait()
            return
        line = b"HTTP/1.1 200 OK\r\n"
        while self.server.trickling and not self.server.over.wait(0.1):
            self.wfile.write(line)
            line = b"X-More: 1\r\n"
        self.send_response(self.server.status)
        for name, value in self.server.headers.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(self.server.body)

    def log_message(self, *_: Any) -> None:
        """Nothing: a test reads what it needs."""


@contextmanager
def other_server() -> Iterator[OtherServer]:
    with OtherServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield server
        finally:
            server.over.set()
            server.shutdown()
            thread.join()


def nobody_there() -> str:
    """An address of this machine where nobody listens."""
    with socket.create_server((HOST, 0)) as listener:
        return f"http://{HOST}:{listener.getsockname()[1]}/oauth/introspect"


def yes(person: uuid.UUID, organization: uuid.UUID, resource: str, **changes: Any) -> Any:
    """A clear yes; a change to None leaves a word out."""
    words = {
        "active": True,
        "iss": ISSUER,
        "sub": str(person),
        "aud": [resource],
        "scope": "finance.all",
        "exp": int(time.time()) + 600,
        "organization_id": str(organization),
        "connection_id": str(uuid.uuid4()),
        "first_party": False,
        **changes,
    }
    return {name: value for name, value in words.items() if value is not None}
