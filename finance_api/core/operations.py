"""Operation: what one endpoint does, said once beside its action and read by everything else.

The router's admission, the idempotency key, the OpenAPI document, the MCP tool, the confirmation,
the security locks and the vocabularies of scopes and permissions all read it; nothing declares it
again.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, Literal, TypeVar

Key = Literal["none", "allowed", "required"]
Lock = Literal["create", "edit", "delete", "settle", "dispatch"]
Test = Callable[[Any, Mapping[str, Any]], bool]


@dataclass(frozen=True)
class Operation:
    """One thing that can be done.

    `permission` and `scope` are completed with the resource by the catalog: a permission without a
    dot belongs to the resource, an absent scope is the resource's own. `confirms` says for which
    record and arguments a person must confirm; `sensitive` says when the call needs the further
    `sensitive_permission` and stands under `sensitive_lock` (settling is an update, but not
    everybody who edits may settle).
    """

    writes: bool
    permission: str
    lock: Lock | None = None
    scope: str | None = None
    moves_money: bool = False
    destructive: bool = False
    idempotent: bool = False
    key: Key = "none"
    confirms: Test | None = None
    sensitive: Test | None = None
    sensitive_permission: str = ""
    sensitive_lock: Lock | None = None
    needs_workspace: bool = True
    name: str = ""
    resource: str = ""

    def but(self, **changes: Any) -> "Operation":
        """The same operation with something said differently."""
        return replace(self, **changes)

    @property
    def required_scope(self) -> str:
        """The scope a token must hold; empty where any valid token will do (K9)."""
        if not self.scope:
            return ""
        plain = self.moves_money or not self.writes
        return f"finance.{self.scope}" if plain else f"finance.{self.scope}.write"

    @property
    def required_permission(self) -> str:
        """`<resource>.<permission>`; empty where membership is enough (K13)."""
        return self._qualified(self.permission)

    @property
    def always_confirms(self) -> bool:
        """Whether every call of it asks a person first."""
        return self.confirms is always

    def refined(self) -> "Operation":
        """This operation as it stands once its arguments turned out to be sensitive ones."""
        return self.but(permission=self.sensitive_permission, lock=self.sensitive_lock)

    def _qualified(self, permission: str) -> str:
        if not permission or "." in permission:
            return permission
        return f"{self.resource}.{permission}"

    def permissions(self) -> set[str]:
        """Every permission this operation may ask for."""
        return {self._qualified(p) for p in (self.permission, self.sensitive_permission) if p}


def always(record: Any, arguments: Mapping[str, Any]) -> bool:
    """The test of an operation that always asks."""
    return True


READ = Operation(writes=False, permission="view", idempotent=True)
WRITE = Operation(writes=True, permission="edit", lock="edit")
CREATE = Operation(writes=True, permission="create", lock="create", key="allowed")
UPDATE = Operation(writes=True, permission="edit", lock="edit", idempotent=True)
DELETE = Operation(
    writes=True,
    permission="delete",
    lock="delete",
    destructive=True,
    idempotent=True,
    confirms=always,
)

CRUD: Mapping[str, Operation] = {
    "list": READ,
    "retrieve": READ,
    "create": CREATE,
    "partial_update": UPDATE,
    "destroy": DELETE,
}

F = TypeVar("F", bound=Callable[..., Any])


def operation(declared: Operation, **changes: Any) -> Callable[[F], F]:
    """Declare the operation of a viewset action that is not one of CRUD."""

    def mark(action: F) -> F:
        action.operation = declared.but(**changes)  # type: ignore[attr-defined]
        return action

    return mark
