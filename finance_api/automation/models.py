"""Automatic rules: what transactions and billings of a company are given as they are entered."""

from typing import Any, ClassVar

from django.db import models
from django.db.models import Deferrable, Value
from django.db.models.functions import Cast, Concat, LPad

from finance_api.core.models import TenantForeignKey, WorkspaceModel


class AutomaticRule(WorkspaceModel):
    """Criteria that must all hold, and what is then set. Of the rules of a company and a scope the
    first by position that matches is applied.

    A rule goes with the account it is about; a category, a center or an expected account that is
    deleted is no longer set. People it names cannot be deleted (rest-api §2.13).
    """

    SCOPES: ClassVar = [("transactions", "transactions"), ("billings", "billings")]
    TYPES: ClassVar = [("debit", "debit"), ("credit", "credit")]

    company = TenantForeignKey(
        "finance_api.Company", on_delete=models.CASCADE, related_name="automatic_rules"
    )
    scope = models.CharField(max_length=12, choices=SCOPES)
    position = models.PositiveIntegerField()
    active = models.BooleanField(default=True)

    account = TenantForeignKey(
        "finance_api.Account", on_delete=models.CASCADE, related_name="+", null=True
    )
    transaction_type = models.CharField(max_length=6, choices=TYPES, null=True)
    match_person = TenantForeignKey(
        "finance_api.Person", on_delete=models.PROTECT, related_name="+", null=True
    )
    description_contains = models.CharField(max_length=255, null=True)
    notes_contains = models.CharField(max_length=255, null=True)

    set_description = models.CharField(max_length=255, null=True)
    set_person = TenantForeignKey(
        "finance_api.Person", on_delete=models.PROTECT, related_name="+", null=True
    )
    set_category = TenantForeignKey(
        "finance_api.Category", on_delete=models.SET_NULL, related_name="+", null=True
    )
    set_center = TenantForeignKey(
        "finance_api.Center", on_delete=models.SET_NULL, related_name="+", null=True
    )
    set_expected_account = TenantForeignKey(
        "finance_api.Account", on_delete=models.SET_NULL, related_name="+", null=True
    )

    #: (company, scope, position) as one column, so that a list can be paged in that order.
    evaluation_order: Any = models.GeneratedField(
        expression=Concat(
            Cast("company", models.CharField()),
            Value(" "),
            "scope",
            Value(" "),
            LPad(Cast("position", models.CharField()), 10, Value("0")),
        ),
        output_field=models.CharField(max_length=64),
        db_persist=True,
    )

    class Meta(WorkspaceModel.Meta):
        constraints: ClassVar = [
            # Reordering writes one row after the other, so it is judged when all are written.
            models.UniqueConstraint(
                fields=["company", "scope", "position"],
                name="one_rule_per_position",
                deferrable=Deferrable.DEFERRED,
            )
        ]
        indexes: ClassVar = [
            models.Index(fields=["workspace", "evaluation_order", "id"]),
            models.Index(fields=["workspace", "created_at", "id"]),
        ]

    def __str__(self) -> str:
        return f"{self.get_scope_display()} {self.position}"
