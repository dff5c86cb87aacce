"""The invariants of the books, asked after a scenario (domain-rules §1.15)."""

from finance_api import books
from tests.world import World


def assert_books_hold(of: World) -> None:
    """Nothing in the workspace breaks a rule of the books; what does is named."""
    found = books.faults_within(of.workspace.pk)
    assert {fault.invariant.name: fault.ids for fault in found} == {}
