"""Personal tokens: shown once, good at once, revoked at once (K10)."""

import re
from datetime import timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from django.conf import settings
from django.contrib.sessions.models import Session
from django.utils import timezone

from finance_api.identity.models import PersonalToken
from tests.finance_api.dashboard.office import browser, entries, staff
from tests.world import Api, World, member, person, workspace, world

TOKEN = re.compile(r"kfp_[A-Za-z0-9_-]{43}")


def _form(of: World, **changes: Any) -> dict[str, Any]:
    return {
        "person": of.person.pk,
        "organization": of.organization.pk,
        "audience": "api",
        "name": "Integração",
        "scopes": ["finance.taxes"],
    } | changes


def _refused(of: World, who: Any = None, **changes: Any) -> set[str]:
    """The faulty fields of a form that is refused."""
    before = of.organization.tokens.count()
    answer = browser(who or staff(of)).post("personaltoken/add/", _form(of, **changes))
    assert answer.status_code == 200
    assert TOKEN.search(answer.content.decode()) is None
    assert of.organization.tokens.count() == before
    return set(answer.context["adminform"].form.errors)


def test_the_token_is_shown_once_and_works() -> None:
    of = world()
    who = browser(staff(of))
    answer = who.post("personaltoken/add/", _form(of))
    (text,) = TOKEN.findall(answer.content.decode())
    assert answer.headers["Cache-Control"].count("no-store") == 1
    assert Api(text).get("taxes").status == 200
    assert Api(text).get("companies").code == "insufficient_scope"
    made = PersonalToken.objects.get(organization=of.organization, name="Integração")
    for page in ("personaltoken/", f"personaltoken/{made.pk}/change/", "logentry/"):
        assert TOKEN.search(who.get(page).content.decode()) is None
    (entry,) = entries(of, record_id=made.pk)
    assert entry.after is not None
    assert "digest" not in entry.after
    assert entry.after["scopes"] == ["finance.taxes"]
    assert text not in str(who.client.cookies)
    assert not any(text in str(session.get_decoded()) for session in Session.objects.all())


def test_a_revoked_token_is_refused_from_then_on() -> None:
    of = world()
    made = of.organization.tokens.get(audience="api")
    action = {"action": "revoke", "_selected_action": [made.pk]}
    browser(staff(of)).post("personaltoken/", action)
    refused = of.api.get("taxes")
    assert (refused.status, refused.code) == (401, "invalid_token")
    (entry,) = entries(of, record_id=made.pk)
    assert entry.before == {"revoked_at": None}
    browser(staff(of)).post("personaltoken/", action)
    assert len(entries(of, record_id=made.pk)) == 1


def test_another_organizations_token_is_not_revoked() -> None:
    of, other = world(), world()
    made = other.organization.tokens.get(audience="api")
    action = {"action": "revoke", "_selected_action": [made.pk]}
    browser(staff(of)).post("personaltoken/", action)
    assert other.api.get("taxes").status == 200


def test_a_token_is_not_changed() -> None:
    of = world()
    made = of.organization.tokens.get(audience="api")
    who = browser(staff(of))
    answer = who.post(f"personaltoken/{made.pk}/change/", _form(of, scopes=["finance.all"]))
    assert answer.status_code == 403


def test_money_is_marked_and_unknown_scopes_are_refused() -> None:
    of = world()
    page = browser(staff(of)).get("personaltoken/add/").content.decode()
    assert "finance.all.write (movimenta dinheiro)" in page
    assert "finance.taxes (movimenta dinheiro)" not in page
    assert _refused(of, scopes=["finance.everything"]) == {"scopes"}
    assert _refused(of, scopes=[]) == {"scopes"}


def test_all_writing_is_for_mcp_alone() -> None:
    of = world()
    assert _refused(of, scopes=["finance.all.write"]) == {"scopes"}
    form = _form(of, scopes=["finance.all.write"], audience="mcp")
    answer = browser(staff(of)).post("personaltoken/add/", form)
    assert TOKEN.search(answer.content.decode())


def test_only_an_api_token_is_bound_and_only_to_its_organizations_workspace() -> None:
    of, other = world(), world()
    second = workspace(of.organization)
    assert _refused(of, bound_workspace=other.workspace.pk) == {"bound_workspace"}
    assert _refused(of, bound_workspace=second.pk, audience="mcp") == {"bound_workspace"}
    answer = browser(staff(of)).post(
        "personaltoken/add/", _form(of, bound_workspace=of.workspace.pk)
    )
    (text,) = TOKEN.findall(answer.content.decode())
    assert Api(text).get("taxes").status == 200


@pytest.mark.parametrize("days", [-1, 0])
def test_an_expiry_in_the_past_is_refused(days: int) -> None:
    past = timezone.localtime(timezone=ZoneInfo(settings.BUSINESS_TIME_ZONE)) + timedelta(
        days=days, minutes=-1
    )
    when = {"expires_at_0": past.strftime("%d/%m/%Y"), "expires_at_1": past.strftime("%H:%M:%S")}
    assert _refused(world(), **when) == {"expires_at"}


def test_a_token_gives_its_maker_no_more_than_they_hold() -> None:
    of = world()
    manager = staff(of, role=None, permissions=["security.manage", "taxes.view"])
    assert _refused(of, manager) == {"person"}


def test_a_token_is_for_a_member_of_the_organization() -> None:
    of, other = world(), world()
    stranger = person()
    member(stranger, other.organization)
    who = staff(of)
    member(who, other.organization)
    assert _refused(of, who, person=stranger.pk) == {"person"}
