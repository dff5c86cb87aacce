"""The person's own pages: sign in, sign out, and the clients they connected."""

import uuid
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import ValidationError
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.shortcuts import render
from django.urls import reverse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_POST

from finance_api.identity.connections import OAuthRefreshToken
from finance_api.rest.confirmation import neutral
from finance_api.sign_in.pages import page


class SignInForm(AuthenticationForm):
    """An e-mail address and a password; one answer to everything that is wrong with them."""

    def get_invalid_login_error(self) -> ValidationError:
        wait = self.wait
        if wait is None:
            return forms.ValidationError(gettext("This e-mail and password do not match."))
        minutes = -(-wait // 60)
        text = gettext("Too many attempts. Try again in %(minutes)s min.")
        return forms.ValidationError(text % {"minutes": minutes})

    @property
    def wait(self) -> int | None:
        """In how many seconds the next attempt will be looked at, if this one was not."""
        wait: int | None = getattr(self.request, "sign_in_again_in", None)
        return wait


@method_decorator(page, name="dispatch")
class SignIn(LoginView):
    """`/account/sign-in`."""

    template_name = "account/sign_in.html"
    authentication_form = SignInForm

    def form_invalid(self, form: Any) -> HttpResponse:
        response = super().form_invalid(form)
        if form.wait is not None:
            response.status_code = 429
            response["Retry-After"] = str(form.wait)
        return response


@method_decorator(page, name="dispatch")
class SignOut(LogoutView):
    """`/account/sign-out`, by a form only."""


@require_GET
@login_required
@page
def account(request: HttpRequest) -> HttpResponse:
    """`/account/`: who is signed in, and what they connected."""
    elsewhere = settings.AUTHORIZATION_SERVER if settings.INTROSPECTION_URL else ""
    context = {"elsewhere": elsewhere, "connections": [] if elsewhere else _connections(request)}
    return render(request, "account/account.html", context)


@require_POST
@login_required
@page
def disconnect(request: HttpRequest) -> HttpResponse:
    """End a connection of one's own: its next call is refused."""
    try:
        connection = uuid.UUID(request.POST.get("connection", ""))
    except ValueError:
        connection = None
    if connection and _own(request).filter(token_family=connection).exists():
        OAuthRefreshToken.revoke_family(connection)
    return HttpResponseRedirect(reverse("account"))


def _own(request: HttpRequest) -> Any:
    return OAuthRefreshToken.objects.filter(user=request.user.pk, revoked=None)


def _connections(request: HttpRequest) -> list[dict[str, Any]]:
    rows = _own(request).select_related("application", "organization").order_by("-created")
    return [
        {
            "id": row.token_family,
            "client": neutral(row.application.name),
            "organization": row.organization.name,
            "used_at": row.created,
        }
        for row in rows
    ]
