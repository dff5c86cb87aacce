"""Reconciliation: titles matched with the transactions that really moved the money, n to m."""

from typing import ClassVar

from django.db import models

from finance_api.core.models import WorkspaceModel


class Reconciliation(WorkspaceModel):
    """One match. A title or a transaction belongs to at most one."""

    source = models.CharField(
        max_length=7, choices=[("manual", "manual"), ("fintera", "fintera")], default="manual"
    )
    kind = models.CharField(
        max_length=10, choices=[("payable", "payable"), ("receivable", "receivable")]
    )

    class Meta(WorkspaceModel.Meta):
        indexes: ClassVar = [models.Index(fields=["workspace", "created_at", "id"])]

    def __str__(self) -> str:
        return f"{self.get_kind_display()} {self.id}"
