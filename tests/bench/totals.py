"""What is added up over all of the books: aggregates, balances and the cash flow."""

import os
from functools import partial

import psycopg

from tests.bench.watch import costs, drawn
from tests.world import World

_READS = {
    "totals of payables, all time": "payables/aggregates",
    "totals of payables, one month": "payables/aggregates?month=6&year={year}",
    "totals of receivables, all time": "receivables/aggregates",
    "totals of transactions, all time": "financial-transactions/aggregates",
    "an account with its balance": "financial-accounts/{account}",
    "cash flow of three years by month": "cash-flow?from={start}&to={end}&granularity=month",
    "cash flow of one year by day": "cash-flow?from={year}-01-01&to={year}-12-31&granularity=day",
    "cash flow of one account by month": "cash-flow?from={start}&to={end}&account_id={account}",
    "pending payables, 100 by due date": "payables?status=pending&limit=100",
    "overdue payables of one supplier": "payables?status=pending&due_date[lt]={today}"
    "&person_id={person}&limit=100",
    "payables of one amount": "payables?amount=4321.09",
}


def table(place: World) -> str:
    known = _known(place)
    rows = []
    for name, path in _READS.items():
        (found,) = costs([partial(place.api.get, path.format(**known))])
        rows.append((name, f"{found.milliseconds:.0f} ms", str(found.statements)))
    return drawn(("read", "time", "statements"), rows)


def _known(place: World) -> dict[str, str]:
    """An account and a supplier with much to show, and the days that the books span."""
    statement = """
    SELECT title.expected_account_id AS account, title.person_id AS person, current_date AS today,
      extract(year FROM current_date)::int AS year,
      current_date - 900 AS start, current_date + 180 AS end
    FROM finance_api_title title WHERE workspace_id = %s AND direction = 'payable'
    GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 1
    """
    with psycopg.connect(os.environ["DATABASE_OWNER_URL"]) as connection:
        cursor = connection.execute(statement, [place.workspace.pk])
        (values,), names = cursor.fetchall(), cursor.description or ()
    return {column.name: str(value) for column, value in zip(names, values, strict=True)}
