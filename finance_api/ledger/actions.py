"""What may be done with accounts and transactions, whoever asks: the API, or a title being settled.

Each function takes the warrant of the operation and runs inside the door's transaction. Titles and
transfers act on the transactions they made with `by_source=True`; nobody else does.
"""

import datetime as dt
from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import Any

from finance_api.automation.matching import apply_rules
from finance_api.classification.allocation import (
    Part,
    Rows,
    apportion,
    described,
    parts_of,
    replace_rows,
)
from finance_api.classification.models import Category, Center
from finance_api.core import records
from finance_api.core.errors import Unprocessable
from finance_api.core.references import (
    detach,
    remove_dependents,
    require_active,
    require_unused,
    usage_of,
)
from finance_api.core.warrant import Warrant
from finance_api.ledger.classified import classify, parts_after, require_coherent
from finance_api.ledger.models import Account, Transaction, TransactionAllocation
from finance_api.parties.models import Company, Person

ALLOCATIONS = "allocations"
#: What the source of a transaction, or its reconciliation, answers for.
_MONEY = frozenset({"amount", "occurred_at", "type", "account", "is_pending"})
_CLASSIFICATION = frozenset({"type", "category", "person", "center"})


def require_account(account: Account, company_id: Any) -> None:
    """The account is active, and of the company or of the workspace at large. Raises
    `Unprocessable` (R42, rest-api §2.1)."""
    if account.company_id not in (None, company_id):
        raise Unprocessable("financial_account does not belong to the given company.")
    if not account.active:
        raise Unprocessable("financial_account is inactive. Reactivate it or use another.")


def create_account(warrant: Warrant, *, company: Company, **values: Any) -> Account:
    """Open an account of a company; `values` are further columns. Raises `Unprocessable` for an
    inactive company (R29)."""
    require_active(company)
    return records.create(warrant, Account, company=company, **values)


def change_account(warrant: Warrant, account: Account, **values: Any) -> Account:
    """Write the values, named as the model's columns. The account is locked by the caller.

    What refers to an account belongs to its company, so an account in use keeps its company:
    `Unprocessable` with `details {reason, usage}`.
    """
    company: Company | None = values.get("company")
    if company is not None and company.pk != account.company_id:
        require_active(company)
        _require_movable(account)
    return records.change(warrant, account, **values)


def remove_account(warrant: Warrant, account: Account) -> None:
    """Delete an account without transactions or titles; the caller has locked it. Else
    `Unprocessable` with `details {reason: in_use, usage}` (rest-api §2.13).

    Automatic rules about the account go with it; those that set it set it no longer."""
    require_unused(account, usage_of(account))
    remove_dependents(warrant, account)
    detach(warrant, account)
    records.remove(warrant, account)


def enter_transaction(warrant: Warrant, data: Mapping[str, Any]) -> Transaction:
    """Enter a transaction as the validated body of a creation says, classified by the automatic
    rules of the company. What other records make of money is made by `create_transaction`, which
    no rule touches.
    """
    company, type = data["company"], data["type"]
    found = classify(warrant, company, data, type)
    return create_transaction(warrant, **apply_rules(warrant, "transactions", company, type, found))


def create_transaction(
    warrant: Warrant,
    *,
    company: Company,
    account: Account,
    description: str,
    amount: Decimal,
    occurred_at: dt.date,
    type: str,
    competence_date: dt.date | None = None,
    category: Category | None = None,
    person: Person | None = None,
    center: Center | None = None,
    parts: Sequence[Part] | None = None,
    auto_created: bool = False,
    **details: Any,
) -> Transaction:
    """Enter money in (`credit`) or out (`debit`) of an account; `amount` is positive, in BRL.

    `parts` split the amount over centers and decide `center`, the first of them. `details` are
    further columns: bank_description, document, document_date, payment_method_kind, classified,
    notes, is_pending, transfer_id. Raises `Unprocessable` for an account or a classification of
    another company, or of the other direction, and for parts that miss the amount (K17);
    `SecurityBlocked` in a locked period (R85).
    """
    parts = parts or ()
    require_account(account, company.pk)
    require_coherent(
        company.pk, type, category=category, person=person, centers=_centers(center, parts)
    )
    transaction = records.create(
        warrant,
        Transaction,
        company=company,
        account=account,
        description=description,
        amount=amount,
        occurred_at=occurred_at,
        competence_date=competence_date or occurred_at,
        type=type,
        category=category,
        person=person,
        center=parts[0].center if parts else center,
        auto_created=auto_created,
        **details,
    )
    if parts:
        before, after = _allocate(warrant, transaction, amount, parts)
        records.log(
            warrant, transaction, "change", before={ALLOCATIONS: before}, after={ALLOCATIONS: after}
        )
    return transaction


