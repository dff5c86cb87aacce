"""Applications that the operator registers, and what each is trusted with (K12)."""

from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('finance_api', '0010_last_use'),
    ]

    operations = [
        migrations.AddField(
            model_name='oauthclient',
            name='first_party',
            field=models.BooleanField(default=False, editable=False, help_text="The dashboard's own backend: what people do through it, they do themselves."),
        ),
        migrations.AddField(
            model_name='oauthclient',
            name='introspects',
            field=models.BooleanField(default=False, editable=False, help_text='A server that may ask whose a token is.'),
        ),
        migrations.AddConstraint(
            model_name='oauthclient',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('client_type', 'confidential'), ('registration_source', 'manual'), models.Q(('client_secret', ''), _negated=True)), models.Q(models.Q(('client_type', 'confidential'), _negated=True), ('client_secret', ''), ('first_party', False), ('introspects', False)), _connector='OR'), name='only_what_the_operator_registered_is_trusted'),
        ),
    ]
