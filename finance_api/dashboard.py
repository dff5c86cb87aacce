"""The third door: pages of people who are signed in, the admin first of all. Each page is one
transaction that sees only what its person may see, and writes of records go through the actions
that the other doors use (K21)."""

import uuid
from collections.abc import Callable, Mapping, Sequence
from functools import wraps
from http import HTTPStatus
from typing import Any, ClassVar
from urllib.parse import urlencode

from django.contrib import admin
from django.contrib.admin import AdminSite
from django.db import models, transaction
from django.db.models import Q, QuerySet
from django.http import Http404, HttpRequest, HttpResponse, HttpResponseRedirect
from django.template.response import TemplateResponse
from django.urls import reverse
from django.utils import timezone, translation

from finance_api.core.models import LogEntry
from finance_api.core.operations import Operation
from finance_api.core.warrant import Warrant
from finance_api.identity.access import SESSION, session_access
from finance_api.identity.models import Organization, Workspace
from finance_api.identity.reach import (
    MANAGE,
    Reach,
    open_walls,
    reach_of,
    rights_by_organization,
)
from finance_api.identity.scopes import DASHBOARD

View = Callable[..., Any]

_NOTHING = Reach(everything=False, rights={}, workspaces={})


class Dashboard(AdminSite):
    """The admin site of this project. Its pages speak the person's own language (K38)."""

    site_header = "Kobana Finance"
    site_title = "Kobana Finance"
    index_template = "admin/finance_api/index.html"

    def admin_view(self, view: Any, cacheable: bool = False) -> Any:
        return super().admin_view(behind_the_walls(view), cacheable)

    def password_change(self, request: HttpRequest, extra_context: Any = None) -> Any:
        answer = super().password_change(request, extra_context)
        if answer.status_code == HTTPStatus.FOUND:
            log_password(request, request.user)
        return answer


def behind_the_walls(view: View) -> View:
    """The view in a transaction of its own, with the walls open for its person and no wider."""

    @wraps(view)
    def behind(request: Any, *args: Any, **kwargs: Any) -> Any:
        person = request.user
        with translation.override(person.language), transaction.atomic(durable=True):
            request.reach = reach_of(person)
            open_walls(request.reach)
            response = view(request, *args, **kwargs)
            if isinstance(response, TemplateResponse):
                # Lists are lazy: their rows are read while the page is rendered.
                response.render()
        return response

    return behind


def reach(request: Any) -> Reach:
    """What the person of an admin request may see; nothing before they have signed in."""
    found: Reach = getattr(request, "reach", _NOTHING)
    return found


def admit(request: Any, workspace: Workspace, operation: Operation) -> Warrant:
    """The proof that the signed-in person may do the operation in the workspace, or the refusal."""
    access = session_access(request.user, workspace, request.request_id)
    open_walls(reach(request))
    return access.admit(operation)


def log(
    request: Any,
    row: models.Model,
    act: str,
    organizations: Sequence[uuid.UUID],
    *,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
) -> None:
    """Append to the log a change of something that stands above workspaces, once for each
    organization that it concerns, in the transaction of the change itself (R118)."""
    for organization_id in organizations:
        log_own(
            request,
            (row._meta.model_name or "", row.pk),
            act,
            organization_id,
            operation=MANAGE,
            workspace_id=row.pk if isinstance(row, Workspace) else None,
            before=before,
            after=after,
        )


def log_own(
    request: Any,
    record: tuple[str, uuid.UUID],
    act: str,
    organization_id: uuid.UUID,
    *,
    operation: str,
    workspace_id: uuid.UUID | None = None,
    before: Mapping[str, Any] | None,
    after: Mapping[str, Any] | None,
) -> None:
    """Append to the log what the person did that no role is asked for, such as connecting a
    client: a record by its type and id, in one organization."""
    open_walls(reach(request), organization_id)
    LogEntry.objects.create(
        at=timezone.now(),
        organization_id=organization_id,
        workspace_id=workspace_id,
        person_id=request.user.pk,
        channel=DASHBOARD,
        token_kind=SESSION,
        operation=operation,
        request_id=request.request_id,
        record_type=record[0],
        record_id=record[1],
        act=act,
        before=before,
        after=after,
    )


def log_password(request: Any, person: Any) -> None:
    """Log that a person's password was replaced, and no more of it than that."""
    organizations = list(rights_by_organization(person))
    after = {"password": "replaced"}
    log(request, person, "change", organizations, before={}, after=after)


class FencedAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Pages of one model. What is out of reach does not exist; changes stand in the one log."""

    show_full_result_count = False
    list_per_page = 50

    def get_object(
        self, request: HttpRequest, object_id: str, from_field: str | None = None
    ) -> models.Model | None:
        found: models.Model | None = super().get_object(request, object_id, from_field)
        if found is None:
            raise Http404
        return found

    def history_view(
        self, request: HttpRequest, object_id: str, extra_context: Any = None
    ) -> HttpResponse:
        found = self.get_object(request, object_id)
        entries = reverse("admin:finance_api_logentry_changelist")
        return HttpResponseRedirect(f"{entries}?{urlencode({'q': found and found.pk})}")

    # Django keeps a log of its own for the admin: it would be a second one, open to edits.

    def log_addition(self, *_: Any) -> Any:
        """Nothing: the log has it."""

    def log_change(self, *_: Any) -> Any:
        """Nothing: the log has it."""

    def log_deletions(self, *_: Any) -> Any:
        """Nothing: the log has it."""


class ReadOnly:
    """Nobody adds, changes or deletes here."""

    def has_add_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> tuple[str, ...]:
        shown = self.fields or [f.name for f in self.opts.concrete_fields]  # type: ignore[attr-defined]
        return tuple(name for name in shown if name != "id")


class RecordAdmin(ReadOnly, FencedAdmin):
    """The records of the workspaces that the person reaches and may view them in, to read. They are
    written through the API and by actions, never by a form."""

    resource: ClassVar[str]
    ordering = ("-created_at",)
    sortable_by: ClassVar[tuple[str, ...]] = ("created_at",)

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return holds(request, f"{self.resource}.view")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return super().get_queryset(request).filter(self.seen(request))

    def seen(self, request: HttpRequest) -> Q:
        """Which of the records the person may view."""
        return viewable(request, self.resource)


class PartInline(ReadOnly, admin.TabularInline):  # type: ignore[type-arg]
    """What belongs to a record in a table of its own, to read."""

    extra = 0

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return True


class WithinReach(admin.RelatedFieldListFilter):
    """A filter by workspace or organization that names only those within reach."""

    def field_choices(self, field: Any, request: HttpRequest, model_admin: Any) -> list[Any]:
        mine = reach(request)
        within = {
            Organization: Q(pk__in=mine.rights),
            Workspace: Q(pk__in=mine.workspaces) | Q(organization__in=mine.administered),
        }
        choices: list[Any] = field.get_choices(
            include_blank=False, limit_choices_to=within[field.related_model]
        )
        return choices


def holds(request: HttpRequest, permission: str) -> bool:
    """Whether the person holds a permission in any workspace."""
    return bool(reach(request).workspaces_with(permission))


def viewable(request: HttpRequest, resource: str) -> Q:
    """The rows of a resource that the person may view."""
    mine = reach(request)
    if mine.everything:
        return Q()
    return Q(workspace__in=mine.workspaces_with(f"{resource}.view"))
