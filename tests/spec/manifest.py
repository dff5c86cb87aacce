"""What the specification promises, sentence by sentence, each with the tests that hold it to it.

A promise of a later issue is an entry with its reason instead of a test: a known gap, never a
skipped test. `test_manifest.py` proves that the entries and the suite agree.
"""

from dataclasses import dataclass


@dataclass(frozen=True)
class Promise:
    """A sentence of the specification in our words, and `file::test` for each test it names."""

    says: str
    tests: tuple[str, ...] = ()
    later: str = ""


RESOURCES = "resources, prompts, completions and files come with issue 4; -32601 until then"
BUDGETS = "budgets and the protocol's rate limit come with issues 3 and 4"
SIGN_IN = "sign-in through OAuth comes with issue 5"
