"""A transfer has at most one leg of each type."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("finance_api", "0002_banks")]

    operations = [
        migrations.AlterField(
            model_name="transaction",
            name="transfer_id",
            field=models.UUIDField(null=True),
        ),
        migrations.AddConstraint(
            model_name="transaction",
            constraint=models.UniqueConstraint(
                condition=models.Q(("transfer_id__isnull", False)),
                fields=("transfer_id", "type"),
                name="one_leg_of_transfer_per_type",
            ),
        ),
    ]
