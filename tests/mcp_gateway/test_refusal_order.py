"""The first reason why not is told, because each reason is another person's to solve (K7)."""

from typing import Any

import pytest

from finance_api.identity.models import PersonalToken, Role
from tests.agent import NEW, OLD, Agent
from tests.world import World

STRANGER = "2b93f876-769a-4bdc-b23e-304957f313b4"


def _inactive(place: World) -> None:
    place.membership.active = False
    place.membership.save()


def _without_scope(place: World) -> None:
    PersonalToken.objects.filter(person=place.person, audience="mcp").update(scopes=["finance.all"])


def _without_permission(place: World) -> None:
    place.membership.roles.clear()


def _blocked(place: World) -> None:
    place.workspace.blocked = ["mcp:create"]
    place.workspace.save()


#: From the last reason to the first: each hides those before it.
REASONS = [
    ("SECURITY_BLOCKED", _blocked),
    ("workspace_access_denied", None),
    ("insufficient_permission", _without_permission),
    ("insufficient_scope", _without_scope),
    ("membership_inactive", _inactive),
]


@pytest.mark.parametrize("version", [NEW, OLD])
def test_each_reason_hides_those_that_come_after_it_k7(
    agent: Agent, place: World, version: str
) -> None:
    agent.version = version
    arguments = {"name": "ISS"}
    for code, happens in REASONS:
        if happens is None:
            arguments["workspace_id"] = STRANGER
        else:
            happens(place)
        assert agent.call("finance_taxes_create", arguments).code == code
    place.membership.active = True
    place.membership.save()
    place.membership.roles.add(*Role.objects.filter(name="Admin"))
    assert agent.call("finance_taxes_list").value["data"] == []


def test_each_refusal_says_whom_to_ask_k7(agent: Agent, place: World) -> None:
    _without_permission(place)
    refusal = agent.call("finance_taxes_create", {"name": "ISS"}).refusal
    assert refusal["details"] == {"permission": "taxes.create"}
    assert "taxes.create" in refusal["message"]
    assert "admin" in refusal["message"]
    _inactive(place)
    assert "admin" in agent.call("finance_taxes_list").refusal["message"]


def test_a_blocked_channel_blocks_that_channel_only_k14(agent: Agent, place: World) -> None:
    _blocked(place)
    refusal = agent.call("finance_taxes_create", {"name": "ISS"}).refusal
    assert refusal["code"] == "SECURITY_BLOCKED"
    assert refusal["details"] == {"rule": "create", "channel": "mcp"}
    assert place.api.post("taxes", {"name": "ISS"}).status == 201


@pytest.mark.parametrize("arguments", [{"name": 5, "x": 1}, {}])
def test_rights_come_before_what_the_body_says(
    agent: Agent, place: World, arguments: dict[str, Any]
) -> None:
    _without_scope(place)
    assert agent.call("finance_taxes_create", arguments).code == "insufficient_scope"
