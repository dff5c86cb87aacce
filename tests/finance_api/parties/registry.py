"""Bodies of companies and people, and callers that come at once."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from django.db import connections, transaction

from finance_api.core.isolation import open_workspaces
from finance_api.core.models import LogEntry
from tests.world import Answer, Api, World

CNPJ = "11222333000181"
BRANCH = "11222333000262"
LETTERED = "12ABC34501DE35"
CPF = "52998224725"


def company(**changes: Any) -> dict[str, Any]:
    return {"name": "Padaria Central", "cnpj": CNPJ} | changes


def person(company_id: str, **changes: Any) -> dict[str, Any]:
    return {"company_id": company_id, "name": "Imobiliária Sol"} | changes


def at_once(of: World, count: int, act: Callable[[Api, int], Answer]) -> list[int]:
    """The statuses of that many calls made at once, each by a client of its own."""

    def run(index: int) -> int:
        try:
            return act(Api(of.api.token), index).status
        finally:
            connections.close_all()

    with ThreadPoolExecutor(count) as pool:
        return sorted(pool.map(run, range(count)))


def logged(of: World, act: str) -> list[str]:
    """The kinds of record on which the log has such an act, in the order of the entries."""
    with transaction.atomic():
        open_workspaces([of.workspace.pk])
        entries = LogEntry.objects.filter(workspace=of.workspace, act=act).order_by("id")
        return list(entries.values_list("record_type", flat=True))
