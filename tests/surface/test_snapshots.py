"""The public face changes only by a diff that somebody read."""

import pytest

from finance_api.rest import catalog
from finance_api.rest.schema import document
from mcp_gateway import tools
from tests.surface import recorded

NAMES = list(catalog.endpoints())


def test_the_openapi_document_is_the_recorded_one() -> None:
    shown = {name: part for name, part in document().items() if name != "servers"}
    recorded.compare("openapi.json", shown)


@pytest.mark.parametrize("name", NAMES)
def test_a_tool_is_the_recorded_one(name: str) -> None:
    recorded.compare(f"tools/{name}.json", tools.described(name))


def test_no_picture_is_left_of_a_tool_that_is_gone() -> None:
    pictures = {path.stem for path in (recorded.FOLDER / "tools").glob("*.json")}
    assert pictures == set(NAMES)
