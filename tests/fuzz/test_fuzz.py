"""What a machine makes up from the OpenAPI document alone, valid and not, for every operation: no
fault of ours, answers as the document says, refusals in the envelope that change nothing.

A short run is part of the suite and repeats itself; `make fuzz` runs longer, and differently each
time (`FUZZ` is the number of calls per operation and kind).
"""

import os
from functools import cache
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis.checks import CHECKS, load_all_checks

from finance_api.rest.catalog import Endpoint
from kobana_finance.wsgi import application
from tests.surface.books import contents
from tests.surface.examples import BODIES, Ground, endpoints, make_ready
from tests.world import world

SHORT = 1
EXAMPLES = int(os.environ.get("FUZZ", SHORT))
#: Bad queries of every read are asked in `tests/surface/test_envelope.py` as well, so the short run
#: leaves them to it.
CASES = [
    pytest.param(endpoint, mode, id=f"{endpoint.name}-{mode.value}")
    for endpoint in endpoints()
    for mode in schemathesis.GenerationMode
    if mode.is_positive or endpoint.operation.writes or EXAMPLES > SHORT
]

load_all_checks()
_CHECKS = [
    CHECKS.get_one(name)
    for name in (
        "not_a_server_error",
        "status_code_conformance",
        "content_type_conformance",
        "response_schema_conformance",
    )
]
#: What the members of a body that name a record name.
_REFERENCES = {
    "company_id": "companies",
    "person_id": "people",
    "category_id": "categories",
    "financial_account_id": "accounts",
    "from_account_id": "accounts",
    "classification_center_id": "classification_centers",
    "tax_id": "taxes",
}


def _whole(environ: Any, start_response: Any) -> list[bytes]:
    """The product, each answer read to its end and closed, as a server does."""
    answer: Any = application(environ, start_response)
    try:
        return [b"".join(answer)]
    finally:
        answer.close()


@cache
def _schema() -> Any:
    return schemathesis.openapi.from_wsgi("/openapi.json", _whole)


@cache
def _ground() -> Ground:
    """One world with a record of every resource, which the calls find as the last ones left it."""
    ground = Ground(world())
    for resource in BODIES:
        ground.get(resource)
    return ground


def _point_at_records(case: Any, endpoint: Endpoint, ground: Ground) -> None:
    """Let a call mean records that there are: made-up ids alone would find nothing to act on."""
    resource = endpoint.operation.resource
    if case.path_parameters:
        record = ground.fresh(resource) if endpoint.operation.writes else ground.get(resource)
        make_ready(endpoint, ground, record["id"])
        case.path_parameters = dict.fromkeys(case.path_parameters, record["id"])
    if isinstance(case.body, dict):
        meant = {name: _REFERENCES[name] for name in case.body if name in _REFERENCES}
        case.body = case.body | {name: ground.get(each)["id"] for name, each in meant.items()}


@pytest.mark.parametrize(("endpoint", "mode"), CASES)
def test_whatever_the_document_allows_or_not_is_answered_as_it_says(
    endpoint: Endpoint, mode: Any
) -> None:
    made_up = _schema().find_operation_by_id(endpoint.name).as_strategy(generation_mode=mode)

    @settings(
        max_examples=EXAMPLES,
        derandomize=EXAMPLES == SHORT,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=made_up, meant=st.booleans())
    def run(case: Any, meant: bool) -> None:
        ground = _ground()
        if meant:
            _point_at_records(case, endpoint, ground)
        before = contents(ground.world.workspace)
        response = case.call(headers={"Authorization": f"Bearer {ground.world.api.token}"})
        case.validate_response(response, checks=_CHECKS)
        if response.status_code >= 400:
            error = response.json()["error"]
            assert {"code", "message"} <= set(error) <= {"code", "message", "details"}
            assert contents(ground.world.workspace) == before, "a refusal changed something"

    run()
