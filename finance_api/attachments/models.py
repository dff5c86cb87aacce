"""Files and what they are attached to."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from finance_api.core.models import TenantForeignKey, WorkspaceModel, WorkspaceRow


class Attachment(WorkspaceModel):
    """A file of the workspace."""

    file_name = models.CharField(max_length=255)
    title = models.CharField(max_length=255, null=True)
    mime_type = models.CharField(max_length=100)
    file_size = models.PositiveBigIntegerField()
    uploaded_by_name = models.CharField(max_length=255)
    stored_as = models.CharField(max_length=255)

    class Meta(WorkspaceModel.Meta):
        indexes: ClassVar = [
            models.Index(fields=["workspace", name, "id"])
            for name in ("created_at", "file_name", "file_size")
        ]

    def __str__(self) -> str:
        return self.file_name


class AttachmentLink(WorkspaceRow):
    """An attachment of a title or of a transaction, of exactly one of them."""

    counted_as: ClassVar = {
        "payables": Q(title__direction="payable"),
        "receivables": Q(title__direction="receivable"),
        "transactions": Q(transaction__isnull=False),
    }

    attachment = TenantForeignKey(Attachment, on_delete=models.PROTECT, related_name="links")
    title = TenantForeignKey(
        "finance_api.Title", on_delete=models.CASCADE, related_name="attachment_links", null=True
    )
    transaction = TenantForeignKey(
        "finance_api.Transaction",
        on_delete=models.CASCADE,
        related_name="attachment_links",
        null=True,
    )

    class Meta(WorkspaceRow.Meta):
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=Q(title=None, transaction__isnull=False)
                | Q(title__isnull=False, transaction=None),
                name="link_to_title_or_transaction",
            ),
            models.UniqueConstraint(fields=["attachment", "title"], name="one_link_to_title"),
            models.UniqueConstraint(
                fields=["attachment", "transaction"], name="one_link_to_transaction"
            ),
        ]
