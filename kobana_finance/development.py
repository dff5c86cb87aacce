"""What a checkout runs on when nothing is configured: its own database and secret, in `var/`."""

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from kobana_finance import embedded_postgres

ROOT = Path(__file__).resolve().parent.parent
VAR = ROOT / "var"
DATABASE = "kobana"


@contextmanager
def surroundings(*, shared: bool) -> Iterator[None]:
    """Configure the environment for a while, unless it names a database (K2).

    A shared server may be one that another process, such as `make run`, has running already.
    """
    if os.environ.get("DATABASE_URL"):
        yield
        return
    if not os.environ.get("SECRET_KEY"):
        os.environ["SECRET_KEY"] = _secret_key()
    with _server(shared=shared) as server:
        embedded_postgres.ensure_database(server, DATABASE)
        os.environ["DATABASE_URL"] = server.url("app", DATABASE)
        os.environ["DATABASE_OWNER_URL"] = server.url("owner", DATABASE)
        yield


def _server(*, shared: bool) -> embedded_postgres.Server:
    data_dir = VAR / "pg"
    running = embedded_postgres.attach(data_dir) if shared else None
    if running:
        return running
    try:
        return embedded_postgres.start(data_dir)
    except embedded_postgres.AlreadyRunningError:
        # Two commands began at once, and the other was first.
        running = embedded_postgres.attach(data_dir) if shared else None
        if running:
            return running
        raise


def _secret_key() -> str:
    """The key of this checkout, made once, so that sessions and tokens survive a restart."""
    path = VAR / "secret_key"
    VAR.mkdir(exist_ok=True)
    draft = path.with_name(f"secret_key.{os.getpid()}")
    if not path.exists():
        draft.touch(mode=0o600)
        draft.write_text(secrets.token_urlsafe(50))
        # Of two commands that begin at once each leaves a whole key, and the later one stays.
        draft.replace(path)
    return path.read_text()
