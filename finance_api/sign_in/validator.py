"""The rules of the authorization server where this house asks for more than django-oauth-toolkit
does: every token has one audience and one organization, scopes are narrowed, and a code or a
refresh token is used once, also by two requests at the same moment."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from django.conf import settings
from django.utils import timezone
from oauth2_provider.models import set_token_value
from oauth2_provider.oauth2_validators import OAuth2Validator
from oauth2_provider.settings import oauth2_settings
from oauthlib.oauth2.rfc6749.errors import CustomOAuth2Error
from oauthlib.oauth2.rfc6749.utils import scope_to_list

from finance_api.identity.connections import (
    OAuthAccessToken,
    OAuthClient,
    OAuthGrant,
    OAuthRefreshToken,
)
from finance_api.identity.scopes import OFFLINE, narrowed
from finance_api.identity.tokens import digest
from finance_api.sign_in.applications import fits
from finance_api.sign_in.granting import CatalogScopes

_SCOPES = CatalogScopes()


def audience(asked: Sequence[str], client: OAuthClient) -> list[str]:
    """The audience of what a client asks for: the MCP endpoint, with or without a final slash, and
    nothing else (P172); for the dashboard's own backend the API. Raises `invalid_target`."""
    own = settings.API_RESOURCE_URL if client.first_party else settings.MCP_RESOURCE_URL
    if {each.removesuffix("/") for each in asked} != {own}:
        raise CustomOAuth2Error("invalid_target", description=f"Send resource={own} once.")
    return [own]


class Validator(OAuth2Validator):
    """Runs inside the transaction of its endpoint, which keeps the rows locked here."""

    def _load_application(self, client_id: str | None, request: Any) -> OAuthClient | None:
        if not client_id or "\x00" in client_id:
            return None
        found: OAuthClient | None = super()._load_application(client_id, request)
        return found

    def authenticate_client(self, request: Any, *args: Any, **kwargs: Any) -> bool:
        """A client with a secret sends it by `client_secret_basic`, as the metadata says."""
        return bool(self._authenticate_basic_auth(request))

    def _check_secret(self, provided_secret: str, stored_secret: str) -> bool:
        return fits(provided_secret, stored_secret)

    # Scopes

    def validate_scopes(
        self,
        client_id: str,
        scopes: Sequence[str],
        client: Any,
        request: Any,
        *args: Any,
        **kw: Any,
    ) -> bool:
        """Narrow what is asked for to what can be had; refuse only what leaves nothing (P175)."""
        asked = [name for name in scopes if name != OFFLINE] or _SCOPES.get_default_scopes()
        request.scopes = narrowed(asked, _SCOPES.get_available_scopes())
        return bool(request.scopes)

    def get_original_scopes(
        self, refresh_token: str, request: Any, *args: Any, **kwargs: Any
    ) -> list[str]:
        """What the connection has, less what an installation has closed since."""
        had = scope_to_list(super().get_original_scopes(refresh_token, request)) or []
        return narrowed(had, _SCOPES.get_available_scopes())

    def is_within_original_scope(
        self, request_scopes: Sequence[str], refresh_token: str, request: Any, *args: Any, **kw: Any
    ) -> bool:
        had = self.get_original_scopes(refresh_token, request)
        asked = [name for name in request_scopes if name != OFFLINE] or had
        request.scopes = narrowed(asked, had)
        return bool(request.scopes)

    # Codes

    def _create_authorization_code(
        self, request: Any, code: dict[str, str], expires: dt.datetime | None = None
    ) -> OAuthGrant:
        life = dt.timedelta(seconds=oauth2_settings.AUTHORIZATION_CODE_EXPIRE_SECONDS)
        return OAuthGrant.objects.create(
            application=request.client,
            user=request.user,
            organization_id=request.organization_id,
            connection=request.connection,
            code=code["code"],
            expires=expires or timezone.now() + life,
            redirect_uri=request.redirect_uri,
            scope=" ".join(request.scopes),
            code_challenge=request.code_challenge,
            code_challenge_method=request.code_challenge_method,
            resource=audience(request.resource, request.client),
        )

    def validate_code(
        self, client_id: str, code: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        if "\x00" in code:
            return False
        codes = OAuthGrant.objects.select_for_update(of=("self",)).select_related("user")
        grant = codes.filter(code=code, application=client).first()
        if grant is None or not grant.user.is_active:
            return False
        request.organization_id, request.granted_resource = grant.organization_id, grant.resource
        request.connection = grant.connection
        return bool(super().validate_code(client_id, code, client, request, *args, **kwargs))

    # Tokens

    def validate_refresh_token(
        self, refresh_token: str, client: Any, request: Any, *args: Any, **kwargs: Any
    ) -> bool:
        held = OAuthRefreshToken.objects.select_for_update(of=("self",)).order_by("pk")
        # A second use waits here for the first, finds the token spent, and ends the connection.
        list(held.filter(token_checksum=digest(refresh_token).hex()))
        if not super().validate_refresh_token(refresh_token, client, request, *args, **kwargs):
            return False
        found: OAuthRefreshToken = request.refresh_token_instance
        request.organization_id, request.granted_resource = found.organization_id, found.resource
        request.connection = found.token_family
        return found.user.is_active

    def _check_and_set_request_resource(self, request: Any) -> None:
        """A code is swapped by naming the resource again; a refresh token remembers it."""
        asked = [value for name, value in request.decoded_body or () if name == "resource"]
        if asked or request.grant_type != "refresh_token":
            audience(asked, request.client)
        request.resource = audience(request.granted_resource, request.client)

    def _create_access_token(
        self,
        expires: dt.datetime,
        request: Any,
        token: dict[str, Any],
        source_refresh_token: OAuthRefreshToken | None = None,
    ) -> OAuthAccessToken:
        made = OAuthAccessToken(
            user=request.user,
            organization_id=request.organization_id,
            connection=request.connection,
            application=request.client,
            source_refresh_token=source_refresh_token,
            scope=token["scope"],
            expires=expires,
            resource=request.resource,
        )
        set_token_value(made, token["access_token"])
        made.save()
        OAuthClient.objects.filter(pk=request.client.pk).update(used_at=timezone.now())
        return made

    def _create_refresh_token(
        self,
        request: Any,
        refresh_token_code: str,
        access_token: OAuthAccessToken,
        previous_refresh_token: OAuthRefreshToken | None,
    ) -> OAuthRefreshToken:
        made = OAuthRefreshToken(
            user=request.user,
            organization_id=request.organization_id,
            token_family=access_token.connection,
            application=request.client,
            access_token=access_token,
            resource=request.resource,
        )
        set_token_value(made, refresh_token_code)
        made.save()
        return made
