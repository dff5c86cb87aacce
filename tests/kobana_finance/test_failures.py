"""What a request gets that no view could answer: people a page, programs the envelope (P29)."""

from typing import Any

import pytest
from django.test import Client

from kobana_finance import failures
from tests.world import in_process, world


@pytest.mark.parametrize("path", ["/account/nowhere", "/admin/nowhere", "/v1/nowhere", "/nowhere"])
def test_what_is_nowhere_is_told_as_who_asks_can_read_it(path: str) -> None:
    browser = in_process()
    who = world().person
    who.is_staff = True
    who.save()
    browser.force_login(who)
    answer = browser.get(path)
    assert answer.status_code == 404
    if path.startswith(("/account", "/admin")):
        assert "Não há nada aqui" in answer.content.decode()
        assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    else:
        assert answer.json()["error"]["code"] == "NOT_FOUND"


def test_a_form_from_elsewhere_is_refused_on_a_page() -> None:
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(world().person)
    answer = browser.post("/account/preferences", {"language": "en"})
    assert answer.status_code == 403
    assert "Abra a página de novo" in answer.content.decode()


def test_a_fault_of_ours_asks_for_nothing_more(rf: Any) -> None:
    # This request has no person and no session: whoever asked for either would fail.
    page = failures.internal_error(rf.get("/account/"))
    assert page.status_code == 500
    assert "Algo deu errado do nosso lado." in page.content.decode()
    assert b"INTERNAL_ERROR" in failures.internal_error(rf.get("/v1/taxes")).content
