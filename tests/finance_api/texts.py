"""Every text of the product that a person reads, as the sources mark it, and the catalog of its
translations."""

import io
import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

from babel.messages.catalog import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract, extract_from_dir
from babel.messages.pofile import read_po
from django.template.base import Lexer, TokenType
from django.utils.translation.template import templatize

from finance_api import labels
from finance_api.identity.permissions import ROLES
from finance_api.rest import catalog

ROOT = Path(__file__).resolve().parent.parent.parent
APPS = ("finance_api", "mcp_gateway", "kobana_finance")
MESSAGES = ROOT / "finance_api" / "locale" / "pt_BR" / "LC_MESSAGES"

_KEYWORDS = DEFAULT_KEYWORDS | {
    "gettext_noop": None,
    "gettext_lazy": None,
    "ngettext_lazy": (1, 2),
}

#: Words that are the same in any language, and the one class that a template names in a block.
BRANDS = {"Kobana Finance", "OpenAPI", "colM"}

#: A text as the catalog knows it: its context, if it has one, and its words; a plural has two.
Id = tuple[str, Any]


def written() -> Catalog:
    with (MESSAGES / "django.po").open("rb") as file:
        return read_po(file, locale="pt_BR")


def messages() -> list[Message]:
    """The entries of the catalog, without its head."""
    return [message for message in written() if message.id]


def id_of(message: Message) -> Id:
    return message.context or "", one_or_both(message.id)


def one_or_both(words: Any) -> Any:
    """A text, or the two of a plural, however they were read."""
    return words if isinstance(words, str) else tuple(words)


def templates() -> list[Path]:
    return sorted(path for app in APPS for path in (ROOT / app).glob("**/templates/**/*.html"))


def marked() -> set[Id]:
    """Every text that the sources mark for people."""
    words = {("", text) for text in (*labels.TEXTS, *_nouns())}
    return {*_in_modules(), *_in_templates(), *words, *(("role", name) for name in ROLES)}


def _in_modules() -> Iterator[Id]:
    for app in APPS:
        for _, _, id, _, context in extract_from_dir(
            ROOT / app, method_map=[("**.py", "python")], keywords=_KEYWORDS
        ):
            yield context or "", id


def _in_templates() -> Iterator[Id]:
    for path in templates():
        code = templatize(path.read_text(), origin=str(path)).encode()
        for _, id, _, context in extract("python", io.BytesIO(code), keywords=_KEYWORDS):
            yield context or "", id


def _nouns() -> Iterator[str]:
    """What the resources are called in questions and in the words of permissions."""
    for endpoint in catalog.endpoints().values():
        yield endpoint.viewset.noun
        yield endpoint.viewset.nouns


def placeholders(text: Any) -> set[str]:
    """What is put into a text when it is shown."""
    texts = (text,) if isinstance(text, str) else text
    return {name for each in texts for name in re.findall(r"%\(\w+\)\w|\{\w*\}", each)}


class _Literals(HTMLParser):
    """The text of a page that a person reads: between tags, and in what is read aloud or shown."""

    _READ = ("title", "placeholder", "aria-label", "alt")

    def __init__(self) -> None:
        super().__init__()
        self.found: list[str] = []
        self._unread = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._unread += tag in ("script", "style", "code")
        given = {name: value or "" for name, value in attrs}
        self.found += [given[name] for name in self._READ if name in given]
        if tag == "input" and given.get("type") in ("submit", "button", "reset"):
            self.found.append(given.get("value", ""))

    def handle_endtag(self, tag: str) -> None:
        self._unread -= tag in ("script", "style", "code")

    def handle_data(self, data: str) -> None:
        if not self._unread:
            self.found.append(data)


def literals(source: str) -> list[str]:
    """The words of a template that stand outside every mark of translation."""
    kept, translating = [], False
    for token in Lexer(source).tokenize():
        word = token.contents.split()[0] if token.contents.split() else ""
        if token.token_type is TokenType.BLOCK:
            # What is in a comment reaches nobody, and is passed over alike.
            if word in ("blocktranslate", "blocktrans", "comment"):
                translating = True
            elif word in ("endblocktranslate", "endblocktrans", "endcomment"):
                translating = False
        elif token.token_type is TokenType.TEXT and not translating:
            kept.append(token.contents)
    parser = _Literals()
    parser.feed("".join(kept))
    parser.close()
    return [text.strip(" \n·") for text in parser.found if re.search(r"[^\W\d_]", text)]
