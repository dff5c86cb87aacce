"""Whatever is done with the books, in whatever order, they add up (domain-rules §1.15).

The steps are the same in every run, so that a failure is a fault and no bad luck. `make books`
draws other ones, and more of them.
"""

import os

from hypothesis import HealthCheck, Phase, settings
from hypothesis.stateful import run_state_machine_as_test

from tests.books.machine import Books

#: How many random examples to draw instead of the few that are always the same.
EXAMPLES = int(os.environ.get("BOOKS_EXAMPLES", "0"))


def test_random_work_leaves_the_books_in_one_piece() -> None:
    run_state_machine_as_test(
        Books,
        settings=settings(
            max_examples=EXAMPLES or 3,
            stateful_step_count=35,
            derandomize=not EXAMPLES,
            # The smallest example of a fault is worth minutes only to whoever looks for it.
            phases=list(Phase) if EXAMPLES else [Phase.generate],
            database=None,
            deadline=None,
            suppress_health_check=list(HealthCheck),
        ),
    )
    # A machine that is refused everything proves nothing.
    assert Books.done.total() > Books.refused.total()
    assert len(Books.done) >= 15, sorted(Books.done)
