"""Nothing of another organization is seen, even when a page forgets to say which it wants (K21)."""

from typing import Any

import pytest
from django.db import transaction
from django.http import HttpRequest

from finance_api.dashboard import RecordAdmin
from finance_api.identity.models import WorkspaceGrant
from finance_api.identity.reach import open_walls, reach_of
from finance_api.taxes.models import Tax
from tests.finance_api.dashboard.office import (
    Office,
    browser,
    office,
    staff,
    superuser,
)
from tests.world import grant, member, workspace


@pytest.fixture(scope="module")
def theirs() -> Office:
    return office()


@pytest.fixture(scope="module")
def ours() -> Office:
    return office()


@pytest.mark.parametrize("model", ["tax", "title", "account", "transaction", "company"])
def test_the_second_wall_holds_when_a_page_forgets_the_first(
    ours: Office, theirs: Office, model: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def everything(self: Any, request: HttpRequest) -> Any:
        return self.model._default_manager.all()

    monkeypatch.setattr(RecordAdmin, "get_queryset", everything)
    who = browser(staff(ours.world))
    assert ours.ids[model] in who.listed(model)
    assert theirs.ids[model] not in who.listed(model)
    assert who.get(f"{model}/{theirs.ids[model]}/change/").status_code == 404


def test_a_page_sees_the_workspaces_reached_and_the_grants_managed(
    ours: Office, theirs: Office
) -> None:
    with transaction.atomic():
        open_walls(reach_of(staff(ours.world)))
        workspaces = set(Tax.everywhere.values_list("workspace", flat=True))
        organizations = set(WorkspaceGrant.objects.values_list("organization", flat=True))
    assert workspaces == {ours.world.workspace.pk}
    assert organizations == {ours.world.organization.pk}


def test_managing_an_organization_does_not_show_its_books() -> None:
    at = office()
    who = staff(at.world)
    secret = workspace(at.world.organization, "Outros livros")
    grant(at.world.membership, secret)
    at.world.api.headers["X-Workspace-Id"] = str(secret.pk)
    made = at.world.api.made("taxes", {"name": "PIS"})
    shown = browser(who)
    assert made["id"] not in shown.listed("tax")
    assert shown.get(f"tax/{made['id']}/change/").status_code == 404
    assert shown.get(f"workspace/{secret.pk}/change/").status_code == 200


def test_a_permission_in_one_organization_shows_nothing_of_another(
    ours: Office, theirs: Office
) -> None:
    who = staff(ours.world)
    member(who, theirs.world.organization, role=None, workspaces=[theirs.world.workspace])
    shown = browser(who).listed("tax")
    assert ours.ids["tax"] in shown
    assert theirs.ids["tax"] not in shown


def test_an_inactive_membership_shows_nothing(ours: Office) -> None:
    who = staff(ours.world, active=False)
    assert browser(who).get("tax/").status_code == 403
    assert browser(who).get("workspace/").status_code == 403


def test_a_choice_out_of_reach_is_refused(ours: Office, theirs: Office) -> None:
    who = browser(staff(ours.world))
    for organization, person in (
        (ours.world.organization, theirs.world.person),
        (theirs.world.organization, ours.world.person),
    ):
        before = organization.memberships.count()
        answer = who.post(
            "membership/add/",
            {"organization": organization.pk, "person": person.pk, "active": "on"},
        )
        assert answer.status_code == 200
        assert answer.context["adminform"].form.errors
        assert organization.memberships.count() == before


def test_filters_name_only_what_is_within_reach(ours: Office, theirs: Office) -> None:
    other = staff(ours.world)
    at = workspace(ours.world.organization, "Filial")
    grant(ours.world.organization.memberships.get(person=other), at)
    page = browser(other).get("tax/").content.decode()
    assert f"workspace__id__exact={at.pk}" in page
    assert str(theirs.world.workspace.pk) not in page


def test_kobanas_staff_sees_both(ours: Office, theirs: Office) -> None:
    who = browser(superuser())
    for at in (ours, theirs):
        assert who.get(f"tax/{at.ids['tax']}/change/").status_code == 200
        assert who.get(f"membership/{at.ids['membership']}/change/").status_code == 200
