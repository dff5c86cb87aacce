"""`python -m kobana_finance.reference`: the pages of docs/ that the code writes about itself.

`--check` writes nothing, and exits with 1 when a page is not what it would be.
"""

import os
import sys
from collections.abc import Callable, Iterator, Mapping
from itertools import groupby
from pathlib import Path

import django

from finance_api.core.operations import Operation
from finance_api.rest import catalog
from finance_api.rest.catalog import Endpoint

FOLDER = Path(__file__).resolve().parent.parent / "docs"
_NOTE = "<!-- Written by `make docs` from the code. Change the code, not this page. -->"
_HEADS = ("Tool", "Method and path", "Scope", "Permission", "Bank", "Destructive", "Key")


def operations() -> str:
    """docs/operations.md: every operation of the catalog, and what each asks for."""
    endpoints = list(catalog.endpoints().values())
    lines = ["# Operations", "", _NOTE, "", _INTRODUCTION.format(count=len(endpoints))]
    for resource, group in groupby(endpoints, lambda endpoint: endpoint.operation.resource):
        lines += ["", f"## {resource}", "", *_table(group)]
    return "\n".join(lines) + "\n"


_INTRODUCTION = """\
The {count} operations of the product, each an endpoint of the API and, under its tool's name, a
tool of the MCP endpoint. Bodies and answers are on `/docs` of a running server.

- **Scope**: what the token must hold; without one, any valid token will do. Reading and writing are
  two scopes, and neither is in the other.
- **Permission**: what the person must have been granted; without one, being a member is enough.
  Settling is a change of a title's status, or of the money of a settled one; deleting a settled or
  matched one takes that back, and needs the same right.
- **Bank**: `money` where the call has a bank move money. Of the scopes that stand for many, only
  `finance.all.write` of an MCP token reaches it.
- **Destructive**: the tool says so to agents, and runs only after a person has said yes: `always`,
  or `when settling`. REST does not ask.
- **Key**: whether an `X-Idempotency-Key` is `none` (not read), `allowed` or `required`."""


def _table(endpoints: Iterator[Endpoint]) -> list[str]:
    rows = [_HEADS, tuple("---" for _ in _HEADS), *map(_row, endpoints)]
    return [f"| {' | '.join(row)} |" for row in rows]


def _row(endpoint: Endpoint) -> tuple[str, ...]:
    operation = endpoint.operation
    return (
        f"`{endpoint.name}`",
        f"`{endpoint.method} {endpoint.path}`",
        _code(operation.required_scope),
        _permission(operation),
        "money" if operation.moves_money else "",
        _destructive(operation),
        operation.key,
    )


def _permission(operation: Operation) -> str:
    plain = _code(operation.required_permission)
    if operation.sensitive is None:
        return plain
    return f"{plain}; settling {_code(operation.refined().required_permission)}"


def _destructive(operation: Operation) -> str:
    if not operation.destructive:
        return ""
    return "always" if operation.always_confirms else "when settling"


def _code(word: str) -> str:
    return f"`{word}`" if word else ""


def tools() -> str:
    """docs/tools.md: what an agent sees."""
    from kobana_finance import tools_page  # what it reads is only there once Django is set up

    return tools_page.page(_NOTE)


#: By file name in docs/: what writes it.
PAGES: Mapping[str, Callable[[], str]] = {"operations.md": operations, "tools.md": tools}


def stale() -> list[str]:
    """The pages that are not what the code would write."""
    return [name for name, page in PAGES.items() if _written(name) != page()]


def _written(name: str) -> str:
    path = FOLDER / name
    return path.read_text() if path.exists() else ""


def main(*arguments: str) -> str | None:
    """Write the pages, or say which are stale."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kobana_finance.settings")
    django.setup()
    if "--check" in arguments:
        names = ", ".join(stale())
        return f"Stale in docs/: {names}. Run `make docs` and read the diff." if names else None
    for name, page in PAGES.items():
        (FOLDER / name).write_text(page())
    return None


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
