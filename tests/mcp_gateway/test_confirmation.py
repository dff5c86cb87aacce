"""Destructive calls: asked, confirmed once, declined, replayed, tampered with (P126–P147)."""

from tests.agent import Agent
from tests.world import World, world


def _agent(place: World) -> Agent:
    return Agent(place.mcp_token)


def test_a_delete_asks_first_and_runs_once_when_a_person_confirms() -> None:
    place = world()
    agent = _agent(place)
    tax = place.api.made("taxes", {"name": "ISS"})
    asked = agent.call("finance_taxes_delete", {"id": tax["id"]})
    assert asked.asks
    assert "ISS" in asked.question
    assert place.api.get(f"taxes/{tax['id']}").status == 200
    reply = asked.reply()
    done = agent.call("finance_taxes_delete", {"id": tax["id"]}, **reply)
    assert done.value == {}
    assert place.api.get(f"taxes/{tax['id']}").status == 404
    again = agent.call("finance_taxes_delete", {"id": tax["id"]}, **reply)
    assert again.code == "confirmation_replayed"
