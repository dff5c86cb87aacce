"""What all pages about people and their rights share: whose they are, and that each change is
logged."""

import uuid
from collections.abc import Mapping, Sequence
from typing import Any

from django.db.models import Model, QuerySet
from django.http import HttpRequest, HttpResponse

from finance_api import dashboard
from finance_api.core import records
from finance_api.dashboard import FencedAdmin, hold, reach

_UNTOLD = ("password", "digest", "last_login")


class IdentityAdmin(FencedAdmin):
    """Pages for those who hold `security.manage` in an organization, about that organization (K13).

    Nothing is deleted: a membership is deactivated, a token revoked.
    """

    def has_module_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_view_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return reach(request).everything or bool(reach(request).administered)

    def has_add_permission(self, request: HttpRequest) -> bool:
        return self.has_view_permission(request)

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return self.has_view_permission(request)

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def changelist_view(self, request: HttpRequest, extra_context: Any = None) -> HttpResponse:
        hold(request)
        return super().changelist_view(request, extra_context)

    def changeform_view(
        self,
        request: HttpRequest,
        object_id: str | None = None,
        form_url: str = "",
        extra_context: Any = None,
    ) -> HttpResponse:
        hold(request)
        return super().changeform_view(request, object_id, form_url, extra_context)

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        return reach(request).managed(super().get_queryset(request))

    def place(self, request: HttpRequest, obj: Any = None) -> uuid.UUID | None:
        """The organization that a form is about, where it is known: the row's own, the one that the
        address names, or the only one that the person manages."""
        if obj is not None:
            return getattr(obj, "organization_id", None)
        administered = reach(request).administered
        named = {str(each): each for each in administered}
        if "organization" in request.GET:
            return named.get(request.GET["organization"])
        return next(iter(administered)) if len(administered) == 1 else None

    def get_field_queryset(
        self, db: str | None, db_field: Any, request: HttpRequest | None
    ) -> QuerySet[Any] | None:
        """The choices of a reference: only what is within reach."""
        rows: QuerySet[Any] = db_field.remote_field.model._default_manager.all()
        return reach(request).managed(rows)

    def get_form(
        self, request: HttpRequest, obj: Any = None, change: bool = False, **kwargs: Any
    ) -> Any:
        """A form made for this request, which knows who sends it and what they may give."""
        form = super().get_form(request, obj, change=change, **kwargs)
        form.reach = reach(request)  # type: ignore[attr-defined]
        form.actor = request.user  # type: ignore[attr-defined]
        form.place = self.place(request, obj)  # type: ignore[attr-defined]
        return form

    def save_model(self, request: HttpRequest, obj: Model, form: Any, change: bool) -> None:
        """Nothing yet: it is stored with what belongs to it, so that one log entry tells all."""

    def save_related(self, request: HttpRequest, form: Any, formsets: Any, change: bool) -> None:
        row = form.instance
        before = self.told(row.pk) if change else None
        self.store(form)
        self.log(request, row, before)

    def store(self, form: Any) -> None:
        """Write what the form says."""
        form.instance.save()
        form.save_m2m()

    def told(self, id: uuid.UUID) -> dict[str, Any]:
        """What the log tells of a row as it is stored: everything but its secrets."""
        row = self.model._default_manager.get(pk=id)
        return {name: v for name, v in records.snapshot(row).items() if name not in _UNTOLD}

    def organizations(self, row: Any) -> Sequence[uuid.UUID]:
        """The organizations whose log tells of the row."""
        return [row.organization_id]

    def log(self, request: HttpRequest, row: Model, before: Mapping[str, Any] | None) -> None:
        """Log what was stored since `before`; a change that changed nothing is none."""
        after = self.told(row.pk)
        organizations = self.organizations(row)
        if before is None:
            dashboard.log(request, row, "create", organizations, before=None, after=after)
            return
        differing = [name for name in after if after[name] != before[name]]
        if differing:
            dashboard.log(
                request,
                row,
                "change",
                organizations,
                before={name: before[name] for name in differing},
                after={name: after[name] for name in differing},
            )
