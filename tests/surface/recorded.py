"""Committed pictures of the public face: compared on every run, taken by `make snapshots`."""

import json
import os
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).resolve().parent.parent / "snapshots"
WRITING = os.environ.get("SNAPSHOTS") == "write"


def text_of(value: Any) -> str:
    return json.dumps(value, indent=2, ensure_ascii=False, sort_keys=True) + "\n"


def compare(name: str, value: Any) -> None:
    """Compare a value with its picture, or take the picture."""
    path = FOLDER / name
    text = text_of(value)
    if WRITING:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
        return
    assert path.exists(), f"{name} was never recorded: run `make snapshots` and read the diff"
    assert path.read_text() == text, f"{name} has changed: run `make snapshots` and read the diff"
