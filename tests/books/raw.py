"""The rows of a workspace as the owner of the tables reads them, for sums that share nothing with
the product's own."""

import datetime as dt
from collections import defaultdict
from decimal import Decimal
from typing import Any

from django.db import connections

from finance_api.identity.models import Workspace

Rows = list[tuple[Any, ...]]


def rows(statement: str, place: Workspace, **values: Any) -> Rows:
    """What a statement finds, behind everybody's back; it names the workspace as `%(place)s`."""
    with connections["owner"].cursor() as cursor:
        cursor.execute(statement, {"place": place.pk, **values})
        return [tuple(row) for row in cursor.fetchall()]


def balances(place: Workspace) -> dict[str, Decimal]:
    """The balance of every account, added up here from its opening and its transactions."""
    accounts = rows(
        "SELECT id::text, opening_balance FROM finance_api_account WHERE workspace_id = %(place)s",
        place,
    )
    entries = rows(
        "SELECT account_id::text, type, amount FROM finance_api_transaction"
        " WHERE workspace_id = %(place)s AND NOT is_pending",
        place,
    )
    moved: dict[str, Decimal] = defaultdict(Decimal)
    for account, type, amount in entries:
        moved[account] += amount if type == "credit" else -amount
    return {account: opening + moved[account] for account, opening in accounts}


def closed_part(place: Workspace, through: dt.date) -> Rows:
    """What the lock date holds: whole transactions, and of titles all that settling does not
    write (R86)."""
    return rows(
        "SELECT t::text FROM finance_api_transaction t"
        " WHERE workspace_id = %(place)s AND occurred_at <= %(through)s UNION ALL "
        "SELECT ROW(id, direction, company_id, description, amount, due_date, competence_date,"
        " person_id, category_id, center_id, notes, status = 'cancelled')::text"
        " FROM finance_api_title"
        " WHERE workspace_id = %(place)s AND competence_date <= %(through)s ORDER BY 1",
        place,
        through=through,
    )


def titles(place: Workspace) -> dict[str, tuple[Any, ...]]:
    """Every title by its id, as `model.Title.told_by` says it."""
    found = rows(
        "SELECT id::text, direction || 's', status, reconciliation_id::text, amount,"
        " interest_amount, discount_amount, ticket_amount, account_id::text"
        " FROM finance_api_title WHERE workspace_id = %(place)s",
        place,
    )
    return {id: tuple(said) for id, *said in found}


def entries(place: Workspace) -> dict[str, tuple[Any, ...]]:
    """Every transaction that settling did not make, as `model.Entry.told_by` says it."""
    found = rows(
        "SELECT id::text, account_id::text, type, amount, is_pending, reconciliation_id::text"
        " FROM finance_api_transaction WHERE workspace_id = %(place)s AND NOT auto_created",
        place,
    )
    return {id: tuple(said) for id, *said in found}


def deadlocks(place: Workspace) -> int:
    """How many there have been in this database; a retry hides them from whoever calls."""
    statement = "SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()"
    return int(rows(statement, place)[0][0])
