"""Bodies are strict JSON, answers are JSON whatever the client accepts."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ParseError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from finance_api.core import strict_json


class StrictJSONParser(BaseParser):
    """RFC 8259 to the letter: no duplicate member, no NaN, no float, bounded depth (R6)."""

    media_type = "application/json"

    def parse(
        self,
        stream: IO[bytes],
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        try:
            return strict_json.loads(stream.read())
        except strict_json.JSONFault as fault:
            raise ParseError(f"The body is not valid JSON: {fault}") from fault


class AlwaysJSON(BaseContentNegotiation):
    """The API speaks one format, so an `Accept` header is never refused."""

    def select_parser(self, request: Request, parsers: Any) -> BaseParser | None:
        kind = (request.content_type or "").partition(";")[0].strip().lower()
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type
