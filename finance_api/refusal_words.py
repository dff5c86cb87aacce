"""What a person is told of a refusal, in their language; the API's own message is for programs."""

from collections.abc import Mapping
from typing import Final

from django.utils.translation import get_language, gettext, gettext_noop

from finance_api.core.errors import Refusal

_BY_CODE: Final[Mapping[str, str]] = {
    "FORBIDDEN": gettext_noop("You may not do this. Ask an organization admin."),
    "INTERNAL_ERROR": gettext_noop(
        "Something went wrong on our side. Look at what is stored before you repeat it."
    ),
    "NOT_FOUND": gettext_noop("There is nothing here, or it is not yours to see."),
    "membership_inactive": gettext_noop(
        "You are not an active member of the organization. Ask an organization admin to add or "
        "reactivate you."
    ),
    "insufficient_permission": gettext_noop(
        "You lack the permission %(permission)s. Ask an organization admin to grant it."
    ),
    "workspace_access_denied": gettext_noop(
        "You do not reach this workspace. Ask an organization admin to grant it."
    ),
    "SECURITY_BLOCKED": gettext_noop(
        "The workspace's security settings forbid this here. Ask an organization admin."
    ),
}
_ANY: Final = gettext_noop("This cannot be done now. Nothing was changed; look again and retry.")


def in_words(refusal: Refusal) -> str:
    """A refusal as a person reads it. One that nobody translated is told in general words."""
    known = _BY_CODE.get(refusal.code)
    if known is not None:
        return gettext(known) % {"permission": "–", **(refusal.details or {})}
    told = gettext(refusal.message)
    english = (get_language() or "").startswith("en")
    return told if english or told != refusal.message else gettext(_ANY)
