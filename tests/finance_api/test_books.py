"""The check of the books finds nothing after work through the API, and each fault that the owner
of the tables makes behind its back."""

import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import connections, transaction
from django.db.backends.utils import CursorWrapper

from finance_api import books as check
from finance_api.core.isolation import open_workspaces
from finance_api.demo import books as demo_books
from finance_api.demo import facts
from tests.finance_api.ledger.books import Books, account, books, company
from tests.invariants import assert_books_hold
from tests.world import world

ROOT = Path(__file__).resolve().parents[2]


@dataclass
class Scenario:
    """Books in which everything that can go wrong is there once, by name."""

    books: Books
    ids: dict[str, str]


def _title(b: Books, path: str, **changes: Any) -> Any:
    body = {
        "company_id": b.company,
        "person_name": "Imobiliária Sol",
        "description": "Aluguel",
        "amount": "100.00",
        "due_date": "2026-03-10",
        "financial_account_id": b.account,
    }
    return b.api.made(path, body | changes)


def _paid(b: Books, **changes: Any) -> Any:
    made = _title(b, "payables", **changes)
    paid = {"status": "paid", "payment_date": "2026-03-11", "interest_amount": "1.50"}
    answer = b.api.patch(f"payables/{made['id']}", paid)
    assert answer.status == 200, answer.body
    return answer.body


def _scenario() -> Scenario:
    b = books("50.00")
    parts = [
        {"classification_center_id": b.center(name), "percentage": 50}
        for name in ("Loja", "Matriz")
    ]
    other = account(b.world, company(b.world, "Filial"))
    transfer = {
        "from_account_id": b.account,
        "to_account_id": other,
        "amount": "30.00",
        "occurred_at": "2026-03-10",
        "description": "Aplicação",
    }
    paid = _paid(b, classification_centers=parts)
    person = b.api.made(
        "people", {"company_id": b.company, "name": "Ana", "document_number": "529.982.247-25"}
    )
    reverted = _paid(b)
    assert b.api.patch(f"payables/{reverted['id']}", {"status": "pending"}).status == 200
    removed = b.entered()
    assert b.api.delete(f"financial-transactions/{removed['id']}").status == 204
    return Scenario(
        b,
        {
            "paid": paid["id"],
            "payment": paid["transaction_id"],
            "pending": _title(b, "receivables")["id"],
            "split": b.entered(classification_centers=parts)["id"],
            "entered": b.entered()["id"],
            "removed": removed["id"],
            "series": _title(b, "payables", type="installment", total_installments=3)["group_id"],
            "transfer": b.api.made("transfers", transfer)["transfer_id"],
            "account": b.account,
            "company": b.company,
            "person": person["id"],
        },
    )


@contextmanager
def _owner() -> Iterator[CursorWrapper]:
    """The owner at work behind everybody's back, undone at the end."""
    with transaction.atomic(using="owner"), connections["owner"].cursor() as cursor:
        yield cursor
        transaction.set_rollback(True, using="owner")


def _broken(invariant: str) -> list[str]:
    found = {fault.invariant.name: fault.ids for fault in check.faults("owner")}
    return found.get(invariant, [])


def test_books_kept_through_the_api_hold() -> None:
    assert_books_hold(world())
    assert_books_hold(_scenario().books.world)


def test_the_books_of_the_demo_hold() -> None:
    of = world()
    with transaction.atomic():
        open_workspaces([of.workspace.pk])
        demo_books.fill(of.person, of.workspace, facts.GROUPS[0].books[0], 1)
    assert_books_hold(of)


_PART = "UPDATE finance_api_{}allocation SET amount = amount + 0.01 WHERE {}_id = %(id)s"
_ENTRY = "UPDATE finance_api_transaction SET {} WHERE id = %(id)s"
_TITLE = "UPDATE finance_api_title SET {} WHERE id = %(id)s"
_LEG = "UPDATE finance_api_transaction SET {} WHERE transfer_id = %(id)s AND type = 'debit'"
_FREE_STATUS = "ALTER TABLE finance_api_title DROP CONSTRAINT title_settled_by_transaction_or_match"

