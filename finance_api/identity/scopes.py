"""The vocabulary of scopes, derived from the operations, and which scope satisfies which (K9)."""

from collections.abc import Collection, Iterable

from finance_api.core.operations import Operation

ALL = "finance.all"
#: Personal MCP tokens only: every read, every write and the money resources.
ALL_WRITE = "finance.all.write"
#: The audience of a session. It names no scopes: what a person at the dashboard may do, their
#: permissions alone say.
DASHBOARD = "dashboard"


def satisfied(operation: Operation, granted: Collection[str], audience: str) -> bool:
    """Whether a token for that audience, holding these scopes, reaches the operation."""
    required = operation.required_scope
    if not required or required in granted or audience == DASHBOARD:
        return True
    if ALL_WRITE in granted and audience == "mcp":
        return True
    return ALL in granted and not operation.writes


def vocabulary(operations: Iterable[Operation]) -> list[str]:
    """Every scope the operations ask for, and the two that stand for all."""
    return sorted({op.required_scope for op in operations if op.scope} | {ALL, ALL_WRITE})
