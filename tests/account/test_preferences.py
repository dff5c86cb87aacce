"""The first page and its way to the others; language and password."""

import uuid
from typing import Any

from finance_api.identity.models import User
from tests.account.visitor import Visitor
from tests.finance_api.dashboard.office import entries
from tests.world import World, in_process

PASSWORD = "uma senha muito comprida"


def test_the_first_page_leads_to_the_others(visitor: Visitor) -> None:
    page = visitor.page("")
    for path in ("agents", "preferences"):
        assert f'href="/account/{path}"' in page
        assert 'aria-current="page"' in visitor.page(path)
    assert "/admin/" not in page
    assert in_process().get("/account/agents").headers["Location"].startswith("/account/sign-in?")


def test_the_language_changes_at_once_and_for_good(visitor: Visitor) -> None:
    assert "Salvar o idioma" in visitor.page("preferences")
    page = visitor.sent("preferences", language="en")
    assert "Your language was changed." in page
    assert '<html lang="en">' in page
    assert User.objects.get(pk=visitor.who.pk).language == "en"
    for wrong in ("fr", "", "pt-br\x00"):
        assert visitor.post("preferences", language=wrong).status_code == 400
    assert User.objects.get(pk=visitor.who.pk).language == "en"


def test_a_password_is_changed_by_who_knows_the_old_one(
    place: World, visitor: Visitor, settings: Any
) -> None:
    place.person.set_password(PASSWORD)
    place.person.save()
    visitor = Visitor(place.person)
    new = uuid.uuid4().hex
    sent = {"password": "yes", "new_password1": new, "new_password2": new}
    for old in ("errada", "", "a\x00b"):
        assert visitor.post("preferences", old_password=old, **sent).status_code == 400
    settings.SIGN_INS_PER_PERSON = 1
    for old in ("errada", PASSWORD):
        assert visitor.post("preferences", old_password=old, **sent).status_code == 400
    settings.SIGN_INS_PER_PERSON = 10
    page = visitor.sent("preferences", old_password=PASSWORD, **sent)
    assert "Sua senha foi alterada." in page
    assert User.objects.get(pk=place.person.pk).check_password(new)
    (entry,) = entries(place, record_id=place.person.pk)
    assert entry.after == {"password": "replaced"}
