"""Environments of their own, for what may not live beside the product: each is a folder with a
`requirements.txt` of exact versions and hashes, installed into `.venvs/` when first needed."""

import fcntl
import hashlib
import subprocess
import sys
import venv
from pathlib import Path

from tests.live import ROOT

_ENVIRONMENTS = ROOT / ".venvs"


def python_of(folder: Path) -> Path:
    """The Python of the environment that holds what the folder locks; built if it is not yet."""
    locked, environment = folder / "requirements.txt", _ENVIRONMENTS / folder.name
    mark, wanted = environment / "installed", hashlib.sha256(locked.read_bytes()).hexdigest()
    found = environment / "bin" / "python"
    _ENVIRONMENTS.mkdir(exist_ok=True)
    with (_ENVIRONMENTS / f"{folder.name}.lock").open("w") as lock:
        # Other test processes wait until it is whole.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not mark.exists() or mark.read_text() != wanted:
            venv.create(environment, clear=True)
            # Our own pip installs there, and compiles nothing: most of it is never imported.
            install = ["-m", "pip", "--python", str(found), "install", "--quiet", "--no-compile"]
            install += ["--disable-pip-version-check", "--require-hashes"]
            subprocess.run([sys.executable, *install, "--requirement", str(locked)], check=True)
            mark.write_text(wanted)
    return found
