"""Between question and answer the world may change, and everything is judged anew (P143)."""

from typing import Any

import pytest
from django.db import transaction

from finance_api.core.isolation import open_organizations
from finance_api.identity.models import PersonalToken, WorkspaceGrant
from tests.agent import Agent, Outcome
from tests.world import World

DELETE = "finance_taxes_delete"


@pytest.fixture
def tax(place: World) -> dict[str, Any]:
    made: dict[str, Any] = place.api.made("taxes", {"name": "ISS"})
    return made


def delete(agent: Agent, tax: dict[str, Any], **more: Any) -> Outcome:
    return agent.call(DELETE, {"id": tax["id"]}, **more)


def test_a_record_that_changed_is_asked_about_again_p143(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    first = delete(agent, tax)
    place.api.patch(f"taxes/{tax['id']}", {"name": "IRRF"})
    second = delete(agent, tax, **first.reply())
    assert second.asks
    assert "IRRF" in second.question
    assert "ISS" not in second.question
    assert place.api.get(f"taxes/{tax['id']}").status == 200
    assert delete(agent, tax, **second.reply()).value == {}


def test_a_change_the_question_did_not_show_is_no_reason_to_ask_again_p143(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    asked = delete(agent, tax)
    place.api.patch(f"taxes/{tax['id']}", {"default_rate": "5.00"})
    assert delete(agent, tax, **asked.reply()).value == {}


def test_a_record_that_is_gone_is_not_found_p143(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    reply = delete(agent, tax).reply()
    assert place.api.delete(f"taxes/{tax['id']}").status == 204
    assert delete(agent, tax, **reply).code == "NOT_FOUND"
    assert delete(agent, tax, **reply).code == "confirmation_replayed"


def _permission(place: World) -> None:
    place.membership.roles.clear()


def _scope(place: World) -> None:
    PersonalToken.objects.filter(person=place.person, audience="mcp").update(scopes=["finance.all"])


def _membership(place: World) -> None:
    place.membership.active = False
    place.membership.save()


def _workspace(place: World) -> None:
    with transaction.atomic():
        open_organizations([place.organization.id])
        WorkspaceGrant.objects.filter(membership=place.membership).delete()


def _channel(place: World) -> None:
    place.workspace.blocked = ["mcp:delete"]
    place.workspace.save()


@pytest.mark.parametrize(
    ("lost", "code"),
    [
        (_permission, "insufficient_permission"),
        (_scope, "insufficient_scope"),
        (_membership, "membership_inactive"),
        (_workspace, "workspace_access_denied"),
        (_channel, "SECURITY_BLOCKED"),
    ],
)
def test_a_right_that_was_lost_is_missed_p143(
    agent: Agent, place: World, tax: dict[str, Any], lost: Any, code: str
) -> None:
    reply = delete(agent, tax).reply()
    lost(place)
    assert delete(agent, tax, **reply).code == code


def test_a_rule_that_refuses_is_heard_before_anybody_is_asked_p144(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    place.workspace.blocked = ["mcp:delete"]
    place.workspace.save()
    assert delete(agent, tax).code == "SECURITY_BLOCKED"
    assert place.api.get(f"taxes/{tax['id']}").status == 200
