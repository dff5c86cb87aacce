"""Large books, written by SQL in one go: one workspace of 200,000 payables and three of 20,000.

They look like the books of a real company where it matters for a plan: due dates crowd towards
today, most of what is due is settled, some suppliers send most of the bills, and a third of all
rows was imported within one instant. Drawn from a fixed seed.
"""

import uuid
from typing import Any

import psycopg

from tests.world import World, world

#: Payables that are listed. One in a hundred more waits at the approval gate.
LARGE, SMALL = 200_000, 20_000
_COMPANIES = 3


def load(connection: psycopg.Connection[Any]) -> list[World]:
    """The workspaces, the large one first. The connection is a superuser's: what is written here
    refers to what is there, and checking each row again would take most of the time."""
    places = [world() for _ in range(4)]
    connection.execute(_ONE_OF)
    connection.execute("SELECT setseed(0.42)")
    connection.execute("SET session_replication_role = replica")
    for place, payables in zip(places, (LARGE, SMALL, SMALL, SMALL), strict=True):
        for number in range(_COMPANIES):
            _fill(connection, place, number, payables // _COMPANIES + 1)
    connection.execute("VACUUM ANALYZE")
    return places


def described(connection: psycopg.Connection[Any], large: World, others: list[World]) -> str:
    found = connection.execute(_COUNTS, {"place": large.workspace.pk}).fetchone()
    titles, transactions, parts = found or (0, 0, 0)
    return (
        f"{titles:,} payables and receivables, {transactions:,} transactions and {parts:,} "
        f"allocations in one workspace, a tenth of that in each of {len(others)} others."
    )


def _fill(connection: psycopg.Connection[Any], place: World, number: int, payables: int) -> None:
    """The books of one company: what it owes, a fifth as much that it is owed, and its bank's
    transactions."""
    values: dict[str, Any] = {
        "workspace": place.workspace.pk,
        "person": place.person.pk,
        "company": uuid.uuid4(),
        "cnpj": f"{number:014}",
    }
    connection.execute(_COMPANY, values)
    for name, statement, many in (
        ("people", _PEOPLE, 400),
        ("categories", _CATEGORIES, 30),
        ("centers", _CENTERS, 20),
        ("accounts", _ACCOUNTS, 3),
    ):
        rows = connection.execute(statement, {**values, "many": many})
        values[name] = [id for (id,) in rows]
    for direction, many in (("payable", payables), ("receivable", payables // 5)):
        own = {
            "direction": direction,
            "type": "debit" if direction == "payable" else "credit",
            "many": many,
            "gated": many // 100 if direction == "payable" else 0,
        }
        connection.execute(_TITLES, {**values, **own})
    connection.execute(_ALLOCATIONS, values)
    connection.execute(_TRANSACTIONS, {**values, "many": payables * 3 // 10})
    connection.execute(_TRANSFERS, {**values, "many": payables // 100})


#: One of the ids; with a larger skew the first ones are drawn more often.
_ONE_OF = """
CREATE FUNCTION pg_temp.one_of(ids uuid[], skew int) RETURNS uuid LANGUAGE sql VOLATILE AS
$$ SELECT ids[1 + floor(power(random(), skew) * cardinality(ids))::int] $$
"""

_COUNTS = """
SELECT (SELECT count(*) FROM finance_api_title WHERE workspace_id = %(place)s),
  (SELECT count(*) FROM finance_api_transaction WHERE workspace_id = %(place)s),
  (SELECT count(*) FROM finance_api_titleallocation WHERE workspace_id = %(place)s)
"""

_COMPANY = """
INSERT INTO finance_api_company (id, workspace_id, name, cnpj, type, active,
  created_at, updated_at, created_via, updated_via, created_by_id, updated_by_id)
VALUES (%(company)s, %(workspace)s, 'Empresa ' || %(cnpj)s, %(cnpj)s, 'matriz', true,
  now(), now(), 'import', 'import', %(person)s, %(person)s)
"""

_PEOPLE = """
INSERT INTO finance_api_person
  (id, workspace_id, company_id, name, is_customer, is_supplier, active, emails, phones,
  created_at, updated_at, created_via, updated_via, created_by_id, updated_by_id)
SELECT gen_random_uuid(), %(workspace)s, %(company)s, 'Pessoa ' || i, true, true, true,
  '[]', '[]', now(), now(), 'import', 'import', %(person)s, %(person)s
FROM generate_series(1, %(many)s) i RETURNING id
"""

_CATEGORIES = """
INSERT INTO finance_api_category (id, workspace_id, company_id, name, level, type,
  created_at, updated_at, created_via, updated_via, created_by_id, updated_by_id)
SELECT gen_random_uuid(), %(workspace)s, %(company)s, 'Categoria ' || i, 1, 'debit',
  now(), now(), 'import', 'import', %(person)s, %(person)s
FROM generate_series(1, %(many)s) i RETURNING id
"""

_CENTERS = """
INSERT INTO finance_api_center (id, workspace_id, company_id, name, type, active,
  created_at, updated_at, created_via, updated_via, created_by_id, updated_by_id)
SELECT gen_random_uuid(), %(workspace)s, %(company)s, 'Centro ' || i, 'both', true,
  now(), now(), 'import', 'import', %(person)s, %(person)s
FROM generate_series(1, %(many)s) i RETURNING id
"""

_ACCOUNTS = """
INSERT INTO finance_api_account (id, workspace_id, company_id, name, type, active,
  disable_reconcile, opening_balance,
  created_at, updated_at, created_via, updated_via, created_by_id, updated_by_id)
SELECT gen_random_uuid(), %(workspace)s, %(company)s, 'Conta ' || i, 'checking', true, false,
  100000,
  now(), now(), 'import', 'import', %(person)s, %(person)s
FROM generate_series(1, %(many)s) i RETURNING id
"""

# Titles and the transactions that settled them, of one statement so that neither is there alone.
_TITLES = """
WITH drawn AS MATERIALIZED (
  SELECT gen_random_uuid() AS id, gen_random_uuid() AS transaction_id,
    current_date - 1000 + floor(sqrt(random()) * 1060)::int AS due_date,
    round((15 + 40000 * power(random(), 5))::numeric, 2) AS amount,
    pg_temp.one_of(%(people)s, 3) AS person_id, pg_temp.one_of(%(categories)s, 2) AS category_id,
    pg_temp.one_of(%(centers)s, 2) AS center_id, pg_temp.one_of(%(accounts)s, 1) AS account_id,
    random() AS fate, floor(random() * 8)::int AS late, random() < 0.33 AS imported, i
  FROM generate_series(1, %(many)s + %(gated)s) i
), told AS MATERIALIZED (
  SELECT drawn.*, due_date + late AS payment_date,
    CASE WHEN i > %(many)s THEN 'pending'
      WHEN fate < 0.02 THEN 'cancelled'
      WHEN due_date + late <= current_date AND fate < 0.95 THEN 'settled'
      ELSE 'pending' END AS status,
    CASE WHEN imported THEN now() - interval '400 days'
      ELSE due_date - interval '20 days' + random() * interval '10 days' END AS written_at
  FROM drawn
), moved AS (
  INSERT INTO finance_api_transaction (id, workspace_id, company_id, account_id, description,
    amount, occurred_at, competence_date, type, category_id, person_id, center_id, classified,
    is_pending, auto_created,
    created_at, updated_at, created_via, updated_via, created_by_id, updated_by_id)
  SELECT transaction_id, %(workspace)s, %(company)s, account_id, 'Título ' || i, amount,
    payment_date, due_date, %(type)s, category_id, person_id, center_id, true, false, true,
    written_at, written_at, 'import', 'import', %(person)s, %(person)s
  FROM told WHERE status = 'settled'
)
INSERT INTO finance_api_title (id, workspace_id, company_id, direction, description, amount,
  due_date, competence_date, payment_date, type, status, person_id, category_id, center_id,
  account_id, expected_account_id, transaction_id, payment_approval,
  created_at, updated_at, created_via, updated_via, created_by_id, updated_by_id)
SELECT id, %(workspace)s, %(company)s, %(direction)s, 'Título ' || i, amount, due_date,
  due_date - 15, CASE status WHEN 'settled' THEN payment_date END, 'normal', status, person_id,
  category_id, center_id, CASE status WHEN 'settled' THEN account_id END, account_id,
  CASE status WHEN 'settled' THEN transaction_id END,
  CASE WHEN i > %(many)s THEN 'pending_approval' END,
  written_at, written_at, 'import', 'import', %(person)s, %(person)s
FROM told
"""

# Every fifth title is allocated, in two parts that add up to it.
_ALLOCATIONS = """
WITH halved AS (
  SELECT id, amount, round(amount / 2, 2) AS half FROM finance_api_title
  WHERE company_id = %(company)s AND get_byte(uuid_send(id), 0) < 51
)
INSERT INTO finance_api_titleallocation (id, workspace_id, title_id, center_id, amount, position)
SELECT gen_random_uuid(), %(workspace)s, id, (%(centers)s::uuid[])[1 + part],
  CASE part WHEN 0 THEN half ELSE amount - half END, part
FROM halved, generate_series(0, 1) part WHERE part = 0 OR amount > half
"""

_TRANSACTIONS = """
INSERT INTO finance_api_transaction (id, workspace_id, company_id, account_id, description, amount,
  occurred_at, competence_date, type, category_id, person_id, classified, is_pending,
  auto_created,
  created_at, updated_at, created_via, updated_via, created_by_id, updated_by_id)
SELECT gen_random_uuid(), %(workspace)s, %(company)s, pg_temp.one_of(%(accounts)s, 1),
  'Extrato ' || i, round((1 + 5000 * power(random(), 3))::numeric, 2), day, day,
  CASE WHEN random() < 0.5 THEN 'debit' ELSE 'credit' END, pg_temp.one_of(%(categories)s, 1),
  pg_temp.one_of(%(people)s, 3), true, day > current_date, false,
  now(), now(), 'import', 'import', %(person)s, %(person)s
FROM (
  SELECT i, current_date - 1000 + floor(random() * 1030)::int AS day
  FROM generate_series(1, %(many)s) i
) drawn
"""

_TRANSFERS = """
WITH drawn AS MATERIALIZED (
  SELECT i, gen_random_uuid() AS transfer_id, current_date - floor(random() * 1000)::int AS day,
    round((100 + 9000 * random())::numeric, 2) AS amount
  FROM generate_series(1, %(many)s) i
)
INSERT INTO finance_api_transaction (id, workspace_id, company_id, account_id, description, amount,
  occurred_at, competence_date, type, classified, is_pending, auto_created, transfer_id,
  created_at, updated_at, created_via, updated_via, created_by_id, updated_by_id)
SELECT gen_random_uuid(), %(workspace)s, %(company)s, (%(accounts)s::uuid[])[leg],
  'Transferência ' || i, amount, day, day, CASE leg WHEN 1 THEN 'debit' ELSE 'credit' END,
  true, false, false, transfer_id,
  now(), now(), 'import', 'import', %(person)s, %(person)s
FROM drawn, generate_series(1, 2) leg
"""
