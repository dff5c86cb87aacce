"""Tax: a label of the workspace with a suggested rate."""

from decimal import Decimal
from typing import ClassVar

from django.core.validators import MaxValueValidator, MinValueValidator
from django.db import models

from finance_api.core.models import WorkspaceModel


class Tax(WorkspaceModel):
    """A tax that may be withheld. Its rate is a suggestion: each charge stores its own amount."""

    name = models.CharField(max_length=100)
    default_rate = models.DecimalField(
        max_digits=5,
        decimal_places=2,
        null=True,
        validators=[MinValueValidator(Decimal(0)), MaxValueValidator(Decimal(100))],
    )
    default_withholding = models.BooleanField(default=True)
    active = models.BooleanField(default=True)

    class Meta(WorkspaceModel.Meta):
        verbose_name_plural = "taxes"
        constraints: ClassVar = [
            models.UniqueConstraint(fields=["workspace", "name"], name="tax_name_in_workspace")
        ]
        indexes: ClassVar = [
            models.Index(fields=["workspace", "name", "id"]),
            models.Index(fields=["workspace", "created_at", "id"]),
        ]

    def __str__(self) -> str:
        return self.name
