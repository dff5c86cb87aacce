"""What a person is asked before a destructive operation runs (K23, K24).

An operation that is not yet confirmed runs through the very same code and is rolled back. If a rule
refuses, the caller learns it at once and nobody is asked; otherwise the record as it stands gives
the question.
"""

import datetime as dt
import hashlib
import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from django.utils import formats, translation
from django.utils.translation import gettext, gettext_noop

from finance_api.core.operations import Operation

_LONGEST_VALUE = 120
_ADDRESS = re.compile(r"(?i)\b(?:[a-z][a-z0-9+.-]*://|www\.)\S*")

DELETES = gettext_noop("Delete this record for good")
CANNOT_BE_UNDONE = gettext_noop("This cannot be undone.")


@dataclass(frozen=True)
class Fact:
    """One line of a question. An amount and a day are shown as the reader's language writes them.
    The label and, where it is ours, a text are message ids; a text that a third party wrote is
    `quoted` and shown only neutralised."""

    label: str
    value: str | Decimal | dt.date
    quoted: bool = False


@dataclass(frozen=True)
class Question:
    """The act, what the database says of the record at this moment, and the effect."""

    act: str
    facts: tuple[Fact, ...]
    effect: str

    @classmethod
    def about(cls, operation: Operation, noun: str, row: Any) -> "Question":
        """The question of a plain operation on a record that can say what it is."""
        act = DELETES if operation.permission == "delete" else operation.name
        facts = (
            Fact(gettext_noop("Record"), noun),
            Fact(gettext_noop("Name"), str(row), quoted=True),
        )
        return cls(act, facts, CANNOT_BE_UNDONE)

    def in_language(self, language: str) -> str:
        """The question as one line of text a person reads."""
        with translation.override(language):
            facts = "; ".join(
                f"{gettext(fact.label)}: {_shown(fact)}" for fact in self.facts if fact.value != ""
            )
            return f"{gettext(self.act)}? {facts}. {gettext(self.effect)}"

    def digest(self) -> str:
        """Stays the same exactly as long as the question does, in any language (K23)."""
        content = [self.act, *([fact.label, str(fact.value)] for fact in self.facts), self.effect]
        return hashlib.sha256(json.dumps(content).encode()).hexdigest()


#: The Python attribute of the inner request that carries a `Confirmation`; no client can set it.
CONFIRMATION = "confirmation"


@dataclass
class Confirmation:
    """What the gateway knows of a person's answer, and what it learns: the question still to be
    asked.

    `nonce` is the idempotency key of a confirmed call, `confirmed` the digest of the question that
    was answered yes.
    """

    nonce: str | None = None
    confirmed: str | None = None
    question: Question | None = None

    def require(self, question: Question) -> None:
        if question.digest() != self.confirmed:
            self.question = question


def _shown(fact: Fact) -> str:
    value = fact.value
    if isinstance(value, Decimal):
        return reais(value)
    if isinstance(value, dt.date):
        return formats.date_format(value, "DATE_FORMAT", use_l10n=True)
    return f"“{neutral(value)}”" if fact.quoted else gettext(value)


def reais(amount: Decimal) -> str:
    """An amount as the reader's language writes it."""
    return f"R$ {formats.number_format(amount, 2, use_l10n=True, force_grouping=True)}"


def neutral(text: str) -> str:
    """Third-party text made harmless in a question: no control or format characters, no line
    breaks, no addresses, no quotation marks that could close ours, and not long (R122, P128)."""
    plain = "".join(
        " " if unicodedata.category(character)[0] in "CZ" else character for character in text
    )
    plain = _ADDRESS.sub("…", plain).translate({ord(mark): "'" for mark in '“”"„‟'})
    plain = " ".join(plain.split())
    return plain if len(plain) <= _LONGEST_VALUE else plain[: _LONGEST_VALUE - 1] + "…"


def facts(
    pairs: Mapping[str, str | Decimal | dt.date | None], quoted: Sequence[str] = ()
) -> tuple[Fact, ...]:
    """Facts from labels and values, leaving out what is empty."""
    return tuple(
        Fact(label, value, quoted=label in quoted)
        for label, value in pairs.items()
        if value is not None and value != ""
    )
