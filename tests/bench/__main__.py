"""Starts a PostgreSQL of its own, fills it, measures through the API, prints the tables and removes
it all."""

import logging
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import django
import psycopg
from django.core.management import call_command

from kobana_finance import embedded_postgres
from kobana_finance.development import VAR

_DATABASE = "kobana_bench"


def main() -> None:
    with (
        tempfile.TemporaryDirectory(prefix="kobana-bench-") as folder,
        embedded_postgres.start(Path(folder) / "pg", durable=False) as server,
    ):
        embedded_postgres.ensure_database(server, _DATABASE)
        os.environ |= {
            "DJANGO_SETTINGS_MODULE": "kobana_finance.settings",
            "SECRET_KEY": "only-for-the-bench-" + "x" * 50,
            "DATABASE_URL": server.url("app", _DATABASE),
            "DATABASE_OWNER_URL": server.url("owner", _DATABASE),
            "ATTACHMENTS_FOLDER": str(Path(folder) / "media"),
            "ALLOWED_HOSTS": "testserver",
            # Writing a line for every call is not what is measured.
            "LOG_LEVEL": "ERROR",
        }
        # WhiteNoise complains of a missing folder.
        (VAR / "static").mkdir(parents=True, exist_ok=True)
        django.setup()
        logging.disable(logging.WARNING)
        call_command("migrate", verbosity=0)
        with server.superuser(_DATABASE) as connection:
            _run(connection)


def _run(connection: psycopg.Connection[Any]) -> None:
    # The product's modules can be imported only now that the settings can be read.
    from tests.bench import books, calls, pages, totals

    began = time.monotonic()
    large, *others = books.load(connection)
    loaded = time.monotonic() - began
    _say(f"{books.described(connection, large, others)} Loaded in {loaded:.0f} s.")
    for measured in (pages, totals, calls):
        _say(f"\n{measured.table(large)}")
    _say(f"\nAll in {time.monotonic() - began:.0f} s.")


def _say(text: str) -> None:
    sys.stdout.write(f"{text}\n")
    sys.stdout.flush()


if __name__ == "__main__":
    main()
