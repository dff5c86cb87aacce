"""Which workspace a call of REST works in: the one the header selects, else the token's own, else
the only one the person reaches (K7, K8)."""

import uuid
from typing import Any

import pytest
from django.db import transaction

from finance_api.core.isolation import open_organizations
from finance_api.identity.models import WorkspaceGrant
from tests import world as builders
from tests.world import Api, World, every_scope, token, world


@pytest.fixture
def place() -> World:
    """A person who reaches two workspaces, each with a tax named after it."""
    at = world()
    builders.grant(at.membership, builders.workspace(at.organization, "second"))
    for where in workspaces(at):
        answer = at.api.post("taxes", {"name": where, "default_rate": "5"}, **selected(where))
        assert answer.status == 201
    return at


def workspaces(at: World) -> list[str]:
    rows = at.organization.workspaces.order_by("created_at")
    return [str(row.pk) for row in rows]


def selected(where: str) -> dict[str, Any]:
    return {"X-Workspace-Id": where}


def seen(api: Api, **headers: Any) -> list[str]:
    return [row["name"] for row in api.get("taxes", **headers).body["data"]]


def bound_to(at: World, where: str) -> Api:
    scopes = every_scope()
    return Api(token(at.person, at.organization, scopes=scopes, bound_workspace_id=where))


def test_a_token_of_several_names_one(place: World) -> None:
    first, second = workspaces(place)
    assert place.api.get("taxes").code == "workspace_required"
    assert seen(place.api, **selected(second)) == [second]
    assert seen(place.api, **selected(first.upper())) == [first]
    for malformed in ("x", "", f"{first},{second}"):
        answer = place.api.get("taxes", **selected(malformed))
        assert (answer.status, answer.code) == (400, "BAD_REQUEST")


def test_a_bound_token_works_in_its_workspace_and_in_no_other(place: World) -> None:
    first, second = workspaces(place)
    api = bound_to(place, second)
    assert seen(api) == [second]
    assert seen(api, **selected(second)) == [second]
    made = api.made("taxes", {"name": "novo", "default_rate": "5"})
    stranger = world()
    for elsewhere in (first, str(stranger.workspace.pk), str(uuid.uuid4())):
        answer = api.get("taxes", **selected(elsewhere))
        assert (answer.status, answer.code) == (403, "workspace_access_denied")
        answer = api.post("taxes", {"name": "x", "default_rate": "5"}, **selected(elsewhere))
        assert (answer.status, answer.code) == (403, "workspace_access_denied")
    assert seen(place.api, **selected(first)) == [first]
    assert bound_to(place, first).get(f"taxes/{made['id']}").status == 404


def test_a_bound_token_ends_where_its_person_does(place: World) -> None:
    """What a token is bound to narrows what its person reaches, and gives nothing."""
    first, _ = workspaces(place)
    api = bound_to(place, first)
    with transaction.atomic():
        open_organizations([place.organization.pk])
        WorkspaceGrant.objects.filter(membership=place.membership, workspace_id=first).delete()
    assert api.get("taxes").code == "workspace_access_denied"
    place.membership.active = False
    place.membership.save()
    assert api.get("taxes").code == "membership_inactive"
