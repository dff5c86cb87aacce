"""Every word of the dashboard is in its reader's language, and so are days, times and amounts."""

import re
from html.parser import HTMLParser
from typing import Any

import pytest

from finance_api.identity.scopes import vocabulary
from finance_api.rest import catalog
from tests.finance_api.dashboard.office import (
    MODELS,
    Browser,
    Office,
    browser,
    entries,
    office,
    staff,
)
from tests.finance_api.texts import BRANDS, messages

#: The elements whose text is ours, not a record's.
_OURS = {"label", "legend", "h1", "h3", "button", "summary", "title", "thead", "strong"}
_EMPTY = ("input", "br", "img", "meta", "link", "hr", "path", "use")


@pytest.fixture(scope="module")
def at() -> Office:
    return office()


def _reader(at: Office, language: str) -> Browser:
    who = staff(at.world)
    who.language = language
    who.save()
    return browser(who)


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.found: set[str] = set()
        self._within: list[str] = []

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        if tag not in _EMPTY:
            self._within.append(tag)

    def handle_endtag(self, tag: str) -> None:
        while self._within and self._within.pop() != tag:
            pass

    def handle_data(self, data: str) -> None:
        text = " ".join(data.split()).strip(" :*·|")
        if re.search(r"[^\W\d_]{2}", text) and _OURS.intersection(self._within):
            self.found.add(text)


def _words(who: Browser, page: str) -> set[str]:
    parser = _Words()
    parser.feed(who.get(page).content.decode())
    return parser.found


def _the_same_in_both(at: Office) -> set[str]:
    """What may be read by both as it stands: names, codes, and the words that Portuguese took."""
    taken = {str(each.id) for each in messages() if each.id == each.string}
    operations = [endpoint.operation for endpoint in catalog.endpoints().values()]
    names = {at.world.workspace.name, at.world.organization.name, at.world.person.name}
    return {*BRANDS, *taken, *map(str.capitalize, taken), *vocabulary(operations), *names}


def test_no_word_of_any_page_is_left_in_english(at: Office) -> None:
    portuguese, english = _reader(at, "pt-br"), _reader(at, "en")
    pages = [f"{model}/" for model in MODELS]
    pages += [f"{model}/{id}/change/" for model, id in at.ids.items()]
    pages += [f"{model}/add/" for model in ("membership", "personaltoken", "role", "user")]
    pages += ["workspace/add/", f"user/{at.ids['user']}/password/"]
    same = _the_same_in_both(at)
    left = {page: _words(portuguese, page) & _words(english, page) - same for page in pages}
    assert {page: words for page, words in left.items() if words} == {}
    assert "Contas financeiras" not in same  # or nothing was compared


def test_amounts_days_and_times_are_written_as_the_reader_does(at: Office) -> None:
    made = at.desk.made(amount="1234567.80", due_date="2026-11-30")
    changed = at.desk.patched(made["id"], amount="2345678.90")
    (entry,) = entries(at.world, record_id=changed["id"], before__has_key="amount")
    for language, amounts, day in (
        ("pt-br", ("1.234.567,80", "2.345.678,90"), "30/11/2026"),
        ("en", ("1,234,567.80", "2,345,678.90"), "Nov. 30, 2026"),
    ):
        who = _reader(at, language)
        listed = who.listed("title", f"?q={made['id']}")
        shown = who.get(f"title/{made['id']}/change/").content.decode()
        logged = who.get(f"logentry/{entry.pk}/change/").content.decode()
        for page in (listed, shown):
            assert amounts[1] in page
            assert day in page
        assert amounts[0] in logged
        assert amounts[1] in logged
