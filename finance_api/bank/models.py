"""What the sandbox bank keeps. It plays a system outside, so its tables know no workspace and refer
to none of ours."""

from typing import ClassVar

from django.db import models
from django.db.models import Q

from finance_api.core.money import MoneyField


class SandboxOrder(models.Model):
    """One order at the sandbox bank, under the key it came with; the key runs once."""

    KINDS: ClassVar = [(kind, kind) for kind in ("payment", "bank_billet", "pix")]

    key = models.CharField(max_length=64, unique=True)
    kind = models.CharField(max_length=11, choices=KINDS)
    order = models.JSONField()
    amount = MoneyField()
    day = models.DateField()
    status = models.CharField(max_length=20)
    registration = models.CharField(max_length=20, null=True)
    paid_on = models.DateField(null=True)
    open = models.BooleanField(default=True)

    class Meta:
        indexes: ClassVar = [
            models.Index(fields=["id"], condition=Q(open=True), name="open_orders_of_the_sandbox")
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.key}"


class SandboxSilence(models.Model):
    """One call that the sandbox bank will leave unanswered, after doing what it asks."""

    def __str__(self) -> str:
        return "silence"
