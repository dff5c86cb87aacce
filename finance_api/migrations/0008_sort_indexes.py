"""Amounts in whole cents, by which lists are sorted and paged in place of the amounts themselves.

Each of the three tables is written anew once, under its lock; row-level security stays as it is.
"""

from django.db import migrations, models
from django.db.models import BigIntegerField, F, Value
from django.db.models.expressions import CombinedExpression
from django.db.models.functions import Cast


def _cents():
    return models.GeneratedField(
        db_persist=True,
        expression=Cast(CombinedExpression(F("amount"), "*", Value(100)), BigIntegerField()),
        output_field=BigIntegerField(),
    )


class Migration(migrations.Migration):
    dependencies = [
        ("finance_api", "0007_receipts"),
    ]

    operations = [
        migrations.RemoveIndex(model_name="receipt", name="finance_api_workspa_9109df_idx"),
        migrations.RemoveIndex(model_name="title", name="finance_api_workspa_1b183b_idx"),
        migrations.RemoveIndex(model_name="transaction", name="finance_api_workspa_b39797_idx"),
        migrations.AddField("receipt", "amount_in_cents", _cents()),
        migrations.AddField("title", "amount_in_cents", _cents()),
        migrations.AddField("transaction", "amount_in_cents", _cents()),
        migrations.AddIndex(
            model_name="receipt",
            index=models.Index(
                fields=["workspace", "amount_in_cents", "id"],
                name="finance_api_workspa_0f4de3_idx",
            ),
        ),
        migrations.AddIndex(
            model_name="title",
            index=models.Index(
                fields=["workspace", "direction", "amount_in_cents", "id"],
                name="finance_api_workspa_f26a37_idx",
            ),
        ),
        migrations.AddIndex(
            model_name="transaction",
            index=models.Index(
                fields=["workspace", "amount_in_cents", "id"],
                name="finance_api_workspa_894ece_idx",
            ),
        ),
    ]
