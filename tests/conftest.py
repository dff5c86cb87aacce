"""The ground every test stands on: a real PostgreSQL, one database per worker, migrated as the
owner and used as the application's role. Tests commit; each builds an organization of its own, so
none sees another.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import django
import psycopg
import pytest

from kobana_finance import embedded_postgres

pytest_plugins = ["tests.live"]

ROOT = Path(__file__).resolve().parent.parent
TEMPLATE = "kobana_template"
_WORKER = os.environ.get("PYTEST_XDIST_WORKER")
_OWNER, _APP = "KOBANA_TEST_OWNER_URL", "KOBANA_TEST_APP_URL"
_DATA = Path(tempfile.gettempdir()) / f"kobana-test-{os.getpid()}"

os.environ.setdefault("SECRET_KEY", "only-for-tests-" + "x" * 50)
os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kobana_finance.settings")
os.environ["MCP_ALLOWED_ORIGINS"] = "https://agent.example"
os.environ["LOG_LEVEL"] = "INFO"
# A test of something else may ask as often as it likes; those of budgets set their own.
_BUDGETS = ("READS_PER_HOUR", "WRITES_PER_HOUR", "MCP_PER_MINUTE")
_OF_AN_ADDRESS = ("SIGN_INS_PER_ADDRESS", "CLIENTS_PER_ADDRESS", "TOKEN_REQUESTS_PER_ADDRESS")
for _budget in (*_BUDGETS, *_OF_AN_ADDRESS):
    os.environ[_budget] = "1000000"
# Each worker keeps files of its own, as it does a database.
os.environ["ATTACHMENTS_FOLDER"] = str(_DATA / "media")


def _named(url: str, database: str) -> str:
    return url.replace(TEMPLATE, database)


def _start_server() -> embedded_postgres.Server:
    """One throw-away server for the whole run, with one migrated database to copy from."""
    server = embedded_postgres.start(_DATA / "pg", durable=False)
    embedded_postgres.ensure_database(server, TEMPLATE)
    os.environ[_OWNER] = server.url("owner", TEMPLATE)
    os.environ[_APP] = server.url("app", TEMPLATE)
    return server


def _use(database: str) -> None:
    os.environ["DATABASE_URL"] = _named(os.environ[_APP], database)
    os.environ["DATABASE_OWNER_URL"] = _named(os.environ[_OWNER], database)


def _migrate() -> None:
    environment = os.environ | {
        "DATABASE_URL": os.environ[_APP],
        "DATABASE_OWNER_URL": os.environ[_OWNER],
    }
    subprocess.run(
        [sys.executable, "-m", "django", "migrate", "--verbosity", "0"],
        cwd=ROOT,
        env=environment,
        check=True,
    )


# The settings read the environment, so it must be complete before Django is set up.
_server = None if _WORKER else _start_server()
_use(f"kobana_test_{_WORKER or 'main'}")
if _server is not None:
    _migrate()
django.setup()


def pytest_unconfigure(config: pytest.Config) -> None:
    if _server is not None:
        _server.stop()
    shutil.rmtree(_DATA, ignore_errors=True)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes() -> None:
    """A worker must not load the settings before it has named its own database above."""
    del os.environ["DJANGO_SETTINGS_MODULE"]


@pytest.fixture(scope="session")
def django_db_setup() -> None:
    """This worker's own database, copied from the migrated template."""
    database = f"kobana_test_{_WORKER or 'main'}"
    with psycopg.connect(_named(os.environ[_OWNER], "postgres"), autocommit=True) as connection:
        connection.execute(f'CREATE DATABASE "{database}" TEMPLATE "{TEMPLATE}"')


@pytest.fixture(scope="session", autouse=True)
def _database(django_db_setup: None, django_db_blocker: object) -> Iterator[None]:
    """Tests use the database as the product does: their transactions commit."""
    with django_db_blocker.unblock():  # type: ignore[attr-defined]
        yield
