"""The books each journey begins with, kept through the same server."""

import pytest

from tests.journeys.story import Story, story
from tests.live import Live
from tests.world import world


@pytest.fixture
def told(live: Live) -> Story:
    place = world()
    place.api.client = live.client
    return story(place)
