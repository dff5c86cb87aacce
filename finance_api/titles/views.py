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
from finance_api.rest.lists import (
    AMOUNT,
    DATE,
    FLAG,
    ID,
    INSTANT,
    TEXT,
    Filter,
    Listing,
    choice,
)
from finance_api.rest.viewsets import WorkspaceViewSet
from finance_api.titles import actions, aggregates, approval, bodies, question, serializers
from finance_api.titles.bank_views import ChargeActions, DispatchActions
from finance_api.titles.models import Approval, Direction, Title
from finance_api.titles.settlement import moves_money, undoes
from finance_api.titles.sides import PAYABLE, RECEIVABLE, Side


def listing(side: Side, *own: Filter) -> Listing:
    """What the list of one side offers, with the filters that are its own."""
    sorts = ("due_date", "payment_date", "competence_date", "created_at", "updated_at")
    return Listing(
        filters=(
            Filter("company_id", ID, many=True),
            Filter("status", choice(*side.statuses, stored=side.statuses), many=True),
            Filter("type", choice("normal", "recurring", "installment"), many=True),
            Filter("person_id", ID, many=True),
            Filter("category_id", ID, many=True),
            Filter(
                "classification_center_id",
                ID,
                "center_id",
                many=True,
                description="The primary center, the first of a split.",
            ),
            Filter("financial_account_id", ID, "account_id", many=True),
            Filter("payment_method_kind", choice(*side.payment_methods), many=True),
            Filter("due_date", DATE, ranged=True),
            Filter("payment_date", DATE, ranged=True),
            Filter("competence_date", DATE, ranged=True),
            Filter("updated_at", INSTANT, ranged=True),
            Filter("amount", AMOUNT, "amount_in_cents", ranged=True),
            Filter("document_number", TEXT, many=True),
            Filter("ir_relevant", FLAG),
            Filter("group_id", ID),
            *own,
        ),
        sorts={**{name: name for name in sorts}, "amount": "amount_in_cents"},
        default_sort="due_date",
    )


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

        Overdue is no status: ask for status=pending with due_date[lt] today. Amounts are positive
        decimal strings in BRL. Each row has its counts but not its parts; get one {noun} for its
        split, its tax charges and its reconciliation. Follow meta.next_cursor until it is null.
        """
        return super().list(request)

    def create(self, request: Request) -> Response:
        """Create a {noun}, or a series of them.

        It is always created pending; update its status to settle it. A person is required, by
        person_id or by person_name, which finds or creates one. type installment divides amount
        over total_installments monthly parcels; type recurring repeats amount by
        recurrence_period. A series is created whole or not at all, and the answer is its first
        record: list by group_id to see the others. classification_centers split the amount over
        centers and must add up to it. The first of the company's automatic rules that matches is
        applied: what it sets replaces what was sent.

        A payable created where the workspace has its approval gate on starts as pending_approval:
        it can be read by its id and edited, but it is listed only by the payment_approval filter,
        counts in no total and cannot be settled until a person approves it on the dashboard; no
        tool approves.
        """
        return super().create(request)

    def partial_update(self, request: Request, id: uuid.UUID) -> Response:
        """Change a {noun}, or settle, revert or cancel it by its status. Only the fields sent are
        written.

        Settling (status paid or received) needs payment_date, not later than today in São Paulo,
        and an account, sent as financial_account_id or set before. It enters one transaction on
        the account with ticket_amount if there is one, else amount + interest_amount -
        discount_amount; there is no partial settlement. Status pending reverts: that transaction
        is removed and the values from before are restored. Status cancelled needs a pending one.
        Editing the money of a settled one changes its transaction at once. All of these need the
        settle permission and a person's confirmation; a reconciled one needs its reconciliation
        deleted first. classification_centers and tax_charges are replaced as whole sets.
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
        """Count and add up {nouns}, by due date.

        Give company_id, and month with year or start_date with end_date; without them everything
        counts. count includes cancelled ones; total is pending plus settled, and each is the sum
        of amount. overdue_count are the pending ones due before today in São Paulo. Those waiting
        for approval, or rejected, are left out.
        """
        period = periods.read(request.query_params)
        titles = self.official().filter(period.condition("due_date"))
        return Response(aggregates.of(titles, self.side))

    @operation(READ)
    @action(detail=False, methods=["get"])
    def ids(self, request: Request) -> Response:
        """List the ids of all {nouns}, in ascending order.

        Compare them with what you hold to learn what was deleted: deletions appear nowhere else.
        Those waiting for approval, or rejected, are left out.
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
        ),
        Filter("kobana_status", TEXT, "charge__kobana_status", many=True),
        Filter("kobana_registration_status", TEXT, "charge__kobana_registration_status", many=True),
    )
