"""The sealed state is good for the person, place, tool, arguments and time it was made for, and
says nothing to whoever carries it (P135–P139, P147)."""

import base64
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from finance_api.identity.models import Membership
from tests import world as builders
from tests.agent import Agent, Outcome
from tests.world import World, token, world

DELETE = "finance_taxes_delete"
ALL = ["finance.all", "finance.all.write"]


@pytest.fixture
def tax(place: World) -> dict[str, Any]:
    made: dict[str, Any] = place.api.made("taxes", {"name": "ISS"})
    return made


def refused(outcome: Outcome, place: World, tax: dict[str, Any]) -> bool:
    """Whether the state was turned down with no hint which way it was wrong, and nothing ran."""
    assert (outcome.answer.status, outcome.error) == (200, -32602)
    message = outcome.answer.body["error"]["message"]
    assert message == "The requestState is invalid or expired; leave it out."
    return place.api.get(f"taxes/{tax['id']}").status == 200


def _flipped(state: str, position: int) -> str:
    other = "A" if state[position] != "A" else "B"
    return state[:position] + other + state[position + 1 :]


def test_a_state_with_any_byte_changed_is_no_state_p135(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    arguments = {"id": tax["id"]}
    reply = agent.call(DELETE, arguments).reply()
    state = reply["requestState"]
    forged = [_flipped(state, position) for position in range(0, len(state), 12)]
    # The bits past the last byte spell the same bytes otherwise.
    forged += [_flipped(state, -1), _flipped(state, -2), state[:-1], state[:-4], state[1:]]
    forged += ["", "x", state + "A", state + "=", f" {state}", state + "\n", "A" * 20_000]
    for each in forged:
        assert agent.call(DELETE, arguments, **reply | {"requestState": each}).error == -32602, each
    assert agent.call(DELETE, arguments, **reply).value == {}


def test_a_state_of_another_deployment_is_no_state_p135(
    agent: Agent, place: World, tax: dict[str, Any], settings: Any
) -> None:
    own = settings.CONFIRMATION_KEYS
    settings.CONFIRMATION_KEYS = ["of another deployment"]
    reply = agent.call(DELETE, {"id": tax["id"]}).reply()
    settings.CONFIRMATION_KEYS = own
    assert refused(agent.call(DELETE, {"id": tax["id"]}, **reply), place, tax)


def test_keys_can_be_rotated_p147(
    agent: Agent, place: World, tax: dict[str, Any], settings: Any
) -> None:
    settings.CONFIRMATION_KEYS = ["old"]
    by_the_old = agent.call(DELETE, {"id": tax["id"]}).reply()
    settings.CONFIRMATION_KEYS = ["new", "old"]
    by_the_new = agent.call(DELETE, {"id": tax["id"]}).reply()
    settings.CONFIRMATION_KEYS = ["old"]
    assert refused(agent.call(DELETE, {"id": tax["id"]}, **by_the_new), place, tax)
    settings.CONFIRMATION_KEYS = ["new", "old"]
    assert agent.call(DELETE, {"id": tax["id"]}, **by_the_old).value == {}


def test_another_persons_state_is_no_state_p136(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    reply = agent.call(DELETE, {"id": tax["id"]}).reply()
    colleague = builders.person()
    builders.member(colleague, place.organization, workspaces=[place.workspace])
    other = Agent(token(colleague, place.organization, "mcp", ALL))
    assert refused(other.call(DELETE, {"id": tax["id"]}, **reply), place, tax)
    assert other.call(DELETE, {"id": tax["id"]}).asks


def test_a_state_of_another_organization_is_no_state_p136(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    reply = agent.call(DELETE, {"id": tax["id"]}).reply()
    elsewhere = world()
    builders.member(place.person, elsewhere.organization, workspaces=[elsewhere.workspace])
    other = Agent(token(place.person, elsewhere.organization, "mcp", ALL))
    assert refused(other.call(DELETE, {"id": tax["id"]}, **reply), place, tax)


def test_a_state_of_another_tool_is_no_state_p137(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    reply = agent.call(DELETE, {"id": tax["id"]}).reply()
    outcome = agent.call("finance_companies_delete", {"id": tax["id"]}, **reply)
    assert refused(outcome, place, tax)


def test_a_state_of_other_arguments_is_no_state_p137(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    other = place.api.made("taxes", {"name": "IRRF"})
    reply = agent.call(DELETE, {"id": other["id"]}).reply()
    assert refused(agent.call(DELETE, {"id": tax["id"]}, **reply), place, tax)


@pytest.mark.parametrize("way", ["argument", "header", "query"])
def test_a_state_of_another_workspace_is_no_state_p137(
    agent: Agent, place: World, tax: dict[str, Any], way: str
) -> None:
    other = builders.workspace(place.organization)
    builders.grant(place.membership, other)

    def call(workspace: Any, **more: Any) -> Outcome:
        agent.headers = {"X-Workspace-Id": str(workspace.id)} if way == "header" else {}
        agent.path = f"/mcp?workspace_id={workspace.id}" if way == "query" else "/mcp"
        argument = {"workspace_id": str(workspace.id)} if way == "argument" else {}
        return agent.call(DELETE, {"id": tax["id"], **argument}, **more)

    reply = call(place.workspace).reply()
    outcome = call(other, **reply)
    assert outcome.error == -32602
    assert call(place.workspace, **reply).value == {}


@pytest.mark.parametrize(("seconds", "good"), [(599, True), (601, False), (86_400, False)])
def test_a_question_lives_ten_minutes_p138(
    agent: Agent, place: World, tax: dict[str, Any], seconds: int, good: bool
) -> None:
    asked_at = timezone.now()
    with time_machine.travel(asked_at, tick=False):
        reply = agent.call(DELETE, {"id": tax["id"]}).reply()
    with time_machine.travel(asked_at.timestamp() + seconds, tick=False):
        outcome = agent.call(DELETE, {"id": tax["id"]}, **reply)
        if good:
            assert outcome.value == {}
        else:
            assert refused(outcome, place, tax)
            assert agent.confirmed(DELETE, {"id": tax["id"]}).value == {}


def test_a_state_is_bound_to_no_token_connection_or_spelling_p139(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    where = str(place.workspace.id)
    reply = agent.call(DELETE, {"id": tax["id"], "workspace_id": where}).reply()
    renewed = Agent(token(place.person, place.organization, "mcp", ALL), path="/")
    done = renewed.call(DELETE, {"workspace_id": where, "id": tax["id"]}, **reply)
    assert done.value == {}


def test_a_state_says_nothing_to_whoever_carries_it_p147(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    state = agent.call(DELETE, {"id": tax["id"]}).result["requestState"]
    carried = state.encode() + base64.urlsafe_b64decode(state)
    assert Membership.objects.filter(person=place.person).exists()
    for known in (tax["id"], tax["name"], DELETE, str(place.person.pk), str(place.workspace.id)):
        assert known.encode() not in carried
        assert known.replace("-", "").encode() not in carried
