"""The security locks, as data and pure predicates (K14).

A door lock says that a channel may not do an action in a workspace; it needs no row and is the last
step of admission. The lock date says that nothing dated on or before it is created, changed, moved,
settled or removed; it needs the row's dates and is asked by `core/records.py` under the row's lock.
"""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass, field

from finance_api.core.errors import SecurityBlocked

CHANNELS = ("dashboard", "api", "mcp")
ACTIONS = ("create", "edit", "delete", "settle", "dispatch")


@dataclass(frozen=True)
class SecurityPolicy:
    """What a workspace forbids: pairs of channel and action, and a date up to which the books
    are closed."""

    blocked: frozenset[tuple[str, str]] = field(default_factory=frozenset)
    locked_through: dt.date | None = None

    def closes(self, channel: str, action: str | None) -> SecurityBlocked | None:
        """The refusal of an action on a channel, or nothing."""
        if action is None or (channel, action) not in self.blocked:
            return None
        return SecurityBlocked(
            f"The workspace's security settings forbid this action ({action}) on this channel. "
            "Ask an organization admin, or do it through another channel.",
            details={"rule": action, "channel": channel},
        )

    def require_allowed(self, channel: str, action: str) -> None:
        """Refuse an action that a write does beside the one it was admitted for."""
        refusal = self.closes(channel, action)
        if refusal is not None:
            raise refusal

    def require_open(self, channel: str, dates: Iterable[dt.date | None]) -> None:
        """Refuse when any of the dates lies in the locked period."""
        if self.locked_through is None:
            return
        if any(date is not None and date <= self.locked_through for date in dates):
            raise SecurityBlocked(
                "The period is closed: nothing dated on or before the workspace's lock date can be "
                "created, changed, moved, settled or removed. Use a later date, or ask an "
                "organization admin.",
                details={"rule": "lock_date", "channel": channel},
            )
