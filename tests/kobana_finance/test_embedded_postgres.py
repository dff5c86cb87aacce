"""The embedded PostgreSQL: whom it lets in as what, where it may live, when it dies."""

import os
import pwd
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import environ
import psycopg
import pytest

from kobana_finance.embedded_postgres import (
    AlreadyRunningError,
    Server,
    attach,
    ensure_database,
    start,
)
from kobana_finance.postgres_site import EmbeddedPostgresError, remove_leavings
from tests.kobana_finance.processes import alive, descendants, wait_until

ROOT = Path(__file__).resolve().parents[2]
OWNER = """
import sys, threading
from pathlib import Path
from kobana_finance.embedded_postgres import start
server = start(Path(sys.argv[1]), durable=False)
print(server.url("owner", "postgres"), flush=True)
sys.stdin.readline()
"""


@contextmanager
def closed_directory() -> Iterator[Path]:
    """A directory that no other account may enter."""
    directory = Path(tempfile.mkdtemp())
    try:
        yield directory
    finally:
        shutil.rmtree(directory)


@pytest.fixture
def data_dir() -> Iterator[Path]:
    """A data directory where root may look, and the account that root lends may not."""
    with closed_directory() as directory:
        yield directory / "pg"


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """One server for the tests that only ask it something."""
    with closed_directory() as directory, start(directory / "pg", durable=False) as server:
        ensure_database(server, "books")
        yield server


def run_as(account: str, *command: str) -> "subprocess.CompletedProcess[str]":
    """Run a command as another account, in the checkout."""
    try:
        return subprocess.run(
            command,
            cwd=ROOT,
            user=account,
            group=pwd.getpwnam(account).pw_gid,
            extra_groups=[],
            capture_output=True,
            text=True,
            check=False,
        )
    except PermissionError:
        pytest.skip("this checkout, or its Python, is closed to ordinary accounts")


@contextmanager
def another_process_with_a_server(
    data_dir: Path, account: str | None = None
) -> Iterator["subprocess.Popen[str]"]:
    """A process that starts a server and then waits for a line of input."""
    with subprocess.Popen(
        [sys.executable, "-c", OWNER, str(data_dir)],
        cwd=ROOT,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        user=account,
        group=pwd.getpwnam(account).pw_gid if account else None,
        extra_groups=[] if account else None,
    ) as owner:
        try:
            assert owner.stdout is not None
            url = owner.stdout.readline()
            family = descendants(owner.pid)
            yield owner
        finally:
            owner.kill()
        assert wait_until(lambda: not alive(family))
        remove_leavings(Path(environ.Env.db_url_config(url.strip())["HOST"]))


def test_the_two_roles_have_no_more_than_they_need(server: Server) -> None:
    with psycopg.connect(server.url("app", "books")) as connection:
        roles = connection.execute(
            "SELECT rolname, rolsuper, rolbypassrls, rolcreaterole, rolcreatedb FROM pg_roles"
            " WHERE rolname LIKE 'kobana%' ORDER BY rolname"
        ).fetchall()
        owner = connection.execute(
            "SELECT datdba::regrole::text FROM pg_database WHERE datname = 'books'"
        ).fetchone()
        owned = connection.execute(
            "SELECT count(*) FROM pg_shdepend WHERE refobjid = 'kobana_app'::regrole"
            " AND deptype = 'o'"
        ).fetchone()
    assert roles == [
        ("kobana_app", False, False, False, False),
        ("kobana_owner", False, False, False, True),
    ]
    assert owner == ("kobana_owner",)
    assert owned == (0,)


def test_only_the_owner_role_makes_tables(server: Server) -> None:
    ensure_database(server, "books")
    with psycopg.connect(server.url("owner", "books")) as connection:
        connection.execute("CREATE TABLE entry ()")
    with (
        psycopg.connect(server.url("app", "books")) as connection,
        pytest.raises(psycopg.errors.InsufficientPrivilege),
    ):
        connection.execute("CREATE TABLE another ()")


def test_django_and_libpq_read_the_same_address(server: Server) -> None:
    url = server.url("app", "books")
    django = environ.Env.db_url_config(url)
    libpq = psycopg.conninfo.conninfo_to_dict(url)
    assert (django["HOST"], django["PORT"]) == (str(server.socket_dir), 5432)
    assert (django["USER"], django["NAME"]) == ("kobana_app", "books")
    assert (libpq["host"], libpq["port"]) == (str(server.socket_dir), "5432")
    assert (libpq["user"], libpq["dbname"]) == ("kobana_app", "books")


def test_upper_and_lower_case_are_those_of_portuguese(server: Server) -> None:
    with psycopg.connect(server.url("app", "books")) as connection:
        assert connection.execute("SELECT upper('açúcar')").fetchone() == ("AÇÚCAR",)


