"""Indexes by which the pages of people read the log, newest first, and the payables that wait."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('finance_api', '0011_applications'),
    ]

    operations = [
        migrations.RemoveIndex(
            model_name='logentry',
            name='finance_api_workspa_1366b8_idx',
        ),
        migrations.AlterField(
            model_name='logentry',
            name='organization',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to='finance_api.organization'),
        ),
        migrations.AlterField(
            model_name='logentry',
            name='person',
            field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddIndex(
            model_name='logentry',
            index=models.Index(fields=['organization', '-id'], name='log_of_organization'),
        ),
        migrations.AddIndex(
            model_name='logentry',
            index=models.Index(fields=['person', '-id'], name='log_of_person'),
        ),
        migrations.AddIndex(
            model_name='logentry',
            index=models.Index(fields=['record_id'], name='log_of_record'),
        ),
        migrations.AddIndex(
            model_name='logentry',
            index=models.Index(fields=['request_id'], name='log_of_request'),
        ),
        migrations.AddIndex(
            model_name='title',
            index=models.Index(condition=models.Q(('payment_approval__in', ['pending_approval', 'approving'])), fields=['workspace', 'due_date', 'id'], name='payables_waiting'),
        ),
    ]
