"""The viewset every resource of a workspace stands on: fenced rows, the five plain operations, and
the hooks where a noun's rules come in.
"""

import uuid
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from django.db.models import QuerySet
from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.core import records
from finance_api.core.errors import BadRequest, NotFound
from finance_api.core.models import WorkspaceModel
from finance_api.core.operations import CRUD, Operation
from finance_api.identity.access import Access
from finance_api.rest import conditions, cursors, idempotency, lists
from finance_api.rest.confirmation import Question
from finance_api.rest.lists import Listing
from finance_api.rest.operation_viewset import CLOSED, OperationViewSet
from finance_api.rest.parsing import FormParser, media_type_of
from finance_api.rest.serializers import (
    Body,
    Record,
    declared,
    files_of,
    shaped,
    stands_alone,
)


class WorkspaceViewSet(OperationViewSet):
    """List, get, create, update and delete the records of one workspace."""

    model: ClassVar[type[WorkspaceModel]]
    operations: ClassVar[Mapping[str, Operation]] = CRUD
    listing: ClassVar[Listing]

    #: The shape of a list's row, of one record, and of the two bodies.
    row: ClassVar[type[Record]]
    record: ClassVar[type[Record]]
    creation: ClassVar[type[Body]]
    update: ClassVar[type[Body]]

    @classmethod
    def shapes(cls) -> Mapping[str, tuple[Any, Any]]:
        return {
            "list": (None, cls.row),
            "retrieve": (None, cls.record),
            "create": (cls.creation, cls.record),
            "partial_update": (cls.update, cls.record),
            "destroy": (None, None),
            "ids": (None, {"type": "string", "format": "uuid"}),
        }

    @classmethod
    def listing_of(cls, action: str) -> Listing | None:
        return {"list": cls.listing, "ids": lists.IDS}.get(action)

    #: The column by whose beginning a person would look for a record.
    known_by: ClassVar[str] = ""

    @classmethod
    def suggestions(cls, access: Access, prefix: str) -> QuerySet[Any] | None:
        if not cls.known_by:
            return None
        begins = {f"{cls.known_by}__istartswith": prefix}
        return cls.model.objects.within(access).filter(**begins).order_by(cls.known_by, "id")

    # The hooks of a noun

    def visible(self) -> QuerySet[Any]:
        """The records that exist for the caller: those of the workspace."""
        return self.model.objects.within(self.access)

    def listed(self, asked: lists.Asked) -> QuerySet[Any]:
        """The records a list shows before its filters."""
        return self.visible()

    def do_create(self, data: dict[str, Any]) -> Any:
        return records.create(self.warrant, self.model, **data)

    def do_update(self, row: Any, data: dict[str, Any]) -> Any:
        return records.change(self.warrant, row, **data)

    def do_delete(self, row: Any) -> None:
        records.remove(self.warrant, row)

    def question(self, row: Any, data: Mapping[str, Any]) -> Question:
        """What a person is asked before this operation runs on this record."""
        return Question.about(self.operation, self.noun, row)

    # The operations

    def list(self, request: Request) -> Response:
        """List {nouns}, a page at a time.

        Narrow with filters, sort, and keep only the columns named in fields. Follow
        meta.next_cursor until it is null.
        """
        return self.respond_page(self.listing, self.row)

    def retrieve(self, request: Request, id: uuid.UUID) -> Response:
        """Get one {noun} by its id."""
        query = request.query_params
        lists.refuse_parameters(query, ("fields",))
        only = lists.read_fields(query.get("fields"), declared(self.record))
        return Response(self.represent(id, only))

    def create(self, request: Request) -> Response:
        """Create a {noun}."""

        def run() -> Response:
            data = self.body(self.creation)
            self.confirm(None, data)
            created = self.do_create(data)
            location = f"{request.path.rstrip('/')}/{created.pk}"
            return Response(self.represent(created.pk), status=201, headers={"Location": location})

        return self.write(run)

    def partial_update(self, request: Request, id: uuid.UUID) -> Response:
        """Change a {noun}. Only the fields that are sent are written."""

        def run() -> Response:
            row = self.locked(id)
            data = self.body(self.update, partial=True)
            self.admit_sensitive(row, data)
            self.confirm(row, data)
            self.do_update(row, data)
            return Response(self.represent(row.pk))

        return self.write(run)

    def destroy(self, request: Request, id: uuid.UUID) -> Response:
        """Delete a {noun} for good. A person confirms first."""

        def run() -> Response:
            row = self.locked(id)
            self.admit_sensitive(row, {})
            self.confirm(row, {})
            self.do_delete(row)
            return Response(status=204)

        return self.write(run)

    # What the operations are made of

    def write(self, run: Callable[[], Response]) -> Response:
        """Run a write under its idempotency key, if it has one."""
        key = idempotency.key_of(self.request, self.operation, self.confirmation)
        return run() if key is None else idempotency.once(key, self.request, self.warrant, run)

    def body(self, shape: type[Body], *, partial: bool = False) -> dict[str, Any]:
        """The request's body, judged; raises with every fault at once."""
        if files_of(shape) and media_type_of(self.request) != FormParser.media_type:
            raise BadRequest("Send the body as multipart/form-data.")
        closed = getattr(self.request._request, CLOSED, False)
        context = {"access": self.access, "closed": closed, "view": self}
        serializer = shape(data=self.request.data, partial=partial, context=context)
        serializer.is_valid(raise_exception=True)
        data: dict[str, Any] = serializer.validated_data
        return data

    def locked(self, id: uuid.UUID) -> Any:
        """The record, locked for this transaction. Absent here is `NOT_FOUND`; changed since the
        client read it is a `CONFLICT`, where the client said what it had read."""
        row = records.locked(self.visible(), id, self.noun)
        modified = row.updated_at if stands_alone(self.record) else None
        conditions.require_current(self.request._request, lambda: self.represent(id), modified)
        return row

    def admit_sensitive(self, row: Any, data: Mapping[str, Any]) -> None:
        """Admit the further right a write needs for these arguments, such as settling."""
        operation = self.operation
        if operation.sensitive and operation.sensitive(row, data):
            refined = self.access.admit(operation.refined())
            self.request.warrant = refined  # type: ignore[attr-defined]

    def confirm(self, row: Any, data: Mapping[str, Any]) -> None:
        """Where a person must confirm and has not, leave the question for the gateway to ask.

        The operation then runs on to its end, so that a rule can refuse before anybody is asked,
        and is rolled back. A yes to a question that would now read differently is no yes (K23).
        """
        confirms = self.operation.confirms
        if self.confirmation is not None and confirms is not None and confirms(row, data):
            self.confirmation.require(self.question(row, data))

    def represent(self, id: uuid.UUID, only: tuple[str, ...] | None = None) -> Any:
        """One record in its detail shape, read afresh."""
        alone = stands_alone(self.record)
        also = ["updated_at"] if alone else []
        rows = shaped(self.visible(), self.record, self.access, only, also=also)
        row = rows.filter(pk=id).first()
        if row is None:
            raise NotFound(f"{self.noun.capitalize()} not found.")
        self.represented, self.modified = True, row.updated_at if alone else None
        return self.record(row, only=only, context={"access": self.access}).data

    def respond_page(self, listing: Listing, row: type[Record]) -> Response:
        """A page of a list: `{data, meta: {next_cursor}}`. One statement and its prefetches."""
        asked = lists.read(self.request.query_params, listing, declared(row))
        sorted_by = listing.sorts[asked.sort.removeprefix("-")]
        rows = shaped(self.listed(asked), row, self.access, asked.fields, also=[sorted_by])
        page, cursor = self._page(rows, asked, listing)
        data = row(page, many=True, only=asked.fields, context={"access": self.access}).data
        return Response({"data": data, "meta": {"next_cursor": cursor}})

    def respond_ids(self, rows: QuerySet[Any]) -> Response:
        """A page of ids in ascending order."""
        asked = lists.read(self.request.query_params, lists.IDS, None)
        page, cursor = self._page(rows.only("id", "workspace"), asked, lists.IDS)
        return Response({"data": [str(row.pk) for row in page], "meta": {"next_cursor": cursor}})

    def _page(
        self, rows: QuerySet[Any], asked: lists.Asked, listing: Listing
    ) -> tuple[Sequence[Any], str | None]:
        binding = asked.binding(self.access.person_id, self.access.workspace_id, self.request.path)
        return cursors.page(rows, asked, listing, binding)