#: The rule, whose record breaks it, and how.
BREAKS = [
    ("title_allocations", "paid", _PART.format("title", "title")),
    ("transaction_allocations", "split", _PART.format("transaction", "transaction")),
    ("title_status", "paid", _FREE_STATUS + "; " + _TITLE.format("payment_date = NULL")),
    ("title_status", "paid", _FREE_STATUS + "; " + _TITLE.format("transaction_id = NULL")),
    ("title_status", "paid", _FREE_STATUS + "; " + _TITLE.format("status = 'pending'")),
    ("settlements", "paid", _TITLE.format("amount = 99.99")),
    ("settlements", "paid", _TITLE.format("interest_amount = NULL")),
    ("settlements", "paid", _TITLE.format("ticket_amount = 1.00")),
    ("settlements", "paid", _TITLE.format("payment_date = '2026-03-12'")),
    ("settlements", "paid", _TITLE.format("account_id = NULL")),
    ("settlements", "paid", _TITLE.format("direction = 'receivable'")),
    ("orphans", "entered", _ENTRY.format("auto_created = true")),
    ("transfers", "transfer", _LEG.format("amount = amount + 0.01")),
    ("transfers", "transfer", _LEG.format("occurred_at = '2026-03-11'")),
    ("transfers", "transfer", _LEG.format("is_pending = true")),
    ("transfers", "transfer", _LEG.format("transfer_id = NULL")),
    ("transfers", "transfer", "DELETE FROM finance_api_transaction WHERE transfer_id = %(id)s"
     " AND type = 'credit'"),
    ("installments", "series", "UPDATE finance_api_title SET amount = amount + 0.01"
     " WHERE group_id = %(id)s AND installment_number = 1"),
    ("installments", "series", "UPDATE finance_api_title SET installment_number = 2"
     " WHERE group_id = %(id)s"),
    ("log", "entered", _ENTRY.format("amount = amount + 0.01")),
    ("log", "entered", _ENTRY.format("occurred_at = '2026-03-11'")),
    ("log", "entered", _ENTRY.format("type = 'credit'")),
    ("log", "entered", _ENTRY.format("is_pending = true")),
    ("log", "entered", "DELETE FROM finance_api_transaction WHERE id = %(id)s"),
    ("log", "entered", "DELETE FROM finance_api_logentry WHERE record_id = %(id)s"),
    ("log", "removed", "DELETE FROM finance_api_logentry WHERE record_id = %(id)s"
     " AND act = 'remove'"),
    ("log", "pending", _TITLE.format("due_date = '2026-03-11'")),
    ("log", "pending", _TITLE.format("amount = 1.00")),
    ("log", "account", "UPDATE finance_api_account SET opening_balance = 49.99 WHERE id = %(id)s"),
    ("documents", "company", "UPDATE finance_api_company SET cnpj = '11222333000182'"
     " WHERE id = %(id)s"),
    ("documents", "person", "UPDATE finance_api_person SET document_number = '52998224724'"
     " WHERE id = %(id)s"),
]  # fmt: skip


def test_every_fault_made_behind_the_apis_back_is_found() -> None:
    """One scenario for all: each fault is made, found under its rule, and undone."""
    scenario = _scenario()
    for invariant, name, statements in BREAKS:
        id = scenario.ids[name]
        assert id not in _broken(invariant), (invariant, name)
        with _owner() as cursor:
            for statement in statements.split("; "):
                cursor.execute(statement, {"id": id} if "%(id)s" in statement else None)
            assert id in _broken(invariant), (invariant, statements)
    assert_books_hold(scenario.books.world)


def test_a_reference_to_another_workspace_is_found() -> None:
    scenario, foreign = _scenario(), books()
    id = scenario.ids["entered"]
    with _owner() as cursor:
        cursor.execute(
            "ALTER TABLE finance_api_transaction"
            " DROP CONSTRAINT finance_api_transaction_account_id_wall"
        )
        cursor.execute(
            "UPDATE finance_api_transaction SET account_id = %s WHERE id = %s",
            [foreign.account, id],
        )
        assert id in _broken("references")
    assert id not in _broken("references")


