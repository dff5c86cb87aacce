"""Where signing in answers (K5): clients under /oauth, people under /account, beside the pages of
those who are signed in.

The names under `oauth2_provider` are those by which the library finds its own endpoints. Where
another server issues the tokens this one is no authorization server, and nothing answers (K12).
"""

from django.conf import settings
from django.urls import include, path

from finance_api.sign_in import account
from finance_api.sign_in.consent import Consent
from finance_api.sign_in.endpoints import Metadata, Revoke, Token, introspect, register
from finance_api.sign_in.pages import page

_OAUTH = [
    path(
        ".well-known/oauth-authorization-server", Metadata.as_view(), name="oauth-server-metadata"
    ),
    path("oauth/authorize", page(Consent.as_view()), name="authorize"),
    path("oauth/token", Token.as_view(), name="token"),
    path("oauth/revoke", Revoke.as_view(), name="revoke-token"),
    path("oauth/register", register, name="dcr-register"),
    # Not by the name that would put it into the metadata: who may ask is told by the operator.
    path("oauth/introspect", introspect),
]

urlpatterns = [
    path("", include(([] if settings.INTROSPECTION_URL else _OAUTH, "oauth2_provider"))),
    path("account/sign-in", account.SignIn.as_view(), name="sign-in"),
    path("account/sign-out", account.SignOut.as_view(), name="sign-out"),
]
