"""The approval gate: payables that a program creates wait for a person (K18, rest-api §2.9).

Approving and rejecting are acts of the dashboard, never an endpoint and never a tool.
"""

from typing import Final

from django.db.models import Q
from django.utils import timezone

from finance_api.core import records
from finance_api.core.errors import Unprocessable
from finance_api.core.operations import Operation
from finance_api.core.warrant import Warrant
from finance_api.titles import payment_order
from finance_api.titles.models import Approval, Direction, Title

APPROVE: Final = Operation(
    writes=True,
    permission="approve",
    lock="edit",
    scope="",
    name="finance_payables_approve",
    resource="payables",
)
REJECT: Final = APPROVE.but(name="finance_payables_reject")

#: Where a payable stands that nobody has decided.
WAITING: Final = (Approval.PENDING, Approval.APPROVING)
#: Titles that are neither listed nor counted unless somebody asks for them.
GATED: Final = Q(payment_approval__in=(*WAITING, Approval.REJECTED))
_PROGRAMS: Final = ("api", "mcp")


def initial(warrant: Warrant, direction: str) -> str | None:
    """Where a new title stands: waiting, or nowhere when the gate is open for it."""
    gated = warrant.approval_gate and warrant.channel in _PROGRAMS
    return Approval.PENDING if gated and direction == Direction.PAYABLE else None


def is_official(title: Title) -> bool:
    """Whether a title counts: nobody has to approve it any more, and nobody rejected it."""
    return title.payment_approval in (None, Approval.APPROVED)


def require_official(title: Title) -> None:
    """Refuse to settle or send what no person has approved. Raises `Unprocessable`."""
    if title.payment_approval in WAITING:
        raise Unprocessable(
            "The payable waits for approval. A person approves it on the dashboard; then repeat "
            "the call."
        )


def require_alive(title: Title) -> None:
    """A rejected payable is only read. Raises `Unprocessable`."""
    if title.payment_approval == Approval.REJECTED:
        raise Unprocessable(
            "The payable was rejected and can only be read. Create a new one if it is still owed."
        )


def approve(warrant: Warrant, title: Title) -> Title:
    """Make a waiting payable official. It must be locked in this transaction."""
    return _decide(warrant, title, Approval.APPROVED, {"approved_at": timezone.now()})


def reject(warrant: Warrant, title: Title, reason: str) -> Title:
    """Close a waiting payable for good, with the reason in at most 500 characters."""
    decided = {"rejected_at": timezone.now(), "rejection_reason": reason}
    return _decide(warrant, title, Approval.REJECTED, decided)


def _decide(warrant: Warrant, title: Title, outcome: Approval, decided: dict[str, object]) -> Title:
    if title.payment_approval not in WAITING:
        raise Unprocessable("The payable does not wait for approval.")
    written = payment_order.change(warrant, title, decided)
    return records.change(
        warrant, title, owned={payment_order.LOGGED_AS: written}, payment_approval=outcome
    )
