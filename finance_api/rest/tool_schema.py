"""A tool's `inputSchema`, cut from the OpenAPI document by operation name.

Path parameters and body members stand side by side; filters are gathered under `filters`; `sort` is
offered as `sort_by` and `fields` as an array; references are inlined, nullable types are `anyOf`,
objects are closed, and `workspace_id` is added where the operation is bound to a workspace
(P109–P111). A file of the body is offered as text: its content in base64, its name and its type.
"""

from collections.abc import Mapping
from functools import cache
from typing import Any

from finance_api.rest import catalog, lists, serializers
from finance_api.rest.fields import File
from finance_api.rest.idempotency import HEADERS
from finance_api.rest.schema import document, operation_document

JSON = dict[str, Any]

WORKSPACE = "workspace_id"
KEY = "idempotency_key"

_WORKSPACE_SCHEMA: JSON = {
    "type": "string",
    "format": "uuid",
    "description": "Id from finance_workspaces_list; leave it out for the connection's default.",
}
# Members of OpenAPI's dialect that say nothing a client of a tool needs.
_DROPPED = (
    "readOnly",
    "writeOnly",
    "title",
    "default",
    "nullable",
    "example",
    "x-spec-enum-id",
)


@cache
def input_schema(name: str) -> JSON:
    """The JSON Schema of a tool's arguments."""
    endpoint = catalog.endpoints()[name]
    operation = operation_document(name)
    properties: JSON = {}
    required: list[str] = []
    if endpoint.operation.needs_workspace:
        properties[WORKSPACE] = _WORKSPACE_SCHEMA
    _add_parameters(endpoint, operation, properties, required)
    body = body_schema(name)
    if body:
        properties |= body["properties"]
        required += body.get("required", [])
    schema: JSON = {"type": "object", "properties": properties, "additionalProperties": False}
    return schema | ({"required": required} if required else {})


def body_schema(name: str) -> JSON | None:
    """The JSON Schema of an operation's body, inlined and closed; nothing where it takes none."""
    request = operation_document(name).get("requestBody")
    if request is None:
        return None
    content = next(iter(request["content"].values()))
    schema = _portable(content["schema"])
    clears = catalog.endpoints()[name].method == "PATCH"
    members = {key: _without_null(each, clears) for key, each in schema["properties"].items()}
    return _without_files({**schema, "properties": members}, files_of(name))


def files_of(name: str) -> Mapping[str, File]:
    """The files in an operation's body, by the name of their part."""
    endpoint = catalog.endpoints()[name]
    return serializers.files_of(endpoint.viewset.shapes().get(endpoint.action, (None, None))[0])


def _without_files(schema: JSON, files: Mapping[str, File]) -> JSON:
    """The schema with each file as three texts, the first two required where the file is."""
    if not files:
        return schema
    properties, required = dict(schema["properties"]), list(schema.get("required", []))
    for part, file in files.items():
        text = properties.pop(part).get("description", "")
        properties |= _as_texts(file, text)
        if part in required:
            required.remove(part)
            required += [file.content, file.name]
    return {**schema, "properties": properties, "required": required}


def _as_texts(file: File, description: str) -> JSON:
    return {
        file.content: {
            "type": "string",
            "contentEncoding": "base64",
            "description": f"The file's content in standard base64, without line breaks. "
            f"{description}",
        },
        file.name: {"type": "string", "description": "The file's name, with its extension."},
        file.type: {
            "type": "string",
            "description": "Its media type, such as application/pdf; may be left out.",
        },
    }


def _add_parameters(
    endpoint: catalog.Endpoint, operation: JSON, properties: JSON, required: list[str]
) -> None:
    by_name = {parameter["name"]: parameter for parameter in operation.get("parameters", [])}
    for name in endpoint.path_parameters:
        properties[name] = _described(by_name[name])
        required.append(name)
    listing = endpoint.viewset.listing_of(endpoint.action)
    if listing is not None and listing.filters:
        properties["filters"] = _filters(listing)
    for name in ("limit", "cursor", "sort", "fields"):
        if name in by_name:
            properties[_ARGUMENT.get(name, name)] = _named(by_name[name], endpoint)
    for name, _, mandatory in endpoint.viewset.parameters_of(endpoint.action):
        properties[name] = _described(by_name[name])
        if mandatory:
            required.append(name)
    if HEADERS[0] in by_name and not endpoint.operation.always_confirms:
        properties[KEY] = _described(by_name[HEADERS[0]])


