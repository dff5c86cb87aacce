"""What each client was seen to do, kept in `var/` for the page that tells of it
(`python -m tests.clients.page`)."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parents[2] / "var" / "clients"

CONFIRMS = "form: cancelled, declined, accepted"
CANNOT = "`confirmation_required`, nothing changed"
#: What a server may offer beside tools; a client takes the steps of those that are offered.
BESIDE_TOOLS = ("resources", "prompts", "completions")
NOT_OFFERED = "not offered"
NO_SUCH_STEP = "–"


@dataclass(frozen=True)
class Row:
    """One client, in one of its modes, and how its walk ended."""

    client: str
    mode: str
    version: str
    confirmation: str = CANNOT
    resources: str = NOT_OFFERED
    prompts: str = NOT_OFFERED
    completions: str = NOT_OFFERED


@dataclass(frozen=True)
class Suite:
    """The conformance suite at one version: how many of its scenarios held, and single checks."""

    version: str
    held: int
    scenarios: int
    checks: int


def keep(seen: Row | Suite) -> None:
    """Keep what was seen; a later run of the same client and mode replaces it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    name = f"{seen.client} {seen.mode}" if isinstance(seen, Row) else f"suite {seen.version}"
    name = "".join(letter if letter.isalnum() or letter == "." else "-" for letter in name)
    text = json.dumps(asdict(seen), ensure_ascii=False, indent=2)
    (FOLDER / f"{name}.json").write_text(text + "\n")


def rows() -> list[Row]:
    """What has been seen, by client and mode."""
    found = [value for value in _kept() if "client" in value]
    return sorted((Row(**value) for value in found), key=lambda row: (row.client, row.mode))


def suites() -> list[Suite]:
    """What the conformance suite has found, the newest version first."""
    found = [value for value in _kept() if "client" not in value]
    return sorted((Suite(**value) for value in found), key=lambda suite: suite.version)[::-1]


def _kept() -> list[dict[str, Any]]:
    return [json.loads(path.read_text()) for path in FOLDER.glob("*.json")]


def beside_tools(offered: Iterable[str], walked: Iterable[str]) -> dict[str, str]:
    """The columns of a row for what was offered and, of it, what the client has steps for."""
    offered, walked = set(offered), set(walked)
    return {
        name: _STEPS[name] if name in walked else NO_SUCH_STEP
        for name in BESIDE_TOOLS
        if name in offered
    }


_STEPS = {
    "resources": "list, templates, read",
    "prompts": "list, get",
    "completions": "complete",
}
