"""Everything a person reads exists in both languages (K38), and the compiled catalog is the
written one."""

from typing import Any

import pytest
from babel.messages.catalog import Message
from babel.messages.mofile import read_mo
from django.utils import translation

from finance_api import labels
from finance_api.admin.permission_words import VERBS, every_permission
from finance_api.rest import schema
from mcp_gateway import prompts
from tests.agent import Agent
from tests.finance_api import texts
from tests.world import Api, World, world


def test_every_text_marked_for_people_is_translated_and_nothing_else_is_kept() -> None:
    marked = texts.marked()
    # Modules, templates, declarations of models and of resources are all looked at.
    known = ("This cannot be undone.", "Sign in", "due date", "financial account")
    assert {("", text) for text in known} <= marked
    whole = [message for message in texts.messages() if _is_whole(message.string)]
    assert marked - set(map(texts.id_of, whole)) == set()
    assert set(map(texts.id_of, texts.messages())) - marked == set()


def _is_whole(translated: Any) -> bool:
    return bool(translated) if isinstance(translated, str) else all(translated or [""])


def test_no_translation_is_a_guess_or_crossed_out() -> None:
    assert [message.id for message in texts.messages() if message.fuzzy] == []
    assert dict(texts.written().obsolete) == {}


def test_a_translation_puts_in_what_its_text_does() -> None:
    differing = [
        message.id
        for message in texts.messages()
        if texts.placeholders(message.id) != texts.placeholders(message.string)
    ]
    assert differing == []


def test_the_compiled_catalog_is_up_to_date() -> None:
    with (texts.MESSAGES / "django.mo").open("rb") as file:
        compiled = [message for message in read_mo(file) if message.id]
    assert _translations(compiled) == _translations(texts.messages())


def _translations(messages: list[Message]) -> dict[texts.Id, Any]:
    return {texts.id_of(each): texts.one_or_both(each.string) for each in messages}


def test_no_template_says_anything_untranslated() -> None:
    said = {path.name: texts.literals(path.read_text()) for path in texts.templates()}
    assert "consent.html" in said
    assert {name: words for name, words in said.items() if set(words) - texts.BRANDS} == {}


@pytest.mark.parametrize(
    "source",
    [
        "<p>Pay</p>",
        '<img alt="Pay">',
        '<input type="submit" value="Pay">',
        '{% translate "Pay" %}<p title="Pay">',
        "{% blocktranslate %}Pay{% endblocktranslate %}<b>Pay</b>",
    ],
)
def test_a_word_outside_translation_is_found(source: str) -> None:
    assert texts.literals(source) == ["Pay"]


def test_every_permission_has_words() -> None:
    assert {name.partition(".")[2] for name in every_permission()} <= set(VERBS)


def test_every_model_with_pages_takes_part() -> None:
    assert {str(model._meta.model_name) for model in labels.shown()} >= {"title", "paymentorder"}


def test_every_prompt_exists_in_both_languages_with_the_same_arguments() -> None:
    portuguese, english = prompts.prompts("pt-br"), prompts.prompts("en")
    assert portuguese
    assert set(portuguese) == set(english)
    for name, mine in portuguese.items():
        same = english[name]
        assert (mine.title, mine.text) != (same.title, same.text)
        assert mine.tools == same.tools
        assert _asked(mine) == _asked(same)


def _asked(prompt: prompts.Prompt) -> dict[str, tuple[str, bool]]:
    return {name: (each.kind, each.required) for name, each in prompt.arguments.items()}


def _answers(of: World, language: str) -> list[bytes]:
    """What programs are answered, refusals included, through both doors."""
    said = {"Accept-Language": language}
    nobody = Api("kfp_unknown", headers=dict(said))
    api, agent = Api(of.api.token, headers=dict(said)), Agent(of.mcp_token, headers=dict(said))
    missing = "companies/5f622a5f-9abe-4bb9-a0b7-1dab9a94d629"
    rest = [
        api.get("taxes"),
        api.get("taxes?nothing=1"),
        api.get(missing),
        api.delete("taxes"),
        api.post("payables", {"amount": "x", "type": "nothing", "due_date": 1}),
        api.post("companies", {"name": "", "cnpj": "1"}),
        api.call("POST", "taxes", raw=b"{"),
        nobody.get("taxes"),
    ]
    through_mcp = [
        agent.call("finance_taxes_list").answer,
        agent.call("finance_payables_create", {"amount": "x"}).answer,
        agent.call("finance_companies_get", {"id": missing.split("/")[1]}).answer,
        agent.send("tools/list"),
        agent.send("no/such"),
    ]
    return [answer.raw for answer in (*rest, *through_mcp)]


def test_programs_are_answered_in_english_to_the_byte_whatever_language_they_name() -> None:
    of = world()
    english = _answers(of, "en")
    for language in ("pt-BR,pt;q=0.9", "fr"):
        assert _answers(of, language) == english


def test_no_text_of_the_document_follows_the_language_of_who_asks_first() -> None:
    with translation.override("en"):
        english = schema.document()
    schema._document.cache_clear()
    with translation.override("pt-br"):
        assert schema.document() == english
