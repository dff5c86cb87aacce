"""People: made with a password in an organization, and changed only by who may (K13)."""

from typing import Any

from finance_api.identity.models import Role, User
from tests.finance_api.dashboard.office import browser, entries, staff, superuser
from tests.world import Api, World, member, person, token, world

PASSWORD = "uma senha muito comprida"


def _newcomer(of: World, **changes: Any) -> dict[str, Any]:
    return {
        "organization": of.organization.pk,
        "email": "Nova.Pessoa@exemplo.com.br",
        "name": "Nova Pessoa",
        "language": "pt-br",
        "password1": PASSWORD,
        "password2": PASSWORD,
    } | changes


def _form(who: User, **changes: Any) -> dict[str, Any]:
    return {
        "email": who.email,
        "name": who.name,
        "language": who.language,
        "is_active": "on",
    } | changes


def test_a_person_is_made_in_an_organization_and_signs_in() -> None:
    of = world()
    email = f"{of.organization.pk.hex}@exemplo.com.br"
    made = browser(staff(of)).saved("user/add/", _newcomer(of, email=email.upper()))
    newcomer = User.objects.get(email=email)
    membership = newcomer.memberships.get()
    assert membership.organization == of.organization
    assert made.url == f"/admin/finance_api/membership/{membership.pk}/change/"
    assert newcomer.check_password(PASSWORD)
    assert (newcomer.is_staff, newcomer.is_superuser) == (False, False)
    (entry,) = entries(of, record_id=newcomer.pk)
    assert entry.after is not None
    assert entry.after["organizations"] == [str(of.organization.pk)]
    assert not {"password", "last_login"} & set(entry.after)


def test_a_person_is_made_with_all_that_their_membership_gives() -> None:
    of, other = world(), world()
    admin = Role.objects.get(organization=None, name="Admin")
    view = Role.objects.get(organization=None, name="View")
    email = f"{of.organization.pk.hex}@exemplo.com.br"
    form = _newcomer(of, email=email, roles=[view.pk], workspaces=[of.workspace.pk])
    for who, changes, field in (
        (staff(of, None, permissions=["security.manage"]), {"roles": [admin.pk]}, "roles"),
        (staff(of), {"workspaces": [other.workspace.pk]}, "workspaces"),
    ):
        answer = browser(who).post("user/add/", form | changes)
        assert field in answer.context["adminform"].form.errors
    assert not User.objects.filter(email=email).exists()
    browser(staff(of)).saved("user/add/", form)
    newcomer = User.objects.get(email=email)
    api = Api(token(newcomer, of.organization, "api", ["finance.taxes", "finance.taxes.write"]))
    assert api.get("taxes").status == 200
    assert api.post("taxes", {"name": "ISS"}).code == "insufficient_permission"


def test_nobody_shuts_themselves_out() -> None:
    of = world()
    manager, kobana = staff(of), superuser()
    member(kobana, of.organization)
    for who, kept in ((manager, "is_active"), (kobana, "is_superuser")):
        form = _form(who, is_staff="on", is_superuser="on")
        del form[kept]
        answer = browser(who).post(f"user/{who.pk}/change/", form)
        assert kept in answer.context["adminform"].form.errors
        who.refresh_from_db()
        assert getattr(who, kept)


def test_nobody_is_made_in_another_organization() -> None:
    of, other = world(), world()
    answer = browser(staff(of)).post("user/add/", _newcomer(other))
    assert "organization" in answer.context["adminform"].form.errors
    assert other.organization.memberships.count() == 1


def test_who_manages_the_organization_changes_and_shuts_out_its_people() -> None:
    of = world()
    page = f"user/{of.person.pk}/change/"
    form = _form(of.person, name="Ana S.", language="en")
    del form["is_active"]
    browser(staff(of)).saved(page, form)
    of.person.refresh_from_db()
    assert (of.person.name, of.person.language, of.person.is_active) == ("Ana S.", "en", False)
    assert of.api.get("taxes").code == "invalid_token"
    (entry,) = entries(of, record_id=of.person.pk)
    assert entry.before == {"name": "Ana Souza", "language": "pt-br", "is_active": True}


def test_staff_and_superuser_are_given_by_kobana_alone() -> None:
    of = world()
    page, form = f"user/{of.person.pk}/change/", _form(of.person, is_staff="on", is_superuser="on")
    browser(staff(of)).saved(page, form)
    of.person.refresh_from_db()
    assert (of.person.is_staff, of.person.is_superuser) == (False, False)
    browser(superuser()).saved(page, form)
    of.person.refresh_from_db()
    assert (of.person.is_staff, of.person.is_superuser) == (True, True)


def test_nobody_takes_over_who_holds_more_or_belongs_elsewhere_too() -> None:
    of, other = world(), world()
    manager = browser(staff(of, role=None, permissions=["security.manage"]))
    admin = browser(staff(of))
    shared = person()
    for each in (of, other):
        member(shared, each.organization, role="View")
    kobana = superuser()
    member(kobana, of.organization, role="View")
    for who, whom in ((manager, of.person), (admin, shared), (admin, kobana)):
        assert who.get(f"user/{whom.pk}/change/").status_code == 200
        assert whom.password not in who.get(f"user/{whom.pk}/change/").content.decode()
        assert who.post(f"user/{whom.pk}/change/", _form(whom, name="x")).status_code == 403
        passwords = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
        assert who.post(f"user/{whom.pk}/password/", passwords).status_code == 403
        whom.refresh_from_db()
        assert whom.name != "x"
        assert not whom.check_password(PASSWORD)


def test_a_password_is_replaced_and_the_log_tells_no_more_than_that() -> None:
    of = world()
    passwords = {"password1": PASSWORD, "password2": PASSWORD, "usable_password": "true"}
    answer = browser(staff(of)).post(f"user/{of.person.pk}/password/", passwords)
    assert answer.status_code == 302
    of.person.refresh_from_db()
    assert of.person.check_password(PASSWORD)
    (entry,) = entries(of, record_id=of.person.pk)
    assert (entry.before, entry.after) == ({}, {"password": "replaced"})


def test_a_password_that_does_not_serve_changes_nothing() -> None:
    of = world()
    passwords = {"password1": "12345678", "password2": "12345678", "usable_password": "true"}
    assert browser(staff(of)).post(f"user/{of.person.pk}/password/", passwords).status_code == 200
    assert entries(of, record_id=of.person.pk) == []


def test_who_is_in_no_organization_is_only_read_because_no_log_would_tell() -> None:
    alone = person()
    who = browser(superuser())
    assert who.get(f"user/{alone.pk}/change/").status_code == 200
    assert who.post(f"user/{alone.pk}/change/", _form(alone, name="x")).status_code == 403


def test_nobody_is_deleted() -> None:
    of = world()
    who = browser(superuser())
    pages = (f"user/{of.person.pk}", f"membership/{of.membership.pk}")
    for page in (*pages, f"workspace/{of.workspace.pk}", f"organization/{of.organization.pk}"):
        assert who.post(f"{page}/delete/", {"post": "yes"}).status_code == 403
    assert of.api.get("taxes").status == 200
