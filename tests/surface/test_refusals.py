"""Each missing right has its own refusal, through REST and through MCP, and nothing is changed
(K7)."""

import uuid
from functools import cache

import pytest

from finance_api.core.locks import ACTIONS
from finance_api.identity.models import Role
from finance_api.rest.catalog import Endpoint
from tests.agent import Agent
from tests.surface.books import contents
from tests.surface.examples import (
    Ground,
    body_of,
    bound,
    endpoints,
    headers_for,
    in_json,
    make_ready,
    path_for,
    writes,
)
from tests.world import (
    Answer,
    Api,
    World,
    every_scope,
    member,
    organization,
    person,
    token,
    workspace,
    world,
)

SCOPED = [endpoint for endpoint in endpoints() if endpoint.operation.required_scope]
PERMITTED = [endpoint for endpoint in endpoints() if endpoint.operation.required_permission]
LOCKED = [endpoint for endpoint in writes() if endpoint.operation.lock]


def _name(endpoint: Endpoint) -> str:
    return endpoint.name


class Case:
    """A call that would be allowed, and the means to take one right away."""

    def __init__(self, endpoint: Endpoint) -> None:
        self.endpoint = endpoint
        self.world: World = world()
        self.ground = Ground(self.world)
        resource = endpoint.operation.resource
        self.id = self.ground.get(resource)["id"] if endpoint.path_parameters else str(uuid.uuid4())
        make_ready(endpoint, self.ground, self.id)
        self.body = body_of(endpoint, self.ground)
        self.arguments = {**dict.fromkeys(endpoint.path_parameters, self.id), **in_json(self.body)}
        who, place = person(), self.world.organization
        self.other = member(who, place, role=None, workspaces=[self.world.workspace])
        self.other_api = Api(token(who, place, "api", every_scope()))
        self.other_mcp = token(who, place, "mcp", ["finance.all", "finance.all.write"])
        self.before = contents(self.world.workspace)

    def let_other(self, *, active: bool, permissions: list[str]) -> None:
        """What a second member may do from now on."""
        self.other.active, self.other.extra_permissions = active, permissions
        self.other.save()

    def rest(self, api: Api) -> Answer:
        path, headers = path_for(self.endpoint, self.id), headers_for(self.endpoint)
        return api.call(self.endpoint.method, path, self.body, **headers)

    def refused(self, code: str, *, api: Api | None = None, mcp: str | None = None) -> None:
        """Both doors refuse with the same words, and nothing has changed."""
        answer = self.rest(api or self.world.api)
        assert answer.status == 403, answer.body
        assert answer.code == code
        agent = Agent(mcp or self.world.mcp_token)
        outcome = agent.call(self.endpoint.name, self.arguments)
        assert outcome.code == code
        assert contents(self.world.workspace) == self.before


@cache
def untouched(endpoint: Endpoint) -> Case:
    """A case for whoever changes nothing: each of them asserts that it is as it was made."""
    return Case(endpoint)


@pytest.mark.parametrize("endpoint", endpoints(), ids=_name)
def test_without_a_token_nothing_is_answered(endpoint: Endpoint) -> None:
    case = untouched(endpoint)
    answer = case.rest(Api("kfp_unknown"))
    assert answer.status == 401
    assert answer.code == "invalid_token"
    assert contents(case.world.workspace) == case.before


@pytest.mark.parametrize("endpoint", SCOPED, ids=_name)
def test_a_token_without_the_scope_is_told_which_one(endpoint: Endpoint) -> None:
    case = untouched(endpoint)
    required = endpoint.operation.required_scope
    others = [scope for scope in every_scope() if scope != required]
    place = case.world
    api = Api(token(place.person, place.organization, "api", others))
    mcp = token(place.person, place.organization, "mcp", others)
    case.refused("insufficient_scope", api=api, mcp=mcp)
    details = case.rest(api).body["error"]["details"]
    assert details == {"required": required, "granted": sorted(others)}


@pytest.mark.parametrize("endpoint", PERMITTED, ids=_name)
def test_a_person_without_the_permission_is_told_which_one(endpoint: Endpoint) -> None:
    # Where the permission is given the call succeeds, and a write leaves nothing as it was.
    case = Case(endpoint) if endpoint.operation.writes else untouched(endpoint)
    case.let_other(active=True, permissions=[])
    case.refused("insufficient_permission", api=case.other_api, mcp=case.other_mcp)
    permission = endpoint.operation.required_permission
    assert case.rest(case.other_api).body["error"]["details"] == {"permission": permission}
    case.let_other(active=True, permissions=[permission])
    assert case.rest(case.other_api).status < 400


@pytest.mark.parametrize("endpoint", endpoints(), ids=_name)
def test_an_inactive_member_is_refused_before_anything_else(endpoint: Endpoint) -> None:
    case = untouched(endpoint)
    case.let_other(active=False, permissions=["*.*"])
    case.refused("membership_inactive", api=case.other_api, mcp=case.other_mcp)


@pytest.mark.parametrize("endpoint", bound(), ids=_name)
def test_a_workspace_that_is_not_granted_is_refused(endpoint: Endpoint) -> None:
    case = untouched(endpoint)
    elsewhere = workspace(organization())
    for id in (str(elsewhere.id), str(uuid.uuid4())):
        answer = case.world.api.call(
            endpoint.method, path_for(endpoint, case.id), case.body, None, **{"X-Workspace-Id": id}
        )
        assert answer.status == 403
        assert answer.code == "workspace_access_denied"
        arguments = case.arguments | {"workspace_id": id}
        assert Agent(case.world.mcp_token).call(endpoint.name, arguments).code == (
            "workspace_access_denied"
        )
    assert contents(case.world.workspace) == case.before


@pytest.mark.parametrize("endpoint", LOCKED, ids=_name)
def test_a_blocked_action_is_refused_on_its_channel_only(endpoint: Endpoint) -> None:
    case = Case(endpoint)
    place, lock = case.world.workspace, endpoint.operation.lock
    place.blocked = [f"{channel}:{lock}" for channel in ("api", "mcp")]
    place.save()
    case.refused("SECURITY_BLOCKED")
    assert case.rest(case.world.api).body["error"]["details"] == {"rule": lock, "channel": "api"}
    place.blocked = [f"api:{other}" for other in ACTIONS if other != lock] + [f"mcp:{lock}"]
    place.save()
    assert case.rest(case.world.api).status < 400


def test_roles_are_those_of_the_specification() -> None:
    assert set(Role.objects.filter(organization=None).values_list("name", flat=True)) == {
        "Admin",
        "Finance",
        "Operations",
        "View",
    }
