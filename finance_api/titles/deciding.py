"""Payables that wait at the gate are decided by a person, several at once: on the page of approvals
and in the admin, which both do it here (K18)."""

from collections.abc import Callable, Iterator

from django.db import transaction
from django.db.models import QuerySet
from django.http import HttpRequest

from finance_api.core import records
from finance_api.core.errors import Refusal
from finance_api.core.operations import Operation
from finance_api.core.warrant import Warrant
from finance_api.dashboard import admit
from finance_api.titles.models import Direction, Title

#: What is done with one payable, locked, under the warrant of its workspace.
Decision = Callable[[Warrant, Title], Title]


def decide_each(
    request: HttpRequest, titles: QuerySet[Title], operation: Operation, decide: Decision
) -> Iterator[tuple[Title, Refusal | None]]:
    """Decide each on its own, in the one order of locks, and say why where it was refused; that
    leaves the others decided."""
    for title in titles.select_related("workspace__organization").order_by("pk"):
        try:
            with transaction.atomic():
                warrant = admit(request, title.workspace, operation)
                payables = Title.objects.within(warrant).filter(direction=Direction.PAYABLE)
                decide(warrant, records.locked(payables, title.pk, "payable"))
        except Refusal as refusal:
            yield title, refusal
        else:
            yield title, None
