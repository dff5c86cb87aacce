"""The orders for the bank, and the sandbox that plays one."""

import uuid

import django.db.models.deletion
import django.db.models.manager
from django.conf import settings
from django.db import migrations, models

import finance_api.core.models
import finance_api.core.money
from finance_api.core import isolation

CHANNELS = [(name, name) for name in ("dashboard", "api", "mcp", "import", "system")]
KINDS = [(name, name) for name in ("payment", "bank_billet", "pix")]
STATES = [(name, name) for name in ("recorded", "unknown", "sent", "closed")]


class Migration(migrations.Migration):
    dependencies = [("finance_api", "0005_automatic_rules")]

    operations = [
        migrations.CreateModel(
            name="SandboxSilence",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
            ],
        ),
        migrations.CreateModel(
            name="SandboxOrder",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("key", models.CharField(max_length=64, unique=True)),
                ("kind", models.CharField(choices=KINDS, max_length=11)),
                ("order", models.JSONField()),
                (
                    "amount",
                    finance_api.core.money.MoneyField(decimal_places=2, max_digits=15),
                ),
                ("day", models.DateField()),
                ("status", models.CharField(max_length=20)),
                ("registration", models.CharField(max_length=20, null=True)),
                ("paid_on", models.DateField(null=True)),
                ("open", models.BooleanField(default=True)),
            ],
            options={
                "indexes": [
                    models.Index(
                        condition=models.Q(("open", True)),
                        fields=["id"],
                        name="open_orders_of_the_sandbox",
                    )
                ],
            },
        ),
        migrations.CreateModel(
            name="DispatchIntent",
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
                ("key", models.CharField(max_length=25, unique=True)),
                ("kind", models.CharField(choices=KINDS, max_length=11)),
                (
                    "state",
                    models.CharField(choices=STATES, default="recorded", max_length=8),
                ),
                ("cancelling", models.BooleanField(default=False)),
                ("order", models.JSONField()),
                (
                    "account",
                    finance_api.core.models.TenantForeignKey(
                        db_constraint=False,
                        null=True,
                        on_delete=django.db.models.deletion.SET_NULL,
                        related_name="+",
                        to="finance_api.account",
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
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="intents",
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
                        condition=models.Q(("state", "closed"), _negated=True),
                        fields=["workspace", "id"],
                        name="open_intents_of_workspace",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("state", "closed"), _negated=True),
                        fields=("title",),
                        name="one_open_intent_per_title",
                    )
                ],
            },
            managers=[("everywhere", django.db.models.manager.Manager())],
        ),
        isolation.IsolateTables("dispatchintent"),
    ]
