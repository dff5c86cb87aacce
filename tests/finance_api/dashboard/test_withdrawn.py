"""What is taken away on the dashboard is refused to the very next call, on REST and through MCP,
with the code that says whom to ask (K7)."""

import threading
from typing import Any

from django.db import connection, transaction

from finance_api.identity.models import Membership, Organization, Role
from tests.agent import Agent
from tests.finance_api.dashboard.office import browser, entries, staff
from tests.kobana_finance.processes import wait_until
from tests.world import World, world


def _codes(of: World) -> tuple[str, str]:
    """How the next read ends through both doors."""
    rest, tool = of.api.get("taxes"), Agent(of.mcp_token).call("finance_taxes_list")
    if tool.answer.status != 200:
        return rest.code, str(tool.answer.status)
    through_mcp = tool.code if tool.result.get("isError") else "ok"
    return ("ok" if rest.status == 200 else rest.code), through_mcp


def test_each_thing_that_is_taken_away_is_refused_to_the_next_call() -> None:
    of = world()
    who = browser(staff(of))
    page = f"membership/{of.membership.pk}/change/"
    admin, own = Role.objects.get(organization=None, name="Admin").pk, of.workspace.pk
    nothing = Role.objects.create(organization=of.organization, name="Nada").pk
    whole: dict[str, Any] = {"active": "on", "roles": [admin], "workspaces": [own]}
    for taken, code in (
        ({"active": []}, "membership_inactive"),
        ({"roles": [nothing]}, "insufficient_permission"),
        ({"workspaces": []}, "workspace_access_denied"),
    ):
        who.saved(page, whole | taken)
        assert _codes(of) == (code, code)
        who.saved(page, whole)
        assert _codes(of) == ("ok", "ok")
    who.post("membership/", {"action": "deactivate", "_selected_action": [of.membership.pk]})
    assert _codes(of) == ("membership_inactive", "membership_inactive")
    who.saved(page, whole)
    tokens = [token.pk for token in of.organization.tokens.all()]
    who.post("personaltoken/", {"action": "revoke", "_selected_action": tokens})
    assert _codes(of) == ("invalid_token", "401")


def test_deactivating_from_the_list_is_logged_for_each_and_leaves_oneself() -> None:
    of = world()
    me = staff(of)
    own = of.organization.memberships.get(person=me)
    action = {"action": "deactivate", "_selected_action": [own.pk, of.membership.pk]}
    answer = browser(me).client.post("/admin/finance_api/membership/", action, follow=True)
    page = answer.content.decode()
    assert "Você não pode desativar a si mesmo." in page
    assert "O acesso de Ana Souza foi desativado." in page
    states = dict(of.organization.memberships.values_list("pk", "active"))
    assert states == {own.pk: True, of.membership.pk: False}
    (entry,) = entries(of, record_type="membership")
    assert (entry.before, entry.after) == ({"active": True}, {"active": False})
    browser(me).post("membership/", action)
    assert len(entries(of, record_type="membership")) == 1


def test_of_two_who_deactivate_each_other_one_is_left() -> None:
    of = world()
    one, other = staff(of), staff(of)
    theirs = Membership.objects.get(organization=of.organization, person=other)
    mine = Membership.objects.get(organization=of.organization, person=one)
    answers: list[int] = []
    action = {"action": "deactivate", "_selected_action": [mine.pk]}

    def strike_back() -> None:
        try:
            answers.append(browser(other).post("membership/", action).status_code)
        finally:
            connection.close()

    thread = threading.Thread(target=strike_back)
    with transaction.atomic():
        # As far as the first of them has come: they hold the organization, and take the right.
        Organization.objects.select_for_update(no_key=True).get(pk=of.organization.pk)
        thread.start()
        assert wait_until(_somebody_waits)
        Membership.objects.filter(pk=theirs.pk).update(active=False)
    thread.join()
    assert answers == [403]
    mine.refresh_from_db()
    assert mine.active


def _somebody_waits() -> bool:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM pg_locks WHERE NOT granted")
        return bool((cursor.fetchone() or (0,))[0])
