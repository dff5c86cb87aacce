"""`make run`, end to end: a copy of this checkout comes up from nothing and goes away whole."""

import http.client
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from http import HTTPStatus
from pathlib import Path

import pytest

from kobana_finance.postgres_site import remove_leavings
from tests.kobana_finance.processes import alive, descendants, wait_until

ROOT = Path(__file__).resolve().parents[2]
CONFIGURED = {
    "ALLOWED_HOSTS",
    "DATABASE_OWNER_URL",
    "DATABASE_URL",
    "HOST",
    "PUBLIC_URL",
    "REDIS_URL",
    "SECRET_KEY",
}


@pytest.fixture(scope="module")
def checkout() -> Iterator[Path]:
    """The files of this checkout, and nothing else, at a path of more than 150 characters."""
    home = Path(tempfile.mkdtemp())
    copy = home.joinpath(*["a directory with a long name"] * 6)
    listed = subprocess.run(
        ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (copy / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / name, copy / name)
    yield copy
    for socket_dir in socket_dirs(copy):
        remove_leavings(socket_dir)
    shutil.rmtree(home)


def socket_dirs(checkout: Path) -> list[Path]:
    """Where the server of a checkout that was killed had its socket."""
    with suppress(FileNotFoundError):
        log = (checkout / "var" / "pg" / "server.log").read_text()
        return [Path(log.split('Unix socket "')[1].split('"')[0]).parent]
    return []


def free_port() -> int:
    """A port that nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def running(checkout: Path, port: int) -> Iterator["subprocess.Popen[str]"]:
    """`python -m kobana_finance.run` with nothing configured but a port."""
    environment = {name: value for name, value in os.environ.items() if name not in CONFIGURED}
    with subprocess.Popen(
        [sys.executable, "-m", "kobana_finance.run"],
        cwd=checkout,
        env=environment | {"PORT": str(port)},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.terminate()


def status(port: int, path: str) -> int:
    """The HTTP status of a path, or 0 if nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=10)
    try:
        connection.request("GET", path)
        return connection.getresponse().status
    except OSError:
        return 0
    finally:
        connection.close()


def come_up_and_go(checkout: Path, farewell: signal.Signals) -> None:
    """One life of the whole product, ended by a signal to the first of its processes alone."""
    port = free_port()
    with running(checkout, port) as process:
        wait_until(
            lambda: process.poll() is not None or status(port, "/healthz") == HTTPStatus.OK,
            patience=120,
        )
        family = descendants(process.pid)
        ready = status(port, "/readyz")
        process.send_signal(farewell)
        said = process.communicate(timeout=60)[0]
    assert ready == HTTPStatus.OK, said
    # PostgreSQL, the web server, and what these start.
    assert len(family) > 3
    assert wait_until(lambda: not alive(family))
    assert status(port, "/healthz") == 0


def test_it_comes_up_from_nothing_and_again_and_leaves_no_process_behind(checkout: Path) -> None:
    come_up_and_go(checkout, signal.SIGINT)
    key = (checkout / "var" / "secret_key").read_text()
    assert (checkout / "var" / "secret_key").stat().st_mode & 0o777 == 0o600
    assert json.loads((checkout / "var" / "demo.json").read_text())
    # The data is there already; and each way to end it has its turn.
    for farewell in (signal.SIGKILL, signal.SIGTERM):
        come_up_and_go(checkout, farewell)
    assert (checkout / "var" / "secret_key").read_text() == key


def test_a_taken_port_is_said_at_once(checkout: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with running(checkout, port) as process:
            said = process.communicate(timeout=60)[0]
    assert process.returncode == 1
    assert said == (
        f"Cannot listen on 127.0.0.1:{port}: [Errno 98] Address already in use. "
        f"Take another port: PORT={port + 1} make run\n"
    )
