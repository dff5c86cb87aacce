"""The OpenAPI 3.1 document, spoken from operations, and the tool schema that is cut from it.

OpenAPI 3.1 is JSON Schema 2020-12, so a tool's `inputSchema` is a reading of the same document:
nothing is declared twice.
"""

import threading
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from drf_spectacular.generators import SchemaGenerator
from drf_spectacular.openapi import AutoSchema
from drf_spectacular.plumbing import (
    ResolvedComponent,
    build_array_type,
    build_object_type,
)

from finance_api.core.operations import Operation
from finance_api.rest import catalog, lists
from finance_api.rest.fields import BINARY
from finance_api.rest.idempotency import HEADERS
from finance_api.rest.lists import Filter, Listing

JSON = dict[str, Any]
METHODS = ("get", "post", "patch", "delete", "put")

ERROR: JSON = {
    "type": "object",
    "required": ["error"],
    "properties": {
        "error": {
            "type": "object",
            "required": ["code", "message"],
            "properties": {
                "code": {"type": "string", "description": "What clients switch on."},
                "message": {"type": "string", "description": "English; says what to do next."},
                "details": {"description": "Specific to the code."},
            },
        }
    },
}
_STATUSES = {
    "400": "The request could not be understood.",
    "401": "The token is missing, invalid, expired or revoked.",
    "403": "The caller may not do this.",
    "404": "The record does not exist in this workspace.",
    "409": "The record's state, or an idempotency key, forbids this.",
    "412": "The record has changed since the client read it; sent only where If-Match was.",
    "413": "The body is too large.",
    "415": "The body is of another media type.",
    "422": "A field is not valid, or a business rule says no.",
    "429": "The request budget is spent; Retry-After says for how many seconds.",
    "500": "Something failed on our side; nothing was changed.",
}
_ERROR_CONTENT = {"application/json": {"schema": {"$ref": "#/components/schemas/Error"}}}
#: The condition a client may put on a request, by method.
_CONDITIONS = {
    "GET": (
        "If-None-Match",
        "The ETag of an answer you hold; where it still stands: 304, no body.",
    ),
    "PATCH": ("If-Match", "The ETag of the record as you read it; changed since then: 412."),
    "DELETE": ("If-Match", "The ETag of the record as you read it; changed since then: 412."),
}
_HEADERS: JSON = {
    "Request-Id": "The request's id, as logs and the record of changes name it.",
    "ETag": "A digest of the answer, where it shows what is stored.",
    "ratelimit-limit": "Calls of this kind that a person has in an hour.",
    "ratelimit-remaining": "Calls of this kind that are left.",
    "ratelimit-reset": "Seconds until there are more.",
}
_HEADER_REFERENCES: JSON = {name: {"$ref": f"#/components/headers/{name}"} for name in _HEADERS}


class OperationSchema(AutoSchema):
    """One operation of the document, from the catalog's operation and the viewset's own shapes."""

    view: Any

    @property
    def _operation(self) -> Operation:
        operation = catalog.operation_of(self.view)
        assert operation is not None  # noqa: S101  `finish` sees only routed operations
        return operation

    def is_excluded(self) -> bool:
        return catalog.operation_of(self.view) is None

    def get_operation_id(self) -> str:
        return self._operation.name

    def get_description(self) -> str:  # type: ignore[override]  # as drf-spectacular calls it
        return str(self.view.description_of(self.view.action))

    def get_summary(self) -> str:
        return str(self.view.summary_of(self.view.action))

    def get_tags(self) -> list[str]:
        return [self.view.resource]

    def get_auth(self) -> list[JSON]:
        scope = self._operation.required_scope
        return [{"bearer": [scope] if scope else []}]

    def get_request_serializer(self) -> Any:
        return self.view.shapes().get(self.view.action, (None, None))[0]

    def get_response_serializers(self) -> Any:
        return self.view.shapes().get(self.view.action, (None, None))[1]

    def _get_request_body(self, direction: str = "request") -> Any:
        if self.method != "DELETE" or self.get_request_serializer() is None:
            return super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        self.method = "POST"  # a DELETE has no body for drf-spectacular; some of ours do
        try:
            return super()._get_request_body(direction)  # type: ignore[no-untyped-call]
        finally:
            self.method = "DELETE"

    def get_filter_backends(self) -> list[Any]:
        return []

    def _is_list_view(self, serializer: Any = None) -> bool:
        return False

    def get_override_parameters(self) -> list[Any]:
        return []

    def _get_parameters(self) -> list[JSON]:
        own = [p for p in super()._get_parameters() if p["in"] == "path"]
        for parameter in own:
            parameter.setdefault("description", f"Id of the {self.view.noun}.")
        return own + list(self._query_parameters()) + list(self._header_parameters())

    def _query_parameters(self) -> Iterator[JSON]:
        listing = self.view.listing_of(self.view.action)
        if listing is not None:
            yield from list_parameters(listing, sorted_=listing is not lists.IDS)
        if self.view.takes_fields(self.view.action):
            yield _query(
                "fields", {"type": "string"}, "Comma-separated names of the fields to return."
            )
        for name, schema, required in self.view.parameters_of(self.view.action):
            yield _query(name, schema, schema.get("description", ""), required=required)

    def _header_parameters(self) -> Iterator[JSON]:
        if self.method in _CONDITIONS:
            name, text = _CONDITIONS[self.method]
            yield {"in": "header", "name": name, "schema": {"type": "string"}, "description": text}
        if self._operation.key == "none":
            return
        yield {
            "in": "header",
            "name": HEADERS[0],
            "required": self._operation.key == "required",
            "schema": {"type": "string", "minLength": 1, "maxLength": 255},
            "description": "One key of your own per intent, such as a UUID. Where an answer "
            "did not reach you, repeat the call with the same key and body: it runs once, and you "
            "get the first answer. A new key would run it again.",
        }

    def _get_response_bodies(self, direction: str = "response") -> JSON:
        response = self.get_response_serializers()
        done: JSON
        if self.method == "DELETE" or response is None:
            status, done = "204", {"description": "Done; no body."}
        else:
            posted = self.method == "POST"
            status = str(self.view.success_of(self.view.action)) if posted else "200"
            media_type = "*/*" if response == BINARY else "application/json"
            schema = self._response_schema(response)
            done = {"description": "Done.", "content": {media_type: {"schema": schema}}}
        bodies = {status: done | {"headers": _HEADER_REFERENCES}}
        if self.method == "GET":
            bodies["304"] = {"description": "What the client holds still stands."}
        for code, text in _STATUSES.items():
            bodies[code] = {"description": text, "content": _ERROR_CONTENT}
        return bodies

    def _response_schema(self, response: Any) -> JSON:
        if isinstance(response, Mapping):
            inner = dict(response)
        else:
            component = self.resolve_serializer(response(), "response")
            chosen = self.view.takes_fields(self.view.action)
            inner = self._of_chosen_fields(component) if chosen else component.ref
        if self.view.listing_of(self.view.action) is None:
            return dict(inner)
        meta = build_object_type(
            properties={"next_cursor": {"type": ["string", "null"]}}, required=["next_cursor"]
        )
        return dict(
            build_object_type(
                properties={"data": build_array_type(inner), "meta": meta},
                required=["data", "meta"],
            )
        )

    def _of_chosen_fields(self, component: Any) -> JSON:
        """The record where `fields` may have left out anything but the id (K32)."""
        schema = component.schema | {"required": ["id"]}
        name = f"{component.name}Fields"
        chosen = ResolvedComponent(name, component.type, schema, object=name)  # type: ignore[no-untyped-call]
        self.registry.register_on_missing(chosen)
        return dict(chosen.ref)