_ARGUMENT = {"sort": "sort_by"}


def _named(parameter: JSON, endpoint: catalog.Endpoint) -> JSON:
    if parameter["name"] != "fields":
        return _described(parameter)
    names: JSON = {"type": "string"}
    if endpoint.action == "list":  # a page is what `fields` makes smaller; one record shows them
        names["enum"] = list(serializers.declared(endpoint.viewset.shapes()["list"][1]))
    text = "What to return of each record, beside its id; everything if left out."
    return {"type": "array", "items": names, "description": text}


def _described(parameter: JSON) -> JSON:
    schema = _portable(parameter["schema"])
    return schema | {"description": parameter.get("description") or schema.get("description", "")}


def _filters(listing: lists.Listing) -> JSON:
    properties = {each.name: _filter(each) for each in listing.filters}
    return {
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
        "description": "Narrow the list; all must hold. A value means equal, an array one of them, "
        "an object of gte, lte, gt, lt a range.",
    }


_BOUNDS = {
    "gte": "From this, included.",
    "lte": "Up to this, included.",
    "gt": "From this, excluded.",
    "lt": "Up to this, excluded.",
}


def _filter(each: lists.Filter) -> JSON:
    """What a filter takes; what its values look like is said once, in its description. `in` is left
    to the array that says the same."""
    scalar = {key: value for key, value in each.kind.schema.items() if key != "description"}
    forms: list[JSON] = [scalar]
    if each.many:
        forms.append({"type": "array", "items": scalar, "minItems": 1})
    if each.ranged:
        bounds = {
            name: {"type": scalar["type"], "description": text} for name, text in _BOUNDS.items()
        }
        forms.append({"type": "object", "properties": bounds, "additionalProperties": False})
    form = {"anyOf": forms} if len(forms) > 1 else scalar
    return form | {"description": each.description}


def _portable(schema: Mapping[str, Any]) -> JSON:
    """A schema that every client can read: no `$ref`, no array of types, closed objects (P110)."""
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        siblings = {key: value for key, value in schema.items() if key != "$ref"}
        return _portable(document()["components"]["schemas"][name]) | siblings
    if len(schema.get("allOf", ())) == 1:
        siblings = {key: value for key, value in schema.items() if key != "allOf"}
        return _portable(schema["allOf"][0]) | _portable(siblings)
    kept = {key: value for key, value in schema.items() if key not in _DROPPED}
    for key in ("anyOf", "allOf"):
        if key in kept:
            kept[key] = [_portable(each) for each in kept[key]]
    if (
        kept.get("format") == "date-time"
    ):  # a calendar date, which a validator would not take for one
        del kept["format"]
    if isinstance(kept.get("items"), Mapping):
        kept["items"] = _portable(kept["items"])
    if isinstance(kept.get("properties"), Mapping):
        kept["properties"] = {
            name: _portable(each)
            for name, each in kept["properties"].items()
            if not each.get("readOnly")
        }
        kept["additionalProperties"] = False
    return _split_types(kept)


def _without_null(schema: JSON, clears: bool = False) -> JSON:
    """A member without null, wherever that says the same as leaving it out: only in an update it
    clears a member, and never what is within one, for that is replaced whole."""
    kept = dict(schema)
    if "anyOf" in kept:
        forms = [each for each in kept["anyOf"] if clears or each.get("type") != "null"]
        kept["anyOf"] = [_without_null(each) for each in forms]
        if len(forms) == 1:
            kept |= kept.pop("anyOf")[0] | {"description": kept["description"]}
    if "items" in kept:
        kept["items"] = _without_null(kept["items"])
    if "properties" in kept:
        kept["properties"] = {key: _without_null(each) for key, each in kept["properties"].items()}
    return kept


def _split_types(schema: JSON) -> JSON:
    types = schema.get("type")
    if not isinstance(types, list):
        return schema
    description = {"description": schema["description"]} if "description" in schema else {}
    rest = {key: value for key, value in schema.items() if key not in ("type", "description")}
    if "enum" in rest:
        rest["enum"] = [value for value in rest["enum"] if value is not None]
    named = [{"type": each} | (rest if each != "null" else {}) for each in types]
    return {"anyOf": named} | description
