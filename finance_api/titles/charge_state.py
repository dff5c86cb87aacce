"""The state of a receivable's charge, computed from what the bank said; never stored
(rest-api §2.10)."""

from collections.abc import Mapping
from typing import Final

from finance_api.core.errors import Conflict
from finance_api.core.warrant import Warrant
from finance_api.titles.models import Charge, Direction, Title

REGISTERING, REGISTERED, OVERDUE = "registering", "registered", "overdue"
#: Commercial states that end a charge; each wins over whatever its registration says.
TERMINAL: Final = ("paid", "canceled", "generation_failed")
_OF_REGISTRATION: Mapping[str, str] = {
    "pending": REGISTERING,
    "rejected": "registration_rejected",
    "failed": "registration_failed",
}
STATES: Final = (*_OF_REGISTRATION.values(), REGISTERED, OVERDUE, *TERMINAL)
#: A person may still pay a charge in one of these states.
LIVE: Final = frozenset({REGISTERING, REGISTERED, OVERDUE})


def state_of(status: str | None, registration: str | None) -> str | None:
    """One of `STATES`, or nothing where no charge was ever issued."""
    if status is None and registration is None:
        return None
    if status in TERMINAL:
        return status
    state = _OF_REGISTRATION.get(registration or "pending", REGISTERED)
    return OVERDUE if state == REGISTERED and status == "overdue" else state


def require_no_live_charge(warrant: Warrant, title: Title) -> None:
    """Refuse what a customer's live charge would contradict: `Conflict`, `details {charge_state}`
    (K19)."""
    if title.direction != Direction.RECEIVABLE:
        return
    charge = Charge.objects.within(warrant).filter(title=title).first()
    state = charge and state_of(charge.kobana_status, charge.kobana_registration_status)
    if state in LIVE:
        raise Conflict(
            "The receivable has a live charge, which its customer may still pay. Cancel the charge "
            "first.",
            details={"charge_state": state},
        )
