"""A proxy on the loopback that adds a token to what passes and leaves the rest as it is, `Host`
and `Origin` too: for a suite that can send no header of its own."""

import http.client
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from tests.live import HOST

_SECONDS = 30
#: What concerns one connection and not the message, and what this server writes itself.
_HOP = frozenset({"connection", "keep-alive", "transfer-encoding", "date", "server"})


@dataclass
class Proxy:
    """Where it listens, and what it stands before: told once that runs."""

    port: int
    to: int = 0
    token: str = ""
    seen: list[str] = field(default_factory=list)

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"


@contextmanager
def proxying() -> Iterator[Proxy]:
    """Stand there until the block is left."""

    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"
        timeout = _SECONDS

        def pass_on(self) -> None:
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            connection = http.client.HTTPConnection(HOST, proxy.to, timeout=_SECONDS)
            try:
                _ask(connection, self, proxy.token, body)
                response = connection.getresponse()
                _answer(self, response, response.read())
            finally:
                connection.close()

        do_GET = do_POST = do_DELETE = do_OPTIONS = pass_on  # noqa: N815

        def log_message(self, *arguments: object) -> None:
            proxy.seen.append(self.command)

    with ThreadingHTTPServer((HOST, 0), Handler) as server:
        server.daemon_threads = True
        proxy = Proxy(server.server_address[1])
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield proxy
        finally:
            server.shutdown()
            thread.join()


def _ask(
    connection: http.client.HTTPConnection,
    handler: BaseHTTPRequestHandler,
    token: str,
    body: bytes,
) -> None:
    connection.putrequest(handler.command, handler.path, skip_host=True, skip_accept_encoding=True)
    for name, value in handler.headers.items():
        if name.lower() not in _HOP:
            connection.putheader(name, value)
    connection.putheader("Authorization", f"Bearer {token}")
    connection.endheaders(body)


def _answer(
    handler: BaseHTTPRequestHandler, response: http.client.HTTPResponse, body: bytes
) -> None:
    handler.send_response(response.status)
    for name, value in response.getheaders():
        if name.lower() not in _HOP | {"content-length"}:
            handler.send_header(name, value)
    handler.send_header("Content-Length", str(len(body)))
    handler.end_headers()
    handler.wfile.write(body)
