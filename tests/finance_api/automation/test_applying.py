"""What is entered is given what the first matching rule sets, through every door
(rest-api §2.12)."""

from typing import Any

import pytest

from tests.agent import Agent
from tests.finance_api.automation.rules import PATH, person, rule
from tests.finance_api.ledger.books import account, company
from tests.finance_api.titles.desk import Desk, both, desk


def entered(at: Desk, **changes: Any) -> Any:
    return at.books.entered(type=at.type, **changes)


@both
def test_a_billing_and_a_transaction_are_given_everything_a_rule_sets(path: str) -> None:
    at = desk(path)
    who, center = person(at, "Imobiliária Lua"), at.center("Loja 1")
    sets = {
        "set_description": "Aluguel",
        "set_person_id": who,
        "set_category_id": at.category,
        "set_classification_center_id": center,
    }
    rule(at, "billings", set_expected_account_id=at.books.account, **sets)
    rule(at, "transactions", **sets)
    title, moved = at.made(), entered(at)
    for record in (title, moved):
        assert record["description"] == "Aluguel"
        assert record["person_id"] == who
        assert record["category_id"] == at.category
        assert record["classification_center_id"] == center
        assert record["created_via"] == "api"
    assert title["expected_account_id"] == at.books.account


@both
def test_a_rule_replaces_what_was_sent_and_keeps_the_rest(path: str) -> None:
    at = desk(path)
    rule(at, set_description="Aluguel da loja")
    title = at.made(category_id=at.category, notes="ok")
    assert title["description"] == "Aluguel da loja"
    assert title["person_id"] == at.person
    assert (title["category_id"], title["notes"]) == (at.category, "ok")


@both
@pytest.mark.parametrize(
    ("contains", "description", "matches"),
    [
        ("ALUGUEL", "Aluguel de março", True),
        ("março", "ALUGUEL DE MARÇO", True),
        ("guel de", "Aluguel de março", True),
        ("", "Qualquer coisa", True),
        ("%", "Aluguel de março", False),
        ("aluguel_", "Aluguel de março", False),
        ("abril", "Aluguel de março", False),
    ],
)
def test_a_text_is_found_anywhere_whatever_its_case(
    path: str, contains: str, description: str, matches: bool
) -> None:
    at = desk(path)
    rule(at, description_contains=contains, set_category_id=at.category)
    expected = at.category if matches else None
    assert at.made(description=description)["category_id"] == expected


@both
def test_every_criterion_must_hold(path: str) -> None:
    at = desk(path)
    rule(
        at,
        description_contains="aluguel",
        notes_contains="loja",
        match_person_id=at.person,
        transaction_type=at.type,
        set_category_id=at.category,
    )
    assert at.made(notes="Loja 1")["category_id"] == at.category
    assert at.made()["category_id"] is None
    assert at.made(notes="Loja 1", description="Luz")["category_id"] is None
    other = person(at, "Outra")
    assert at.made(notes="Loja 1", person_id=other)["category_id"] is None


@both
def test_a_rule_of_the_other_direction_is_passed_over(path: str) -> None:
    at = desk(path)
    other = "credit" if at.pays else "debit"
    for scope in ("billings", "transactions"):
        rule(at, scope, transaction_type=other, set_description="Não")
    assert at.made()["description"] == "Aluguel de março"
    assert entered(at)["description"] == "Aluguel de março"


def test_a_rule_about_an_account_is_for_its_transactions() -> None:
    at = desk("payables")
    other = account(at.books.world, at.books.company, name="Reserva")
    rule(at, "transactions", account_id=other, set_description="Da reserva")
    assert entered(at)["description"] == "Aluguel de março"
    assert entered(at, financial_account_id=other)["description"] == "Da reserva"


