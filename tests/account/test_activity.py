"""Activity: what people and agents did, to whom it is shown, and how it is narrowed (K25, R118)."""

import re
import uuid
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.account.test_agents import connected
from tests.account.visitor import Visitor
from tests.agent import Agent
from tests.finance_api.dashboard.office import entries
from tests.finance_api.titles.desk import Desk, desk
from tests.world import Api, World, every_scope, member, person, token, world

RECORD = re.compile(r"<dd><code>([0-9a-f-]{36})</code></dd><dt>")


@pytest.fixture
def at(place: World) -> Desk:
    return desk("payables", place)


def shown(visitor: Visitor, **query: Any) -> list[str]:
    """The ids of the records on the page, in its order."""
    answer = visitor.client.get("/account/activity", query)
    assert answer.status_code == 200, answer.content.decode()
    return RECORD.findall(answer.content.decode())


def test_people_and_agents_stand_side_by_side(visitor: Visitor, place: World, at: Desk) -> None:
    erp = token(
        place.person, place.organization, "api", every_scope(), name="<i>ERP</i> www.evil.example"
    )
    id = Api(erp).made("payables", at.body(description="<b>Aluguel</b>"))["id"]
    Agent(place.mcp_token).call("finance_payables_update", {"id": id, "amount": "1234.56"}).value  # noqa: B018
    tick = re.findall(r'name="payable" value="([^"]*)"', visitor.page("approvals"))
    visitor.sent("approvals", payable=tick, decision="approve")
    page = visitor.page(f"activity?record={id}")
    for words in (
        "&lt;i&gt;ERP&lt;/i&gt; … (API)",
        "Teste (MCP)",
        "em nome de Ana Souza",
        "“&lt;b&gt;Aluguel&lt;/b&gt;”",
        "finance_payables_approve",
        '<td data-label="Antes">R$ 100,00</td><td data-label="Depois">R$ 1.234,56</td>',
        '<td data-label="Antes">espera aprovação</td><td data-label="Depois">aprovada</td>',
        '<td data-label="Antes">–</td><td data-label="Depois">10/03/2026</td>',
        place.workspace.name,
    ):
        assert words in page, words
    by_people = shown(visitor, record=id, who="people")
    by_agents = shown(visitor, record=id, who="agents")
    assert len(by_people) == 1
    assert sorted(by_people + by_agents) == sorted(shown(visitor, record=id))
    visitor.sent("preferences", language="en")
    assert "in the name of Ana Souza" in visitor.page("activity")


def test_the_list_is_narrowed_by_what_is_asked(visitor: Visitor, place: World, at: Desk) -> None:
    tax = at.api.made("taxes", {"name": "ISS"})["id"]
    robot = Agent(place.mcp_token).call("finance_taxes_create", {"name": "PIS"}).value["id"]
    other = person(name="Bia Lima")
    member(other, place.organization, workspaces=[place.workspace])
    theirs = Api(token(other, place.organization, "api", every_scope()))
    hers = theirs.made("taxes", {"name": "COFINS"})["id"]
    (entry,) = entries(place, record_id=tax)
    every = {tax, robot, hers}
    for query, expected in (
        ({"record_type": "tax"}, every),
        ({"record_type": "tax", "channel": "mcp"}, {robot}),
        ({"record_type": "tax", "person": other.pk}, {hers}),
        ({"record": tax}, {tax}),
        ({"record": entry.request_id}, {tax}),
        ({"record_type": "tax", "since": "2020-01-01", "until": "9999-12-31"}, every),
        ({"record_type": "tax", "until": "2020-01-01"}, set()),
        ({"record_type": "tax", "before": entry.pk}, set()),
        ({"record": "nada"}, set()),
    ):
        assert set(shown(visitor, **query)) == expected, query
    faulty: list[dict[str, Any]] = [
        {"who": "x"},
        {"channel": "\x00"},
        {"person": uuid.uuid4()},
        {"person": person().pk},
        {"record_type": "x"},
        {"record": "a\x00"},
        {"record": "x" * 65},
        {"since": "ontem"},
        {"before": "0"},
        {"before": 2**63},
    ]
    for wrong in faulty:
        answer = visitor.client.get("/account/activity", wrong)
        assert answer.status_code == 400, wrong
        text = answer.content.decode()
        assert RECORD.findall(text) == []
        assert "Nada é mostrado enquanto os filtros não estiverem certos." in text


def test_everybody_sees_their_own_and_who_manages_sees_all(place: World, at: Desk) -> None:
    theirs = at.api.made("taxes", {"name": "ISS"})["id"]
    who = person(name="Caio")
    membership = member(who, place.organization, role="Finance", workspaces=[place.workspace])
    own = Api(token(who, place.organization, "api", every_scope())).made("taxes", {"name": "PIS"})
    foreign = world()
    hidden = foreign.api.made("taxes", {"name": "IR"})["id"]
    caio, ana = Visitor(who), Visitor(place.person)
    assert shown(caio, record_type="tax") == [own["id"]]
    assert shown(caio, record=theirs) == shown(ana, record=hidden) == []
    assert 'name="person"' not in caio.page("activity")
    assert set(shown(ana, record_type="tax")) == {theirs, own["id"]}
    # What stands above workspaces, such as a connection, is their own as well.
    connected(caio, place)
    for visitor in (caio, ana):
        assert len(shown(visitor, record_type="connection")) == 1
    member(who, foreign.organization, role="View")
    assert shown(caio, record=hidden) == []
    membership.active = False
    membership.save()
    assert shown(caio) == []


def test_pages_go_back_in_time_and_cost_the_same(visitor: Visitor, place: World, at: Desk) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            shown(visitor)
        return len(captured)

    few = cost()
    body = at.body(type="installment", total_installments=30, amount="3000.00")
    at.api.made("payables", body)
    assert cost() == few
    page = visitor.page("activity?channel=api")
    (older,) = re.findall(r'href="\?([^"]*before=[^"]*)"', page)
    first, second = (
        shown(visitor, channel="api"),
        RECORD.findall(visitor.page(f"activity?{older.replace('&amp;', '&')}")),
    )
    assert len(first) == 50
    every = [str(entry.record_id) for entry in reversed(entries(place, channel="api"))]
    assert [*first, *second] == every
