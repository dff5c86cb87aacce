"""The vocabulary of permissions, derived from the operations, and the roles every organization
has (K13)."""

from collections.abc import Iterable, Mapping

from finance_api.core.operations import Operation

#: Permissions that guard no endpoint of the API but an act in the admin.
DASHBOARD_PERMISSIONS = ("payables.approve", "security.manage")

ROLES: Mapping[str, tuple[str, ...]] = {
    "Admin": ("*.*",),
    "Finance": (
        "*.view",
        "*.create",
        "*.edit",
        "*.delete",
        "*.settle",
        "*.dispatch",
        "*.charge",
        "accounts.adjust_balance",
        "reconciliations.manage",
    ),
    "Operations": ("*.view", "*.create", "*.edit"),
    "View": ("*.view",),
}


def granted(permission: str, patterns: frozenset[str]) -> bool:
    """Whether a permission is among the patterns: itself, `resource.*`, `*.verb` or `*.*`."""
    resource, _, verb = permission.partition(".")
    return not patterns.isdisjoint({permission, f"{resource}.*", f"*.{verb}", "*.*"})


def vocabulary(operations: Iterable[Operation]) -> list[str]:
    """Every permission that may be asked for."""
    asked = {name for operation in operations for name in operation.permissions()}
    return sorted(asked | set(DASHBOARD_PERMISSIONS))
