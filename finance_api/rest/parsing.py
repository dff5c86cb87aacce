"""Bodies are strict JSON, or a form where a file is part of them; answers are JSON whatever the
client accepts."""

from collections.abc import Mapping
from typing import IO, Any

from rest_framework.exceptions import ErrorDetail, ParseError, ValidationError
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser, MultiPartParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from finance_api.core import strict_json
from finance_api.rest.fields import File

#: Room in a form for its boundaries, headers and texts.
ENVELOPE = 65_536


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


class FormParser(MultiPartParser):
    """multipart/form-data with these files in it. Django spools a larger file to the disk, so a
    form costs little memory; one that is longer than its files may be is not read at all (R120)."""

    def __init__(self, files: Mapping[str, File]) -> None:
        self.files = files

    def parse(
        self,
        stream: Any,
        media_type: str | None = None,
        parser_context: Mapping[str, Any] | None = None,
    ) -> Any:
        declared = str((parser_context or {})["request"].META.get("CONTENT_LENGTH") or 0)
        room = ENVELOPE + sum(file.largest for file in self.files.values())
        if declared.isdigit() and int(declared) > room:
            raise ValidationError(
                {
                    name: ErrorDetail(file.too_large_message, code="too_large")
                    for name, file in self.files.items()
                }
            )
        try:
            form = super().parse(stream, media_type, parser_context)
        except ParseError as fault:  # its own words repeat what was sent
            raise ParseError("The body is not valid multipart/form-data.") from fault
        names = [
            name for part in (form.data, form.files) for name, each in part.lists() for _ in each
        ]
        if len(set(names)) != len(names):
            raise ParseError("A part of the form was sent more than once.")
        return form


def media_type_of(request: Request) -> str:
    """The media type of a body, without its parameters and whatever its spelling."""
    return (request.content_type or "").partition(";")[0].strip().lower()


class AlwaysJSON(BaseContentNegotiation):
    """The API speaks one format, so an `Accept` header is never refused."""

    def select_parser(self, request: Request, parsers: Any) -> BaseParser | None:
        kind = media_type_of(request)
        return next((parser for parser in parsers if parser.media_type == kind), None)

    def select_renderer(
        self, request: Request, renderers: Any, format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        return renderers[0], renderers[0].media_type
