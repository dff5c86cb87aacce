"""A world of its own for each test of the gateway, and an agent in it."""

import pytest

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
