"""What signing in leaves behind and nobody needs any more."""

import datetime as dt

from django.db.models import Exists, OuterRef, Q
from django.utils import timezone
from oauth2_provider.models import clear_expired

from finance_api.identity.connections import (
    OAuthAccessToken,
    OAuthClient,
    OAuthGrant,
    OAuthRefreshToken,
)

#: So long a client may take from its registration to a person's yes.
NEVER_USED = dt.timedelta(days=1)
#: So long one that was connected may come back under its old id.
NO_LONGER_USED = dt.timedelta(days=90)


def sweep() -> int:
    """Forget codes and tokens past their time, then clients without any; says how many clients."""
    clear_expired()
    now = timezone.now()
    sources = OAuthClient.RegistrationSource
    idle = Q(used_at=None, created__lt=now - NEVER_USED) | Q(used_at__lt=now - NO_LONGER_USED)
    unused = OAuthClient.objects.filter(
        idle, registration_source__in=[sources.DCR, sources.CIMD]
    ).exclude(_has(OAuthGrant) | _has(OAuthAccessToken) | _has(OAuthRefreshToken))
    _, removed = unused.delete()
    return int(removed.get(OAuthClient._meta.label, 0))


def _has(model: type[OAuthGrant | OAuthAccessToken | OAuthRefreshToken]) -> Exists:
    return Exists(model.objects.filter(application=OuterRef("pk")))
