"""Receipts, behind the walls."""

import django.db.models.deletion
import django.db.models.manager
import finance_api.core.models
import finance_api.core.money
import uuid
from django.conf import settings
from django.db import migrations, models

from finance_api.core import isolation


class Migration(migrations.Migration):
    dependencies = [
        ("finance_api", "0006_bank"),
    ]

    operations = [
        migrations.CreateModel(
            name="Receipt",
            fields=[
                (
                    "id",
                    models.UUIDField(
                        default=uuid.uuid4, editable=False, primary_key=True, serialize=False
                    ),
                ),
                ("created_at", models.DateTimeField(editable=False)),
                ("updated_at", models.DateTimeField(editable=False)),
                (
                    "created_via",
                    models.CharField(
                        choices=[
                            ("dashboard", "dashboard"),
                            ("api", "api"),
                            ("mcp", "mcp"),
                            ("import", "import"),
                            ("system", "system"),
                        ],
                        editable=False,
                        max_length=10,
                    ),
                ),
                (
                    "updated_via",
                    models.CharField(
                        choices=[
                            ("dashboard", "dashboard"),
                            ("api", "api"),
                            ("mcp", "mcp"),
                            ("import", "import"),
                            ("system", "system"),
                        ],
                        editable=False,
                        max_length=10,
                    ),
                ),
                (
                    "source",
                    models.CharField(
                        choices=[("kobana", "Kobana"), ("upload", "Upload")], max_length=6
                    ),
                ),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("pending", "Pending"),
                            ("available", "Available"),
                            ("failed", "Failed"),
                        ],
                        max_length=9,
                    ),
                ),
                ("paid_at", models.DateField()),
                ("amount", finance_api.core.money.MoneyField(decimal_places=2, max_digits=15)),
                ("payee_name", models.CharField(max_length=255, null=True)),
                ("payee_document", models.CharField(max_length=14, null=True)),
                (
                    "payment_method_kind",
                    models.CharField(
                        choices=[
                            ("bank_billet", "bank_billet"),
                            ("ted", "ted"),
                            ("pix", "pix"),
                            ("credit_card", "credit_card"),
                            ("debit_card", "debit_card"),
                            ("cash", "cash"),
                            ("check", "check"),
                            ("direct_debit", "direct_debit"),
                            ("other", "other"),
                            ("none", "none"),
                            ("utility", "utility"),
                            ("tribute", "tribute"),
                        ],
                        max_length=20,
                        null=True,
                    ),
                ),
                ("external_uid", models.CharField(max_length=100, null=True)),
                ("document_url", models.URLField(max_length=500, null=True)),
                ("error_message", models.CharField(max_length=500, null=True)),
                ("received_at", models.DateTimeField(null=True)),
                (
                    "account",
                    finance_api.core.models.TenantForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="receipts",
                        to="finance_api.account",
                    ),
                ),
                (
                    "attachment",
                    finance_api.core.models.TenantForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="receipts",
                        to="finance_api.attachment",
                    ),
                ),
                (
                    "company",
                    finance_api.core.models.TenantForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="receipts",
                        to="finance_api.company",
                    ),
                ),
                (
                    "created_by",
                    models.ForeignKey(
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "title",
                    finance_api.core.models.TenantForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="receipts",
                        to="finance_api.title",
                    ),
                ),
                (
                    "updated_by",
                    models.ForeignKey(
                        editable=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "workspace",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="finance_api.workspace",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "base_manager_name": "everywhere",
                "default_manager_name": "everywhere",
                "indexes": [
                    models.Index(
                        fields=["workspace", "paid_at", "id"], name="finance_api_workspa_7d1e64_idx"
                    ),
                    models.Index(
                        fields=["workspace", "created_at", "id"],
                        name="finance_api_workspa_797ba8_idx",
                    ),
                    models.Index(
                        fields=["workspace", "updated_at", "id"],
                        name="finance_api_workspa_f2196b_idx",
                    ),
                    models.Index(
                        fields=["workspace", "amount", "id"], name="finance_api_workspa_9109df_idx"
                    ),
                ],
                "constraints": [
                    models.CheckConstraint(
                        condition=models.Q(("amount__gt", 0)), name="receipt_amount_positive"
                    ),
                    models.UniqueConstraint(
                        fields=("workspace", "external_uid"), name="receipt_uid_in_workspace"
                    ),
                ],
            },
            managers=[
                ("everywhere", django.db.models.manager.Manager()),
            ],
        ),
        isolation.IsolateTables("receipt"),
    ]
