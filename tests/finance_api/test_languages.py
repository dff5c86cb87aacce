"""Everything a person reads exists in both languages (K38), and the compiled catalog is the
written one."""

import subprocess
import sys
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo
from babel.messages.pofile import read_po

from finance_api.rest import catalog

ROOT = Path(__file__).resolve().parent.parent.parent
MESSAGES = ROOT / "finance_api" / "locale" / "pt_BR" / "LC_MESSAGES"


def _written() -> Catalog:
    with (MESSAGES / "django.po").open("rb") as file:
        return read_po(file, locale="pt_BR")


def test_every_text_marked_for_people_is_translated(tmp_path: Path) -> None:
    template = tmp_path / "messages.pot"
    command = [sys.executable, "-m", "babel.messages.frontend", "-q", "extract"]
    marks = ["-k", "gettext_noop", "-k", "_"]
    subprocess.run(
        [*command, *marks, "-o", str(template), "finance_api", "mcp_gateway"], cwd=ROOT, check=True
    )
    with template.open("rb") as file:
        marked = {message.id for message in read_po(file) if message.id}
    translated = {message.id for message in _written() if message.string}
    assert marked - translated == set()


def test_every_resource_has_a_name_in_portuguese() -> None:
    nouns = {endpoint.viewset.noun for endpoint in catalog.endpoints().values()}
    translated = {message.id for message in _written() if message.string}
    assert nouns - translated == set()


def test_the_compiled_catalog_is_up_to_date() -> None:
    with (MESSAGES / "django.mo").open("rb") as file:
        compiled = {message.id: message.string for message in read_mo(file) if message.id}
    assert compiled == {message.id: message.string for message in _written() if message.id}
