"""A list costs the same number of queries with three rows and with thirty (house rule)."""

import copy
import uuid
from collections.abc import Callable

import pytest
from django.apps import apps
from django.db import connection, transaction
from django.test.utils import CaptureQueriesContext

from finance_api.core.isolation import open_organizations, open_workspaces
from finance_api.core.models import WorkspaceRow
from finance_api.identity.models import (
    Membership,
    Organization,
    PersonalToken,
    Role,
    User,
    Workspace,
    WorkspaceGrant,
)
from tests.finance_api.dashboard.office import (
    MODELS,
    RECORDS,
    Browser,
    Office,
    browser,
    office,
    staff,
)


def _more_records(at: Office, number: int) -> None:
    """Copies of each record, with what must differ changed."""
    with transaction.atomic():
        open_workspaces([at.world.workspace.pk])
        for name in RECORDS:
            model: type[WorkspaceRow] = apps.get_model("finance_api", name)
            row = model.everywhere.get(pk=at.ids[name])
            model.everywhere.bulk_create(_copy(row) for _ in range(number))


def _copy(row: WorkspaceRow) -> WorkspaceRow:
    made = copy.copy(row)
    made.pk = uuid.uuid4()
    differing = {
        "name": made.pk.hex,
        "cnpj": made.pk.hex[:14],
        "position": made.pk.int % 1_000_000_000,
        "external_uid": made.pk.hex,
    }
    for name, value in differing.items():
        if hasattr(made, name):
            setattr(made, name, value)
    return made


def _more_identity(at: Office, number: int) -> None:
    """That many people, each with a membership of two roles, a workspace and a token."""
    of: Organization = at.world.organization
    ids = [uuid.uuid4() for _ in range(number)]
    roles = Role.objects.filter(organization=None)[:2]
    with transaction.atomic():
        open_organizations([of.pk])
        people = User.objects.bulk_create(User(email=f"{i}@x.br", name=i.hex) for i in ids)
        places = Workspace.objects.bulk_create(Workspace(organization=of, name=i.hex) for i in ids)
        joined = Membership.objects.bulk_create(
            Membership(organization=of, person=each) for each in people
        )
        WorkspaceGrant.objects.bulk_create(
            WorkspaceGrant(organization=of, membership=membership, workspace=place)
            for membership, place in zip(joined, places, strict=True)
        )
        for role in roles:
            role.memberships.add(*joined)
        Role.objects.bulk_create(Role(organization=of, name=i.hex) for i in ids)
        PersonalToken.objects.bulk_create(
            PersonalToken(person=each, organization=of, audience="mcp", digest=each.pk.bytes)
            for each in people
        )


def _cost(who: Browser, model: str) -> int:
    with CaptureQueriesContext(connection) as captured:
        who.listed(model)
    return len(captured)


@pytest.mark.parametrize("more", [_more_records, _more_identity])
def test_lists_cost_the_same_whatever_their_length(more: Callable[[Office, int], None]) -> None:
    at = office()
    who = browser(staff(at.world))
    more(at, 3)
    few = {model: _cost(who, model) for model in MODELS}
    more(at, 30)
    assert {model: _cost(who, model) for model in MODELS} == few
    assert max(few.values()) <= 15
