"""The clients of the Node world. They are no part of `make test`: `make clients` runs them."""

import pytest

from tests.clients.node import Node, node_of_this_machine
from tests.journeys.conftest import told

__all__ = ["told"]


@pytest.fixture(scope="session")
def node() -> Node:
    return node_of_this_machine()
