"""Attachments over REST, and so over MCP (rest-api §1.7, §1.8)."""

import uuid
from collections.abc import Mapping
from typing import Any, ClassVar

from django.db.models import FilteredRelation, Q, QuerySet
from django.http.response import HttpResponseBase
from rest_framework.decorators import action
from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.attachments import actions, kinds
from finance_api.attachments.downloading import sent
from finance_api.attachments.models import Attachment
from finance_api.attachments.serializers import AttachmentRecord, LinkBody, LinkRecord, Upload
from finance_api.core.errors import NotFound
from finance_api.core.operations import CREATE, DELETE, READ, WRITE, Operation, operation
from finance_api.ledger.models import Transaction
from finance_api.rest import lists
from finance_api.rest.fields import BINARY
from finance_api.rest.lists import ID, INSTANT, TEXT, Filter, Listing, choice
from finance_api.rest.viewsets import WorkspaceViewSet
from finance_api.titles.models import Direction, Title


def _linked_to(parent: str, reference: str, direction: str = "") -> Filter:
    """A filter by what an attachment is linked to, over a join of its own."""
    join = f"links_to_{parent}__{reference}"
    return Filter(
        f"linked_to_{parent}_id",
        ID,
        f"{join}_id",
        description=f"Only those linked to this {parent}.",
        also=Q(**{f"{join}__direction": direction}) if direction else Q(),
    )


class AttachmentViewSet(WorkspaceViewSet):
    """Files, and the payables, receivables and transactions they are linked to."""

    resource = scope = "attachments"
    noun, nouns = "attachment", "attachments"
    model = Attachment
    operations: ClassVar[Mapping[str, Operation]] = {
        "list": READ,
        "retrieve": READ,
        "create": CREATE.but(key="none"),
        "destroy": DELETE,
    }
    verbs: ClassVar[Mapping[str, str]] = {"create": "upload"}
    row = record = AttachmentRecord
    creation = Upload
    listing = Listing(
        filters=(
            Filter(
                "mime_type",
                choice(*kinds.MIME_TYPES),
                many=True,
                description="The media type of the file.",
            ),
            Filter("file_name", TEXT, many=True, description="The exact name of the file."),
            Filter(
                "uploaded_by",
                TEXT,
                "uploaded_by_name",
                many=True,
                description="The e-mail address of the person who uploaded it.",
            ),
            Filter(
                "uploaded_at",
                INSTANT,
                "created_at",
                ranged=True,
                description="When it was uploaded, such as 2026-01-24T12:00:00Z.",
            ),
            _linked_to("payable", "title", Direction.PAYABLE),
            _linked_to("receivable", "title", Direction.RECEIVABLE),
            _linked_to("transaction", "transaction"),
        ),
        sorts={"uploaded_at": "created_at", "file_name": "file_name", "file_size": "file_size"},
        default_sort="-uploaded_at",
    )

    @classmethod
    def shapes(cls) -> Mapping[str, tuple[Any, Any]]:
        return {
            "list": (None, cls.row),
            "retrieve": (None, cls.record),
            "create": (cls.creation, cls.record),
            "destroy": (None, None),
            "download": (None, BINARY),
            "link": (LinkBody, LinkRecord),
            "unlink": (LinkBody, None),
        }

    @classmethod
    def success_of(cls, action: str) -> int:
        return 201 if action == "link" else super().success_of(action)

    def listed(self, asked: lists.Asked) -> QuerySet[Attachment]:
        joins: dict[str, Any] = {name: FilteredRelation("links") for name in _JOINS}
        rows: QuerySet[Attachment] = self.visible().annotate(**joins)
        return rows

    def do_create(self, data: dict[str, Any]) -> Attachment:
        return actions.upload(self.warrant, data["file"], data.get("title"))

    def do_delete(self, row: Attachment) -> None:
        actions.delete(self.warrant, row)

    def list(self, request: Request) -> Response:
        """List attachments, a page at a time, the latest first.

        The linked_to filters find those of one payable, receivable or transaction. Only what is
        known of a file is listed; its bytes are at download_url.
        """
        return super().list(request)

    def create(self, request: Request) -> Response:
        """Upload a file of at most 10 MB.

        Its name must end in .pdf, .png, .jpg, .jpeg, .xml, .ofx, .csv or .xlsx, and its content
        must be what the name says; otherwise the answer is VALIDATION_ERROR, naming file.
        Uploading attaches it to nothing yet: link it to a payable, a receivable or a transaction
        afterwards. Uploading the same file again keeps it twice.
        """
        return super().create(request)

    def destroy(self, request: Request, id: uuid.UUID) -> Response:
        """Delete an attachment and its file for good. A person confirms first.

        Refused with CONFLICT and the counts in details while it is linked anywhere, or is the
        document of a receipt. Unlink it first.
        """
        return super().destroy(request, id)

    @operation(READ)
    @action(detail=True, methods=["get"])
    def download(self, request: Request, id: uuid.UUID) -> HttpResponseBase:
        """Download the bytes of an attachment.

        A tool is answered with content_type, size and path instead: bytes are of no use to a
        model. The path is downloaded from the API with a token issued for the API.
        """
        lists.refuse_parameters(request.query_params, ())
        attachment = self.visible().filter(pk=id).first()
        if attachment is None:
            raise NotFound("Attachment not found.")
        return sent(request._request, attachment, inline=attachment.mime_type in kinds.INLINE)

    @operation(WRITE)
    @action(detail=False, methods=["post"], url_path="<uuid:attachment_id>/links")
    def link(self, request: Request, attachment_id: uuid.UUID) -> Response:
        """Link an attachment to a payable, a receivable or a transaction.

        It may be linked to several records, to each of them once: a second link to one is
        CONFLICT. The record is not changed by it. Upload the file first.
        """

        def run() -> Response:
            attachment = self.locked(attachment_id)
            data = self.body(LinkBody)
            actions.link(self.warrant, attachment, self._parent(data))
            answer = {
                "attachment_id": attachment.pk,
                "parent_type": data["type"],
                "parent_id": data["id"],
            }
            return Response(LinkRecord(answer).data, status=201)

        return self.write(run)

    @operation(WRITE, idempotent=True)
    @link.mapping.delete
    def unlink(self, request: Request, attachment_id: uuid.UUID) -> Response:
        """Take away the link from an attachment to a payable, a receivable or a transaction.

        The file and the record stay as they are; link them again to undo it. NOT_FOUND where there
        is no such link.
        """

        def run() -> Response:
            attachment = self.locked(attachment_id)
            actions.unlink(self.warrant, attachment, self._parent(self.body(LinkBody)))
            return Response(status=204)

        return self.write(run)

    def _parent(self, data: Mapping[str, Any]) -> actions.Parent:
        """The record a body names; another workspace's does not exist."""
        rows: QuerySet[Any] = Transaction.objects.within(self.access)
        if data["type"] != "transaction":
            rows = Title.objects.within(self.access).filter(direction=data["type"])
        parent: actions.Parent | None = rows.filter(pk=data["id"]).first()
        if parent is None:
            raise NotFound(f"{str(data['type']).capitalize()} not found.")
        return parent


_JOINS = [
    each.column.partition("__")[0]
    for each in AttachmentViewSet.listing.filters
    if each.name.startswith("linked_to_")
]
