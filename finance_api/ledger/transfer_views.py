"""Transfers over REST, and so over MCP."""

import uuid
from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext_noop
from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.core.operations import CREATE, READ, always
from finance_api.ledger.models import Account, Transaction
from finance_api.ledger.transfer_serializers import TransferCreation, TransferRecord
from finance_api.ledger.transfers import create_transfer, found, locked_accounts
from finance_api.rest.confirmation import Fact, Question
from finance_api.rest.lists import Listing
from finance_api.rest.viewsets import WorkspaceViewSet


class TransferViewSet(WorkspaceViewSet):
    """Transfers between the accounts of a workspace: made and read, never changed or listed."""

    resource, scope = "transfers", "transactions"
    noun, nouns = "transfer", "transfers"
    operations = {  # noqa: RUF012
        "retrieve": READ,
        "create": CREATE.but(destructive=True, confirms=always),
    }
    model = Transaction
    record = TransferRecord
    creation = TransferCreation
    listing = Listing()

    @classmethod
    def shapes(cls) -> Mapping[str, tuple[Any, Any]]:
        return {"retrieve": (None, cls.record), "create": (cls.creation, cls.record)}

    def retrieve(self, request: Request, id: uuid.UUID) -> Response:
        """Get one transfer by its transfer_id, with the ids of its two transactions."""
        return super().retrieve(request, id)

    def create(self, request: Request) -> Response:
        """Move money from one financial account of the workspace to another. A person confirms
        first.

        Enters two transactions that share a transfer_id: a debit on from_account_id and a credit
        on to_account_id, of one amount in BRL on one day. The accounts may be of different
        companies. It moves the books, not money at the bank. It is neither income nor expense.
        Neither leg can be changed or deleted alone: to undo a transfer make the opposite one. A
        forecast (is_pending) stays one. A bank's fee is a transaction of its own.
        """

        def run() -> Response:
            data = self.body(self.creation)
            ids = data.pop("from_account_id"), data.pop("to_account_id")
            accounts = locked_accounts(self.warrant, *ids)
            self.confirm(accounts, data)
            transfer = create_transfer(self.warrant, *accounts, **data)
            location = f"{request.path.rstrip('/')}/{transfer.debit.transfer_id}"
            answer = self.record(transfer).data
            return Response(answer, status=201, headers={"Location": location})

        return self.write(run)

    def represent(self, id: uuid.UUID, only: tuple[str, ...] | None = None) -> Any:
        """One transfer; its id is always among the fields (K32)."""
        named = None if only is None else ("transfer_id", *only)
        return self.record(found(self.access, id), only=named).data

    def question(self, row: tuple[Account, Account], data: Mapping[str, Any]) -> Question:
        source, target = row
        facts = (
            Fact(gettext_noop("From account"), source.name, quoted=True),
            Fact(gettext_noop("To account"), target.name, quoted=True),
            Fact(gettext_noop("Amount"), data["amount"]),
            Fact(gettext_noop("Date"), data["occurred_at"]),
            Fact(gettext_noop("Description"), data["description"], quoted=True),
        )
        return Question(
            gettext_noop("Transfer money between these accounts"),
            facts,
            gettext_noop("One account is debited and the other credited."),
        )
