"""The banks of 2026-08-22."""

from django.db import migrations

from finance_api.ledger import banks


def load(apps, schema_editor):
    banks.load(apps.get_model("finance_api", "Bank"), schema_editor.connection.alias)


class Migration(migrations.Migration):
    dependencies = [("finance_api", "0001_initial")]

    operations = [migrations.RunPython(load, migrations.RunPython.noop)]
