"""A world of its own for each test of the gateway, and an agent in it."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from mcp_gateway import prompts
from tests.agent import Agent
from tests.world import World, world


@pytest.fixture
def place() -> World:
    """One workspace, and a person who may do everything in it."""
    return world()


@pytest.fixture
def agent(place: World) -> Agent:
    """An agent of that person, with every right, in the stateless era."""
    return Agent(place.mcp_token)


SCRIPT = """+++
title = "Teste"
description = "Um roteiro de teste."

[arguments.period]
description = "Mês."
kind = "period"
given = "Do mês {value}."
required = true

[arguments.company_id]
description = "Empresa."
kind = "companies"
given = "Da empresa {value}."
absent = "De todas as empresas."

[arguments.workspace_id]
description = "Workspace."
kind = "workspaces"
given = "No workspace {value}."
+++
Chame finance_companies_list. {{period}} {{company_id}} {{workspace_id}}
"""


@pytest.fixture
def script(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The name of a prompt of the tests' own, whatever prompts there are."""
    (tmp_path / "only_here.pt-BR.md").write_text(SCRIPT)
    monkeypatch.setattr(prompts, "FOLDER", tmp_path)
    prompts.prompts.cache_clear()
    yield "only_here"
    prompts.prompts.cache_clear()
