"""The shapes of an attachment and of its links (rest-api §1.8)."""

from collections.abc import Mapping
from typing import Any, ClassVar, cast

from django.db.models import Count, IntegerField, OuterRef, Subquery
from django.db.models.functions import Coalesce
from rest_framework import serializers

from finance_api.attachments.actions import LARGEST
from finance_api.attachments.addresses import download_url
from finance_api.attachments.models import Attachment, AttachmentLink
from finance_api.core.models import InWorkspace
from finance_api.rest.fields import Choice, File, Id, Instant, Text
from finance_api.rest.serializers import Body, Record, Stamped

PARENTS = ("payable", "receivable", "transaction")


class _OuterRow:
    """The workspace of the row around a sub-select: what is counted is the row's own."""

    workspace_id = OuterRef("workspace_id")


def _number_of(parent: str) -> Any:
    """How many parents of one kind an attachment is linked to."""
    links = AttachmentLink.objects.within(cast("InWorkspace", _OuterRow()))
    links = links.filter(AttachmentLink.counted_as[parent], attachment=OuterRef("pk"))
    counted = links.order_by().values("attachment").values(number=Count("pk"))
    return Coalesce(Subquery(counted), 0, output_field=IntegerField())


class AttachmentRecord(Stamped):
    """What is known of a file."""

    needs: ClassVar[Mapping[str, tuple[str, ...]]] = {"download_url": ("id",)}
    annotations: ClassVar[Mapping[str, Any]] = {
        "linked_payables_count": _number_of("payables"),
        "linked_receivables_count": _number_of("receivables"),
        "linked_transactions_count": _number_of("transactions"),
    }

    created_at = None  # type: ignore[assignment]  # the wire calls it uploaded_at

    id = Id(read_only=True)
    file_name = serializers.CharField(read_only=True)
    title = serializers.CharField(read_only=True, allow_null=True)
    mime_type = serializers.CharField(read_only=True)
    file_size = serializers.IntegerField(read_only=True, help_text="In bytes.")
    uploaded_by = serializers.CharField(
        read_only=True, source="uploaded_by_name", help_text="The e-mail address of the person."
    )
    uploaded_at = Instant(read_only=True, source="created_at")
    download_url = serializers.SerializerMethodField(
        help_text="Where the API gives the bytes, to a token issued for the API."
    )
    linked_payables_count = serializers.IntegerField(read_only=True)
    linked_receivables_count = serializers.IntegerField(read_only=True)
    linked_transactions_count = serializers.IntegerField(read_only=True)

    def get_download_url(self, attachment: Attachment) -> str:
        return download_url(attachment.pk)


class Upload(Body):
    """A file to keep, and what it is."""

    file = File(
        largest=LARGEST,
        help_text="A pdf, png, jpg, jpeg, xml, ofx, csv or xlsx file of at most 10 MB; its name "
        "must end so, and its content must be what the name says.",
    )
    title = Text(
        required=False, max_length=255, help_text="What it is, in words a person would use."
    )


class LinkBody(Body):
    """The record on the other side of a link."""

    type = Choice(choices=PARENTS, help_text="What the attachment is linked to.")
    id = Id(help_text="Id of that payable, receivable or transaction.")


class LinkRecord(Record):
    """One link."""

    attachment_id = Id(read_only=True)
    parent_type = serializers.ChoiceField(choices=PARENTS, read_only=True)
    parent_id = Id(read_only=True)