def test_the_server_listens_on_a_private_socket_only(server: Server) -> None:
    with psycopg.connect(server.url("app", "books")) as connection:
        assert connection.execute("SHOW listen_addresses").fetchone() == ("",)
    assert server.socket_dir.stat().st_mode & 0o777 == 0o700


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another account")
def test_not_even_the_account_that_runs_the_server_may_connect(server: Server) -> None:
    psql = [sys.executable, "-c", "import sys, psycopg; psycopg.connect(sys.argv[1])"]
    refused = run_as("nobody", *psql, server.url("owner", "books"))
    assert "Peer authentication failed" in refused.stderr


def test_a_forked_child_does_not_stop_the_server_of_its_parent(server: Server) -> None:
    Server(server.socket_dir, server.process, owner=os.getppid()).stop()
    psycopg.connect(server.url("app", "postgres")).close()


def test_a_long_path_is_no_obstacle(data_dir: Path) -> None:
    deep = data_dir.joinpath(*["a long name with spaces"] * 10)
    with start(deep, durable=False) as server:
        assert len(str(deep)) > 200
        psycopg.connect(server.url("app", "postgres")).close()


def test_the_data_is_there_after_a_restart(data_dir: Path) -> None:
    with start(data_dir) as server:
        ensure_database(server, "books")
        with psycopg.connect(server.url("owner", "books")) as connection:
            connection.execute("CREATE TABLE entry AS SELECT 42 AS amount")
    with start(data_dir) as server:
        ensure_database(server, "books")
        with psycopg.connect(server.url("owner", "books")) as connection:
            assert connection.execute("SELECT amount FROM entry").fetchone() == (42,)


def test_the_data_is_there_after_the_whole_server_was_killed(data_dir: Path) -> None:
    with start(data_dir) as server:
        assert server.process is not None
        ensure_database(server, "books")
        with psycopg.connect(server.url("owner", "books")) as connection:
            connection.execute("CREATE TABLE entry AS SELECT 42 AS amount")
        children = descendants(server.process.pid)
        server.process.kill()
        assert wait_until(lambda: not alive(children))
        assert (data_dir / "cluster" / "postmaster.pid").exists()
    with start(data_dir) as server, psycopg.connect(server.url("owner", "books")) as connection:
        assert connection.execute("SELECT amount FROM entry").fetchone() == (42,)


def test_a_cluster_left_half_made_is_made_again(data_dir: Path) -> None:
    (data_dir / "cluster.new" / "base").mkdir(parents=True)
    with start(data_dir, durable=False) as server:
        psycopg.connect(server.url("app", "postgres")).close()


def test_a_second_start_is_refused_and_attaching_reaches_the_first(data_dir: Path) -> None:
    with another_process_with_a_server(data_dir) as owner:
        with pytest.raises(AlreadyRunningError, match="Another process is using"):
            start(data_dir)
        server = attach(data_dir)
        assert server is not None
        server.stop()
        psycopg.connect(server.url("app", "postgres")).close()
        assert owner.poll() is None


def test_there_is_nothing_to_attach_to_before_a_start_nor_after_a_stop(data_dir: Path) -> None:
    assert attach(data_dir) is None
    with start(data_dir, durable=False):
        assert attach(data_dir) is not None
    assert attach(data_dir) is None


@pytest.mark.parametrize(
    "farewell", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGKILL, None]
)
def test_the_server_dies_with_its_owner(data_dir: Path, farewell: signal.Signals | None) -> None:
    with another_process_with_a_server(data_dir) as owner:
        family = descendants(owner.pid)
        assert len(family) > 1
        if farewell:
            owner.send_signal(farewell)
        else:
            assert owner.stdin is not None
            owner.stdin.write("\n")
            owner.stdin.flush()
        assert wait_until(lambda: not alive(family))
    # And in a way that lets the next one begin.
    with start(data_dir, durable=False) as server:
        psycopg.connect(server.url("app", "postgres")).close()


def test_nothing_is_left_outside_the_data_directory(data_dir: Path) -> None:
    with start(data_dir, durable=False) as server:
        beside = list(server.socket_dir.parent.glob(f"{server.socket_dir.name}*"))
        assert server.socket_dir in beside
    assert not any(path.exists() for path in beside)


def test_a_socket_directory_made_by_somebody_else_is_not_used(data_dir: Path) -> None:
    with start(data_dir, durable=False) as server:
        pass
    server.socket_dir.mkdir(mode=0o777)
    server.socket_dir.chmod(0o777)
    try:
        with pytest.raises(EmbeddedPostgresError, match="is not ours"):
            start(data_dir, durable=False)
    finally:
        server.socket_dir.rmdir()


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can become another account")
def test_an_ordinary_account_runs_its_own_server_and_root_does_not_take_it_over() -> None:
    run_as("daemon", sys.executable, "-c", "import kobana_finance.embedded_postgres")
    with closed_directory() as directory:
        shutil.chown(directory, "daemon")
        data_dir = directory / "pg"
        with another_process_with_a_server(data_dir, "daemon") as owner:
            owners = {Path(f"/proc/{pid}").owner() for pid in descendants(owner.pid)}
            assert owners == {"daemon"}
            with pytest.raises(EmbeddedPostgresError, match="made by another account"):
                start(data_dir)
