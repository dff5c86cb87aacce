"""Signing in, and what a session may do: what its person's permissions say, without scopes (K7)."""

from finance_api.core.operations import CREATE, READ
from finance_api.identity.access import session_access
from finance_api.identity.models import Organization
from tests.finance_api.dashboard.office import browser, entries, staff, superuser
from tests.world import Api, workspace, world

PASSWORD = "uma senha muito comprida"
READS = READ.but(scope="taxes", resource="taxes")
CREATES = CREATE.but(scope="taxes", resource="taxes")


def test_a_person_signs_in_and_out() -> None:
    who = staff(world())
    who.set_password(PASSWORD)
    who.save()
    client = browser().client
    assert client.get("/admin/login/").status_code == 200
    sent = {"username": who.email, "password": PASSWORD, "next": "/admin/"}
    assert client.post("/admin/login/", sent).headers["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200
    client.post("/admin/logout/")
    assert client.get("/admin/").status_code == 302


def test_a_session_needs_permissions_but_no_scopes() -> None:
    of = world()
    access = session_access(staff(of, "View"), of.workspace, "r")
    assert access.admit(READS).token_kind == "session"
    assert access.admit(READS).channel == "dashboard"
    refusal = access.refusal(CREATES)
    assert refusal is not None
    assert refusal.code == "insufficient_permission"


def test_a_session_is_refused_where_its_person_has_no_place() -> None:
    of, other = world(), world()
    who = staff(of)
    elsewhere = workspace(of.organization)
    for place in (elsewhere, other.workspace):
        refusal = session_access(who, place, "r").refusal(READS)
        assert refusal is not None
        assert refusal.code == (
            "workspace_access_denied" if place == elsewhere else "membership_inactive"
        )


def test_a_session_is_not_a_token() -> None:
    of = world()
    who = browser(staff(of))
    assert who.client.get("/v1/taxes").status_code == 401
    assert Api("", client=who.client).get("taxes").code == "invalid_token"


def test_ones_own_new_password_is_logged_as_a_fact() -> None:
    of = world()
    who = staff(of, "View")
    who.set_password(PASSWORD)
    who.save()
    new = "outra senha comprida"
    sent = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert browser(who).client.post("/admin/password_change/", sent).status_code == 302
    who.refresh_from_db()
    assert who.check_password(new)
    (entry,) = entries(of, record_id=who.pk)
    assert (entry.person_id, entry.after) == (who.pk, {"password": "replaced"})


def test_kobana_makes_an_organization_and_its_log_begins_with_that() -> None:
    who = browser(superuser())
    name = f"Grupo {superuser().pk}"
    who.saved("organization/add/", {"name": name})
    made = Organization.objects.get(name=name)
    shown = who.listed("logentry", f"?q={made.pk}")
    assert str(made.pk) in shown
    assert '<td class="field-act">criar</td>' in shown
