"""What must hold of the books at every moment, as questions to the database that find what breaks
it (domain-rules §1.15).

Balances are derived and kept nowhere, so nothing can disagree with them; that an idempotency key
runs once is a unique column. Everything else is asked here.
"""

import uuid
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from typing import Any

from django.apps import apps
from django.db import connections, transaction

from finance_api.core import documents
from finance_api.core.isolation import open_workspaces
from finance_api.core.models import TenantForeignKey, TenantOneToOneField


@dataclass(frozen=True)
class Invariant:
    """One rule of the books: what it says, and the ids of the records that break it."""

    name: str
    says: str
    breaking: Callable[[str], list[str]]


@dataclass(frozen=True)
class Fault:
    """A rule that is broken, and by which records."""

    invariant: Invariant
    ids: list[str]


def faults_within(workspace_id: uuid.UUID) -> list[Fault]:
    """The rules that are broken in one workspace, seen through its own walls."""
    with transaction.atomic():
        open_workspaces([workspace_id])
        return list(faults("default"))


def faults(using: str = "owner") -> Iterator[Fault]:
    """The rules that are broken, each with the ids of what breaks it.

    In all workspaces on the owner's connection, which no wall holds back; on the application's, in
    those that its transaction opened. One statement per rule, so writers may go on meanwhile.
    """
    for invariant in INVARIANTS:
        ids = invariant.breaking(using)
        if ids:
            yield Fault(invariant, ids)


def _rows(statement: str, using: str) -> list[tuple[Any, ...]]:
    with connections[using].cursor() as cursor:
        cursor.execute(statement)
        return list(cursor.fetchall())


def _found(statement: str, using: str) -> list[str]:
    return sorted(str(row[0]) for row in _rows(statement, using))


_TITLE_ALLOCATIONS = """
SELECT title.id
FROM finance_api_title title JOIN finance_api_titleallocation part ON part.title_id = title.id
GROUP BY title.id HAVING sum(part.amount) <> title.amount
"""

_TRANSACTION_ALLOCATIONS = """
SELECT entry.id
FROM finance_api_transaction entry
JOIN finance_api_transactionallocation part ON part.transaction_id = entry.id
GROUP BY entry.id HAVING sum(part.amount) <> entry.amount
"""

_STATUS = """
SELECT id FROM finance_api_title
WHERE CASE status
  WHEN 'settled' THEN payment_date IS NULL OR (transaction_id IS NULL AND reconciliation_id IS NULL)
  ELSE payment_date IS NOT NULL OR transaction_id IS NOT NULL
END
"""

_SETTLEMENT = """
SELECT title.id
FROM finance_api_title title JOIN finance_api_transaction entry ON entry.id = title.transaction_id
WHERE entry.auto_created AND (
  entry.is_pending
  OR entry.amount <> coalesce(
    title.ticket_amount,
    title.amount + coalesce(title.interest_amount, 0) - coalesce(title.discount_amount, 0)
  )
  OR entry.occurred_at <> title.payment_date
  OR entry.company_id <> title.company_id
  OR entry.account_id IS DISTINCT FROM title.account_id
  OR entry.type <> CASE title.direction WHEN 'payable' THEN 'debit' ELSE 'credit' END
)
"""

_ORPHANS = """
SELECT entry.id
FROM finance_api_transaction entry
WHERE entry.auto_created
  AND NOT EXISTS (SELECT FROM finance_api_title title WHERE title.transaction_id = entry.id)
"""

_TRANSFERS = """
SELECT transfer_id
FROM finance_api_transaction WHERE transfer_id IS NOT NULL
GROUP BY transfer_id
HAVING count(*) <> 2
  OR count(DISTINCT type) <> 2
  OR count(DISTINCT account_id) <> 2
  OR count(DISTINCT (workspace_id, amount, occurred_at, competence_date, is_pending)) <> 1
"""

_INSTALLMENTS = """
SELECT parcel.group_id
FROM finance_api_title parcel
WHERE parcel.group_id IS NOT NULL AND parcel.type = 'installment'
GROUP BY parcel.group_id
HAVING count(DISTINCT (parcel.parcels_amount, parcel.total_installments)) <> 1
  OR count(DISTINCT parcel.installment_number) <> count(*)
  OR max(parcel.installment_number) > max(parcel.total_installments)
  OR (
    count(*) = max(parcel.total_installments)
    AND sum(parcel.amount) <> max(parcel.parcels_amount)
    AND NOT bool_or(EXISTS (
      SELECT FROM finance_api_logentry entry
      WHERE entry.workspace_id = parcel.workspace_id
        AND entry.record_type = 'title' AND entry.record_id = parcel.id
        AND entry.act = 'change' AND entry.after ? 'amount'
    ))
  )
"""

_MATCHES = """
SELECT match.id
FROM finance_api_reconciliation match
WHERE EXISTS (
  SELECT FROM finance_api_title title
  WHERE title.reconciliation_id = match.id
    AND (title.direction <> match.kind OR title.status <> 'settled')
) OR EXISTS (
  SELECT FROM finance_api_transaction entry
  WHERE entry.reconciliation_id = match.id
    AND entry.type <> CASE match.kind WHEN 'payable' THEN 'debit' ELSE 'credit' END
) OR (
  SELECT count(DISTINCT title.company_id) > 1
  FROM finance_api_title title WHERE title.reconciliation_id = match.id
)
"""

