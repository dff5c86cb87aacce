"""Credential + channel + workspace → Access; Access → the first refusal, or a Warrant (K7, K8).

One function answers for `tools/list`, `tools/call`, REST and the admin, in one order: active
membership → scope → permission → workspace → security lock. Each step sends the caller to another
person.
"""

import datetime as dt
import uuid
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import cache
from typing import Any

from django.contrib.postgres.aggregates import JSONBAgg
from django.contrib.postgres.expressions import ArraySubquery
from django.db import transaction
from django.db.models import OuterRef, QuerySet
from django.db.models.functions import JSONObject

from finance_api.core.compiled import Compiled
from finance_api.core.errors import (
    AccessRefused,
    InsufficientPermission,
    InsufficientScope,
    MembershipInactive,
    Refusal,
    WorkspaceAccessDenied,
    WorkspaceRequired,
)
from finance_api.core.isolation import open_organizations
from finance_api.core.locks import SecurityPolicy
from finance_api.core.operations import Operation
from finance_api.core.warrant import Warrant
from finance_api.identity import closing
from finance_api.identity.models import Membership, User, Workspace
from finance_api.identity.permissions import granted
from finance_api.identity.scopes import DASHBOARD, satisfied
from finance_api.identity.tokens import Credential

#: The kind of token of a person signed in on the dashboard.
SESSION = "session"
#: The channel, and the kind of token, of what happens by itself: a bank's answer to an order.
SYSTEM = "system"


@dataclass(frozen=True)
class Rights:
    """What a membership gives: whether it is active, and its permission patterns."""

    membership_id: uuid.UUID | None = None
    active: bool = False
    patterns: frozenset[str] = field(default_factory=frozenset)


@dataclass(frozen=True)
class Access:
    """Who is calling, through which door, with what rights, in which workspace."""

    credential: Credential
    channel: str
    request_id: str
    rights: Rights
    workspace: Workspace | None = None
    workspace_refusal: Refusal | None = None

    @property
    def workspace_id(self) -> uuid.UUID:
        if self.workspace is None:
            raise self.workspace_refusal or WorkspaceRequired()
        return self.workspace.id

    @property
    def person_id(self) -> uuid.UUID:
        return self.credential.person.pk

    @property
    def policy(self) -> SecurityPolicy:
        return self.workspace.policy if self.workspace else SecurityPolicy()

    def refusal(self, operation: Operation) -> Refusal | None:
        """The first reason why not, or nothing."""
        return (
            self.refusal_of_right(operation)
            or self._refusal_of_workspace(operation)
            or self.policy.closes(self.channel, operation.lock)
        )

    def refusal_of_right(self, operation: Operation) -> AccessRefused | None:
        """The first three steps, which need no workspace: what `tools/list` asks."""
        if not self.rights.active:
            return MembershipInactive()
        scopes = self.credential.scopes
        if not satisfied(operation, scopes, self.credential.audience):
            required = operation.required_scope
            return InsufficientScope(
                f"The token lacks the scope {required}. Use a token that holds it.",
                details={"required": required, "granted": sorted(scopes)},
            )
        permission = operation.required_permission
        if permission and not granted(permission, self.rights.patterns):
            return InsufficientPermission(
                f"The person lacks the permission {permission}. "
                "Ask an organization admin to grant it.",
                details={"permission": permission},
            )
        return None

    def _refusal_of_workspace(self, operation: Operation) -> Refusal | None:
        if not operation.needs_workspace or self.workspace is not None:
            return None
        return self.workspace_refusal or WorkspaceRequired()

    def allows(self, operation: Operation) -> bool:
        return self.refusal(operation) is None

    def admit(self, operation: Operation) -> Warrant:
        """The proof that the operation may run, or the refusal. The lock date a write sees
        stands until the caller's transaction ends (R87)."""
        refusal = self.refusal(operation)
        if refusal is not None:
            raise refusal
        return Warrant(
            operation=operation,
            person_id=self.person_id,
            organization_id=self.credential.organization_id,
            workspace_id=self.workspace.id if self.workspace else uuid.UUID(int=0),
            channel=self.channel,
            token_kind=self.credential.token_kind,
            agent=self.credential.agent,
            request_id=self.request_id,
            policy=_held(self.workspace) if self.workspace and operation.writes else self.policy,
            approval_gate=self.workspace.approval_gate if self.workspace else True,
        )

    def at(self, wanted: uuid.UUID) -> "Access":
        """The same access in another workspace. At most one statement."""
        if self.workspace is not None and self.workspace.id == wanted:
            return self
        return enter(self.credential, self.channel, self.request_id, wanted)


