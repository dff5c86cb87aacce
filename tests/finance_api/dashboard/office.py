"""An organization whose books hold one of each, and the browsers of the people who look at it."""

import re
import uuid
from dataclasses import dataclass
from typing import Any

from django.contrib import admin
from django.db import transaction
from django.test import Client

from finance_api.core.isolation import open_organizations
from finance_api.core.models import LogEntry
from finance_api.identity.models import User, Workspace
from tests.finance_api.automation.rules import rule
from tests.finance_api.receipts.payments import issued
from tests.finance_api.reconciliations.table import bank, matched
from tests.finance_api.titles.desk import Desk, desk
from tests.world import Form, World, member, person, token, world

#: Each model of the project with pages on the dashboard, by name.
MODELS = sorted(
    model._meta.model_name or ""
    for model in admin.site._registry
    if model._meta.app_label == "finance_api"
)
IDENTITY = ["logentry", "membership", "organization", "personaltoken", "role", "user", "workspace"]
RECORDS = [name for name in MODELS if name not in IDENTITY]


@dataclass
class Browser:
    """Somebody's browser, on the admin."""

    client: Client

    def get(self, path: str) -> Any:
        return self.client.get(f"/admin/finance_api/{path}")

    def post(self, path: str, data: dict[str, Any]) -> Any:
        return self.client.post(f"/admin/finance_api/{path}", data)

    def listed(self, model: str, query: str = "") -> str:
        """The table of a list, as HTML; the rest of the page names other things."""
        response = self.get(f"{model}/{query}")
        assert response.status_code == 200, response
        found = re.search(
            r'<table id="result_list">.*</table>', response.content.decode(), re.DOTALL
        )
        return found[0] if found else ""

    def saved(self, path: str, data: dict[str, Any]) -> Any:
        """Send a form; the test fails here if it comes back with faults."""
        response = self.post(path, data)
        if response.status_code == 200 and "adminform" in (response.context or {}):
            raise AssertionError(response.context["adminform"].form.errors)
        assert response.status_code in (200, 302), response
        return response


def browser(who: User | None = None) -> Browser:
    client = Client()
    if who is not None:
        client.force_login(who)
    return Browser(client)


def superuser() -> User:
    return person(is_staff=True, is_superuser=True, name="Kobana")


def staff(of: World, role: str | None = "Admin", **fields: Any) -> User:
    """A person of the organization who may open the admin and reaches its workspace."""
    who = person(is_staff=True, name="Bia Lima")
    member(who, of.organization, role=role, workspaces=[of.workspace], **fields)
    return who


@dataclass
class Office:
    """A world with one record of each model, and its titles' desk."""

    world: World
    desk: Desk
    ids: dict[str, str]


def office(**settings: Any) -> Office:
    of = world(**settings)
    at = desk("payables", of)
    payable = at.made()
    tax = of.api.made("taxes", {"name": "ISS"})
    settled = at.settled_title() if not of.workspace.approval_gate else None
    token(of.person, of.organization, "mcp", ["finance.all"])
    attachment = of.api.made("attachments", Form("nota.pdf", b"%PDF-1.7"))
    ids = {
        "title": payable["id"],
        "tax": tax["id"],
        "company": at.books.company,
        "person": at.person,
        "account": at.books.account,
        "category": at.category,
        "center": at.center("Obra"),
        "automaticrule": rule(at, description_contains="nunca")["id"],
        "attachment": attachment["id"],
        "receipt": issued(of, payable["id"])["id"],
        "organization": str(of.organization.pk),
        "workspace": str(of.workspace.pk),
        "membership": str(of.membership.pk),
        "user": str(of.person.pk),
        "personaltoken": str(of.person.tokens.earliest("created_at").pk),
        "logentry": str(entries(of, record_id=payable["id"])[0].pk),
    }
    if settled:
        ids["transaction"] = settled["transaction_id"]
        ids["reconciliation"] = matched(at, [at.made()["id"]], [bank(at)])["id"]
    return Office(of, at, ids)


def entries(of: World, **about: Any) -> list[LogEntry]:
    """The log of an organization, oldest first."""
    with transaction.atomic():
        open_organizations([of.organization.pk])
        rows = LogEntry.objects.filter(organization=of.organization, **about)
        return list(rows.order_by("pk"))


def security(of: World, **changes: Any) -> dict[str, Any]:
    """The form of a workspace as it stands, with changes."""
    at = Workspace.objects.get(pk=of.workspace.pk)
    form = {
        "name": at.name,
        "approval_gate": "on" if at.approval_gate else "",
        "blocked": at.blocked,
        "locked_through": at.locked_through or "",
        "reason": "Fechamento do mês",
    } | changes
    return {name: value for name, value in form.items() if value != ""}


def unknown() -> str:
    return str(uuid.uuid4())
