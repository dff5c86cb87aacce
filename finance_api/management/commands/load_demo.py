"""Load the demo world once, and print what opens it: addresses, a login, tokens, a line to paste.

Refuses a database that holds anybody else's organizations.
"""

import json
import secrets
import uuid
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import django
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError
from django.db import connections, transaction

from finance_api.core.isolation import open_workspaces
from finance_api.demo import books, facts, people
from finance_api.identity import tokens
from finance_api.identity.models import Organization, PersonalToken, User, Workspace

_SEED = 20_260_801


class Command(BaseCommand):
    help = "Load the demo world and print what opens it."

    def handle(self, *args: Any, **options: Any) -> None:
        names = {group.name for group in facts.GROUPS}
        if Organization.objects.exclude(name__in=names).exists():
            raise CommandError("This database holds other organizations; the demo stays out of it.")
        target = settings.BASE_DIR / "var" / "demo.json"
        kept = _kept(target)
        password = kept.get("login", {}).get("password") or secrets.token_urlsafe(9)
        with transaction.atomic():
            person = people.sign_in(password)
            if not Organization.objects.exists():
                _make_organizations(person)
        _fill_what_is_empty(person)
        with transaction.atomic():
            opened = _opened(person, password, kept)
        target.parent.mkdir(exist_ok=True)
        target.touch(mode=0o600)
        target.write_text(json.dumps(opened, indent=2) + "\n")
        self.stdout.write(_words(opened))


def _make_organizations(person: User) -> None:
    for group in facts.GROUPS:
        organization = Organization.objects.create(name=group.name)
        places = [
            Workspace.objects.create(
                organization=organization, name=each.name, approval_gate=each.approval_gate
            )
            for each in group.books
        ]
        people.join(person, organization, "Admin", places)
        if group is facts.GROUPS[0]:
            for colleague, role in people.colleagues():
                people.join(colleague, organization, role, places)


def _fill_what_is_empty(person: User) -> None:
    """Fill the workspaces that hold nothing yet, each in a transaction and a process of its own:
    what an interrupted run left out is made up for, and two cores are used."""
    wanted = [
        (person.pk, Workspace.objects.get(name=each.name).pk, each, _SEED + position)
        for position, each in enumerate(each for group in facts.GROUPS for each in group.books)
    ]
    connections.close_all()
    with ProcessPoolExecutor(initializer=django.setup) as pool:
        for filled in [pool.submit(_fill, *one) for one in wanted]:
            filled.result()


def _fill(person_id: uuid.UUID, workspace_id: uuid.UUID, each: facts.Books, seed: int) -> None:
    person, place = User.objects.get(pk=person_id), Workspace.objects.get(pk=workspace_id)
    with transaction.atomic():
        open_workspaces([place.pk])
        if not books.filled(person, place):
            books.fill(person, place, each, seed)


def _kept(target: Path) -> dict[str, Any]:
    """What an earlier run wrote, if it is still there to be read."""
    try:
        kept = json.loads(target.read_text())
    except (OSError, ValueError):
        return {}
    return kept if isinstance(kept, dict) else {}


def _opened(person: User, password: str, kept: dict[str, Any]) -> dict[str, Any]:
    organization = Organization.objects.get(name=facts.GROUPS[0].name)
    by_name = {place.name: place for place in Workspace.objects.filter(organization=organization)}
    places = [by_name[each.name] for each in facts.GROUPS[0].books]
    texts: dict[str, str] = kept.get("tokens", {})
    if not texts or not all(_still_good(text) for text in texts.values()):
        texts = people.mint_tokens(person, organization, places[0])
    return {
        "mcp_url": settings.MCP_RESOURCE_URL,
        "api_url": settings.API_RESOURCE_URL,
        "account_url": f"{settings.PUBLIC_URL}/account/",
        "admin_url": f"{settings.PUBLIC_URL}/admin/",
        "docs_url": f"{settings.PUBLIC_URL}/docs",
        "login": {"email": person.email, "password": password},
        "tokens": texts,
        "organization_id": str(organization.id),
        "workspace_ids": [str(place.id) for place in places],
    }


def _still_good(text: str) -> bool:
    return PersonalToken.objects.filter(digest=tokens.digest(text), revoked_at=None).exists()


def _words(opened: dict[str, Any]) -> str:
    texts, login = opened["tokens"], opened["login"]
    curl = (
        f"curl -s -H 'Authorization: Bearer {texts['api']}' "
        f"'{opened['api_url']}/payables?status=pending&limit=3&fields=description,amount,due_date'"
    )
    return "\n".join(
        [
            "",
            f"MCP    {opened['mcp_url']}",
            f"API    {opened['api_url']}",
            f"Docs   {opened['docs_url']}",
            f"Pages  {opened['account_url']}  {login['email']} / {login['password']}",
            f"Admin  {opened['admin_url']}, as the same person",
            "",
            f"MCP token, reads   {texts['mcp_read']}",
            f"MCP token, writes  {texts['mcp_write']}",
            f"API token          {texts['api']}",
            "",
            "Try it:",
            f"  {curl}",
            "",
            "All of this is in var/demo.json.",
        ]
    )
