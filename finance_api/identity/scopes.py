"""The vocabulary of scopes, derived from the operations, and which scope satisfies which (K9)."""

from collections.abc import Collection, Iterable

from finance_api.core.operations import Operation

ALL = "finance.all"
#: Personal MCP tokens only: every read, every write and the money resources.
ALL_WRITE = "finance.all.write"
#: The audience of a session, and of a token of the dashboard's own backend. Scopes do not bound it:
#: what a person at the dashboard may do, their permissions alone say.
DASHBOARD = "dashboard"


#: What a client asks for to be given refresh tokens. Every client is, so it is heard and granted
#: to nobody (P175).
OFFLINE = "offline_access"
_WRITE = ".write"


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


def money(operations: Iterable[Operation]) -> set[str]:
    """The scopes that let a token move money; nothing else gives them."""
    return {op.required_scope for op in operations if op.scope and op.moves_money} | {ALL_WRITE}


def grantable(operations: Iterable[Operation], *, writes: bool) -> list[str]:
    """What a person may let a client have (K10): reads, and where an installation opened it the
    writes of a resource by name. Money is dispatched and charged with personal tokens only."""
    operations = list(operations)
    reads = {op.required_scope for op in operations if op.scope and not op.writes} | {ALL}
    wanted = {op.required_scope for op in operations if op.scope and op.writes} - money(operations)
    return sorted(reads | wanted if writes else reads)


def narrowed(asked: Iterable[str], available: Collection[str]) -> list[str]:
    """What is granted of what was asked for: a write that cannot be had becomes its read (K10)."""
    reads = (name if name in available else name.removesuffix(_WRITE) for name in asked)
    return [name for name in dict.fromkeys(reads) if name in available]
