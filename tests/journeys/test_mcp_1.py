"""The story with the `mcp` library, version 1, which only knows the handshake."""

import fcntl
import hashlib
import json
import os
import subprocess
import sys
import venv
from pathlib import Path

import pytest

from mcp_gateway.instructions import INSTRUCTIONS
from tests.agent import OLD
from tests.journeys.story import CREATE, LIST, UPDATE, WORKSPACES, Story, still_pending
from tests.live import ROOT, Live

HERE = Path(__file__).parent / "mcp_1"
LOCKED = HERE / "requirements.txt"
ENVIRONMENT = ROOT / ".venvs" / "mcp_1"


@pytest.fixture(scope="session")
def python() -> Path:
    """The Python of an environment that holds what is locked; made when it is first needed."""
    mark, wanted = ENVIRONMENT / "installed", hashlib.sha256(LOCKED.read_bytes()).hexdigest()
    found = ENVIRONMENT / "bin" / "python"
    ENVIRONMENT.parent.mkdir(exist_ok=True)
    with (ENVIRONMENT.parent / "mcp_1.lock").open("w") as lock:
        # Other test processes wait until it is whole.
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not mark.exists() or mark.read_text() != wanted:
            venv.create(ENVIRONMENT, clear=True, with_pip=True)
            install = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
            install += ["--require-hashes", "--requirement", str(LOCKED)]
            subprocess.run([str(found), *install], check=True)
            mark.write_text(wanted)
    return found


def test_the_handshake_reads_and_writes_but_cannot_settle(
    live: Live, told: Story, python: Path
) -> None:
    story = {
        "url": f"{live.url}/mcp",
        "token": told.place.mcp_token,
        "workspaces": WORKSPACES,
        "late": [LIST, told.late],
        "create": [CREATE, told.rent],
        "update": UPDATE,
        "settle": told.settlement(""),
    }
    told_to = subprocess.run(
        [str(python), str(HERE / "client.py")],
        input=json.dumps(story).encode(),
        stdout=subprocess.PIPE,
        stderr=sys.stderr,
        env={"PATH": os.environ["PATH"]},
        check=True,
        timeout=60,
    )
    answered = json.loads(told_to.stdout)
    assert (answered["version"], answered["server"]) == (OLD, "kobana-finance")
    assert answered["instructions"] == INSTRUCTIONS
    assert {WORKSPACES, LIST, CREATE, UPDATE} <= set(answered["tools"])
    (workspace,) = answered["workspaces"]["value"]["data"]
    assert workspace["id"] == str(told.place.workspace.id)
    (late,) = answered["late"]["value"]["data"]
    assert late["id"] == told.overdue["id"]
    assert answered["settled"]["error"] is True
    assert answered["settled"]["value"]["error"]["code"] == "confirmation_required"
    still_pending(told, answered["created"]["value"]["id"])
    assert (answered["unknown"], answered["pinged"]) == (-32602, {})
