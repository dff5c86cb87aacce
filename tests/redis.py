"""A real Redis for the tests of its path (K3): started here on a free port, and stoppable."""

import shutil
import signal
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import pytest

from kobana_finance.lifeline import start_child
from tests.kobana_finance.processes import wait_until

HOST = "127.0.0.1"


@dataclass
class Redis:
    """A running server, and the process that can be taken away."""

    port: int
    process: "subprocess.Popen[bytes]"

    @property
    def url(self) -> str:
        return f"redis://{HOST}:{self.port}/0"

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@contextmanager
def redis_server(directory: Path, port: int = 0) -> Iterator[Redis]:
    """A server until the block is left, on a port that was free or on the one named."""
    binary = shutil.which("redis-server")
    if binary is None:
        pytest.skip("there is no redis-server on this machine: `apt-get install redis-server`")
    port = port or _free_port()
    command = [binary, "--port", str(port), "--bind", HOST, "--save", "", "--dir", str(directory)]
    server = Redis(port, start_child(command, signal.SIGTERM, stdout=subprocess.DEVNULL))
    try:
        assert wait_until(lambda: _listens(port)), "redis-server did not start"
        yield server
    finally:
        with suppress(ProcessLookupError):
            server.stop()


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as listener:
        return int(listener.getsockname()[1])


def _listens(port: int) -> bool:
    with suppress(OSError), socket.create_connection((HOST, port), timeout=1):
        return True
    return False
