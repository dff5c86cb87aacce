"""Approving and rejecting payables at the gate: a person's act, on the dashboard alone (K18)."""

from typing import Any

import pytest

from tests.finance_api.dashboard.office import Office, browser, entries, office, staff, superuser


@pytest.fixture
def gated() -> Office:
    at = office(approval_gate=True)
    assert _standing(at) == "pending_approval"
    return at


def _standing(at: Office) -> Any:
    return at.desk.get(at.ids["title"])["payment_approval"]


def _act(at: Office, action: str, **more: Any) -> dict[str, Any]:
    return {"action": action, "_selected_action": [at.ids["title"]]} | more


def test_an_approved_payable_is_official_and_can_be_settled(gated: Office) -> None:
    waiting = gated.ids["title"]
    assert gated.desk.settle(waiting).status == 422
    who = staff(gated.world)
    browser(who).post("title/", _act(gated, "approve"))
    approved = gated.desk.get(waiting)
    assert approved["payment_approval"] == "creation_approved"
    assert (approved["created_via"], approved["updated_via"]) == ("api", "dashboard")
    assert approved["approved_at"] is not None
    entry = entries(gated.world, record_id=waiting)[-1]
    assert (entry.person_id, entry.channel, entry.token_kind) == (who.pk, "dashboard", "session")
    assert entry.operation == "finance_payables_approve"
    assert gated.desk.settle(waiting).status == 200


def test_rejecting_asks_for_a_reason_first(gated: Office) -> None:
    who = browser(staff(gated.world))
    asked = who.post("title/", _act(gated, "reject"))
    assert asked.status_code == 200
    assert 'name="reason"' in asked.content.decode()
    assert _standing(gated) == "pending_approval"
    empty = who.post("title/", _act(gated, "reject", reason=" "))
    assert empty.status_code == 200
    assert _standing(gated) == "pending_approval"
    assert who.post("title/", _act(gated, "reject", reason="Em dobro")).status_code == 302
    rejected = gated.desk.get(gated.ids["title"])
    assert rejected["payment_approval"] == "creation_rejected"
    assert rejected["rejection_reason"] == "Em dobro"
    assert gated.desk.patch(gated.ids["title"], description="x").status == 422


def test_what_does_not_wait_is_refused_and_the_rest_is_decided(gated: Office) -> None:
    who = browser(staff(gated.world))
    who.post("title/", _act(gated, "approve"))
    second = gated.desk.made()["id"]
    both = {"action": "approve", "_selected_action": [gated.ids["title"], second]}
    answer = who.client.post("/admin/finance_api/title/", both, follow=True)
    assert "A conta a pagar não está aguardando aprovação." in answer.content.decode()
    assert gated.desk.get(second)["payment_approval"] == "creation_approved"
    assert len(entries(gated.world, operation="finance_payables_approve")) == 2


def test_the_act_needs_its_permission(gated: Office) -> None:
    who = browser(staff(gated.world, "Finance"))
    assert 'value="approve"' not in who.get("title/").content.decode()
    who.post("title/", _act(gated, "approve"))
    assert _standing(gated) == "pending_approval"


def test_the_act_needs_a_membership_even_of_kobanas_staff(gated: Office) -> None:
    who = browser(superuser()).client
    answer = who.post("/admin/finance_api/title/", _act(gated, "approve"), follow=True)
    assert "Você não é membro ativo da organização." in answer.content.decode()
    assert _standing(gated) == "pending_approval"


def test_another_organizations_payable_is_not_decided(gated: Office) -> None:
    who = browser(staff(office().world))
    who.post("title/", _act(gated, "approve"))
    assert _standing(gated) == "pending_approval"


def test_the_security_tab_holds_for_the_dashboard_too(gated: Office) -> None:
    gated.world.workspace.blocked = ["dashboard:edit"]
    gated.world.workspace.save()
    who = browser(staff(gated.world)).client
    answer = who.post("/admin/finance_api/title/", _act(gated, "approve"), follow=True)
    assert "não permitem isto aqui" in answer.content.decode()
    assert _standing(gated) == "pending_approval"


def test_a_receivable_is_never_decided(gated: Office) -> None:
    body = gated.desk.body()
    made = gated.world.api.made("receivables", body)
    action = {"action": "reject", "_selected_action": [made["id"]], "reason": "x"}
    browser(staff(gated.world)).post("title/", action)
    assert gated.world.api.get(f"receivables/{made['id']}").body == made
