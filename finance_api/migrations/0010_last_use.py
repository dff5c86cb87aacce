"""When a token was last used; by what name what the log tells was done; and a connection that has
its id from the moment a person allows it (K10, K11, K25)."""

import uuid
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('finance_api', '0009_oauth'),
    ]

    operations = [
        migrations.AddField(
            model_name='logentry',
            name='agent',
            field=models.CharField(db_default='', default='', max_length=255),
        ),
        migrations.AddField(
            model_name='oauthaccesstoken',
            name='used_at',
            field=models.DateTimeField(blank=True, editable=False, null=True),
        ),
        migrations.AddField(
            model_name='oauthgrant',
            name='connection',
            field=models.UUIDField(default=uuid.uuid4, editable=False),
        ),
        migrations.AddField(
            model_name='personaltoken',
            name='used_at',
            field=models.DateTimeField(blank=True, editable=False, null=True, verbose_name='last used'),
        ),
    ]
