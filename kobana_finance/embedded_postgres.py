"""PostgreSQL out of a wheel, for development and tests, gone when the process that began it is.

It listens on a private Unix socket only, and only the account that started it may come in.
"""

import atexit
import os
import signal
import subprocess
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, Self
from urllib.parse import quote

import psycopg
from psycopg import sql

from kobana_finance.postgres_site import (
    PORT,
    SUPERUSER,
    EmbeddedPostgresError,
    Site,
    foreign,
    log_tail,
    remove_leavings,
)

OWNER_ROLE = "kobana_owner"
APP_ROLE = "kobana_app"

_PATIENCE = 60.0
_FAST, _IMMEDIATE = signal.SIGINT, signal.SIGQUIT


class AlreadyRunningError(EmbeddedPostgresError):
    """Another process holds the data directory; `attach` reaches its server."""


@dataclass(frozen=True)
class Server:
    """A running server: our own child when we started it, another's when we attached to it."""

    socket_dir: Path
    process: "subprocess.Popen[bytes] | None" = None
    owner: int = 0

    def url(self, role: Literal["owner", "app"], database: str) -> str:
        """The address of a database for a role, as Django and `psycopg.connect` both read it."""
        return self._url(OWNER_ROLE if role == "owner" else APP_ROLE, database)

    def stop(self) -> None:
        """Stop the server and wait until it is gone. One only attached to is left alone."""
        # In a forked child this object is a copy, and the child is not the owner.
        if self.process is None or self.owner != os.getpid():
            return
        for way, patience in ((_FAST, 20.0), (_IMMEDIATE, 5.0), (signal.SIGKILL, None)):
            self.process.send_signal(way)
            with suppress(subprocess.TimeoutExpired):
                self.process.wait(patience)
                break
        remove_leavings(self.socket_dir)
        atexit.unregister(self.stop)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def superuser(self, database: str) -> psycopg.Connection[tuple[Any, ...]]:
        """A connection that may do everything, to set the server up."""
        return psycopg.connect(self._url(SUPERUSER, database), autocommit=True, connect_timeout=5)

    def _url(self, user: str, database: str) -> str:
        # django-environ takes a socket's directory from the path, libpq takes it from the query.
        host, name = quote(str(self.socket_dir)), quote(database, safe="")
        return f"postgres://{user}@:{PORT}/{host}/{name}?host={host}&dbname={name}"


def start(data_dir: Path, *, durable: bool = True) -> Server:
    """Start the server of a data directory, which is made if missing. From the main thread only."""
    data_dir = data_dir.resolve()
    deadline = time.monotonic() + _PATIENCE
    while True:
        try:
            with Site.held(data_dir) as site:
                site.make_cluster(durable=durable)
                server = Server(site.socket_dir, site.launch(durable=durable), os.getpid())
            break
        except BlockingIOError:
            # A server that is just stopping is waited for.
            if attach(data_dir) or time.monotonic() > deadline:
                raise AlreadyRunningError(
                    f"Another process is using the PostgreSQL server in {data_dir}. Stop it first."
                ) from None
            threading.Event().wait(0.05)
    atexit.register(server.stop)
    try:
        _wait_until_ready(server, data_dir)
        _make_roles(server)
    except BaseException:
        server.stop()
        raise
    return server


def attach(data_dir: Path) -> Server | None:
    """The running server of a data directory, or nothing."""
    try:
        # PostgreSQL writes down where its socket is, in the fifth line.
        lines = (data_dir / "cluster" / "postmaster.pid").read_text().splitlines()
        server = Server(Path(lines[4]))
        server.superuser("postgres").close()
    except (FileNotFoundError, IndexError, psycopg.OperationalError):
        return None
    except PermissionError as error:
        raise EmbeddedPostgresError(foreign(data_dir)) from error
    return server


def ensure_database(server: Server, name: str) -> None:
    """Make a database that the owner role owns and the application's role may enter, if missing."""
    database, owner, app = map(sql.Identifier, (name, OWNER_ROLE, APP_ROLE))
    with server.superuser("postgres") as connection:
        known = connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name])
        if not known.fetchone():
            connection.execute(sql.SQL("CREATE DATABASE {} OWNER {}").format(database, owner))
        connection.execute(sql.SQL("REVOKE ALL ON DATABASE {} FROM PUBLIC").format(database))
        connection.execute(sql.SQL("GRANT CONNECT ON DATABASE {} TO {}").format(database, app))
    with server.superuser(name) as connection:
        connection.execute("REVOKE CREATE ON SCHEMA public FROM PUBLIC")
        connection.execute(sql.SQL("GRANT USAGE ON SCHEMA public TO {}").format(app))


def _wait_until_ready(server: Server, data_dir: Path) -> None:
    deadline = time.monotonic() + _PATIENCE
    while server.process and server.process.poll() is None and time.monotonic() < deadline:
        try:
            server.superuser("postgres").close()
        except psycopg.OperationalError:
            with suppress(subprocess.TimeoutExpired):
                server.process.wait(0.02)
        else:
            return
    raise EmbeddedPostgresError(f"PostgreSQL did not start:\n{log_tail(data_dir)}")


def _make_roles(server: Server) -> None:
    wanted = {OWNER_ROLE: "CREATEDB", APP_ROLE: "NOCREATEDB"}
    make = "CREATE ROLE {} LOGIN NOSUPERUSER NOCREATEROLE NOREPLICATION NOBYPASSRLS {}"
    with server.superuser("postgres") as connection:
        for name, may in wanted.items():
            known = connection.execute("SELECT 1 FROM pg_roles WHERE rolname = %s", [name])
            if not known.fetchone():
                connection.execute(sql.SQL(make).format(sql.Identifier(name), sql.SQL(may)))
