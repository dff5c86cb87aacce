"""The product as gunicorn serves it, for what shows only over a real socket or between processes.

The `live` fixture is one such server for each test process.
"""

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from kobana_finance.lifeline import start_child
from tests.agent import Agent
from tests.kobana_finance.processes import wait_until

ROOT = Path(__file__).resolve().parent.parent
HOST = "127.0.0.1"
_SECONDS = 30


@dataclass(frozen=True)
class Reply:
    """An HTTP answer, with the names that Django's test client gives it."""

    status_code: int
    headers: Any
    content: bytes

    def getvalue(self) -> bytes:
        return self.content


@dataclass(frozen=True)
class HttpClient:
    """What an `Agent` or an `Api` uses of Django's test client, over a new connection each time."""

    port: int

    def generic(
        self,
        method: str,
        path: str,
        data: bytes,
        content_type: str = "application/json",
        *,
        headers: Mapping[str, str],
    ) -> Reply:
        connection = http.client.HTTPConnection(HOST, self.port, timeout=_SECONDS)
        try:
            connection.request(method, path, data, {"Content-Type": content_type, **headers})
            response = connection.getresponse()
            return Reply(response.status, response.headers, response.read())
        finally:
            connection.close()


@dataclass(frozen=True)
class Live:
    """A running server: where it listens, and the file its log goes to."""

    port: int
    log: Path

    @property
    def url(self) -> str:
        return f"http://{HOST}:{self.port}"

    @property
    def client(self) -> Any:
        return HttpClient(self.port)

    def agent(self, token: str, **fields: Any) -> Agent:
        """An agent that speaks to this server."""
        return Agent(token, client=self.client, **fields)

    def exchange(self, *sent: bytes) -> Reply:
        """Send bytes as they are and nothing after them, and read one answer.

        A server may answer and hang up before it has read everything; that is no fault.
        """
        with socket.create_connection((HOST, self.port), timeout=_SECONDS) as connection:
            with suppress(BrokenPipeError, ConnectionResetError):
                for part in sent:
                    connection.sendall(part)
                connection.shutdown(socket.SHUT_WR)
            with http.client.HTTPResponse(connection) as response:
                response.begin()
                return Reply(response.status, response.headers, response.read())

    def entries(self, logger: str) -> list[dict[str, Any]]:
        """The lines a logger has written so far; those of gunicorn itself are no JSON."""
        lines = self.log.read_text().splitlines()
        found = [json.loads(line) for line in lines if line.startswith("{")]
        return [entry for entry in found if entry["name"] == logger]


@contextmanager
def serving(
    directory: Path, application: str = "kobana_finance.wsgi:application", **environment: str
) -> Iterator[Live]:
    """Serve an application with the project's own gunicorn settings until the block is left."""
    # Bound here and handed over, so that nobody else can take the port in between.
    listener = socket.create_server((HOST, 0))
    server = Live(listener.getsockname()[1], directory / "stderr")
    surroundings = os.environ | {"PUBLIC_URL": server.url, "WEB_CONCURRENCY": "2"} | environment
    command = ["-m", "gunicorn", "--config=deploy/gunicorn.conf.py"]
    command += [f"--bind=fd://{listener.fileno()}", "--graceful-timeout=5", application]
    with listener, server.log.open("wb") as log:
        process = start_child(
            [sys.executable, *command],
            signal.SIGTERM,
            cwd=ROOT,
            env=surroundings,
            stderr=log,
            pass_fds=[listener.fileno()],
        )
    try:
        assert wait_until(lambda: _answers(server, process)), server.log.read_text()
        yield server
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(15)
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()


def _answers(server: Live, process: "subprocess.Popen[bytes]") -> bool:
    assert process.poll() is None, server.log.read_text()
    with suppress(OSError, http.client.HTTPException):
        return bool(server.client.generic("GET", "/healthz", b"", headers={}).status_code == 200)
    return False


@pytest.fixture(scope="session")
def live(django_db_setup: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Live]:
    """The server of this test process, on the database of its tests."""
    with serving(tmp_path_factory.mktemp("live")) as server:
        yield server
