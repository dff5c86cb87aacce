"""What a person is asked before an account or a transaction is touched for good (K24)."""

import time_machine

from tests.agent import Agent
from tests.finance_api.ledger.books import books


@time_machine.travel("2026-04-01T12:00:00Z", tick=False)
def test_adjusting_a_balance_shows_both_balances_the_difference_and_the_day() -> None:
    b = books("50.00")
    agent = Agent(b.world.mcp_token)
    arguments = {"id": b.account, "target_balance": "20.00", "category_id": b.expense}
    asked = agent.call("finance_accounts_adjust_balance", arguments)
    assert asked.asks
    for shown in ("“Conta movimento”", "R$ 50,00", "R$ 20,00", "R$ -30,00", "01/04/2026"):
        assert shown in asked.question
    assert (b.balance(), b.count()) == ("50.00", 0)
    done = agent.call("finance_accounts_adjust_balance", arguments, **asked.reply())
    assert done.value["new_balance"] == "20.00"
    assert b.balance() == "20.00"


def test_a_balance_that_moved_meanwhile_is_asked_about_again() -> None:
    b = books("50.00")
    agent = Agent(b.world.mcp_token)
    arguments = {"id": b.account, "target_balance": "20.00", "category_id": b.expense}
    asked = agent.call("finance_accounts_adjust_balance", arguments)
    b.entered(amount="10.00")
    again = agent.call("finance_accounts_adjust_balance", arguments, **asked.reply())
    assert again.asks
    assert "R$ 40,00" in again.question
    assert b.balance() == "40.00"


def test_a_rule_refuses_before_anybody_is_asked() -> None:
    b = books("50.00")
    agent = Agent(b.world.mcp_token)
    arguments = {"id": b.account, "target_balance": "20.00", "category_id": b.income}
    assert agent.call("finance_accounts_adjust_balance", arguments).code == "UNPROCESSABLE_ENTITY"


def test_deleting_a_transaction_shows_amount_account_person_and_day() -> None:
    b = books()
    made = b.entered(person_name="Imobiliária Sol")
    asked = Agent(b.world.mcp_token).call("finance_transactions_delete", {"id": made["id"]})
    for shown in (
        "“Aluguel de março”",
        "R$ 100,00",
        "“Conta movimento”",
        "“Imobiliária Sol”",
        "10/03/2026",
    ):
        assert shown in asked.question
    assert b.count() == 1


def test_the_tools_patch_is_closed_to_what_the_server_controls() -> None:
    b = books()
    made = b.entered()
    arguments = {"id": made["id"], "auto_created": True}
    refused = Agent(b.world.mcp_token).call("finance_transactions_update", arguments)
    assert refused.code == "VALIDATION_ERROR"