def enter(
    credential: Credential, channel: str, request_id: str, wanted: uuid.UUID | None = None
) -> Access:
    """The access of a credential in a workspace: the one wanted, the credential's own, or the only
    one the person reaches (K8). One statement.

    Another organization's workspace, one not granted and one that does not exist are one answer
    (R115).
    """
    wanted = wanted or credential.bound_workspace_id
    with transaction.atomic(savepoint=False):
        open_organizations([credential.organization_id])
        membership = _membership(credential, wanted)
    if membership is None:
        return Access(credential, channel, request_id, Rights(), None, WorkspaceAccessDenied())
    few = [_workspace(stored) for stored in membership["workspaces"]]
    return Access(
        credential,
        channel,
        request_id,
        rights_of(membership),
        workspace=few[0] if len(few) == 1 else None,
        workspace_refusal=WorkspaceAccessDenied() if wanted or not few else WorkspaceRequired(),
    )


def session_access(person: User, workspace: Workspace, request_id: str) -> Access:
    """The access of a person signed in on the dashboard, in one workspace. One statement.

    It narrows what the transaction sees of organizations to the workspace's own.
    """
    credential = Credential(
        person=person,
        organization_id=workspace.organization_id,
        organization_name=workspace.organization.name,
        token_kind=SESSION,
        token_id="",
        audience=DASHBOARD,
        scopes=frozenset(),
    )
    return enter(credential, DASHBOARD, request_id, workspace.id)


def system_warrant(
    workspace: Workspace, person_id: uuid.UUID, operation: Operation, request_id: str
) -> Warrant:
    """The proof for what follows by itself from an act that was admitted before, in the name of the
    person who did it. No door is asked again; the lock date still holds (K14)."""
    return Warrant(
        operation=operation,
        person_id=person_id,
        organization_id=workspace.organization_id,
        workspace_id=workspace.id,
        channel=SYSTEM,
        token_kind=SYSTEM,
        agent="",
        request_id=request_id,
        policy=_held(workspace),
        approval_gate=workspace.approval_gate,
    )


def _held(workspace: Workspace) -> SecurityPolicy:
    """The policy with a lock date that stands until this transaction ends."""
    return replace(workspace.policy, locked_through=closing.locked_through(workspace.id))


def reached(access: Access) -> QuerySet[Workspace]:
    """The workspaces the person reaches, narrowed to the credential's own where it is bound.

    To be read inside a transaction that opened the organization.
    """
    rows = Workspace.objects.filter(
        organization_id=access.credential.organization_id,
        grants__membership=access.rights.membership_id,
    )
    return _narrowed(rows, access.credential)


def _narrowed(rows: QuerySet[Workspace], credential: Credential) -> QuerySet[Workspace]:
    bound = credential.bound_workspace_id
    return rows.filter(id=bound) if bound else rows


def _membership(credential: Credential, wanted: uuid.UUID | None) -> dict[str, Any] | None:
    """The membership with its roles' permissions and the workspaces that matter: the one wanted, or
    enough of those reached to know whether there is only one."""
    values = {"person": credential.person.pk, "organization": credential.organization_id}
    narrowed = {"wanted": wanted, "bound": credential.bound_workspace_id}
    values |= {name: id for name, id in narrowed.items() if id is not None}
    found: list[dict[str, Any]] = _memberships(frozenset(values)).rows(**values)
    return found[0] if found else None


@cache
def _memberships(names: frozenset[str]) -> Compiled:
    """The membership of a person in an organization, by the values that are given."""

    def build(
        person: uuid.UUID, organization: uuid.UUID, **narrowed: uuid.UUID
    ) -> "QuerySet[Membership, Any]":
        workspaces = Workspace.objects.filter(
            organization_id=organization, grants__membership_id=OuterRef("pk")
        )
        for id in narrowed.values():
            workspaces = workspaces.filter(id=id)
        few = workspaces.order_by("id").values(stored=JSONObject(**_STORED))[:2]
        memberships = Membership.objects.filter(person_id=person, organization_id=organization)
        return memberships.annotate(
            role_patterns=JSONBAgg("roles__permissions", default=[]),
            workspaces=ArraySubquery(few),
        ).values("id", "active", "extra_permissions", "role_patterns", "workspaces")

    return Compiled(build, **dict.fromkeys(names, uuid.UUID))


_STORED = {
    name: name
    for name in ("id", "organization_id", "name", "approval_gate", "blocked", "locked_through")
}


def _workspace(stored: dict[str, Any]) -> Workspace:
    """A workspace from its stored form inside the membership's row."""
    date = stored["locked_through"]
    return Workspace(
        **stored
        | {
            "id": uuid.UUID(stored["id"]),
            "organization_id": uuid.UUID(stored["organization_id"]),
            "locked_through": dt.date.fromisoformat(date) if date else None,
        }
    )


def rights_of(membership: Mapping[str, Any]) -> Rights:
    """What a membership gives, from its columns and `role_patterns`, one list per role."""
    by_role = membership["role_patterns"]
    patterns = {pattern for role in by_role for pattern in role or ()}
    return Rights(
        membership["id"],
        membership["active"],
        frozenset(patterns | set(membership["extra_permissions"])),
    )
