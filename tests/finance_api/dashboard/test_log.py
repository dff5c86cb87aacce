"""The log: read by those who manage the organization, altered by nobody (R118, K25)."""

import pytest
from django.db import ProgrammingError, connection, transaction

from finance_api.core.isolation import open_organizations
from finance_api.core.models import LogEntry
from tests.finance_api.dashboard.office import browser, entries, office, staff, superuser
from tests.world import World, world


def test_the_same_change_is_seen_with_who_did_it_and_through_which_channel() -> None:
    at = office()
    who = browser(staff(at.world))
    changed = at.desk.patched(at.ids["title"], description="Aluguel de abril")
    assert changed["updated_via"] == "api"
    (entry,) = entries(
        at.world, record_id=at.ids["title"], act="change", before__has_key="description"
    )
    shown = who.listed("logentry", f"?q={at.ids['title']}")
    assert at.ids["title"] in shown
    assert at.ids["tax"] not in shown
    assert str(at.world.person) in shown
    detail = who.get(f"logentry/{entry.pk}/change/").content.decode()
    assert "Aluguel de março" in detail
    assert "Aluguel de abril" in detail
    assert entry.request_id in detail


@pytest.mark.parametrize("query", ["?channel__exact=api", "?act__exact=create", "?record_type=tax"])
def test_the_log_is_filtered(query: str) -> None:
    at = office()
    browser(staff(at.world)).saved(
        f"workspace/{at.world.workspace.pk}/change/", {"name": "Livros novos"}
    )
    shown = browser(staff(at.world)).listed("logentry", query)
    assert at.ids["tax"] in shown
    assert '<td class="field-channel">painel</td>' not in shown
    other = browser(staff(at.world)).listed("logentry", "?channel__exact=dashboard")
    assert at.ids["tax"] not in other
    assert str(at.world.workspace.pk) in other


def test_a_request_is_found_by_its_id() -> None:
    at = office()
    (first, *_) = entries(at.world, record_id=at.ids["title"])
    who = browser(staff(at.world))
    assert at.ids["title"] in who.listed("logentry", f"?q={first.request_id}")
    assert who.listed("logentry", "?q=nothing") == ""


def test_the_history_of_a_record_is_its_part_of_the_log() -> None:
    at = office()
    answer = browser(staff(at.world)).get(f"tax/{at.ids['tax']}/history/")
    assert answer.url == f"/admin/finance_api/logentry/?q={at.ids['tax']}"


def test_no_page_adds_changes_or_deletes_an_entry() -> None:
    at = office()
    entry = at.ids["logentry"]
    before = len(entries(at.world))
    for who in (browser(superuser()), browser(staff(at.world))):
        for page in ("logentry/add/", f"logentry/{entry}/change/", f"logentry/{entry}/delete/"):
            assert who.post(page, {"post": "yes", "act": "create"}).status_code == 403
        action = {"action": "delete_selected", "_selected_action": [entry], "post": "yes"}
        who.post("logentry/", action)
        assert "delete_selected" not in who.get("logentry/").content.decode()
    assert len(entries(at.world)) == before


@pytest.mark.parametrize("sql", ["UPDATE {} SET act = 'remove'", "DELETE FROM {}", "TRUNCATE {}"])
def test_the_database_refuses_the_application_itself(sql: str) -> None:
    of = world()
    of.api.made("taxes", {"name": "ISS"})
    before = len(entries(of))
    with pytest.raises(ProgrammingError, match="permission denied"):
        _run(of, sql.format(LogEntry._meta.db_table))
    assert len(entries(of)) == before == 1


def _run(of: World, sql: str) -> None:
    with transaction.atomic(), connection.cursor() as cursor:
        open_organizations([of.organization.pk])
        cursor.execute(sql)


def test_there_is_one_log_and_it_is_not_djangos() -> None:
    of = world()
    browser(staff(of)).saved(f"organization/{of.organization.pk}/change/", {"name": "Grupo Sol"})
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM django_admin_log")
        assert cursor.fetchone() == (0,)
    (entry,) = entries(of, record_type="organization")
    assert entry.after == {"name": "Grupo Sol"}
