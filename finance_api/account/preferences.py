"""`/account/preferences`: the person's language and password; and the first page, which leads to
the others."""

from typing import Any

from django import forms
from django.contrib import messages
from django.contrib.auth import authenticate, update_session_auth_hash
from django.contrib.auth.forms import PasswordChangeForm
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import translation
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods

from finance_api.account.pages import person_page, show
from finance_api.dashboard import log_password
from finance_api.identity.models import User


class PasswordForm(PasswordChangeForm):
    """The old password is asked for as it is at the sign-in, so it cannot be guessed for long."""

    def __init__(self, request: HttpRequest, sent: Any = None) -> None:
        person: Any = request.user
        super().__init__(person, sent)
        self.request = request

    def clean_old_password(self) -> str:
        old: str = self.cleaned_data["old_password"]
        if authenticate(self.request, username=self.user.email, password=old) is None:
            raise forms.ValidationError(
                self.error_messages["password_incorrect"], code="password_incorrect"
            )
        return old


class LanguageForm(forms.ModelForm):  # type: ignore[type-arg]
    """What the person reads everything in: pages, and the questions their agents ask them."""

    class Meta:
        model = User
        fields = ("language",)


@require_GET
@person_page
def home(request: HttpRequest) -> HttpResponse:
    """`/account/`."""
    return show(request, "home")


@require_http_methods(["GET", "POST"])
@person_page
def preferences(request: HttpRequest) -> HttpResponse:
    """One page, two forms; the button tells which was sent."""
    person: Any = request.user
    changes = request.POST if "password" in request.POST else None
    password = PasswordForm(request, changes)
    if "language" in request.POST:
        language = LanguageForm(request.POST, instance=User.objects.get(pk=person.pk))
        if language.is_valid():
            language.save()
            with translation.override(language.instance.language):
                messages.success(request, gettext("Your language was changed."))
            return HttpResponseRedirect(reverse("preferences"))
    if password.is_valid():
        password.save()
        update_session_auth_hash(request, person)
        log_password(request, person)
        messages.success(request, gettext("Your password was changed."))
        return HttpResponseRedirect(reverse("preferences"))
    status = 400 if request.method == "POST" else 200
    return show(request, "preferences", status=status, languages=User.LANGUAGES, form=password)
