"""A membership on one screen: what is taken away there is refused to the next call (K7, K13)."""

import re
from typing import Any

from finance_api.identity.models import Membership, Role
from tests.finance_api.dashboard.office import browser, entries, staff, superuser
from tests.world import (
    Api,
    World,
    every_scope,
    grant,
    member,
    person,
    token,
    workspace,
    world,
)


def _form(of: World, **changes: Any) -> dict[str, Any]:
    """The form of the world's membership as it stands, with changes."""
    stored = Membership.objects.get(pk=of.membership.pk)
    form = {
        "active": "on" if stored.active else "",
        "roles": [role.pk for role in stored.roles.all()],
        "extra_permissions": stored.extra_permissions,
        "workspaces": [of.workspace.pk],
    } | changes
    return {name: value for name, value in form.items() if value != ""}


def _save(of: World, **changes: Any) -> None:
    browser(staff(of)).saved(f"membership/{of.membership.pk}/change/", _form(of, **changes))


def _role(name: str) -> Any:
    return Role.objects.get(organization=None, name=name).pk


def test_deactivating_bites_the_next_call() -> None:
    of = world()
    assert of.api.get("taxes").status == 200
    _save(of, active="")
    assert of.api.get("taxes").code == "membership_inactive"
    _save(of, active="on")
    assert of.api.get("taxes").status == 200


def test_a_workspace_taken_away_bites_the_next_call() -> None:
    of = world()
    _save(of, workspaces=[])
    assert of.api.get("taxes").code == "workspace_access_denied"
    _save(of, workspaces=[of.workspace.pk])
    assert of.api.get("taxes").status == 200


def test_a_role_taken_away_bites_the_next_call() -> None:
    of = world()
    _save(of, roles=[_role("View")])
    refused = of.api.post("taxes", {"name": "ISS"})
    assert refused.code == "insufficient_permission"
    assert refused.body["error"]["details"] == {"permission": "taxes.create"}
    _save(of, extra_permissions=["taxes.create"])
    assert of.api.post("taxes", {"name": "ISS"}).status == 201


def test_every_permission_and_every_workspace_of_the_organization_is_offered() -> None:
    of, other = world(), world()
    second = workspace(of.organization, "Filial")
    page = browser(staff(of)).get(f"membership/{of.membership.pk}/change/")
    form = page.context["adminform"].form
    groups = form.fields["extra_permissions"].choices
    offered = {name for _, group in groups for name, _ in group}
    assert {"taxes.view", "payables.settle", "payables.approve", "security.manage"} <= offered
    assert set(form.fields["workspaces"].queryset) == {of.workspace, second}
    assert str(other.workspace.pk) not in page.content.decode()


def test_another_organizations_workspace_is_refused() -> None:
    of, other = world(), world()
    page = f"membership/{of.membership.pk}/change/"
    answer = browser(staff(of)).post(page, _form(of, workspaces=[other.workspace.pk]))
    assert "workspaces" in answer.context["adminform"].form.errors
    assert of.api.get("taxes").status == 200


def test_a_change_is_logged_once_with_before_and_after() -> None:
    of = world()
    _save(of, roles=[_role("View")], workspaces=[])
    (entry,) = entries(of, record_type="membership")
    assert entry.before == {"roles": ["Admin"], "workspaces": [str(of.workspace.pk)]}
    assert entry.after == {"roles": ["View"], "workspaces": []}
    assert (entry.channel, entry.workspace_id) == ("dashboard", None)


def test_nobody_gives_what_they_do_not_hold() -> None:
    of = world()
    manager = staff(of, role=None, permissions=["security.manage", "taxes.view"])
    page = f"membership/{of.membership.pk}/change/"
    of.membership.roles.clear()
    for changes, field in (
        ({"roles": [_role("Admin")]}, "roles"),
        ({"extra_permissions": ["payables.settle"]}, "extra_permissions"),
    ):
        answer = browser(manager).post(page, _form(of, **changes))
        assert field in answer.context["adminform"].form.errors
    assert of.api.get("taxes").code == "insufficient_permission"
    browser(manager).saved(page, _form(of, extra_permissions=["taxes.view"]))
    assert of.api.get("taxes").status == 200


def test_nobody_raises_themselves() -> None:
    of = world()
    manager = staff(of, role=None, permissions=["security.manage"])
    own = of.organization.memberships.get(person=manager)
    form = _form(of, roles=[_role("Admin")])
    answer = browser(manager).post(f"membership/{own.pk}/change/", form)
    assert "roles" in answer.context["adminform"].form.errors
    assert list(own.roles.all()) == []