_CLOSED_PERIOD = """
WITH closed AS (
  SELECT place.id, place.locked_through, (
    SELECT max(entry.at) FROM finance_api_logentry entry
    WHERE entry.record_type = 'workspace' AND entry.record_id = place.id
      AND entry.after ->> 'locked_through' = place.locked_through::text
  ) AS since
  FROM finance_api_workspace place WHERE place.locked_through IS NOT NULL
)
SELECT entry.id
FROM finance_api_transaction entry JOIN closed ON closed.id = entry.workspace_id
WHERE entry.occurred_at <= closed.locked_through AND entry.updated_at > closed.since
UNION ALL
SELECT title.id
FROM finance_api_title title JOIN closed ON closed.id = title.workspace_id
WHERE title.competence_date <= closed.locked_through AND title.created_at > closed.since
"""


def _replayed(table: str, record_type: str, columns: dict[str, str]) -> str:
    """What the log, read from its beginning, tells otherwise of the rows of a table. `columns` are
    those it is held against, with their types."""
    last = ", ".join(
        f"(array_agg(entry.after ->> '{name}' ORDER BY entry.id DESC)"
        f" FILTER (WHERE entry.after ? '{name}'))[1]::{kind} AS {name}"
        for name, kind in columns.items()
    )
    differs = " OR ".join(f"told.{name} IS DISTINCT FROM stored.{name}" for name in columns)
    # Nothing from outside reaches these statements: every name in them is written in this file.
    return f"""
    SELECT coalesce(stored.id, told.record_id)
    FROM {table} stored
    FULL JOIN (
      SELECT entry.record_id, {last},
        (array_agg(entry.act ORDER BY entry.id DESC))[1] = 'remove' AS removed
      FROM finance_api_logentry entry WHERE entry.record_type = '{record_type}'
      GROUP BY entry.record_id
    ) told ON told.record_id = stored.id
    WHERE CASE WHEN stored.id IS NULL THEN NOT told.removed
      ELSE told.removed IS DISTINCT FROM false OR {differs} END
    """  # noqa: S608


_LOG = " UNION ALL ".join(
    (
        _replayed("finance_api_account", "account", {"opening_balance": "numeric"}),
        _replayed(
            "finance_api_transaction",
            "transaction",
            {
                "account_id": "uuid",
                "amount": "numeric",
                "type": "text",
                "occurred_at": "date",
                "is_pending": "boolean",
            },
        ),
        _replayed(
            "finance_api_title",
            "title",
            {
                "amount": "numeric",
                "interest_amount": "numeric",
                "discount_amount": "numeric",
                "ticket_amount": "numeric",
                "due_date": "date",
                "status": "text",
            },
        ),
    )
)


def _crossing(using: str) -> list[str]:
    """Rows that refer to another workspace, or to nothing: one query per reference of the
    models."""
    queries = [
        f"""
        SELECT referring.id
        FROM {model._meta.db_table} referring
        LEFT JOIN {field.related_model._meta.db_table} target
          ON target.id = referring.{field.column}
        WHERE referring.{field.column} IS NOT NULL
          AND target.workspace_id IS DISTINCT FROM referring.workspace_id
        """  # noqa: S608  the names are those of our own models
        for model in apps.get_app_config("finance_api").get_models()
        for field in model._meta.local_fields
        if isinstance(field, TenantForeignKey | TenantOneToOneField)
    ]
    return _found(" UNION ALL ".join(queries), using)


def _invalid_documents(using: str) -> list[str]:
    """Companies and people whose document has wrong check digits; judged in Python, as they were
    when they came in."""
    statement = """
    SELECT id, 'cnpj', cnpj FROM finance_api_company
    UNION ALL
    SELECT id, document_type, document_number FROM finance_api_person
    WHERE document_number IS NOT NULL
    """
    valid = {"cpf": documents.cpf, "cnpj": documents.cnpj}
    return sorted(
        str(id)
        for id, kind, number in _rows(statement, using)
        if kind not in valid or valid[kind](number) != number
    )


def _invariant(name: str, says: str, statement: str) -> Invariant:
    return Invariant(name, says, partial(_found, statement))


INVARIANTS = (
    _invariant(
        "title_allocations", "The parts of a title add up to its amount.", _TITLE_ALLOCATIONS
    ),
    _invariant(
        "transaction_allocations",
        "The parts of a transaction add up to its amount.",
        _TRANSACTION_ALLOCATIONS,
    ),
    _invariant("title_status", "Exactly the settled titles have a payment.", _STATUS),
    _invariant("settlements", "A settlement's transaction says what its title says.", _SETTLEMENT),
    _invariant("orphans", "A transaction that settling made has its title.", _ORPHANS),
    _invariant("transfers", "A transfer has two opposite legs, so all of them are 0.", _TRANSFERS),
    _invariant("installments", "The parcels of a series add up to its total.", _INSTALLMENTS),
    Invariant("references", "No reference leaves its workspace.", _crossing),
    _invariant("reconciliations", "A match joins settled titles and money of one kind.", _MATCHES),
    _invariant(
        "closed_period", "Nothing in a closed period is newer than its lock.", _CLOSED_PERIOD
    ),
    _invariant("log", "The log, replayed, gives the amounts that are stored.", _LOG),
    Invariant("documents", "Every CPF and CNPJ has its check digits.", _invalid_documents),
)
