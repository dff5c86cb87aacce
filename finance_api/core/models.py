"""The row of a workspace and the log of every change.

A row is reached only through `objects.within(...)`, which fences it to one workspace; PostgreSQL
holds the second wall (`core/isolation.py`). `everywhere` exists for Django's internals alone.
"""

import uuid
from collections.abc import Mapping
from typing import Any, ClassVar, Generic, Protocol, Self, TypeVar, overload

from django.conf import settings
from django.db import models

CHANNELS = [(name, name) for name in ("dashboard", "api", "mcp", "import", "system")]


class InWorkspace(Protocol):
    """Anything that says which workspace it acts in: an access, a warrant, a row."""

    @property
    def workspace_id(self) -> uuid.UUID: ...


M = TypeVar("M", bound=models.Model)


class Fenced(Generic[M]):
    """The only way to a model's rows: say first in which workspace."""

    def __init__(self, model: type[M]) -> None:
        self._model = model

    def within(self, place: InWorkspace) -> "models.QuerySet[M]":
        return self._model._default_manager.filter(workspace_id=place.workspace_id)

    def __getattr__(self, name: str) -> Any:
        raise AttributeError(
            f"{self._model.__name__}.objects offers only within(access): a query must name its "
            f"workspace, so there is no objects.{name}."
        )


class Fence:
    """Puts `Fenced` on a model class as `objects`."""

    @overload
    def __get__(self, row: None, model: type[M]) -> Fenced[M]: ...
    @overload
    def __get__(self, row: M, model: type[M]) -> Fenced[M]: ...
    def __get__(self, row: M | None, model: type[M]) -> Fenced[M]:
        return Fenced(model)


class TenantForeignKey(models.ForeignKey):  # type: ignore[type-arg]
    """A reference from one workspace's row to another of the same workspace.

    The database holds it with a composite key (workspace, id), made by `IsolateTables`, so that
    even a bug cannot point across (K21); Django's own single-column constraint would be weaker and
    is off.
    """

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["db_constraint"] = False
        super().__init__(*args, **kwargs)


class TenantOneToOneField(models.OneToOneField):  # type: ignore[type-arg]
    """The same for a row that another has at most one of."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        kwargs["db_constraint"] = False
        super().__init__(*args, **kwargs)


class WorkspaceRow(models.Model):
    """A row that belongs to one workspace."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    workspace = models.ForeignKey(
        "finance_api.Workspace", on_delete=models.PROTECT, related_name="+", db_index=False
    )

    everywhere: ClassVar[models.Manager[Self]] = models.Manager()
    objects = Fence()

    #: What rows of this model are called where those that refer to a record are counted: word →
    #: which of them. Empty is the model's plural.
    counted_as: ClassVar[Mapping[str, models.Q]] = {}

    class Meta:
        abstract = True
        default_manager_name = "everywhere"
        base_manager_name = "everywhere"


class WorkspaceModel(WorkspaceRow):
    """A record of its own: it also says when, through which channel and by whom it was written
    (K25)."""

    created_at = models.DateTimeField(editable=False)
    updated_at = models.DateTimeField(editable=False)
    created_via = models.CharField(max_length=10, choices=CHANNELS, editable=False)
    updated_via = models.CharField(max_length=10, choices=CHANNELS, editable=False)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", editable=False
    )
    updated_by = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", editable=False
    )

    #: The dates that place the record in a period (R86); the lock date looks at them.
    period_fields: ClassVar[tuple[str, ...]] = ()

    class Meta(WorkspaceRow.Meta):
        abstract = True


class LogEntry(models.Model):
    """One change of one record: who, through which channel, before and after. Append-only (R118).

    The application's role may insert and read, nothing else; the database refuses the rest.
    """

    ACTS: ClassVar = [(act, act) for act in ("create", "change", "remove")]

    id = models.BigAutoField(primary_key=True)
    at = models.DateTimeField()
    organization = models.ForeignKey(
        "finance_api.Organization", on_delete=models.PROTECT, related_name="+", db_index=False
    )
    workspace = models.ForeignKey(
        "finance_api.Workspace", on_delete=models.PROTECT, related_name="+", null=True
    )
    person = models.ForeignKey(
        settings.AUTH_USER_MODEL, on_delete=models.PROTECT, related_name="+", db_index=False
    )
    channel = models.CharField(max_length=10, choices=CHANNELS)
    token_kind = models.CharField(max_length=10)
    # What the token is called: the name its person gave it, or the name of the client it belongs
    # to. A third party's words.
    agent = models.CharField(max_length=255, default="", db_default="")
    operation = models.CharField(max_length=64)
    request_id = models.CharField(max_length=64)
    record_type = models.CharField(max_length=40)
    record_id = models.UUIDField()
    act = models.CharField(max_length=10, choices=ACTS)
    before = models.JSONField(null=True)
    after = models.JSONField(null=True)

    class Meta:
        verbose_name = "log entry"
        verbose_name_plural = "log entries"
        ordering: ClassVar = ["-id"]
        indexes: ClassVar = [
            models.Index(fields=["organization", "-id"], name="log_of_organization"),
            models.Index(fields=["person", "-id"], name="log_of_person"),
            models.Index(fields=["record_id"], name="log_of_record"),
            models.Index(fields=["request_id"], name="log_of_request"),
            models.Index(fields=["workspace", "channel", "-id"]),
        ]

    def __str__(self) -> str:
        return f"{self.act} {self.record_type} {self.record_id}"
