"""The workspaces a person reaches, over REST and so over MCP. Read-only (K1)."""

from collections.abc import Mapping
from typing import Any

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.core.isolation import open_organizations
from finance_api.core.operations import READ
from finance_api.identity.access import Access, reached
from finance_api.identity.models import Workspace
from finance_api.rest import cursors, lists
from finance_api.rest.lists import Listing
from finance_api.rest.operation_viewset import OperationViewSet
from finance_api.rest.serializers import declared
from finance_api.workspaces.serializers import WorkspaceRecord

LISTING = Listing(sorts={"name": "name"}, default_sort="name")


class WorkspacesViewSet(OperationViewSet):
    """The sets of books the caller may work in."""

    resource, scope = "workspaces", ""
    document = True
    noun, nouns = "workspace", "workspaces"
    operations = {"list": READ.but(permission="", needs_workspace=False)}  # noqa: RUF012

    @classmethod
    def shapes(cls) -> Mapping[str, tuple[Any, Any]]:
        return {"list": (None, WorkspaceRecord)}

    @classmethod
    def listing_of(cls, action: str) -> Listing | None:
        return LISTING

    @classmethod
    def suggestions(cls, access: Access, prefix: str) -> QuerySet[Workspace]:
        return reached(access).filter(name__istartswith=prefix).order_by("name", "id")

    def list(self, request: Request) -> Response:
        """List the workspaces you reach, with their organization.

        Call it first when a call was answered workspace_required: every other operation works in
        one workspace, named by its id. Any valid token will do.
        """
        asked = lists.read(request.query_params, LISTING, declared(WorkspaceRecord))
        credential = self.access.credential
        open_organizations([credential.organization_id])
        binding = asked.binding(credential.person.pk, credential.organization_id, request.path)
        rows = reached(self.access).select_related("organization")
        page, cursor = cursors.page(rows, asked, LISTING, binding)
        data = WorkspaceRecord(page, many=True, only=asked.fields).data
        return Response({"data": data, "meta": {"next_cursor": cursor}})
