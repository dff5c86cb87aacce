"""Accounts and transactions over REST, and so over MCP."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.urls import reverse
from django.utils.translation import gettext_noop
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.core import dates
from finance_api.core.operations import READ, WRITE, always, operation
from finance_api.ledger import actions
from finance_api.ledger.account_serializers import (
    ACCOUNT_TYPES,
    AccountCreation,
    AccountRecord,
    AccountRow,
    AccountUpdate,
    BalanceAdjustmentBody,
    BalanceAdjustmentRecord,
)
from finance_api.ledger.aggregates import totals
from finance_api.ledger.balance import adjust_balance, balance_of
from finance_api.ledger.classified import classify
from finance_api.ledger.models import Account, Transaction
from finance_api.ledger.serializers import (
    TYPES,
    TransactionCreation,
    TransactionRecord,
    TransactionTotals,
    TransactionUpdate,
)
from finance_api.rest import periods
from finance_api.rest.confirmation import CANNOT_BE_UNDONE, DELETES, Fact, Question
from finance_api.rest.lists import (
    BY_AMOUNT,
    BY_CHANGE,
    DATE,
    FLAG,
    ID,
    TEXT,
    Filter,
    Listing,
    choice,
)
from finance_api.rest.viewsets import WorkspaceViewSet


class AccountViewSet(WorkspaceViewSet):
    """Financial accounts: where the money of a company is kept."""

    resource = scope = "accounts"
    document, known_by = True, "name"
    noun, nouns = "financial account", "financial accounts"
    model = Account
    row, record = AccountRow, AccountRecord
    creation, update = AccountCreation, AccountUpdate
    listing = Listing(
        filters=(
            Filter(
                "company_id",
                ID,
                many=True,
                description="Accounts of this company. Accounts of the workspace at large, which "
                "belong to no company, are listed only without this filter.",
            ),
            Filter("type", choice(*ACCOUNT_TYPES), many=True, description="The kind of account."),
            Filter("bank_id", ID, many=True, description="At this bank."),
            Filter("active", FLAG, description="Whether it can be newly used."),
            Filter("name", TEXT, many=True, description="The exact name."),
        ),
        sorts={"name": "name", "created_at": "created_at", "type": "type"},
        default_sort="name",
    )

    @classmethod
    def shapes(cls) -> Mapping[str, tuple[Any, Any]]:
        adjustment = (BalanceAdjustmentBody, BalanceAdjustmentRecord)
        return {**super().shapes(), "adjust_balance": adjustment}

    @classmethod
    def success_of(cls, action: str) -> int:
        return 201 if action == "adjust_balance" else super().success_of(action)

    def list(self, request: Request) -> Response:
        """List financial accounts, a page at a time, without their balances.

        Get one account by its id to read its balance. Follow meta.next_cursor until it is null.
        """
        return super().list(request)

    def retrieve(self, request: Request, id: uuid.UUID) -> Response:
        """Get one financial account with its balance at this moment, in BRL.

        The balance is the opening balance plus credits minus debits; forecasts are left out, and it
        may be negative.
        """
        return super().retrieve(request, id)

    def create(self, request: Request) -> Response:
        """Open a financial account of a company, with an opening balance in BRL if it has one.

        Find its bank among the banks. It needs bank, agency and number to pay or to charge through
        the bank.
        """
        return super().create(request)

    def partial_update(self, request: Request, id: uuid.UUID) -> Response:
        """Change a financial account. Only the fields that are sent are written.

        The balance is never set here: adjust it, which enters a transaction. An account in use
        keeps its company.
        """
        return super().partial_update(request, id)

    def destroy(self, request: Request, id: uuid.UUID) -> Response:
        """Delete a financial account that nothing refers to. A person confirms first.

        One with transactions, payables or receivables is refused, and details.usage counts them;
        deactivate it instead.
        """
        return super().destroy(request, id)

    @operation(
        WRITE,
        permission="adjust_balance",
        lock="create",
        destructive=True,
        key="allowed",
        confirms=always,
    )
    @action(detail=True, methods=["post"], url_path="adjust-balance")
    def adjust_balance(self, request: Request, id: uuid.UUID) -> Response:
        """Bring the balance of a financial account to a target, in BRL. A person confirms first.

        Enters one transaction of the difference: a credit when the balance goes up, a debit when it
        goes down, with a category of the account's company of that same type. Get the account first
        to know its balance; a target equal to it is refused. Answers the transaction's id, the
        difference and the balances before and after.
        """

        def run() -> Response:
            account = self.locked(id)
            data = self.body(BalanceAdjustmentBody)
            self.confirm(account, data)
            adjustment = adjust_balance(self.warrant, account, **data)
            location = reverse("financial-transactions-detail", args=[adjustment.transaction_id])
            answer = BalanceAdjustmentRecord(adjustment).data
            return Response(answer, status=201, headers={"Location": location})

        return self.write(run)

    def do_create(self, data: dict[str, Any]) -> Account:
        return actions.create_account(self.warrant, **data)

    def do_update(self, row: Account, data: dict[str, Any]) -> None:
        actions.change_account(self.warrant, row, **data)

    def do_delete(self, row: Account) -> None:
        actions.remove_account(self.warrant, row)

    def question(self, row: Account, data: Mapping[str, Any]) -> Question:
        if self.action != "adjust_balance":
            return super().question(row, data)
        balance, target = balance_of(self.warrant, row), data["target_balance"]
        facts = (
            Fact(gettext_noop("Account"), row.name, quoted=True),
            Fact(gettext_noop("Previous balance"), balance),
            Fact(gettext_noop("Target balance"), target),
            Fact(gettext_noop("Difference"), target - balance),
            Fact(gettext_noop("Category"), data["category"].name, quoted=True),
            Fact(gettext_noop("Date"), data.get("occurred_at") or dates.today()),
        )
        return Question(
            gettext_noop("Adjust the balance of this account"),
            facts,
            gettext_noop("One transaction of the difference is entered."),
        )


class TransactionViewSet(WorkspaceViewSet):
    """Financial transactions: money in or out of an account, realised or forecast."""

    resource = scope = "transactions"
    noun, nouns = "financial transaction", "financial transactions"
    model = Transaction
    row = record = TransactionRecord
    creation, update = TransactionCreation, TransactionUpdate
    listing = Listing(
        filters=(
            Filter("company_id", ID, many=True, description="Of this company only."),
            Filter(
                "type", choice(*TYPES), many=True, description="debit: money out; credit: money in."
            ),
            Filter(
                "financial_account_id",
                ID,
                column="account_id",
                many=True,
                description="On this account only.",
            ),
            Filter("person_id", ID, many=True, description="With this person only."),
            Filter("category_id", ID, many=True, description="In this category only."),
            Filter(
                "classification_center_id",
                ID,
                column="center_id",
                many=True,
                description="Transactions of this single center, or with it first in their split.",
            ),
            Filter(
                "occurred_at",
                DATE,
                ranged=True,
                description="The day the money moved, such as 2026-01-24.",
            ),
            BY_CHANGE,
            BY_AMOUNT,
        ),
        sorts={
            "occurred_at": "occurred_at",
            "created_at": "created_at",
            "updated_at": "updated_at",
            "amount": "amount_in_cents",
        },
        default_sort="-occurred_at",
    )

    @classmethod
    def shapes(cls) -> Mapping[str, tuple[Any, Any]]:
        return {**super().shapes(), "aggregates": (None, TransactionTotals)}

    @classmethod
    def parameters_of(cls, action: str) -> Sequence[tuple[str, dict[str, Any], bool]]:
        return periods.PARAMETERS if action == "aggregates" else super().parameters_of(action)

    def create(self, request: Request) -> Response:
        """Enter a financial transaction by hand: money in (credit) or out (debit) of an account.

        It moves the account's balance at once, unless it is a forecast (is_pending). To pay a
        payable or to receive a receivable do not enter a transaction: update that title's status
        instead, which enters its own. A person, category or center given by name is created if
        there is none. The first of the company's automatic rules that matches is applied: what it
        sets replaces what was sent.
        """
        return super().create(request)

    def partial_update(self, request: Request, id: uuid.UUID) -> Response:
        """Change a financial transaction. Only the fields that are sent are written.

        Company and account never change. The amount, date and type of a transaction that settling
        made, and of a reconciled one, are refused: act on the title, or delete the reconciliation
        first. A leg of a transfer cannot be changed alone.
        """
        return super().partial_update(request, id)

    def destroy(self, request: Request, id: uuid.UUID) -> Response:
        """Delete a financial transaction for good; the balance moves back. A person confirms first.

        Refused for one that settling a title made (revert or delete the title instead), for a
        reconciled one (delete the reconciliation first) and for a leg of a transfer.
        """
        return super().destroy(request, id)

    @operation(READ)
    @action(detail=False, methods=["get"])
    def aggregates(self, request: Request) -> Response:
        """Count financial transactions and add up their credits, debits and net, in BRL.

        Forecasts are left out. Counts by occurred_at: a month of a year, or a first and a last day,
        both included, or all time when neither is sent.
        """
        period = periods.read(request.query_params)
        rows = self.visible().filter(period.condition("occurred_at"))
        return Response(TransactionTotals(totals(rows)).data)

    @operation(READ)
    @action(detail=False, methods=["get"])
    def ids(self, request: Request) -> Response:
        """List the ids of all financial transactions in ascending order, a large page at a time.

        Compare them with ids known from before to find out what was deleted.
        """
        return self.respond_ids(self.visible())

    def do_create(self, data: dict[str, Any]) -> Transaction:
        return actions.enter_transaction(self.warrant, data)

    def do_update(self, row: Transaction, data: dict[str, Any]) -> None:
        found = classify(self.warrant, row.company, data, data.get("type", row.type), row)
        actions.change_transaction(self.warrant, row, **found)

    def do_delete(self, row: Transaction) -> None:
        actions.remove_transaction(self.warrant, row)

    def question(self, row: Transaction, data: Mapping[str, Any]) -> Question:
        facts = (
            Fact(gettext_noop("Transaction"), row.description, quoted=True),
            Fact(gettext_noop("Direction"), row.type),
            Fact(gettext_noop("Amount"), row.amount),
            Fact(gettext_noop("Account"), row.account.name, quoted=True),
            Fact(gettext_noop("Person"), row.person.name if row.person else "", quoted=True),
            Fact(gettext_noop("Date"), row.occurred_at),
        )
        return Question(DELETES, facts, CANNOT_BE_UNDONE)
