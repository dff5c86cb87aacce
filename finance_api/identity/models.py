"""Who may do what, where: people, organizations, workspaces, memberships, roles and personal
tokens."""

import datetime as dt
import uuid
from typing import Any, ClassVar

from django.contrib.auth.models import AbstractBaseUser, BaseUserManager, PermissionsMixin
from django.core.exceptions import ValidationError
from django.db import models
from django.utils import timezone

from finance_api.core.locks import ACTIONS, CHANNELS, SecurityPolicy


class UserManager(BaseUserManager["User"]):
    """Makes people by their e-mail address."""

    def create_user(self, email: str, password: str | None = None, **extra: Any) -> "User":
        user = self.model(email=email.strip().lower(), **extra)
        user.set_password(password)
        user.save(using=self._db)
        return user

    def create_superuser(self, email: str, password: str | None = None, **extra: Any) -> "User":
        return self.create_user(email, password, is_staff=True, is_superuser=True, **extra)

    def get_by_natural_key(self, username: str | None) -> "User":
        return self.get(email=(username or "").strip().lower())


class User(AbstractBaseUser, PermissionsMixin):
    """A person who signs in, and in whose name agents and integrations act."""

    LANGUAGES: ClassVar = [("pt-br", "Português (Brasil)"), ("en", "English")]

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    email = models.EmailField(unique=True)
    name = models.CharField(max_length=255)
    language = models.CharField(max_length=5, choices=LANGUAGES, default="pt-br")
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(
        default=False,
        help_text="May open the admin; what they see there follows their memberships.",
    )
    date_joined = models.DateTimeField(default=timezone.now, editable=False)

    objects = UserManager()

    USERNAME_FIELD = "email"
    REQUIRED_FIELDS: ClassVar = ["name"]

    def clean(self) -> None:
        super().clean()
        self.email = self.email.strip().lower()

    def __str__(self) -> str:
        return self.name or self.email


class Organization(models.Model):
    """A company group that holds workspaces and grants memberships."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    name = models.CharField(max_length=255)
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["name"]

    def __str__(self) -> str:
        return self.name


def _check_matrix(value: object) -> None:
    if not isinstance(value, list) or any(
        not isinstance(pair, str) or pair not in BLOCKABLE for pair in value
    ):
        raise ValidationError("Name pairs of channel and action such as mcp:delete.")


BLOCKABLE = {f"{channel}:{action}" for channel in CHANNELS for action in ACTIONS}


class Workspace(models.Model):
    """One set of books. Everything in it is invisible from any other (K21).

    The security tab lives here (K14): which actions are blocked on which channel, and the lock
    date.
    """

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(
        Organization, on_delete=models.PROTECT, related_name="workspaces"
    )
    name = models.CharField(max_length=255)
    approval_gate = models.BooleanField(
        default=True,
        help_text="Payables created through the API or by an agent wait for a person's approval.",
    )
    blocked = models.JSONField(
        default=list,
        blank=True,
        validators=[_check_matrix],
        help_text='Pairs of channel and action, such as ["mcp:delete", "api:settle"].',
    )
    locked_through = models.DateField(
        "lock date",
        null=True,
        blank=True,
        help_text="Nothing dated on or before it is created, changed, moved, settled or removed.",
    )
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["organization", "id"], name="workspace_in_organization")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def policy(self) -> SecurityPolicy:
        pairs = (str(pair).partition(":") for pair in self.blocked)
        return SecurityPolicy(
            frozenset((channel, action) for channel, _, action in pairs), self.locked_through
        )


def _check_patterns(value: object) -> None:
    if not isinstance(value, list) or any(
        not isinstance(pattern, str) or len(pattern.split(".")) != 2 for pattern in value
    ):
        raise ValidationError("Name permissions such as payables.view, payables.* or *.view.")


class Role(models.Model):
    """A named set of permissions (K13). `payables.*` and `*.view` stand for all that match, so a
    new resource falls under the roles that were meant to cover it."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(
        Organization,
        on_delete=models.CASCADE,
        related_name="roles",
        null=True,
        blank=True,
        help_text="Empty for the roles every organization has.",
    )
    name = models.CharField(max_length=100)
    permissions = models.JSONField(default=list, blank=True, validators=[_check_patterns])

    class Meta:
        ordering: ClassVar = ["name"]
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["organization", "name"], name="one_role_per_name", nulls_distinct=False
            )
        ]

    def __str__(self) -> str:
        return self.name


