"""What a person signed in on the dashboard may see, and the walls opened for that (K7, K21)."""

import uuid
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from django.contrib.postgres.aggregates import JSONBAgg
from django.db.models import Model, Q, QuerySet

from finance_api.core.isolation import open_organizations, open_workspaces
from finance_api.core.models import LogEntry
from finance_api.identity.access import Rights, rights_of
from finance_api.identity.models import (
    Membership,
    Organization,
    PersonalToken,
    Role,
    User,
    Workspace,
    WorkspaceGrant,
)
from finance_api.identity.permissions import granted

M = TypeVar("M", bound=Model)
MANAGE = "security.manage"
_ALL_RIGHTS = Rights(active=True, patterns=frozenset({"*.*"}))


@dataclass(frozen=True)
class Reach:
    """The organizations where a person has active rights, and the workspaces they reach.

    `everything` is Kobana's own staff, who look after every organization.
    """

    everything: bool
    rights: Mapping[uuid.UUID, Rights]
    workspaces: Mapping[uuid.UUID, uuid.UUID]

    @cached_property
    def administered(self) -> frozenset[uuid.UUID]:
        """The organizations whose people, workspaces and security the person manages."""
        return frozenset(of for of in self.rights if self.covers(of, [MANAGE]))

    def covers(self, organization_id: uuid.UUID, patterns: Iterable[str]) -> bool:
        """Whether the person holds all of these permissions in the organization; nobody gives away
        what they do not hold."""
        rights = self.rights.get(organization_id)
        return rights is not None and all(granted(each, rights.patterns) for each in patterns)

    def manages(self, person: User) -> bool:
        """Whether the person's own account is theirs to change: somebody in nobody else's
        organization, who holds nothing that they do not hold themselves."""
        if self.everything:
            return True
        of_person = rights_by_organization(person)
        return not person.is_superuser and all(
            of in self.administered and self.covers(of, rights.patterns)
            for of, rights in of_person.items()
        )

    def workspaces_with(self, *permissions: str) -> list[uuid.UUID]:
        """The workspaces in which the person holds all of these permissions."""
        return [each for each, of in self.workspaces.items() if self.covers(of, permissions)]

    def managed(self, rows: "QuerySet[M]") -> "QuerySet[M]":
        """Of organizations, workspaces, people and the like, what the person manages."""
        return rows if self.everything else rows.filter(_MANAGED[rows.model](self.administered))


def reach_of(person: User) -> Reach:
    """What the person may see now. At most three statements."""
    if person.is_superuser:
        organizations = Organization.objects.values_list("id", flat=True)
        workspaces = Workspace.objects.values_list("id", "organization_id")
        return Reach(True, dict.fromkeys(organizations, _ALL_RIGHTS), dict(workspaces))
    rights = {of: each for of, each in rights_by_organization(person).items() if each.active}
    open_organizations(rights)
    grants = WorkspaceGrant.objects.filter(
        membership__in=[each.membership_id for each in rights.values()]
    )
    return Reach(False, rights, dict(grants.values_list("workspace_id", "organization_id")))


def open_walls(reach: Reach, *more: uuid.UUID) -> None:
    """Let the current transaction see what is within reach, and organizations it has just made."""
    open_organizations([*reach.administered, *more])
    open_workspaces(reach.workspaces)


def rights_by_organization(person: User) -> dict[uuid.UUID, Rights]:
    """What each membership of the person gives, active or not. One statement."""
    rows: Any = (
        Membership.objects.filter(person=person)
        .annotate(role_patterns=JSONBAgg("roles__permissions", default=[]))
        .values("id", "organization_id", "active", "extra_permissions", "role_patterns")
    )
    return {row["organization_id"]: rights_of(row) for row in rows}


def _of_organization(organizations: Iterable[uuid.UUID]) -> Q:
    return Q(organization__in=organizations)


_MANAGED: Mapping[type[Model], Callable[[Iterable[uuid.UUID]], Q]] = {
    Organization: lambda organizations: Q(pk__in=organizations),
    Workspace: _of_organization,
    Membership: _of_organization,
    PersonalToken: _of_organization,
    LogEntry: _of_organization,
    Role: lambda organizations: Q(organization=None) | Q(organization__in=organizations),
    User: lambda organizations: Q(
        pk__in=Membership.objects.filter(organization__in=organizations).values("person")
    ),
}