@both
def test_the_first_that_matches_wins_and_is_the_only_one(path: str) -> None:
    at = desk(path)
    made = [
        rule(at, description_contains="luz", set_description="Nunca"),
        rule(at, set_description="Segunda"),
        rule(at, set_category_id=at.category, set_description="Terceira"),
    ]
    title = at.made()
    assert (title["description"], title["category_id"]) == ("Segunda", None)
    ids = [row["id"] for row in made]
    order = {"company_id": at.books.company, "scope": "billings", "ordered_ids": ids[::-1]}
    assert at.api.post(f"{PATH}/reorder", order).status == 204
    assert at.made()["description"] == "Terceira"
    assert at.api.patch(f"{PATH}/{ids[2]}", {"active": False}).status == 200
    assert at.made()["description"] == "Segunda"
    assert at.api.delete(f"{PATH}/{ids[1]}").status == 204
    assert at.made()["description"] == "Aluguel de março"


@both
def test_rules_stay_in_their_company_scope_and_workspace(path: str) -> None:
    at, elsewhere = desk(path), desk(path)
    rule(elsewhere, set_description="Alheia")
    rule(at, "transactions", set_description="Do outro tipo")
    other = company(at.books.world, "Outra")
    rule(at, company_id=other, set_description="De outra empresa")
    assert at.made()["description"] == "Aluguel de março"


@both
def test_a_rule_that_does_not_fit_is_passed_over_and_the_next_is_tried(path: str) -> None:
    at = desk(path)
    wrong = at.books.income if at.pays else at.books.expense
    other = at.books.center("Outro lado", "revenue" if at.pays else "cost")
    asleep = person(at, "Inativa")
    rule(at, set_category_id=wrong, set_description="Primeira")
    rule(at, set_classification_center_id=other, set_description="Segunda")
    rule(at, set_person_id=asleep, set_description="Terceira")
    rule(at, set_description="Quarta")
    assert at.api.patch(f"people/{asleep}", {"active": False}).status == 200
    title = at.made()
    assert title["description"] == "Quarta"
    assert (title["category_id"], title["person_id"]) == (None, at.person)


@both
def test_a_split_that_was_sent_stands(path: str) -> None:
    at = desk(path)
    sent, set_ = at.center("Enviado"), at.center("Da regra")
    split = [{"classification_center_id": sent, "percentage": 100}]
    for scope in ("billings", "transactions"):
        rule(at, scope, set_classification_center_id=set_)
        rule(at, scope, set_classification_center_id=set_, set_description="Aluguel")
    for record in (
        at.made(classification_centers=split),
        entered(at, classification_centers=split),
    ):
        assert record["classification_center_id"] == sent
        assert len(record["classification_center_allocations"]) == 1
        assert record["description"] == "Aluguel"


@both
def test_every_record_of_a_series_is_classified(path: str) -> None:
    at = desk(path)
    rule(at, set_category_id=at.category)
    at.made(type="installment", total_installments=3)
    assert [row["category_id"] for row in at.listed()] == [at.category] * 3


@both
def test_what_an_agent_enters_is_classified_too(path: str) -> None:
    at = desk(path)
    rule(at, set_description="Aluguel")
    rule(at, "transactions", set_description="Aluguel")
    agent = Agent(at.books.world.mcp_token)
    made = agent.call(f"finance_{path}_create", at.body()).value
    assert (made["description"], made["created_via"]) == ("Aluguel", "mcp")
    moved = agent.call("finance_transactions_create", at.books.entry(type=at.type)).value
    assert moved["description"] == "Aluguel"


@both
def test_what_settling_makes_says_what_the_billing_says(path: str) -> None:
    at = desk(path)
    rule(at, "transactions", description_contains="", set_description="Da regra")
    settled = at.settled_title()
    assert at.transaction(settled)["description"] == "Aluguel de março"


def test_an_adjustment_of_a_balance_is_left_alone() -> None:
    at = desk("payables")
    rule(at, "transactions", description_contains="", set_description="Da regra")
    sent = {"target_balance": "-1.00", "category_id": at.books.expense}
    made = at.api.post(f"financial-accounts/{at.books.account}/adjust-balance", sent).body
    shown = at.api.get(f"financial-transactions/{made['transaction_id']}").body
    assert shown["description"] == "Ajuste de saldo"


@both
def test_what_was_entered_before_and_what_is_changed_later_stays(path: str) -> None:
    at = desk(path)
    title = at.made(description="Luz")
    rule(at, description_contains="", set_category_id=at.category)
    assert at.get(title["id"])["category_id"] is None
    assert at.patched(title["id"], description="Aluguel")["category_id"] is None