class Membership(models.Model):
    """A person's place in an organization: active or not, roles, extra permissions, workspaces."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    organization = models.ForeignKey(
        Organization, on_delete=models.PROTECT, related_name="memberships"
    )
    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="memberships")
    active = models.BooleanField(default=True)
    roles = models.ManyToManyField(Role, blank=True, related_name="memberships")
    extra_permissions = models.JSONField(default=list, blank=True, validators=[_check_patterns])
    created_at = models.DateTimeField(default=timezone.now, editable=False)

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(
                fields=["organization", "person"], name="one_membership_per_person"
            ),
            models.UniqueConstraint(
                fields=["organization", "id"], name="membership_in_organization"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.person} @ {self.organization}"


class WorkspaceGrant(models.Model):
    """A workspace that a membership reaches; the database holds both to one organization."""

    id = models.BigAutoField(primary_key=True)
    organization = models.ForeignKey(
        Organization, on_delete=models.PROTECT, related_name="+", editable=False
    )
    membership = models.ForeignKey(
        Membership, on_delete=models.CASCADE, related_name="grants", db_constraint=False
    )
    workspace = models.ForeignKey(
        Workspace, on_delete=models.CASCADE, related_name="grants", db_constraint=False
    )

    class Meta:
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["membership", "workspace"], name="one_grant_each")
        ]

    def __str__(self) -> str:
        return f"{self.membership} → {self.workspace}"

    def clean(self) -> None:
        if self.workspace.organization_id != self.membership.organization_id:
            raise ValidationError("The workspace belongs to another organization.")

    def save(self, *args: Any, **kwargs: Any) -> None:
        self.organization_id = self.membership.organization_id
        super().save(*args, **kwargs)


class PersonalToken(models.Model):
    """A long-lived bearer a person made for one organization and one audience (K10). Stored as a
    digest; the token itself is shown once."""

    AUDIENCES: ClassVar = [("api", "API"), ("mcp", "MCP")]

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    person = models.ForeignKey(User, on_delete=models.PROTECT, related_name="tokens")
    organization = models.ForeignKey(Organization, on_delete=models.PROTECT, related_name="tokens")
    audience = models.CharField(max_length=3, choices=AUDIENCES)
    # Not a row of the workspace but a narrowing of the token, hence not named workspace_id.
    bound_workspace = models.ForeignKey(
        Workspace,
        on_delete=models.PROTECT,
        related_name="+",
        null=True,
        blank=True,
        help_text="An API token may be good for one workspace only.",
    )
    name = models.CharField(max_length=100)
    scopes = models.JSONField(default=list)
    digest = models.BinaryField(max_length=32, unique=True, editable=False)
    created_at = models.DateTimeField(default=timezone.now, editable=False)
    expires_at = models.DateTimeField(null=True, blank=True)
    revoked_at = models.DateTimeField(null=True, blank=True, editable=False)
    used_at = models.DateTimeField("last used", null=True, blank=True, editable=False)

    class Meta:
        ordering: ClassVar = ["-created_at"]

    def __str__(self) -> str:
        return self.name

    def live(self, now: dt.datetime) -> bool:
        """Whether the token is still good: neither revoked nor expired, its person not shut out."""
        expired = self.expires_at is not None and self.expires_at <= now
        return self.revoked_at is None and not expired and self.person.is_active
