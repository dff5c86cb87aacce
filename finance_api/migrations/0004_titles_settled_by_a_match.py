"""A title is settled by a transaction of its own, or by a match with those of the bank."""

from django.db import migrations, models
from django.db.models import Q


class Migration(migrations.Migration):
    dependencies = [("finance_api", "0003_transfer_legs")]

    operations = [
        migrations.RemoveConstraint(
            model_name="title",
            name="title_settled_by_a_transaction",
        ),
        migrations.AddConstraint(
            model_name="title",
            constraint=models.CheckConstraint(
                condition=Q(
                    Q(
                        ("payment_date__isnull", False),
                        ("status", "settled"),
                        Q(
                            ("transaction__isnull", False),
                            ("reconciliation__isnull", False),
                            _connector="OR",
                        ),
                    ),
                    Q(
                        Q(("status", "settled"), _negated=True),
                        ("payment_date", None),
                        ("reconciliation", None),
                        ("transaction", None),
                    ),
                    _connector="OR",
                ),
                name="title_settled_by_transaction_or_match",
            ),
        ),
    ]
