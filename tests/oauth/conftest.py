"""A world of its own for each test, and a browser of its person."""

import pytest

from tests.oauth.person import Browser
from tests.world import World, world


@pytest.fixture
def place() -> World:
    """One workspace, and a person who may do everything in it."""
    return world()


@pytest.fixture
def browser(place: World) -> Browser:
    """That person's browser."""
    return Browser(place.person)
