"""docs/tools.md: what an agent sees of the product, from the same descriptions that it is sent."""

from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Any

from finance_api.rest import catalog
from finance_api.rest.tool_schema import KEY, WORKSPACE
from mcp_gateway import prompts, resources, tools

JSON = Mapping[str, Any]

#: Arguments that mean the same wherever they are, and so are described once.
_COMMON = (WORKSPACE, "cursor", KEY)

_INTRODUCTION = """\
The {count} tools of the MCP endpoint, as `tools/list` gives them to a caller who may do everything;
others see those that their token and their permissions reach. What each asks for is in
[operations](operations.md), and what they take up in [tools_size](tools_size.md).

- **reads**: changes nothing. **writes**: changes data. **destructive**: may delete, cancel, settle
  or move money, and then runs only after a person has said yes.
- An argument in bold is required. `a.b` is the member `b` of `a`, and `a[].b` that of each of its
  items.
- A filter takes a value, which means equal; an array, which means one of them; or an object of
  bounds (`gte`, `lte`, `gt`, `lt`): whichever its type names."""


def page(note: str) -> str:
    """The whole page; `note` says where it comes from."""
    lines = ["# Tools", "", note, "", _INTRODUCTION.format(count=len(catalog.endpoints()))]
    lines += ["", "## Arguments of many tools", "", *_common()]
    by_resource = groupby(catalog.endpoints().values(), lambda each: each.operation.resource)
    for resource, group in by_resource:
        lines += ["", f"## {resource}"]
        for endpoint in group:
            lines += ["", *_tool(endpoint.name)]
    lines += ["", "## Documents and templates", "", *_resources()]
    lines += ["", "## Prompts", "", *_prompts()]
    return "\n".join(lines) + "\n"


def _common() -> Iterator[str]:
    shown: dict[str, JSON] = {}
    for name in catalog.endpoints():
        shown = tools.described(name)["inputSchema"]["properties"] | shown
    yield from _table(
        ("Argument", "Type", "What it is"),
        ((f"`{name}`", _type(shown[name]), shown[name]["description"]) for name in _COMMON),
    )


def _tool(name: str) -> Iterator[str]:
    tool = tools.described(name)
    hints, schema = tool["annotations"], tool["inputSchema"]
    kind = "reads" if hints["readOnlyHint"] else "writes"
    if hints["destructiveHint"]:
        kind = "destructive"
    yield f"### {name}"
    yield ""
    yield f"{tool['title']}. *{kind}*"
    said = tool["description"].partition("\n\n")[2]
    if said:
        yield ""
        yield said
    own = [(path, part, must) for path, part, must in _arguments(schema) if path not in _COMMON]
    if own:
        yield ""
        rows = ((_name(path, must), _type(part), part["description"]) for path, part, must in own)
        yield from _table(("Argument", "Type", "What it is"), rows)
    also = [each for each in _COMMON if each in schema["properties"]]
    if also:
        yield ""
        yield "Also: " + ", ".join(f"`{each}`" for each in also)


def _arguments(schema: JSON, path: str = "") -> Iterator[tuple[str, JSON, bool]]:
    """Every argument at any depth but the bounds of a filter, which are the same everywhere."""
    for name, part in schema.get("properties", {}).items():
        yield path + name, part, name in schema.get("required", ())
        forms = part.get("anyOf", [part])
        for form in forms:
            if form.get("type") == "array":
                yield from _arguments(form["items"], f"{path}{name}[].")
            elif not path.startswith("filters."):
                yield from _arguments(form, f"{path}{name}.")


def _name(path: str, required: bool) -> str:
    return f"**`{path}`**" if required else f"`{path}`"


def _type(schema: JSON) -> str:
    if "anyOf" in schema:
        return " or ".join(_type(each) for each in schema["anyOf"])
    if schema["type"] == "array":
        return f"array of {_type(schema['items'])}"
    if schema["type"] == "object" and set(schema["properties"]) == {"gte", "lte", "gt", "lt"}:
        return "bounds"
    if "enum" in schema:
        return ", ".join(f"`{value}`" for value in schema["enum"])
    return str(schema.get("format", schema["type"]))


def _resources() -> Iterator[str]:
    yield "Each is read by its tool, and exists for whoever may call that."
    yield ""
    for entries in (resources.documents(), resources.templates()):
        rows = ((f"`{each.uri}`", f"`{each.endpoint.name}`") for each in entries.values())
        yield from _table(("Address", "Read by"), rows)
        yield ""


def _prompts() -> Iterator[str]:
    yield "In the language of the person: Portuguese first, else English. A prompt is there for"
    yield "whoever may call every tool it names."
    portuguese = prompts.prompts("pt-br")
    for name, prompt in prompts.prompts("en").items():
        yield ""
        yield f"### {name}"
        yield ""
        yield f"{prompt.title} ({portuguese[name].title}). {prompt.description}"
        yield ""
        rows = (
            (_name(key, each.required), each.kind, each.description)
            for key, each in prompt.arguments.items()
        )
        yield from _table(("Argument", "Kind", "What it is"), rows)
        yield ""
        yield "Calls " + ", ".join(f"`{tool}`" for tool in sorted(prompt.tools)) + "."


def _table(heads: tuple[str, ...], rows: Any) -> Iterator[str]:
    for row in (heads, tuple("---" for _ in heads), *rows):
        yield f"| {' | '.join(cell.replace('|', chr(92) + '|') for cell in row)} |"
