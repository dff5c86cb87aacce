"""One id for each request: on every answer, on every line of the log and every entry of the books'
log, whichever door it came through."""

import uuid

from django.test import Client

from finance_api.core.models import LogEntry
from tests.agent import Agent
from tests.live import Live
from tests.world import World, in_process, world


def _entries(at: World) -> list[str]:
    from django.db import transaction

    from finance_api.core.isolation import open_organizations

    with transaction.atomic():
        open_organizations([at.organization.pk])
        found = LogEntry.objects.filter(organization_id=at.organization.pk)
        return list(found.values_list("request_id", flat=True))


def test_every_answer_has_an_id_of_its_own_and_no_client_chooses_it() -> None:
    client: Client = in_process()
    paths = ["/healthz", "/v1/banks", "/v1/nowhere", "/nowhere", "/mcp", "/admin/login/", "/docs"]
    mine = str(uuid.uuid4())
    answers = [client.get(path, headers={"Request-Id": mine}) for path in paths]
    ids = [answer.headers["Request-Id"] for answer in answers]
    assert len({*ids, mine}) == len(paths) + 1
    assert [str(uuid.UUID(each)) for each in ids] == ids


def test_the_log_of_the_books_names_the_request_through_either_door() -> None:
    at = world()
    tax = {"name": "ISS", "default_rate": "5"}
    by_rest = at.api.post("taxes", tax).headers["Request-Id"]
    by_mcp = Agent(at.mcp_token).call("finance_taxes_create", {**tax, "name": "PIS"}).answer
    assert sorted(_entries(at)) == sorted([by_rest, by_mcp.headers["Request-Id"]])


def test_lines_of_the_log_name_their_request(live: Live) -> None:
    at = world()
    agent = live.agent(at.mcp_token)
    called = agent.call("finance_taxes_list").answer.headers["Request-Id"]
    lines = live.entries("mcp_gateway.calls")
    assert [line["tool"] for line in lines if line["request_id"] == called] == [
        "finance_taxes_list"
    ]
    missed = live.client.generic("GET", "/v1/nowhere", b"", headers={}).headers["Request-Id"]
    found = [line for line in live.entries("django.request") if line["request_id"] == missed]
    assert [(line["path"], line["levelname"]) for line in found] == [("/v1/nowhere", "WARNING")]
