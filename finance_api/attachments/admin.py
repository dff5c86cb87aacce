"""Attachments on the dashboard, to read; their bytes are downloaded through the API."""

from django.contrib import admin

from finance_api.attachments.models import Attachment, AttachmentLink
from finance_api.dashboard import PartInline, RecordAdmin, WithinReach


class LinkInline(PartInline):
    model = AttachmentLink
    fields = ("title", "transaction")


@admin.register(Attachment)
class AttachmentAdmin(RecordAdmin):
    resource = "attachments"
    inlines = (LinkInline,)
    fields = (
        "file_name",
        "title",
        "mime_type",
        "file_size",
        "uploaded_by_name",
        "workspace",
        "created_at",
        "created_via",
        "created_by",
        "updated_at",
        "updated_via",
        "updated_by",
    )
    list_display = (
        "file_name",
        "title",
        "mime_type",
        "file_size",
        "uploaded_by_name",
        "workspace",
        "created_at",
        "created_via",
        "updated_via",
    )
    list_filter = ("mime_type", "created_via", "updated_via", ("workspace", WithinReach))
    list_select_related = ("workspace",)
    search_fields = ("file_name", "title")
