"""A world of its own for each test, and the browser of its person."""

import pytest

from tests.account.visitor import Visitor
from tests.world import World, world


@pytest.fixture
def place() -> World:
    """One workspace behind the gate, and a person who may do everything in it."""
    return world(approval_gate=True)


@pytest.fixture
def visitor(place: World) -> Visitor:
    """That person, signed in."""
    return Visitor(place.person)
