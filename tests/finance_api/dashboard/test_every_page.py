"""What must hold of every page of the site, asked of its registry: a page that comes later is held
to it too (K21, R118)."""

import uuid
from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib import admin
from django.db import models

from finance_api.core.models import LogEntry
from finance_api.identity.models import Membership, Role
from finance_api.identity.reach import reach_of
from tests.finance_api.dashboard.office import (
    MODELS,
    RECORDS,
    Office,
    browser,
    entries,
    office,
    security,
    staff,
    superuser,
    unknown,
)
from tests.world import World, person, token, world

PAGES = list(admin.site._registry.values())


@pytest.fixture(scope="module")
def theirs() -> Office:
    at = office()
    role = Role.objects.create(organization=at.world.organization, name="Papel deles")
    at.ids["role"] = str(role.pk)
    return at


@pytest.fixture(scope="module")
def ours() -> Office:
    at = office()
    role = Role.objects.create(organization=at.world.organization, name="Papel nosso")
    at.ids["role"] = str(role.pk)
    return at


def test_every_page_of_the_site_is_one_of_ours(ours: Office) -> None:
    assert {page.opts.app_label for page in PAGES} == {"finance_api"}
    assert set(ours.ids) == set(MODELS)


def test_another_organizations_row_is_like_one_that_does_not_exist(
    ours: Office, theirs: Office
) -> None:
    who = browser(staff(ours.world))
    asked = 0
    for page in PAGES:
        name = page.opts.model_name or ""
        missing = "1000000000" if name == "logentry" else unknown()
        for pattern in page.get_urls():
            path = str(pattern.pattern)
            if "<" not in path or pattern.name is None:
                continue
            shape = f"{name}/" + path.replace("<path:object_id>", "{}").replace("<id>", "{}")
            for method in (who.get, lambda at: who.post(at, {"post": "yes"})):
                foreign = method(shape.format(theirs.ids[name]))
                absent = method(shape.format(missing))
                assert foreign.status_code in (403, 404), shape
                assert foreign.status_code == absent.status_code, shape
                asked += 1
    assert asked > 3 * len(PAGES)


def test_no_page_names_anything_of_another_organization(ours: Office, theirs: Office) -> None:
    who = browser(staff(ours.world))
    secrets = {id for name, id in theirs.ids.items() if name != "logentry"}
    secrets |= {theirs.world.organization.name, theirs.world.workspace.name, "Papel deles"}
    for name in MODELS:
        for path in (f"{name}/", f"{name}/add/", f"{name}/{ours.ids[name]}/change/"):
            page = who.get(path).content.decode()
            assert {secret for secret in secrets if secret in page} == set(), path


def test_no_choice_names_anything_of_another_organization(ours: Office, theirs: Office) -> None:
    """The choices of references are searched page by page through one address."""
    who = browser(staff(ours.world)).client
    seen = set()
    for page in PAGES:
        for field in _references(page.model):
            asked = {
                "app_label": "finance_api",
                "model_name": page.opts.model_name,
                "field_name": field.name,
            }
            answer = who.get("/admin/autocomplete/", asked)
            if answer.status_code == 200:
                found = {row["id"] for row in answer.json()["results"]}
                assert found.isdisjoint(theirs.ids.values()), field
                seen |= found & set(ours.ids.values())
    assert {ours.ids[name] for name in ("user", "workspace", "organization", "person")} <= seen


def _references(model: type[models.Model]) -> Iterator[Any]:
    for field in [*model._meta.fields, *model._meta.many_to_many]:
        if field.is_relation:
            yield field


def test_a_hostile_query_is_no_fault_of_ours(ours: Office) -> None:
    who = browser(staff(ours.world))
    queries = ("q=%00", "record_type=%00", "workspace__id__exact=x", "p=-1", "p=x", "o=9.-9", "e=1")
    for name in ("logentry", "title", "membership"):
        for query in queries:
            assert who.get(f"{name}/?{query}").status_code in (200, 302, 400), (name, query)
    for id in ("%00", "x", "a" * 3000, "_5F", unknown()):
        assert who.get(f"user/{id}/change/").status_code == 404


