"""Automatic rules, behind the second wall."""

import uuid

import django.db.models.deletion
import django.db.models.manager
from django.conf import settings
from django.db import migrations, models
from django.db.models.constraints import Deferrable
from django.db.models.functions import Cast, Concat, LPad

from finance_api.core import isolation
from finance_api.core.models import TenantForeignKey

CHANNELS = [(name, name) for name in ("dashboard", "api", "mcp", "import", "system")]


def reference(to, on_delete, related_name="+", null=True):
    return TenantForeignKey(
        db_constraint=False,
        null=null,
        on_delete=on_delete,
        related_name=related_name,
        to=f"finance_api.{to}",
    )


def stamp(to, **options):
    return models.ForeignKey(
        on_delete=django.db.models.deletion.PROTECT, related_name="+", to=to, **options
    )


class Migration(migrations.Migration):
    dependencies = [("finance_api", "0004_titles_settled_by_a_match")]

    operations = [
        migrations.CreateModel(
            name="AutomaticRule",
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
                    models.CharField(choices=CHANNELS, editable=False, max_length=10),
                ),
                (
                    "updated_via",
                    models.CharField(choices=CHANNELS, editable=False, max_length=10),
                ),
                (
                    "scope",
                    models.CharField(
                        choices=[("transactions", "transactions"), ("billings", "billings")],
                        max_length=12,
                    ),
                ),
                ("position", models.PositiveIntegerField()),
                ("active", models.BooleanField(default=True)),
                (
                    "transaction_type",
                    models.CharField(
                        choices=[("debit", "debit"), ("credit", "credit")], max_length=6, null=True
                    ),
                ),
                ("description_contains", models.CharField(max_length=255, null=True)),
                ("notes_contains", models.CharField(max_length=255, null=True)),
                ("set_description", models.CharField(max_length=255, null=True)),
                (
                    "evaluation_order",
                    models.GeneratedField(
                        db_persist=True,
                        expression=Concat(
                            Cast("company", models.CharField()),
                            models.Value(" "),
                            "scope",
                            models.Value(" "),
                            LPad(Cast("position", models.CharField()), 10, models.Value("0")),
                        ),
                        output_field=models.CharField(max_length=64),
                    ),
                ),
                ("account", reference("account", django.db.models.deletion.CASCADE)),
                (
                    "company",
                    reference(
                        "company",
                        django.db.models.deletion.CASCADE,
                        related_name="automatic_rules",
                        null=False,
                    ),
                ),
                ("created_by", stamp(settings.AUTH_USER_MODEL, editable=False)),
                ("match_person", reference("person", django.db.models.deletion.PROTECT)),
                ("set_category", reference("category", django.db.models.deletion.SET_NULL)),
                ("set_center", reference("center", django.db.models.deletion.SET_NULL)),
                ("set_expected_account", reference("account", django.db.models.deletion.SET_NULL)),
                ("set_person", reference("person", django.db.models.deletion.PROTECT)),
                ("updated_by", stamp(settings.AUTH_USER_MODEL, editable=False)),
                ("workspace", stamp("finance_api.workspace", db_index=False)),
            ],
            options={
                "abstract": False,
                "base_manager_name": "everywhere",
                "default_manager_name": "everywhere",
                "indexes": [
                    models.Index(
                        fields=["workspace", "evaluation_order", "id"],
                        name="finance_api_workspa_9b55d3_idx",
                    ),
                    models.Index(
                        fields=["workspace", "created_at", "id"],
                        name="finance_api_workspa_e6955d_idx",
                    ),
                ],
                "constraints": [
                    models.UniqueConstraint(
                        deferrable=Deferrable.DEFERRED,
                        fields=("company", "scope", "position"),
                        name="one_rule_per_position",
                    )
                ],
            },
            managers=[("everywhere", django.db.models.manager.Manager())],
        ),
        isolation.IsolateTables("automaticrule"),
    ]
