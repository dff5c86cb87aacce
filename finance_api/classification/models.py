"""The chart of accounts (categories), the cost centers, and the row that allocates an amount to
one."""

from typing import ClassVar

from django.db import models

from finance_api.core.models import TenantForeignKey, WorkspaceModel, WorkspaceRow
from finance_api.core.money import MoneyField


class Category(WorkspaceModel):
    """A line of a company's chart of accounts, at most three levels deep."""

    TYPES: ClassVar = [("debit", "debit"), ("credit", "credit")]
    DEEPEST: ClassVar = 3

    company = TenantForeignKey(
        "finance_api.Company", on_delete=models.CASCADE, related_name="categories"
    )
    name = models.CharField(max_length=255)
    parent = TenantForeignKey("self", on_delete=models.PROTECT, related_name="children", null=True)
    level = models.PositiveSmallIntegerField(default=1)
    type = models.CharField(max_length=6, choices=TYPES)

    class Meta(WorkspaceModel.Meta):
        verbose_name_plural = "categories"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(level__gte=1, level__lte=3), name="category_level_1_to_3"
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["workspace", "name", "id"]),
            models.Index(fields=["workspace", "created_at", "id"]),
            models.Index(fields=["workspace", "level", "id"]),
        ]

    def __str__(self) -> str:
        return self.name


class Center(WorkspaceModel):
    """A classification center (cost center): costs, revenues, or both may be allocated to it."""

    TYPES: ClassVar = [("cost", "cost"), ("revenue", "revenue"), ("both", "both")]

    company = TenantForeignKey(
        "finance_api.Company", on_delete=models.CASCADE, related_name="centers"
    )
    name = models.CharField(max_length=255)
    type = models.CharField(max_length=7, choices=TYPES)
    description = models.CharField(max_length=500, null=True)
    active = models.BooleanField(default=True)

    class Meta(WorkspaceModel.Meta):
        verbose_name = "classification center"
        indexes: ClassVar = [
            models.Index(fields=["workspace", "name", "id"]),
            models.Index(fields=["workspace", "created_at", "id"]),
        ]

    def __str__(self) -> str:
        return self.name


class AllocationRow(WorkspaceRow):
    """One part of an amount, allocated to a center. The amount is what counts; the percentage
    remembers how it was asked for (R28)."""

    center = TenantForeignKey(Center, on_delete=models.PROTECT, related_name="+")
    percentage = models.DecimalField(max_digits=7, decimal_places=4, null=True)
    amount = MoneyField()
    position = models.PositiveSmallIntegerField()

    counted_as: ClassVar = {"splits": models.Q()}

    class Meta(WorkspaceRow.Meta):
        abstract = True
        ordering: ClassVar = ["position"]
