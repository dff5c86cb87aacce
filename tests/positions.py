"""Places in a list that nobody has walked to: a cursor behind any value and id, minted as the API
mints one."""

import uuid
from typing import Any

from django.http import QueryDict

from finance_api.rest import cursors, lists
from finance_api.rest.catalog import Endpoint
from tests.world import World


def query_of(endpoint: Endpoint, sort: str) -> str:
    """The query string that sorts a list; a list of ids has one order and takes no sort."""
    return "" if endpoint.viewset.listing_of(endpoint.action) is lists.IDS else f"sort={sort}"


def cursor_behind(place: World, endpoint: Endpoint, sort: str, value: Any, id: uuid.UUID) -> str:
    listing = endpoint.viewset.listing_of(endpoint.action)
    asked = lists.read(QueryDict(query_of(endpoint, sort)), listing, None)
    binding = asked.binding(place.person.pk, place.workspace.pk, endpoint.path)
    return cursors.mint(binding, value, id)
