"""What a person's sign-in on behalf of an MCP client leaves behind: the client, the code it swaps,
and its tokens (K11, K12).

The tables are django-oauth-toolkit's, and each holds the organization the person chose: it lives
with the code and its tokens, so one client may be connected to two organizations of one person. No
token is stored, only its digest.
"""

import uuid
from typing import Any, ClassVar
from urllib.parse import urlsplit

from django.core.exceptions import ValidationError
from django.db import models
from oauth2_provider.models import (
    AbstractAccessToken,
    AbstractApplication,
    AbstractGrant,
    AbstractIDToken,
    AbstractRefreshToken,
    ApplicationManager,
)

from finance_api.identity.models import Organization

#: Where a client on the person's own machine waits, on whatever port is free (RFC 8252).
LOOPBACK = ("127.0.0.1", "::1", "localhost")
#: What the log calls a connection, and a person's making or ending one.
CONNECTION = "connection"
CONNECTED = "account.connections"


class OAuthClient(AbstractApplication):
    """A client that may ask people to connect it. None has a secret: PKCE binds a code to whoever
    asked for it."""

    client_secret = models.CharField(max_length=255, blank=True, default="", editable=False)
    # When a code of it was last swapped; one that never was is swept soon.
    used_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[Any] = ApplicationManager()

    class Meta(AbstractApplication.Meta):
        verbose_name = "OAuth client"

    def clean(self) -> None:
        """Without TLS a code may go to the person's own machine only."""
        super().clean()
        for address in self.redirect_uris.split():
            parts = urlsplit(address)
            if parts.scheme == "http" and parts.hostname not in LOOPBACK:
                raise ValidationError({"redirect_uris": "http is for loopback addresses only."})


class OAuthGrant(AbstractGrant):
    """An authorization code: what a person allowed, until the client swaps it for tokens, which
    carry its `connection` on."""

    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="+")
    connection = models.UUIDField(default=uuid.uuid4, editable=False)

    class Meta(AbstractGrant.Meta):
        verbose_name = "OAuth grant"


class OAuthAccessToken(AbstractAccessToken):
    """A token of a connection. `connection` stays the same through every refresh."""

    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="+")
    connection = models.UUIDField(default=uuid.uuid4, editable=False)
    used_at = models.DateTimeField(null=True, blank=True, editable=False)

    class Meta(AbstractAccessToken.Meta):
        verbose_name = "OAuth access token"


class OAuthRefreshToken(AbstractRefreshToken):
    """What buys the next access token, once. `token_family` is the connection."""

    organization = models.ForeignKey(Organization, on_delete=models.CASCADE, related_name="+")

    class Meta(AbstractRefreshToken.Meta):
        verbose_name = "OAuth refresh token"


class OAuthIdToken(AbstractIDToken):
    """Nothing: OpenID Connect is off, and the library's access token refers to such a table."""

    class Meta(AbstractIDToken.Meta):
        verbose_name = "OAuth ID token"