def change_transaction(
    warrant: Warrant,
    transaction: Transaction,
    *,
    by_source: bool = False,
    parts: Sequence[Part] | None = None,
    **values: Any,
) -> Transaction:
    """Write the values, named as the model's columns. The transaction is locked by the caller.

    `parts` replace the whole split and an empty sequence clears it; a `center` without parts does
    too. When only the amount changes, parts asked for by percentage follow it and parts asked for
    by amount must still add up (R17). A null `competence_date` falls back to the date of the
    movement.

    Raises `Unprocessable` when a settled title, a transfer or a reconciliation answers for what
    would change, unless the caller acts `by_source`; and for whatever `create_transaction` refuses.
    """
    if "competence_date" in values and values["competence_date"] is None:
        values["competence_date"] = values.get("occurred_at", transaction.occurred_at)
    if not by_source:
        _require_own(transaction, values, parts)
    if "account" in values:
        require_account(values["account"], transaction.company_id)
    stored = _stored_parts(transaction)
    parts = parts_after(transaction, stored, parts, values)
    if parts:
        values["center"] = parts[0].center
    elif parts is not None:
        values.setdefault("center", None)
    if parts is not None or not _CLASSIFICATION.isdisjoint(values):
        _require_coherent_after(transaction, values, stored if parts is None else parts)
    owned = {}
    if parts is not None:
        amount = values.get("amount", transaction.amount)
        owned[ALLOCATIONS] = _allocate(warrant, transaction, amount, parts)
    return records.change(warrant, transaction, owned=owned, **values)


def remove_transaction(
    warrant: Warrant, transaction: Transaction, *, by_source: bool = False
) -> None:
    """Delete a transaction and its split for good; the caller has locked it.

    Raises `Unprocessable` for a reconciled one, and unless the caller acts `by_source` for one that
    settling made and for a leg of a transfer (rest-api §2.13, R58).
    """
    if not by_source:
        _require_no_source(transaction)
    _require_unreconciled(transaction)
    rows = described(transaction.allocations.all())
    records.remove(warrant, transaction, owned={ALLOCATIONS: rows} if rows else {})


def _require_movable(account: Account) -> None:
    usage = usage_of(account)
    if any(usage.values()):
        raise Unprocessable(
            "The financial account is in use, so it keeps its company. Open another one instead.",
            details={"reason": "in_use", "usage": usage},
        )


def _centers(center: Center | None, parts: Sequence[Part]) -> list[Center]:
    named = [part.center for part in parts]
    return named if named or center is None else [center]


def _allocate(
    warrant: Warrant, transaction: Transaction, amount: Decimal, parts: Sequence[Part]
) -> tuple[Rows, Rows]:
    amounts = apportion(amount, parts)
    return replace_rows(warrant, TransactionAllocation, "transaction", transaction, parts, amounts)


def _stored_parts(transaction: Transaction) -> list[Part]:
    return parts_of(transaction.allocations.select_related("center"))


def _require_coherent_after(
    transaction: Transaction, values: Mapping[str, Any], parts: Sequence[Part]
) -> None:
    after = {name: values.get(name, getattr(transaction, name)) for name in _CLASSIFICATION}
    require_coherent(
        transaction.company_id,
        after["type"],
        category=after["category"],
        person=after["person"],
        centers=_centers(after["center"], parts),
    )


def _require_own(
    transaction: Transaction, values: Mapping[str, Any], parts: Sequence[Part] | None
) -> None:
    """Refuse to change here what another record answers for; writing the same value again is no
    change."""
    changing = {name for name, value in values.items() if getattr(transaction, name) != value}
    if transaction.transfer_id is not None and (changing or parts is not None):
        _require_no_source(transaction)
    if not _MONEY.isdisjoint(changing):
        _require_no_source(transaction)
        _require_unreconciled(transaction)


def _require_no_source(transaction: Transaction) -> None:
    if transaction.auto_created:
        source = transaction.titles.values("direction", "id").first()
        raise Unprocessable(
            "Settling a payable or a receivable made this transaction. Act on that one instead: "
            "change its amounts, revert it to pending, or delete it.",
            details={
                "reason": "auto_created",
                "source": source and {"kind": source["direction"], "id": str(source["id"])},
            },
        )
    if transaction.transfer_id is not None:
        raise Unprocessable(
            "This transaction is one of the two legs of a transfer, which stand and fall together; "
            "it cannot be changed or deleted alone.",
            details={"reason": "transfer", "transfer_id": str(transaction.transfer_id)},
        )


def _require_unreconciled(transaction: Transaction) -> None:
    if transaction.reconciliation_id is not None:
        raise Unprocessable(
            "This transaction is reconciled. Delete the reconciliation first.",
            details={
                "reason": "reconciled",
                "reconciliation_id": str(transaction.reconciliation_id),
            },
        )
