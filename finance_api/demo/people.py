"""The people, roles, memberships and tokens of the demo world."""

import uuid
from collections.abc import Iterable, Sequence

from django.db import transaction

from finance_api.core.isolation import open_organizations
from finance_api.identity import personal_tokens
from finance_api.identity.models import (
    Membership,
    Organization,
    PersonalToken,
    Role,
    User,
    Workspace,
    WorkspaceGrant,
)
from finance_api.rest import catalog

DEMO_EMAIL = "demo@serraazul.example"

#: (e-mail, name, role): colleagues who may do less than the demo person.
COLLEAGUES = (
    ("financeiro@serraazul.example", "Luciana Prates", "Finance"),
    ("operacoes@serraazul.example", "Marcos Vieira", "Operations"),
    ("consulta@serraazul.example", "Helena Duarte", "View"),
)

_NAME = "Demo"


def sign_in(password: str) -> User:
    """The person who shows the demo, with this password; may see everything in the admin."""
    person = User.objects.filter(email=DEMO_EMAIL).first() or User(
        email=DEMO_EMAIL, name="Demonstração", is_staff=True, is_superuser=True
    )
    person.set_password(password)
    person.save()
    return person


def colleagues() -> list[tuple[User, str]]:
    """The other people of the group, who sign in nowhere until an admin gives them a password."""
    return [(User.objects.create_user(email, name=name), role) for email, name, role in COLLEAGUES]


def join(
    person: User, organization: Organization, role: str, workspaces: Iterable[Workspace]
) -> Membership:
    """Make a person an active member with one built-in role and these workspaces."""
    membership = Membership.objects.create(person=person, organization=organization)
    membership.roles.add(Role.objects.get(organization=None, name=role))
    with transaction.atomic():
        open_organizations([organization.id])
        for each in workspaces:
            WorkspaceGrant.objects.create(membership=membership, workspace=each)
    return membership


def mint_tokens(person: User, organization: Organization, first: Workspace) -> dict[str, str]:
    """New demo tokens; the ones of an earlier run are revoked, since only digests were kept."""
    earlier = PersonalToken.objects.filter(person=person, organization=organization, name=_NAME)
    earlier.delete()
    return {
        "mcp_read": _mint(person, organization, "mcp", ["finance.all"]),
        "mcp_write": _mint(person, organization, "mcp", ["finance.all", "finance.all.write"]),
        "api": _mint(person, organization, "api", _api_scopes(), bound_workspace=first),
    }


def _api_scopes() -> Sequence[str]:
    """Every scope by name: on an API token `finance.all` reads only (K9)."""
    operations = [endpoint.operation for endpoint in catalog.endpoints().values()]
    return sorted({operation.required_scope for operation in operations if operation.scope})


def _mint(
    person: User,
    organization: Organization,
    audience: str,
    scopes: Sequence[str],
    bound_workspace: Workspace | None = None,
) -> str:
    _, text = personal_tokens.make(
        person,
        organization,
        id=uuid.uuid4(),
        name=_NAME,
        audience=audience,
        scopes=scopes,
        expires_at=None,
        bound_workspace=bound_workspace,
    )
    return text
