"""Asks a person before a destructive call, and seals and opens what the client carries back.

The state (K23, P126–P147) is opaque and encrypted: it names the person, organization, workspace,
tool, digests of the arguments and of the question, and a nonce. It is hostile until it has been
opened; every way in which it can be wrong is told apart only here.
"""

import base64
import hashlib
import json
import secrets
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from enum import Enum
from typing import Any

from cryptography.fernet import Fernet, InvalidToken, MultiFernet
from django.conf import settings
from django.utils import translation
from django.utils.translation import gettext as _

from finance_api.identity.access import Access
from finance_api.rest.confirmation import Confirmation, Question

LIFE_SECONDS = 600
KEY = "confirmation"
_ACTIONS = ("accept", "decline", "cancel")


class Reply(Enum):
    """What a message says of a confirmation, when it says anything but yes."""

    NONE = "none"
    MALFORMED = "malformed"
    INVALID = "invalid"
    DECLINED = "declined"


@dataclass(frozen=True)
class Subject:
    """What a confirmation is bound to: this person, here, this tool with these arguments. Not the
    token, the connection or the replica (P139)."""

    person: str
    organization: str
    workspace: str
    tool: str
    arguments: str

    @classmethod
    def of(cls, tool: str, arguments: Mapping[str, Any], access: Access) -> "Subject":
        canonical = json.dumps(arguments, sort_keys=True, default=str)
        return cls(
            person=str(access.person_id),
            organization=str(access.credential.organization_id),
            workspace=str(access.workspace_id),
            tool=tool,
            arguments=hashlib.sha256(canonical.encode()).hexdigest(),
        )


def ask(question: Question, subject: Subject, language: str) -> dict[str, Any]:
    """The result that makes the client ask: one required boolean, in the person's language."""
    sealed = {**asdict(subject), "question": question.digest(), "nonce": secrets.token_hex(16)}
    with translation.override(language):
        title = _("I confirm")
    schema = {
        "type": "object",
        "properties": {"confirm": {"type": "boolean", "title": title}},
        "required": ["confirm"],
    }
    elicitation = {
        "mode": "form",
        "message": question.in_language(language),
        "requestedSchema": schema,
    }
    return {
        "resultType": "input_required",
        "inputRequests": {KEY: {"method": "elicitation/create", "params": elicitation}},
        "requestState": _box().encrypt(json.dumps(sealed).encode()).decode(),
    }


def read(params: Mapping[str, Any], subject: Subject) -> Reply | Confirmation:
    """What the message says of a confirmation: the person's yes, or why there is none.

    Half an answer is a first call and is asked anew; a wrong shape is an error (P131–P134).
    """
    responses, state = params.get("inputResponses"), params.get("requestState")
    if responses is not None and not isinstance(responses, dict):
        return Reply.MALFORMED
    if state is not None and not isinstance(state, str):
        return Reply.MALFORMED
    if not responses or KEY not in responses:
        return Reply.NONE
    answer = _answer(responses[KEY])
    if answer is Reply.MALFORMED or state is None:
        return Reply.MALFORMED if answer is Reply.MALFORMED else Reply.NONE
    sealed = _open(state)
    if sealed is None or any(sealed.get(name) != value for name, value in asdict(subject).items()):
        return Reply.INVALID
    if isinstance(answer, Reply):
        return answer
    return Confirmation(nonce=sealed["nonce"], confirmed=sealed["question"])


def _answer(response: Any) -> Reply | bool:
    """The person's answer: yes, no, nothing, or a shape that is none."""
    if not isinstance(response, dict) or response.get("action") not in _ACTIONS:
        return Reply.MALFORMED
    if response["action"] != "accept":
        return Reply.DECLINED
    content = response.get("content")
    if content is None:
        return Reply.NONE
    if not isinstance(content, dict) or not isinstance(content.get("confirm", True), bool):
        return Reply.MALFORMED
    if "confirm" not in content:
        return Reply.NONE
    return True if content["confirm"] else Reply.DECLINED


def _box() -> MultiFernet:
    """Mints with the first key and opens with all, so that keys can be rotated (P147)."""
    return MultiFernet([Fernet(_derived(key)) for key in settings.CONFIRMATION_KEYS])


def _derived(key: str) -> bytes:
    digest = hashlib.sha256(b"kobana-finance confirmation\n" + key.encode()).digest()
    return base64.urlsafe_b64encode(digest)


def _open(state: str) -> dict[str, Any] | None:
    """What was sealed, if it was sealed here, lately, and not a letter of it is different."""
    try:
        content = _box().decrypt(state, ttl=LIFE_SECONDS)
        if base64.urlsafe_b64encode(base64.urlsafe_b64decode(state)).decode() != state:
            return None  # another spelling of the same bytes
    except (InvalidToken, ValueError):
        return None
    sealed: dict[str, Any] = json.loads(content)
    return sealed
