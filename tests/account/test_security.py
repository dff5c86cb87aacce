"""The security page: what is set there holds for the next call; the lock date moves only with a
reason; nobody undoes what they have not seen (K14, R88)."""

import datetime as dt
import re
import uuid
from typing import Any

from django.db import connection
from django.test.utils import CaptureQueriesContext

from finance_api.identity.models import Workspace
from tests.account.visitor import Visitor
from tests.agent import Agent
from tests.finance_api.dashboard.office import entries
from tests.world import World, member, person, workspace, world

TAX = {"name": "ISS"}


def path(of: World) -> str:
    return f"security/{of.workspace.pk}"


def seen(visitor: Visitor, of: World) -> str:
    """What the form carries of the settings that the page shows."""
    (found,) = re.findall(r'name="seen" value="([0-9a-f]{64})"', visitor.page(path(of)))
    return str(found)


def form(visitor: Visitor, of: World, **changes: Any) -> dict[str, Any]:
    """The form as the page shows it, with changes."""
    at = stored(of)
    shown = {
        "seen": seen(visitor, of),
        "approval_gate": "on" if at.approval_gate else "",
        "blocked": at.blocked,
        "locked_through": at.locked_through or "",
    } | changes
    return {name: value for name, value in shown.items() if value != ""}


def stored(of: World) -> Workspace:
    return Workspace.objects.get(pk=of.workspace.pk)


def test_a_tool_is_refused_from_the_next_call_on_and_allowed_again(
    visitor: Visitor, place: World
) -> None:
    tax, robot = place.api.made("taxes", TAX), Agent(place.mcp_token)
    assert robot.call("finance_taxes_delete", {"id": tax["id"]}).asks
    sent = form(visitor, place, blocked=["mcp:delete"])
    assert "Salvo." in visitor.sent(path(place), **sent)
    refused = robot.call("finance_taxes_delete", {"id": tax["id"]})
    assert refused.code == "SECURITY_BLOCKED"
    page = visitor.page(path(place))
    assert page.count('name="blocked"') == 15
    assert re.findall(r'value="([a-z:]+)"[^>]* checked', page) == ["mcp:delete"]
    assert 'aria-label="Excluir: Agentes (MCP)"' in page
    visitor.sent(path(place), **form(visitor, place, blocked=[]))
    assert robot.call("finance_taxes_delete", {"id": tax["id"]}).asks
    blocked, opened = entries(place, record_type="workspace")
    assert (blocked.before, blocked.after) == ({"blocked": []}, {"blocked": ["mcp:delete"]})
    assert (opened.before, opened.after) == (blocked.after, blocked.before)
    assert (blocked.operation, blocked.channel) == ("security.manage", "dashboard")
    assert blocked.person_id == place.person.pk


def test_the_lock_date_moves_only_with_a_reason(visitor: Visitor, place: World) -> None:
    page = path(place)
    visitor.sent(page, **form(visitor, place, locked_through="2026-03-10", reason=" Fechamento "))
    sent = form(visitor, place)
    for moved, reason in (
        ("2026-03-31", ""),
        ("2026-02-28", "  "),
        ("2026-02-28", "a\x00b"),
        ("", "r" * 501),
    ):
        answer = visitor.post(page, **sent | {"locked_through": moved, "reason": reason})
        assert answer.status_code == 400
        assert set(answer.context["form"].errors) == {"reason"}
        assert ('value="2026-02-28"' in answer.content.decode()) == (moved == "2026-02-28")
    answer = visitor.post(page, **sent | {"locked_through": "31 de março", "reason": "x"})
    assert set(answer.context["form"].errors) == {"locked_through"}
    assert stored(place).locked_through == dt.date(2026, 3, 10)
    visitor.sent(page, **form(visitor, place, reason="Nada muda"))
    assert "10/03/2026" in visitor.page("security")
    visitor.sent(page, **form(visitor, place, locked_through="", reason="Nota esquecida"))
    closed, opened = entries(place, record_type="workspace")
    assert closed.after == {"locked_through": "2026-03-10", "reason": "Fechamento"}
    assert opened.before == {"locked_through": "2026-03-10"}
    assert opened.after == {"locked_through": None, "reason": "Nota esquecida"}


def test_the_gate_is_switched_after_a_warning(visitor: Visitor, place: World) -> None:
    assert "sem que uma pessoa as tenha visto" in visitor.page(path(place))
    visitor.sent(path(place), **form(visitor, place, approval_gate=""))
    assert stored(place).approval_gate is False
    (entry,) = entries(place, record_type="workspace")
    assert entry.after == {"approval_gate": False}


def test_nobody_undoes_what_they_have_not_seen(visitor: Visitor, place: World) -> None:
    mine = form(visitor, place, blocked=["api:edit"])
    other = Visitor(person(language="en"))
    member(other.who, place.organization)
    theirs = form(other, place, blocked=["mcp:delete"], locked_through="2026-01-31", reason="x")
    assert "Saved." in other.sent(path(place), **theirs)
    answer = visitor.post(path(place), **mine)
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "Alguém alterou" in page
    assert re.findall(r'value="([a-z:]+)"[^>]* checked', page) == ["mcp:delete"]
    assert seen(visitor, place) in page
    at = stored(place)
    assert (at.blocked, at.locked_through) == (["mcp:delete"], dt.date(2026, 1, 31))
    assert len(entries(place, record_type="workspace")) == 1
    # The second click of one who asked for just what is stored is no conflict.
    other.sent(path(place), **theirs)
    assert len(entries(place, record_type="workspace")) == 1


def test_a_hostile_form_changes_nothing(visitor: Visitor, place: World) -> None:
    for changes in (
        {"blocked": ["carrier:pigeon"]},
        {"blocked": ["mcp:delete\x00"]},
        {"seen": ""},
        {"seen": "\x00"},
        {"locked_through": "99999-01-01", "reason": "x"},
    ):
        answer = visitor.post(path(place), **form(visitor, place, **changes))
        assert answer.status_code == 400, changes
        assert 'role="alert"' in answer.content.decode()
    assert visitor.post(path(place)).status_code == 400
    assert entries(place, record_type="workspace") == []


def test_another_organizations_workspace_does_not_exist(visitor: Visitor, place: World) -> None:
    other = world()
    assert str(other.workspace.pk) not in visitor.page("security")
    sent = form(visitor, place, blocked=["mcp:edit"])
    for id in (other.workspace.pk, uuid.uuid4()):
        assert visitor.client.get(f"/account/security/{id}").status_code == 404
        assert visitor.post(f"security/{id}", **sent).status_code == 404
    assert stored(other).blocked == []


def test_who_does_not_manage_security_is_not_led_there(visitor: Visitor, place: World) -> None:
    finance = Visitor(person())
    member(finance.who, place.organization, role="Finance", workspaces=[place.workspace])
    assert "/account/security" not in finance.page("")
    assert 'href="/account/security"' in visitor.page("")
    assert finance.client.get("/account/security").status_code == 403
    sent = form(visitor, place, approval_gate="")
    assert finance.post(path(place), **sent).status_code == 404
    assert stored(place).approval_gate is True


def test_the_list_costs_the_same_whatever_its_length(visitor: Visitor, place: World) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            visitor.page("security")
        return len(captured)

    few = cost()
    for number in range(20):
        workspace(place.organization, f"Filial {number}")
    assert cost() == few
    assert "Filial 19" in visitor.page("security")
