"""Each page opens for whom it should, and for nobody else."""

import pytest

from tests.finance_api.dashboard.office import (
    IDENTITY,
    MODELS,
    RECORDS,
    Browser,
    Office,
    browser,
    office,
    staff,
    superuser,
)
from tests.world import person

#: Pages with a form to add.
ADDED = ["membership", "organization", "personaltoken", "role", "user", "workspace"]


@pytest.fixture(scope="module")
def at() -> Office:
    return office()


def _opens(who: Browser, at: Office, model: str) -> tuple[int, int]:
    listed = who.get(f"{model}/").status_code
    if model not in at.ids:
        return listed, listed
    return listed, who.get(f"{model}/{at.ids[model]}/change/").status_code


@pytest.mark.parametrize("model", MODELS)
def test_kobanas_staff_sees_each_page(at: Office, model: str) -> None:
    who = browser(superuser())
    assert _opens(who, at, model) == (200, 200)
    assert who.get(f"{model}/add/").status_code == (200 if model in ADDED else 403)


@pytest.mark.parametrize("model", MODELS)
def test_who_manages_the_organization_sees_each_page(at: Office, model: str) -> None:
    who = browser(staff(at.world))
    assert _opens(who, at, model) == (200, 200)
    may_add = model in ADDED and model != "organization"
    assert who.get(f"{model}/add/").status_code == (200 if may_add else 403)


@pytest.mark.parametrize("model", MODELS)
def test_other_staff_sees_the_records_but_no_identity_and_no_log(at: Office, model: str) -> None:
    who = browser(staff(at.world, "View"))
    seen = (403, 404 if model in at.ids else 403) if model in IDENTITY else (200, 200)
    assert _opens(who, at, model) == seen
    assert who.get(f"{model}/add/").status_code == 403


@pytest.mark.parametrize("model", RECORDS)
def test_a_record_is_seen_only_with_its_permission(at: Office, model: str) -> None:
    who = browser(staff(at.world, role=None))
    assert _opens(who, at, model) == (403, 404)


@pytest.mark.parametrize("model", MODELS)
def test_who_is_no_staff_is_sent_to_sign_in(at: Office, model: str) -> None:
    for who in (browser(), browser(at.world.person)):
        response = who.get(f"{model}/")
        assert response.status_code == 302
        assert response.url.startswith("/admin/login/")


def test_the_index_names_what_a_person_may_see_and_no_more(at: Office) -> None:
    index = "/admin/"
    shown = browser(staff(at.world, "View")).client.get(index).content.decode()
    assert "/admin/finance_api/title/" in shown
    assert "/admin/finance_api/logentry/" not in shown
    assert "/admin/auth/group/" not in browser(superuser()).client.get(index).content.decode()


def test_pages_speak_the_persons_language(at: Office) -> None:
    who = staff(at.world)
    assert "Bem-vindo" in browser(who).client.get("/admin/").content.decode()
    who.language = "en"
    who.save()
    assert "Welcome" in browser(who).client.get("/admin/").content.decode()


def test_staff_without_a_membership_sees_an_empty_dashboard() -> None:
    response = browser(person(is_staff=True)).client.get("/admin/")
    assert response.status_code == 200
    assert "/admin/finance_api/" not in response.content.decode()


def test_what_third_parties_wrote_is_text_and_never_markup(at: Office) -> None:
    made = at.desk.made(description="<script>alert(1)</script>")
    who = browser(staff(at.world))
    assert "&lt;script&gt;alert(1)" in who.listed("title")
    for page in (f"title/{made['id']}/change/", f"logentry/?q={made['id']}"):
        assert "<script>alert(1)" not in who.get(page).content.decode()


@pytest.mark.parametrize("model", RECORDS)
def test_no_record_is_written_by_a_form(at: Office, model: str) -> None:
    who = browser(superuser())
    row = f"{model}/{at.ids[model]}"
    for page in (f"{model}/add/", f"{row}/change/", f"{row}/delete/"):
        assert who.post(page, {"name": "x", "post": "yes"}).status_code == 403


def test_a_record_says_who_wrote_it_and_through_which_channel(at: Office) -> None:
    shown = browser(staff(at.world)).listed("tax")
    assert '<td class="field-created_via">API</td>' in shown
    assert f"/admin/finance_api/user/{at.world.person.pk}/change/" in shown or (
        str(at.world.person) in shown
    )
