"""What the specification promises, sentence by sentence, each with the tests that hold it to it.

A page is a text: a numbered line for each sentence in our words, and below it, indented, the tests
that hold it (`file::test`) and the ruling that narrows or decides it (`by`). `test_manifest.py`
proves that the pages and the suite agree.
"""

from dataclasses import dataclass, replace


@dataclass(frozen=True)
class Promise:
    """A sentence of the specification, and what there is to it."""

    says: str
    tests: tuple[str, ...] = ()
    by: str = ""


def read(page: str) -> dict[str, Promise]:
    """The promises of a page by their numbers. A number stands for one sentence."""
    found: dict[str, Promise] = {}
    name = ""
    for line in page.strip().splitlines():
        if not line.startswith(" "):
            name, _, says = line.partition(" ")
            if name in found:
                raise ValueError(f"{name} stands for two sentences.")
            found[name] = Promise(says)
            continue
        kind, _, rest = line.strip().partition(" ")
        promise = found[name]
        if kind == "by":
            found[name] = replace(promise, by=rest)
        else:
            found[name] = replace(promise, tests=(*promise.tests, kind))
    return found
