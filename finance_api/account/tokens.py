"""`/account/tokens`: the tokens a person made for programs of theirs. The text of one is in the
answer to its making and nowhere else; its end bites at the next call (K10)."""

import uuid
from http import HTTPStatus
from typing import Any

from django.conf import settings
from django.contrib import messages
from django.db.models import Case, F, QuerySet, When
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import gettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from finance_api.account.pages import person_page, show
from finance_api.account.token_form import TokenForm, of_member, operations
from finance_api.core.errors import NotFound
from finance_api.dashboard import log_own
from finance_api.identity import personal_tokens
from finance_api.identity.models import PersonalToken
from finance_api.identity.permissions import granted
from finance_api.identity.reach import rights_by_organization
from finance_api.identity.scopes import satisfied
from finance_api.rest.confirmation import neutral
from finance_api.sign_in.granting import in_words

_LISTED = 100


@require_GET
@person_page
def tokens(request: HttpRequest) -> HttpResponse:
    """The person's own tokens: the live ones first, the newest first among them."""
    return _listed(request)


@require_http_methods(["GET", "POST"])
@person_page
def new_token(request: HttpRequest) -> HttpResponse:
    """Ask what the token is to be; make it and show it, this once."""
    person: Any = request.user
    if request.method != "POST":
        return show(request, "token_new", form=TokenForm(person=person), able=of_member(person))
    form = TokenForm(request.POST, person=person)
    if form.is_valid():
        # Sending one form twice makes one token: its id comes from the form, its person waits.
        id = uuid.uuid5(person.pk, str(form.cleaned_data["key"]))
        full = personal_tokens.full(person)
        earlier = PersonalToken.objects.filter(pk=id).first()
        if earlier is not None:
            return _listed(request, fault=_already(earlier), status=HTTPStatus.CONFLICT)
        if not full:
            return _made(request, id, form.cleaned_data)
        form.add_error(None, personal_tokens.too_many())
    return show(request, "token_new", status=400, form=form, able=of_member(person))


@require_POST
@person_page
def revoke_token(request: HttpRequest) -> HttpResponse:
    """End one of the person's own tokens: its next call is refused."""
    try:
        wanted = uuid.UUID(request.POST.get("token", ""))
    except ValueError:
        raise NotFound from None
    mine = _own(request).filter(pk=wanted)
    if not mine.exists():
        raise NotFound
    for token in personal_tokens.revoke(mine):
        after = {"revoked_at": personal_tokens.told(token)["revoked_at"]}
        _log(request, token, "change", before={"revoked_at": None}, after=after)
    messages.success(request, gettext("Revoked. Nothing can act with this token any more."))
    return HttpResponseRedirect(reverse("tokens"))


def _made(request: HttpRequest, id: uuid.UUID, given: dict[str, Any]) -> HttpResponse:
    """Make the token, and the page that shows its text."""
    asked = ("name", "organization", "audience", "bound_workspace", "scopes", "expires_at")
    person: Any = request.user
    token, text = personal_tokens.make(person, id=id, **{field: given[field] for field in asked})
    _log(request, token, "create", before=None, after=personal_tokens.told(token))
    for_agents = token.audience == "mcp"
    return show(
        request,
        "token_made",
        token=_told(token),
        text=text,
        address=settings.MCP_RESOURCE_URL if for_agents else f"{settings.PUBLIC_URL}/v1",
        lacking=_lacking(token),
    )


def _lacking(token: PersonalToken) -> list[str]:
    """The permissions that the token's scopes would use and its person does not hold."""
    rights = rights_by_organization(token.person)[token.organization_id]
    reached = (op for op in operations() if satisfied(op, token.scopes, token.audience))
    asked = {permission for op in reached for permission in op.permissions()}
    return sorted(name for name in asked if not granted(name, rights.patterns))


def _already(token: PersonalToken) -> str:
    return gettext(
        "This form was sent before and made the token “%(name)s”, which was shown then. No other "
        "was made. If you did not keep it, revoke it and make a new one."
    ) % {"name": neutral(token.name)}


def _listed(request: HttpRequest, *, fault: str = "", status: int = 200) -> HttpResponse:
    rows = list(_own(request)[: _LISTED + 1])
    told = [_told(token) for token in rows[:_LISTED]]
    cut = len(rows) > _LISTED
    return show(request, "tokens", status=status, tokens=told, cut=cut, fault=fault)


def _own(request: HttpRequest) -> "QuerySet[PersonalToken]":
    mine = PersonalToken.objects.filter(person=request.user.pk)
    ended = Case(When(personal_tokens.live(), then=0), default=1)
    rows = mine.select_related("person", "organization", "bound_workspace")
    return rows.order_by(ended, F("created_at").desc(), "pk")


def _told(token: PersonalToken) -> dict[str, Any]:
    return {
        "id": token.pk,
        "name": neutral(token.name),
        "organization": token.organization.name,
        "audience": token.get_audience_display(),
        "workspace": token.bound_workspace.name if token.bound_workspace else "",
        "scopes": in_words(token.scopes),
        "created_at": token.created_at,
        "used_at": token.used_at,
        "expires_at": token.expires_at,
        "revoked_at": token.revoked_at,
        "live": token.live(timezone.now()),
    }


def _log(request: HttpRequest, token: PersonalToken, act: str, **told: Any) -> None:
    log_own(
        request,
        ("personaltoken", token.pk),
        act,
        token.organization_id,
        operation=personal_tokens.OWN,
        **told,
    )