def test_a_membership_is_made_with_all_it_gives_where_the_organization_is_known() -> None:
    of, other = world(), world()
    newcomer = person()
    page = f"membership/add/?organization={of.organization.pk}"
    given = {
        "organization": of.organization.pk,
        "person": newcomer.pk,
        "active": "on",
        "roles": [_role("View")],
        "workspaces": [of.workspace.pk],
        "extra_permissions": ["taxes.create"],
    }
    who = browser(superuser())
    for changes, field in (
        ({"organization": other.organization.pk}, "organization"),
        ({"workspaces": [other.workspace.pk]}, "workspaces"),
        ({"extra_permissions": ["taxes.everything"]}, "extra_permissions"),
    ):
        answer = who.post(page, given | changes)
        assert field in answer.context["adminform"].form.errors
    assert not newcomer.memberships.exists()
    made = who.saved(page, given)
    membership = newcomer.memberships.get()
    assert made.url == f"/admin/finance_api/membership/{membership.pk}/change/"
    (entry,) = entries(of, record_id=membership.pk)
    assert entry.after is not None
    assert entry.after["roles"] == ["View"]
    assert entry.after["workspaces"] == [str(of.workspace.pk)]
    api = Api(token(newcomer, of.organization, "api", every_scope()))
    assert api.get("taxes").status == 200
    assert api.post("taxes", {"name": "ISS"}).status == 201
    assert api.post("companies", {}).code == "insufficient_permission"
    answer = who.post(page, given)
    assert answer.context["adminform"].form.errors


def test_where_several_organizations_are_managed_the_rest_is_asked_once_one_is_named() -> None:
    of, other = world(), world()
    who = staff(of)
    member(who, other.organization)
    asked = browser(who).get("membership/add/").context["adminform"].form.fields
    assert set(asked) == {"organization", "person", "active"}
    elsewhere = browser(who).get(f"membership/add/?organization={world().organization.pk}")
    assert "roles" not in elsewhere.context["adminform"].form.fields
    named = browser(who).get(f"membership/add/?organization={other.organization.pk}")
    offered = named.context["adminform"].form.fields["workspaces"].queryset
    assert list(offered) == [other.workspace]


def test_what_a_membership_permits_in_sum_is_said_with_what_gives_it() -> None:
    of = world()
    _save(of, roles=[_role("View")], extra_permissions=["taxes.create"])
    page = browser(staff(of)).get(f"membership/{of.membership.pk}/change/").content.decode()
    rows = re.findall(r'<tr><th scope="row">Impostos</th>(.*?)</tr>', page)
    assert [re.sub(r"(<[^>]*>)+", "|", row).strip("|") for row in rows] == [
        "criar|permissão extra",
        "ver|Consulta",
    ]
    role = browser(staff(of)).get(f"role/{_role('View')}/change/").content.decode()
    assert "Contas a pagar" in role
    assert 'title="payables.view"' in role
    assert 'title="payables.settle"' not in role


def test_nobody_shuts_themselves_out() -> None:
    of = world()
    manager = staff(of)
    own = of.organization.memberships.get(person=manager)
    page = f"membership/{own.pk}/change/"
    for changes, field in (
        ({"active": ""}, "active"),
        ({"roles": [_role("Finance")]}, "__all__"),
        ({"roles": []}, "__all__"),
    ):
        answer = browser(manager).post(page, _form(of, **changes))
        assert field in answer.context["adminform"].form.errors
    browser(manager).saved(page, _form(of, roles=[], extra_permissions=["security.manage"]))
    own.refresh_from_db()
    assert (own.active, own.extra_permissions) == (True, ["security.manage"])


def test_nobody_takes_from_their_own_role_what_they_manage_by() -> None:
    of = world()
    role = Role.objects.create(
        organization=of.organization, name="Gestão", permissions=["security.manage", "taxes.view"]
    )
    manager = staff(of, role=None)
    manager.memberships.get().roles.add(role)
    page = f"role/{role.pk}/change/"
    form = {"name": "Gestão", "permissions": ["taxes.view"]}
    answer = browser(manager).post(page, form)
    assert "permissions" in answer.context["adminform"].form.errors
    browser(manager).saved(page, form | {"permissions": ["security.manage"]})
    browser(staff(of)).saved(page, form)


def test_an_organizations_own_role_says_what_it_permits() -> None:
    of = world()
    who = browser(staff(of))
    role = {"organization": of.organization.pk, "name": "Impostos", "permissions": ["taxes.*"]}
    who.saved("role/add/", role)
    (made,) = of.organization.roles.all()
    shown = who.get(f"role/{made.pk}/change/").content.decode()
    assert "taxes.delete" in shown.partition("O que permite")[2]
    _save(of, roles=[made.pk])
    assert of.api.get("taxes").status == 200
    assert of.api.get("companies").code == "insufficient_permission"
    assert [e.after["permissions"] for e in entries(of, record_id=made.pk) if e.after] == [
        ["taxes.*"]
    ]


def test_a_role_gives_no_more_than_its_maker_holds() -> None:
    of = world()
    manager = staff(of, role=None, permissions=["security.manage", "taxes.view"])
    role = {"organization": of.organization.pk, "name": "Tudo", "permissions": ["*.*"]}
    answer = browser(manager).post("role/add/", role)
    assert "permissions" in answer.context["adminform"].form.errors
    assert list(of.organization.roles.all()) == []


def test_the_roles_every_organization_has_are_only_read() -> None:
    of = world()
    page = f"role/{_role('View')}/change/"
    for who in (browser(staff(of)), browser(superuser())):
        assert who.get(page).status_code == 200
        assert who.post(page, {"name": "x", "permissions": ["*.*"]}).status_code == 403
    assert Role.objects.get(organization=None, name="View").permissions == ["*.view"]


def test_grants_that_stay_are_not_made_anew() -> None:
    of = world()
    second = workspace(of.organization)
    grant(of.membership, second)
    _save(of, workspaces=[second.pk])
    assert [row["id"] for row in of.api.get("workspaces").body["data"]] == [str(second.pk)]
