"""What a log line keeps of a request: the method and the path, never the query (R121)."""

import logging
from typing import Any

import pytest
from django.conf import settings

from kobana_finance.logs import WithoutRequest
from tests.world import world


def test_a_refused_request_leaves_no_query_on_its_line(caplog: pytest.LogCaptureFixture) -> None:
    caplog.handler.addFilter(WithoutRequest())
    with caplog.at_level(logging.WARNING, logger="django.request"):
        answer = world().api.get("people/nobody?document_number=529.982.247-25")
    assert answer.status == 404
    (record,) = [each for each in caplog.records if each.name == "django.request"]
    assert not hasattr(record, "request")
    assert (vars(record)["method"], vars(record)["path"]) == ("GET", "/v1/people/nobody")
    assert "529" not in str(vars(record))


def test_every_handler_of_the_product_drops_the_request() -> None:
    handlers: dict[str, Any] = settings.LOGGING["handlers"]  # type: ignore[assignment]
    for handler in handlers.values():
        assert "without_request" in handler["filters"]
