"""Reconciliations over REST, and so over MCP."""

import uuid
from collections.abc import Mapping
from typing import Any, ClassVar

from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.core import records
from finance_api.core.operations import CREATE, DELETE, READ, Operation, always
from finance_api.ledger.models import Transaction
from finance_api.reconciliations import actions, question
from finance_api.reconciliations.models import Reconciliation
from finance_api.reconciliations.serializers import ReconciliationCreation, ReconciliationRecord
from finance_api.rest.confirmation import Question
from finance_api.rest.lists import Listing
from finance_api.rest.viewsets import WorkspaceViewSet
from finance_api.titles.models import Title


class ReconciliationViewSet(WorkspaceViewSet):
    """Matches of billings with the transactions of the bank that paid them."""

    resource = scope = "reconciliations"
    noun, nouns = "reconciliation", "reconciliations"
    model = Reconciliation
    # Matching settles and taking apart reverts, so both stand under that lock (K13, K14).
    operations: ClassVar[Mapping[str, Operation]] = {
        "retrieve": READ,
        "create": CREATE.but(permission="manage", lock="settle", destructive=True, confirms=always),
        "destroy": DELETE.but(permission="manage", lock="settle"),
    }
    record = ReconciliationRecord
    creation = ReconciliationCreation
    listing = Listing()

    @classmethod
    def shapes(cls) -> Mapping[str, tuple[Any, Any]]:
        return {
            "retrieve": (None, cls.record),
            "create": (cls.creation, cls.record),
            "destroy": (None, None),
        }

    def retrieve(self, request: Request, id: uuid.UUID) -> Response:
        """Get one reconciliation: the billings and the transactions that it matches.

        A payable or a receivable names its own in reconciliation.
        """
        return super().retrieve(request, id)

    def create(self, request: Request) -> Response:
        """Match billings with the transactions of the bank that paid them. A person confirms first.

        Pending payables with debits, or pending receivables with credits, any number of each, all
        of one company. Each billing is settled on the date and account of the latest transaction;
        no further transaction is entered. Both sides must add up to the very same amount: a billing
        counts with ticket_amount, else with amount + interest_amount - discount_amount; update
        those first where the bank moved another. Refused, named in details.issues: what is
        reconciled, settled, cancelled, waiting for approval, a forecast, a leg of a transfer, or on
        an account with disable_reconcile.
        """

        def run() -> Response:
            data = self.body(self.creation)
            billings = [(billing["kind"], billing["id"]) for billing in data["billings"]]
            match = actions.members(self.warrant, billings, data["transaction_ids"])
            self.confirm(match, data)
            created = actions.reconcile(self.warrant, match)
            location = f"{request.path.rstrip('/')}/{created.pk}"
            return Response(self.represent(created.pk), status=201, headers={"Location": location})

        return self.write(run)

    def destroy(self, request: Request, id: uuid.UUID) -> Response:
        """Take a reconciliation apart. A person confirms first.

        Its billings are pending again, with the values they had before; the transactions of the
        bank stay and can be matched anew. An imported one (source fintera) is refused.
        """
        return super().destroy(request, id)

    def locked(self, id: uuid.UUID) -> Reconciliation:
        """The reconciliation, locked behind its billings, as deleting one of those does (R71)."""
        list(records.lock(Title.objects.within(self.access).filter(reconciliation=id)))
        reconciliation: Reconciliation = super().locked(id)
        return reconciliation

    def do_delete(self, row: Reconciliation) -> None:
        actions.undo(self.warrant, row)

    def question(self, row: Any, data: Mapping[str, Any]) -> Question:
        if isinstance(row, actions.Match):
            return question.about_creating(row)
        titles = Title.objects.within(row).filter(reconciliation=row).select_related("person")
        moved = Transaction.objects.within(row).filter(reconciliation=row)
        return question.about_deleting(
            list(titles.order_by("id")), list(moved.select_related("account").order_by("id"))
        )