def _written(of: World) -> dict[str, tuple[str, dict[str, Any]]]:
    """A write through each page that has a form, and by each action."""
    place, whom = of.organization.pk, of.person
    newcomer = {
        "organization": place,
        "email": f"{uuid.uuid4().hex}@exemplo.com.br",
        "name": "Nova Pessoa",
        "language": "pt-br",
        "password1": "uma senha muito comprida",
        "password2": "uma senha muito comprida",
    }
    tokens = [each.pk for each in of.organization.tokens.all()]
    made = {"person": whom.pk, "organization": place, "audience": "api", "name": "Robô"}
    own = Role.objects.create(organization=of.organization, name=uuid.uuid4().hex)
    passwords = {"password1": "senha comprida 1", "password2": "senha comprida 1"}
    return {
        "organization add": ("organization/add/", {"name": "Grupo novo"}),
        "organization change": (f"organization/{place}/change/", {"name": uuid.uuid4().hex}),
        "workspace add": ("workspace/add/", {"organization": place, "name": "Filial"}),
        "workspace change": (f"workspace/{of.workspace.pk}/change/", security(of, name="Outros")),
        "role add": ("role/add/", {"organization": place, "name": uuid.uuid4().hex}),
        "role change": (f"role/{own.pk}/change/", {"name": uuid.uuid4().hex}),
        "membership add": (
            "membership/add/",
            {"organization": place, "person": person().pk, "active": "on"},
        ),
        "membership change": (f"membership/{of.membership.pk}/change/", {"active": "on"}),
        "user add": ("user/add/", newcomer),
        "user change": (
            f"user/{whom.pk}/change/",
            {"email": whom.email, "name": uuid.uuid4().hex, "language": "en", "is_active": "on"},
        ),
        "user password": (f"user/{whom.pk}/password/", passwords | {"usable_password": "true"}),
        "personaltoken add": ("personaltoken/add/", made | {"scopes": ["finance.taxes"]}),
        "membership deactivate": (
            "membership/",
            {"action": "deactivate", "_selected_action": [of.membership.pk]},
        ),
        "personaltoken revoke": (
            "personaltoken/",
            {"action": "revoke", "_selected_action": tokens},
        ),
    }


def _offered(who: Any) -> set[str]:
    """Every way of writing that the site offers to Kobana's staff."""
    request = browser(who).get("workspace/").wsgi_request
    request.user, request.reach = who, reach_of(who)
    offered = {"user password"}
    for page in PAGES:
        name = page.opts.model_name
        offered |= {f"{name} add"} if page.has_add_permission(request) else set()
        offered |= {f"{name} change"} if page.has_change_permission(request) else set()
        offered |= {f"{name} {action}" for action in page.get_actions(request)}
    return offered


def test_every_write_of_every_page_stands_in_the_log_or_is_not_made(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    of, who = world(), superuser()
    token(of.person, of.organization)
    # The two acts on records are held to it by the tests of approval: actions log them.
    assert set(_written(of)) == _offered(who) - {"title approve", "title reject"}
    with monkeypatch.context() as broken:
        broken.setattr(LogEntry.objects, "create", _no_log)
        before = _state(of)
        for path, form in _written(of).values():
            with pytest.raises(RuntimeError):
                browser(who).post(path, form)
        assert _state(of) == before
    for what, (path, form) in _written(of).items():
        known = len(entries(of))
        elsewhere = what == "organization add"
        browser(who).saved(path, form)
        assert len(entries(of)) > known or elsewhere, what


def _no_log(**_: Any) -> None:
    raise RuntimeError("The log takes nothing.")


def _state(of: World) -> list[Any]:
    of.organization.refresh_from_db()
    return [
        of.organization.name,
        list(of.organization.workspaces.order_by("pk").values()),
        list(Membership.objects.filter(organization=of.organization).order_by("pk").values()),
        list(of.organization.tokens.order_by("pk").values()),
        list(type(of.person).objects.filter(pk=of.person.pk).values()),
    ]


def test_records_and_people_are_found_by_what_is_known_of_them(ours: Office) -> None:
    who = browser(staff(ours.world))
    for name in RECORDS:
        assert ours.ids[name] in who.listed(name, f"?q={ours.ids[name]}"), name
        assert who.listed(name, f"?q={unknown()}") == ""
    for name, term in (
        ("user", ours.world.person.email),
        ("user", "souza"),
        ("membership", ours.world.person.email),
        ("workspace", ours.world.workspace.name),
        ("role", "papel nosso"),
        ("title", "aluguel"),
        ("company", ours.ids["company"]),
    ):
        assert ours.ids[name] in who.listed(name, f"?q={term}"), (name, term)
