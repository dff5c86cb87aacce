"""Every page of a person, looked at."""

import pytest
from django.urls import reverse

from finance_api.account.pages import SECTIONS
from tests.browser.screen import Screen
from tests.world import World


@pytest.fixture
def inside(screen: Screen, place: World) -> Screen:
    """Signed in."""
    screen.open("/account/")
    screen.sign_in(place.person)
    return screen


def test_every_page_is_there_for_who_may_do_everything(inside: Screen) -> None:
    inside.look("home")
    for section in SECTIONS:
        inside.open(reverse("account"))
        inside.page.get_by_role("heading", name=str(section.label)).get_by_role("link").click()
        assert inside.at() == reverse(section.url)
        inside.look(section.url)


def test_a_page_that_is_not_there_says_so_to_a_person(inside: Screen) -> None:
    inside.page.goto(f"{inside.base}/account/nowhere")
    assert "Não há nada aqui, ou não é seu para ver." in inside.text()
    inside.look("nowhere")


def test_the_language_changes_where_it_stands(inside: Screen) -> None:
    inside.open("/account/preferences")
    inside.page.get_by_label("Das páginas e das perguntas").select_option("en")
    inside.press("Salvar o idioma")
    assert "Your language was changed." in inside.text()
    inside.look("preferences_english")
