"""docs/guides/: every block is run, in its order, on a live server, and answers what the page says.

Where a page hands over to a person at a browser, one takes over and comes back.
"""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from tests.journeys.pages import DOCS, steps, walk
from tests.live import Live
from tests.oauth.person import Browser
from tests.world import grant, token, workspace, world

pytestmark = pytest.mark.skipif(shutil.which("curl") is None, reason="curl is not installed here")

EXAMPLE = "https://finance.example.com"


def page(name: str) -> str:
    return (DOCS / "guides" / name).read_text()


def test_the_guide_to_api_tokens(live: Live, tmp_path: Path) -> None:
    place = world()
    grant(place.membership, workspace(place.organization))
    scopes = ["finance.taxes", "finance.taxes.write"]
    bound = token(place.person, place.organization, "api", scopes, bound_workspace=place.workspace)
    walk(steps(page("api_tokens.md")), tmp_path, {"API": f"{live.url}/v1", "TOKEN": bound})


def test_the_guide_to_the_dashboards_backend(live: Live, tmp_path: Path) -> None:
    place = world()
    before, _, after = page("dashboard_backend.md").partition("$ BACK=")
    asking = steps(before + "\n```")
    asking[-1] = replace(asking[-1], answer=asking[-1].answer.replace(EXAMPLE, live.url))
    *_, address = walk(asking, tmp_path, {"SERVER": live.url})
    back = Browser(place.person).consent(address.strip()).headers["Location"]
    assert back.startswith("https://painel.example/entrar?code=")
    walk(steps("```console\n" + after), tmp_path, {"SERVER": live.url, "BACK": back})