@pytest.mark.parametrize("fault", ["kind", "direction", "company"])
def test_a_match_of_what_does_not_go_together_is_found(fault: str) -> None:
    scenario = _scenario()
    place, by = scenario.books.world.workspace, scenario.books.world.person
    match = str(uuid.uuid4())
    with _owner() as cursor:
        cursor.execute(
            "INSERT INTO finance_api_reconciliation (id, workspace_id, source, kind, created_at,"
            " updated_at, created_via, updated_via, created_by_id, updated_by_id)"
            " VALUES (%s, %s, 'manual', %s, now(), now(), 'api', 'api', %s, %s)",
            [match, place.pk, "receivable" if fault == "kind" else "payable", by.pk, by.pk],
        )
        cursor.execute(_FREE_STATUS)
        joined = "UPDATE finance_api_{} SET reconciliation_id = %s WHERE id = %s"
        cursor.execute(joined.format("title"), [match, scenario.ids["paid"]])
        if fault == "direction":
            cursor.execute(joined.format("transaction"), [match, scenario.ids["entered"]])
            assert match not in _broken("reconciliations")
            cursor.execute(_ENTRY.format("type = 'credit'"), {"id": scenario.ids["entered"]})
        if fault == "company":
            assert match not in _broken("reconciliations")
            cursor.execute(joined.format("title"), [match, scenario.ids["pending"]])
        assert match in _broken("reconciliations")


def test_what_is_newer_than_the_lock_on_its_period_is_found() -> None:
    scenario = _scenario()
    place, by = scenario.books.world.workspace, scenario.books.world.person
    id = scenario.ids["entered"]
    with _owner() as cursor:
        cursor.execute(
            "UPDATE finance_api_workspace SET locked_through = '2026-03-31' WHERE id = %s",
            [place.pk],
        )
        cursor.execute(
            "INSERT INTO finance_api_logentry (at, organization_id, workspace_id, person_id,"
            " channel, token_kind, operation, request_id, record_type, record_id, act, before,"
            " after) VALUES (now(), %s, %s, %s, 'dashboard', 'session', 'x', 'x', 'workspace', %s,"
            """ 'change', '{"locked_through": null}', '{"locked_through": "2026-03-31"}')""",
            [place.organization_id, place.pk, by.pk, place.pk],
        )
        assert id not in _broken("closed_period")
        cursor.execute(_ENTRY.format("updated_at = now() + interval '1 s'"), {"id": id})
        assert id in _broken("closed_period")
        pending = scenario.ids["pending"]
        assert pending not in _broken("closed_period")
        cursor.execute(_TITLE.format("created_at = now() + interval '1 s'"), {"id": pending})
        assert pending in _broken("closed_period")


def test_every_rule_is_seen_to_fail() -> None:
    shown = {invariant for invariant, _, _ in BREAKS}
    others = {"references", "reconciliations", "closed_period"}
    assert shown | others == {invariant.name for invariant in check.INVARIANTS}


def test_the_command_says_that_books_hold() -> None:
    said = StringIO()
    place = _scenario().books.world.workspace
    call_command("check_books", workspace=place.pk, stdout=said)
    assert said.getvalue() == "The books hold.\n"


def test_the_command_names_the_rule_and_the_records_and_fails() -> None:
    scenario = _scenario()
    id = scenario.ids["entered"]
    with _owner() as cursor:
        cursor.execute(_ENTRY.format("auto_created = true"), {"id": id})
        said = StringIO()
        with pytest.raises(CommandError) as failed:
            call_command("check_books", stdout=said)
    assert failed.value.returncode == 1
    (line,) = (each for each in said.getvalue().splitlines() if each.startswith("orphans: "))
    assert "A transaction that settling made has its title." in line
    assert id in line


def test_the_command_refuses_a_workspace_that_is_none() -> None:
    with pytest.raises(CommandError, match="no such workspace"):
        call_command("check_books", workspace=uuid.uuid4())


def test_the_command_does_not_take_hidden_rows_for_books_that_hold() -> None:
    environment = os.environ | {"DATABASE_OWNER_URL": os.environ["DATABASE_URL"]}
    command = [sys.executable, "-m", "django", "check_books"]
    refused = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert refused.returncode == 1
    assert refused.stdout == b""
    assert b"DATABASE_OWNER_URL" in refused.stderr
