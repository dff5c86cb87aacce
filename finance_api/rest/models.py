"""The record of an idempotency key, committed together with the effect it protects (K22)."""

import uuid
from typing import ClassVar

from django.db import models

from finance_api.core.models import WorkspaceRow


class IdempotencyRecord(WorkspaceRow):
    """One key used once: what was asked, as a fingerprint, and what was answered."""

    id = models.UUIDField(primary_key=True, default=uuid.uuid4, editable=False)
    scope = models.BinaryField(max_length=32, unique=True)
    fingerprint = models.BinaryField(max_length=32)
    status = models.PositiveSmallIntegerField()
    headers = models.JSONField(default=dict)
    body = models.TextField()
    created_at = models.DateTimeField()

    class Meta(WorkspaceRow.Meta):
        indexes: ClassVar = [models.Index(fields=["created_at"])]