def list_parameters(listing: Listing, *, sorted_: bool) -> Iterator[JSON]:
    """The query parameters of a list, from the declaration that also parses them."""
    for each in listing.filters:
        yield from _filter_parameters(each)
    limit = {
        "type": "integer",
        "minimum": 1,
        "maximum": listing.largest_limit,
        "default": listing.default_limit,
    }
    text = f"How many rows a page holds; {listing.default_limit} if left out."
    yield _query("limit", limit, text)
    yield _query("cursor", {"type": "string"}, "meta.next_cursor of the page before.")
    if sorted_:
        names = [name for sort in listing.sorts for name in (sort, f"-{sort}")]
        schema = {"type": "string", "enum": names, "default": listing.default_sort}
        text = f"What to sort by; a leading - reverses it. {listing.default_sort} if left out."
        yield _query("sort", schema, text)


def _filter_parameters(each: Filter) -> Iterator[JSON]:
    yield _query(each.name, dict(each.kind.schema), each.description)
    if each.many:
        yield _query(
            f"{each.name}[in]", {"type": "string"}, f"{each.name} is one of these, comma-separated."
        )
    if each.ranged:
        for operator in lists.RANGES:
            yield _query(
                f"{each.name}[{operator}]", dict(each.kind.schema), f"Bound on {each.name}."
            )


def _query(name: str, schema: JSON, description: str, *, required: bool = False) -> JSON:
    parameter: JSON = {"in": "query", "name": name, "schema": schema, "description": description}
    return parameter | ({"required": True} if required else {})


def finish(result: JSON, generator: Any, request: Any, public: bool) -> JSON:
    """What belongs to the document as a whole: the error envelope and the bearer scheme."""
    _let_alternatives_overlap(result)
    components = result.setdefault("components", {})
    components.setdefault("schemas", {})["Error"] = ERROR
    components["headers"] = {
        name: {"description": text, "schema": {"type": "string"}} for name, text in _HEADERS.items()
    }
    components["securitySchemes"] = {"bearer": {"type": "http", "scheme": "bearer"}}
    return result


def _let_alternatives_overlap(part: Any) -> None:
    """`anyOf` for `oneOf`: where null is one of the alternatives, anything may be another."""
    if isinstance(part, dict):
        if "oneOf" in part:
            part["anyOf"] = part.pop("oneOf")
        part = list(part.values())
    if isinstance(part, list):
        for inner in part:
            _let_alternatives_overlap(inner)


def document() -> JSON:
    """The whole document, made once per process."""
    with _ONE_AT_A_TIME:
        return _document()


#: The generator keeps state in its classes, so two threads that both miss the cache would clash.
_ONE_AT_A_TIME = threading.Lock()


@cache
def _document() -> JSON:
    generator: Any = SchemaGenerator
    return dict(generator().get_schema(request=None, public=True))


@cache
def _by_name() -> dict[str, JSON]:
    return {
        operation["operationId"]: operation
        for path in document()["paths"].values()
        for method, operation in path.items()
        if method in METHODS
    }


def operation_document(name: str) -> JSON:
    """The document's part on one operation."""
    return _by_name()[name]
