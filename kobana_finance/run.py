"""`python -m kobana_finance.run`: the product with demonstration data, from nothing, until Ctrl-C.

However it ends, nothing that it started goes on running.
"""

import http
import http.client
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from types import FrameType
from typing import NoReturn

import django
from django.core.management import CommandError, call_command
from django.db import connections

from kobana_finance.development import ROOT, surroundings
from kobana_finance.lifeline import follow_parent, start_child
from kobana_finance.postgres_site import EmbeddedPostgresError

_PATIENCE = 60.0
_STOPS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)


class RunError(RuntimeError):
    """Why the product does not run, for the person at the terminal."""


def main() -> int:
    """Serve until a signal says stop."""
    _heed_signals()
    host = os.environ.setdefault("HOST", "127.0.0.1")
    port = os.environ.setdefault("PORT", "8000")
    os.environ.setdefault("PUBLIC_URL", f"http://127.0.0.1:{port}")
    try:
        _refuse_taken_port(host, port)
        with surroundings(shared=False):
            _prepare()
            _serve(host, port)
    except (RunError, EmbeddedPostgresError, CommandError) as error:
        _say(str(error))
        return 1


def _prepare() -> None:
    # Here and not as three commands: most of a command's time goes into loading Django.
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kobana_finance.settings")
    django.setup()
    call_command("migrate", verbosity=0)
    call_command("load_demo")
    connections.close_all()


def _serve(host: str, port: str) -> NoReturn:
    bind = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
    arguments = ["--config=deploy/gunicorn.conf.py", f"--bind={bind}", "--graceful-timeout=5"]
    arguments += ["--log-level=warning", "kobana_finance.wsgi:application"]
    with _child("-m", "gunicorn", *arguments) as gunicorn:
        _wait_until_ready(gunicorn, host, int(port))
        print(f"Serving at {os.environ['PUBLIC_URL']}; Ctrl-C stops it.", flush=True)
        raise RunError(f"The web server ended by itself, with status {gunicorn.wait()}.")


@contextmanager
def _child(*arguments: str) -> Iterator["subprocess.Popen[bytes]"]:
    """A Python process which is gone when the block is left."""
    child = start_child([sys.executable, *arguments], signal.SIGTERM, cwd=ROOT)
    try:
        yield child
    finally:
        child.terminate()
        with suppress(subprocess.TimeoutExpired):
            child.wait(15)
        # Whatever of its group has not gone by now.
        with suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def _wait_until_ready(gunicorn: "subprocess.Popen[bytes]", host: str, port: int) -> None:
    reached = {"0.0.0.0": "127.0.0.1", "::": "::1"}.get(host, host)  # noqa: S104 - read, not bound
    deadline = time.monotonic() + _PATIENCE
    while time.monotonic() < deadline:
        if gunicorn.poll() is not None:
            raise RunError(f"The web server could not start on {host}:{port}; see above.")
        # Closed at once: a connection kept alive would hold up a stop.
        with (
            suppress(OSError, http.client.HTTPException),
            closing(http.client.HTTPConnection(reached, port, timeout=5)) as connection,
        ):
            connection.request("GET", "/readyz")
            if connection.getresponse().status == http.HTTPStatus.OK:
                return
        with suppress(subprocess.TimeoutExpired):
            gunicorn.wait(0.05)
    raise RunError(f"The web server on {host}:{port} was not ready after {_PATIENCE:.0f} seconds.")


def _refuse_taken_port(host: str, port: str) -> None:
    """Say at once what gunicorn would say only after the database and its data are made."""
    if not port.isdigit():
        raise RunError(f"PORT is {port!r}, which is no port number.")
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, int(port)))
        except (OSError, OverflowError) as error:
            raise RunError(
                f"Cannot listen on {host}:{port}: {error}. "
                f"Take another port: PORT={int(port) + 1} make run"
            ) from error


def _heed_signals() -> None:
    def stop(number: int, _: FrameType | None) -> None:
        # The first signal decides; a second must not cut the stopping short.
        for other in _STOPS:
            signal.signal(other, signal.SIG_IGN)
        sys.exit(128 + number)

    for number in _STOPS:
        # Under nohup a hangup is ignored, and stays so.
        if number != signal.SIGHUP or signal.getsignal(number) is not signal.SIG_IGN:
            signal.signal(number, stop)
    if "--with-parent" in sys.argv:
        follow_parent(signal.SIGTERM)


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
