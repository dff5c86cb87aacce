"""What each client was seen to do, kept in `var/` for the page that tells of it
(`python -m tests.clients.page`)."""

import json
from collections.abc import Iterable
from dataclasses import asdict, dataclass

from tests.live import ROOT

FOLDER = ROOT / "var" / "clients"

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


def keep(row: Row) -> None:
    """Keep what was seen; a later run of the same client and mode replaces it."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    name = "".join(c if c.isalnum() or c == "." else "-" for c in f"{row.client} {row.mode}")
    text = json.dumps(asdict(row), ensure_ascii=False, indent=2)
    (FOLDER / f"{name}.json").write_text(text + "\n")


def kept() -> list[Row]:
    """What has been seen, by client and mode."""
    rows = [Row(**json.loads(path.read_text())) for path in FOLDER.glob("*.json")]
    return sorted(rows, key=lambda row: (row.client.lower(), row.version, row.mode))


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
