"""Payables and receivables over REST, and so over MCP: one viewset, two directions (R11)."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar, Final

from django.db.models import QuerySet
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.core import records
from finance_api.core.operations import CRUD, DELETE, READ, UPDATE, Operation, operation
from finance_api.ledger.models import Account
from finance_api.rest import lists, periods
from finance_api.rest.confirmation import Question
from finance_api.rest.lists import TEXT, Filter, choice
from finance_api.rest.viewsets import WorkspaceViewSet
from finance_api.titles import actions, aggregates, approval, bodies, question, serializers
from finance_api.titles.bank_views import ChargeActions, DispatchActions
from finance_api.titles.listing import listing
from finance_api.titles.models import Approval, Direction, Title
from finance_api.titles.settlement import moves_money, undoes
from finance_api.titles.sides import PAYABLE, RECEIVABLE, Side

#: What is different where a payable may wait at the approval gate (K18), by action.
_AT_THE_GATE: Final[Mapping[str, str]] = {
    "create": "Where the approval gate is on, it waits as pending_approval: only the "
    "payment_approval filter lists it, no total counts it, and it cannot be settled before a "
    "person approves it on the dashboard; no tool approves.",
    "partial_update": "One waiting for approval cannot be settled.",
    "aggregates": "Those waiting for approval, or rejected, are left out.",
    "ids": "Those waiting for approval, or rejected, are left out.",
}


#: The right that a write needs beside its own where it settles or takes a settlement back.
_SETTLING: Final[Mapping[str, Any]] = {
    "sensitive_permission": "settle",
    "sensitive_lock": "settle",
}


class TitleViewSet(WorkspaceViewSet):
    """What both sides do in the same way."""

    side: ClassVar[Side]
    direction: ClassVar[Direction]
    model = Title
    operations: ClassVar[Mapping[str, Operation]] = {
        **CRUD,
        "partial_update": UPDATE.but(
            key="allowed",
            destructive=True,
            confirms=moves_money,
            sensitive=moves_money,
            **_SETTLING,
        ),
        "destroy": DELETE.but(sensitive=undoes, **_SETTLING),
    }

    @classmethod
    def shapes(cls) -> Mapping[str, tuple[Any, Any]]:
        return {**super().shapes(), "aggregates": (None, aggregates.shape(cls.side))}

    @classmethod
    def parameters_of(cls, action: str) -> Sequence[tuple[str, dict[str, Any], bool]]:
        return periods.PARAMETERS if action == "aggregates" else ()

    @classmethod
    def description_of(cls, action: str) -> str:
        text = super().description_of(action).replace("{settled}", cls.side.settled)
        waits = _AT_THE_GATE.get(action) if cls.direction == Direction.PAYABLE else None
        return f"{text}\n\n{waits}" if waits else text

    def visible(self) -> QuerySet[Title]:
        return super().visible().filter(direction=self.direction)

    def official(self) -> QuerySet[Title]:
        """What counts: not what still waits at the approval gate, or was rejected there (K18)."""
        return self.visible().exclude(approval.GATED)

    def listed(self, asked: lists.Asked) -> QuerySet[Title]:
        by_approval = any(text.startswith("payment_approval") for text in asked.filters)
        return self.visible() if by_approval else self.official()

    def locked(self, id: uuid.UUID) -> Title:
        """The title, locked behind the accounts its money may move on, and in one order with those
        it was matched with (R71)."""
        known = ("account_id", "transaction__account_id", "reconciliation_id")
        stored = self.visible().filter(pk=id).values_list(*known).first() or (None, None, None)
        ids = {account_sent(self.request.data), *stored[:2]} - {None}
        if ids:
            list(records.lock(Account.objects.within(self.access).filter(pk__in=ids)))
        if stored[2] is not None:
            list(records.lock(Title.objects.within(self.access).filter(reconciliation=stored[2])))
        title: Title = super().locked(id)
        return title

    def do_create(self, data: dict[str, Any]) -> Title:
        return actions.create(self.warrant, self.direction, data)

    def do_update(self, row: Title, data: dict[str, Any]) -> None:
        actions.change(self.warrant, row, data)

    def do_delete(self, row: Title) -> None:
        actions.delete(self.warrant, row)

    def question(self, row: Title, data: Mapping[str, Any]) -> Question:
        deletes = self.operation.permission == "delete"
        return question.about_deleting(row) if deletes else question.about_updating(row, data)

    def list(self, request: Request) -> Response:
        """List {nouns}, a page at a time, by due date unless sorted otherwise.

        Overdue is no status: ask for status pending and due_date lt today. Amounts are positive
        decimal strings in BRL. For totals call the aggregates instead of adding up rows. Each row
        has its counts but not its parts; get one {noun} for its split, its tax charges and its
        reconciliation. Follow meta.next_cursor until it is null.
        """
        return super().list(request)

    def retrieve(self, request: Request, id: uuid.UUID) -> Response:
        """Get one {noun} by its id.

        With its split (classification_center_allocations), its tax charges, its reconciliation and
        what became of it at the bank.
        """
        return super().retrieve(request, id)

    def create(self, request: Request) -> Response:
        """Create a {noun}, or a series of them, always pending: update its status to settle it.

        Name the person by person_id, or by person_name, which finds or creates one. type
        installment divides amount over total_installments monthly parcels; recurring repeats it by
        recurrence_period. A series is made whole or not at all; the answer is its first, and
        group_id finds the rest. classification_centers must add up to amount. The first automatic
        rule that matches replaces what was sent.
        """
        return super().create(request)

    def partial_update(self, request: Request, id: uuid.UUID) -> Response:
        """Change a {noun}, or settle, revert or cancel it by its status. Only the fields sent are
        written.

        Settling (status {settled}) needs payment_date, not after today in São Paulo, and a
        financial_account_id, sent now or before. It enters one transaction of ticket_amount if
        there is one, else of amount + interest_amount - discount_amount; never a part. Status
        pending reverts: that transaction goes and the former values return. Status cancelled needs
        a pending one. New money on a settled one changes its transaction. A person confirms all of
        these. What is reconciled needs its reconciliation deleted first. Splits and tax_charges are
        replaced whole.
        """
        return super().partial_update(request, id)

    def destroy(self, request: Request, id: uuid.UUID) -> Response:
        """Delete a {noun} for good, alone even in a series. A person confirms first.

        The transaction that settling made is deleted with it, and its reconciliation is
        dissolved; transactions of the bank stay. To keep a trace, cancel it instead.
        """
        return super().destroy(request, id)

    @operation(READ)
    @action(detail=False, methods=["get"])
    def aggregates(self, request: Request) -> Response:
        """Count and add up {nouns}, by due date, in BRL.

        Give company_id, and month with year or start_date with end_date; without them everything
        counts. count includes cancelled ones; total is pending plus settled, and each is the sum of
        amount, without interest or discount. overdue_count are the pending ones due before today in
        São Paulo.
        """
        period = periods.read(request.query_params)
        titles = self.official().filter(period.condition("due_date"))
        return Response(aggregates.of(titles, self.side))

    @operation(READ)
    @action(detail=False, methods=["get"])
    def ids(self, request: Request) -> Response:
        """List the ids of all {nouns}, in ascending order and in large pages.

        Compare them with what you hold to learn what was deleted: deletions appear nowhere else.
        """
        return self.respond_ids(self.official())


def account_sent(body: Any) -> uuid.UUID | None:
    """The account a body names, before anything in it is judged."""
    sent = body.get("financial_account_id") if isinstance(body, Mapping) else None
    try:
        return uuid.UUID(sent) if isinstance(sent, str) else None
    except ValueError:
        return None


class PayableViewSet(DispatchActions, TitleViewSet):
    """Payables: what the companies owe."""

    resource = scope = "payables"
    noun, nouns = "payable", "payables"
    side, direction = PAYABLE, Direction.PAYABLE
    row, record = serializers.PayableRow, serializers.PayableRecord
    creation, update = bodies.PayableCreation, bodies.PayableUpdate
    listing = listing(
        PAYABLE,
        Filter(
            "payment_approval",
            choice(*Approval.values),
            many=True,
            description="Where it stands at the approval gate. Without this filter those waiting "
            "and those rejected are not listed.",
        ),
    )


class ReceivableViewSet(ChargeActions, TitleViewSet):
    """Receivables: what the companies are owed."""

    resource = scope = "receivables"
    noun, nouns = "receivable", "receivables"
    side, direction = RECEIVABLE, Direction.RECEIVABLE
    row, record = serializers.ReceivableRow, serializers.ReceivableRecord
    creation, update = bodies.ReceivableCreation, bodies.ReceivableUpdate
    listing = listing(
        RECEIVABLE,
        Filter(
            "kobana_charge_kind",
            choice("bank_billet", "pix"),
            "charge__kobana_charge_kind",
            many=True,
            description="A bank slip (bank_billet) or a Pix.",
        ),
        Filter(
            "kobana_status",
            TEXT,
            "charge__kobana_status",
            many=True,
            description="Commercial status of the charge, in the bank's words.",
        ),
        Filter(
            "kobana_registration_status",
            TEXT,
            "charge__kobana_registration_status",
            many=True,
            description="Where the charge's registration stands, in the bank's words.",
        ),
    )
