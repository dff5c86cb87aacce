"""The security tab: what is blocked there is blocked for the next call, and each change is logged
(K14)."""

from datetime import date

from tests.finance_api.dashboard.office import browser, entries, office, security, staff
from tests.world import World, world

TAX = {"name": "ISS"}


def _save(of: World, **changes: object) -> None:
    page = f"workspace/{of.workspace.pk}/change/"
    browser(staff(of)).saved(page, security(of, **changes))


def test_a_blocked_action_is_refused_to_the_next_call_on_its_channel_only() -> None:
    of = world()
    tax = of.api.made("taxes", TAX)
    _save(of, blocked=["api:delete", "mcp:create"])
    refused = of.api.delete(f"taxes/{tax['id']}")
    assert (refused.status, refused.code) == (403, "SECURITY_BLOCKED")
    assert refused.body["error"]["details"] == {"rule": "delete", "channel": "api"}
    assert of.api.post("taxes", {"name": "PIS"}).status == 201
    _save(of, blocked=[])
    assert of.api.delete(f"taxes/{tax['id']}").status == 204


def test_the_lock_date_closes_the_period() -> None:
    at = office()
    _save(at.world, locked_through="2026-03-10")
    assert at.desk.create(due_date="2026-03-10").code == "SECURITY_BLOCKED"
    assert at.desk.create(due_date="2026-03-11").status == 201


def test_the_gate_holds_the_next_payable() -> None:
    at = office()
    _save(at.world, approval_gate="on")
    assert at.desk.made()["payment_approval"] == "pending_approval"


def test_the_matrix_shows_what_is_stored() -> None:
    of = world(blocked=["mcp:settle"])
    page = browser(staff(of)).get(f"workspace/{of.workspace.pk}/change/").content.decode()
    assert page.count('name="blocked"') == 15
    assert page.count("checked") == 1
    assert 'value="mcp:settle"' in page


def test_a_change_of_security_is_logged_with_before_and_after() -> None:
    of = world()
    _save(of, blocked=["mcp:delete"], locked_through="2026-01-31")
    (entry,) = entries(of, record_type="workspace")
    assert (entry.act, entry.channel, entry.token_kind) == ("change", "dashboard", "session")
    assert entry.workspace_id == entry.record_id == of.workspace.pk
    assert entry.operation == "security.manage"
    assert entry.before == {"blocked": [], "locked_through": None}
    changed = {"blocked": ["mcp:delete"], "locked_through": "2026-01-31"}
    assert entry.after == changed | {"reason": "Fechamento do mês"}
    assert entry.person.name == "Bia Lima"


def test_saving_what_is_stored_already_logs_nothing() -> None:
    of = world()
    _save(of)
    assert entries(of, record_type="workspace") == []


def test_nobody_without_security_manage_changes_it() -> None:
    of = world()
    page, form = f"workspace/{of.workspace.pk}/change/", security(of, blocked=["api:edit"])
    for who in (browser(staff(of, "Finance")), browser(staff(world())), browser(of.person)):
        assert who.post(page, form).status_code in (302, 403, 404)
        of.workspace.refresh_from_db()
        assert of.workspace.blocked == []


def test_a_pair_that_does_not_exist_is_refused() -> None:
    of = world()
    page = f"workspace/{of.workspace.pk}/change/"
    answer = browser(staff(of)).post(page, security(of, blocked=["carrier:pigeon"]))
    assert "blocked" in answer.context["adminform"].form.errors
    of.workspace.refresh_from_db()
    assert of.workspace.blocked == []


def test_a_workspace_is_made_in_ones_own_organization_and_stays_there() -> None:
    of, other = world(), world()
    who = browser(staff(of))
    form = {"name": "Filial Sul", "organization": of.organization.pk, "approval_gate": "on"}
    who.saved("workspace/add/", form)
    made = of.organization.workspaces.get(name="Filial Sul")
    assert [e.act for e in entries(of, record_id=made.pk)] == ["create"]
    refused = who.post("workspace/add/", form | {"organization": other.organization.pk})
    assert "organization" in refused.context["adminform"].form.errors
    who.saved(f"workspace/{made.pk}/change/", form | {"organization": other.organization.pk})
    made.refresh_from_db()
    assert made.organization == of.organization


def test_the_lock_date_moves_only_with_a_reason() -> None:
    of = world(locked_through=date(2026, 1, 31))
    page = f"workspace/{of.workspace.pk}/change/"
    for moved in ("2026-02-28", "2025-12-31", ""):
        form = security(of, locked_through=moved, reason=" ")
        answer = browser(staff(of)).post(page, form)
        assert set(answer.context["adminform"].form.errors) == {"reason"}
    of.workspace.refresh_from_db()
    assert of.workspace.locked_through == date(2026, 1, 31)
    assert entries(of, record_type="workspace") == []


def test_the_lock_date_itself_is_a_date_and_may_be_lifted() -> None:
    of = world(locked_through=date(2026, 1, 31))
    _save(of, locked_through="")
    of.workspace.refresh_from_db()
    assert of.workspace.locked_through is None
