"""A person signs in and out."""

from typing import Any

from django import forms
from django.contrib.auth.forms import AuthenticationForm
from django.contrib.auth.views import LoginView, LogoutView
from django.core.exceptions import ValidationError
from django.http import HttpResponse
from django.utils.decorators import method_decorator
from django.utils.translation import gettext

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
