"""What a person's sign-in on behalf of a client leaves behind: the client, the code it swaps, and
its tokens (K11, K12).

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
    """A client that may ask people to connect it. One that introduced itself has no secret: PKCE
    binds a code to whoever asked for it. One that the operator registered has, and is trusted with
    one thing more (`sign_in/applications.py`)."""

    # The digest of a secret of 256 random bits.
    client_secret = models.CharField(max_length=255, blank=True, default="", editable=False)
    first_party = models.BooleanField(
        default=False,
        editable=False,
        help_text="The dashboard's own backend: what people do through it, they do themselves.",
    )
    introspects = models.BooleanField(
        default=False, editable=False, help_text="A server that may ask whose a token is."
    )
    # When a code of it was last swapped; one that never was is swept soon.
    used_at = models.DateTimeField(null=True, blank=True, editable=False)

    objects: ClassVar[Any] = ApplicationManager()

    class Meta(AbstractApplication.Meta):
        verbose_name = "OAuth client"
        constraints: ClassVar = [
            models.CheckConstraint(
                name="only_what_the_operator_registered_is_trusted",
                condition=models.Q(client_type="confidential", registration_source="manual")
                & ~models.Q(client_secret="")
                | ~models.Q(client_type="confidential")
                & models.Q(client_secret="", first_party=False, introspects=False),
            )
        ]

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
