"""An answer that is too much for a model is refused with how to ask for less, and never cut."""

from mcp_gateway.calls import CEILING
from tests.agent import Agent
from tests.finance_api.titles.desk import desk

NOTE = "ç" * 2_000


def test_a_page_over_the_ceiling_is_refused_with_how_to_ask_for_less() -> None:
    at = desk("payables")
    for _ in range(2):
        at.made(type="installment", total_installments=36, notes=NOTE)
    agent = Agent(at.books.world.mcp_token)
    refused = agent.call("finance_payables_list", {"limit": 100, "fields": ["notes"]})
    assert refused.code == "UNPROCESSABLE_ENTITY"
    assert refused.refusal["details"]["largest"] == CEILING
    assert refused.refusal["details"]["size"] > CEILING
    for word in ("limit", "fields"):
        assert word in refused.refusal["message"]
    less = agent.call("finance_payables_list", {"limit": 40, "fields": ["notes"]})
    assert len(less.value["data"]) == 40
    assert len(at.api.get("payables?limit=100&fields=notes").raw) > CEILING, "REST has no ceiling"
