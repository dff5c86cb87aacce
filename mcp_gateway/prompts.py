"""Ready-made scripts as text files that a person can edit, one per language (K35).

A file is TOML between two lines of `+++`, then the script. What the script says of an argument is a
sentence of its own, with one wording where the argument is given and one where it is not. A prompt
is offered to whoever has every tool that its script names.
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from finance_api.rest import catalog
from mcp_gateway import answers
from mcp_gateway.caller import Caller
from mcp_gateway.protocol import Fault, Message

Result = dict[str, Any]

FOLDER = Path(__file__).parent / "prompts"
#: A person's language, and the ending of the files in it; the first is the default (K38).
LANGUAGES = {"pt-br": "pt-BR", "en": "en"}
TOOL = re.compile(r"\bfinance_[a-z_]+\b")
_PLACE = re.compile(r"\{\{([a-z_]+)\}\}")
_UUID = re.compile(r"[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}", re.ASCII)
#: What a value of a kind looks like; of every other kind it is the id of a record.
_FORMS = {"period": re.compile(r"[0-9]{4}-(0[1-9]|1[0-2])", re.ASCII)}


@dataclass(frozen=True)
class Argument:
    """What a person may give a script: its kind, and what the script says with it and without."""

    description: str
    kind: str
    given: str
    absent: str = ""
    required: bool = False

    def admits(self, value: Any) -> bool:
        """Whether a value is of the kind; nothing else finds its way into a script."""
        return isinstance(value, str) and bool(_FORMS.get(self.kind, _UUID).fullmatch(value))


@dataclass(frozen=True)
class Prompt:
    """One script in one language."""

    name: str
    title: str
    description: str
    text: str
    arguments: Mapping[str, Argument] = field(default_factory=dict)

    @property
    def tools(self) -> frozenset[str]:
        """The tools that the script names, in whichever wording."""
        sentences = [f"{each.given} {each.absent}" for each in self.arguments.values()]
        return frozenset(TOOL.findall(" ".join([self.text, *sentences])))

    def shown(self) -> dict[str, Any]:
        """The prompt in a list."""
        arguments = [
            {"name": name, "description": each.description, "required": each.required}
            for name, each in self.arguments.items()
        ]
        named = {"name": self.name, "title": self.title, "description": self.description}
        return {**named, "arguments": arguments}

    def filled(self, values: Mapping[str, str]) -> str:
        """The script with what was given."""

        def sentence(place: "re.Match[str]") -> str:
            argument = self.arguments[place[1]]
            value = values.get(place[1])
            return argument.absent if value is None else argument.given.replace("{value}", value)

        return _PLACE.sub(sentence, self.text)


def parsed(name: str, source: str) -> Prompt:
    """A prompt from the text of its file."""
    _, head, text = source.split("+++\n", 2)
    facts = tomllib.loads(head)
    arguments = {key: Argument(**value) for key, value in facts.pop("arguments", {}).items()}
    prompt = Prompt(name=name, text=text.strip(), arguments=arguments, **facts)
    if set(_PLACE.findall(prompt.text)) != set(arguments):
        raise ValueError(f"The script of {name} does not use the arguments it declares.")
    return prompt


@cache
def prompts(language: str) -> Mapping[str, Prompt]:
    """Every prompt in a person's language, by name."""
    ending = LANGUAGES.get(language, LANGUAGES["pt-br"])
    files = sorted(FOLDER.glob(f"*.{ending}.md"))
    names = [file.name.removesuffix(f".{ending}.md") for file in files]
    return {
        name: parsed(name, file.read_text("utf-8")) for name, file in zip(names, files, strict=True)
    }


def visible(caller: Caller) -> Mapping[str, Prompt]:
    """The prompts whose every tool the caller may run, in the person's language."""
    reached = {name for name, each in catalog.endpoints().items() if caller.reaches(each)}
    found = prompts(caller.credential.person.language)
    return {name: prompt for name, prompt in found.items() if prompt.tools <= reached}


def listed(message: Message, caller: Caller) -> Result | Fault:
    """Answer `prompts/list`."""
    if "cursor" in message.params:
        return answers.unissued_cursor(message)
    return {"prompts": [prompt.shown() for prompt in visible(caller).values()]}


def got(message: Message, caller: Caller) -> Result | Fault:
    """Answer `prompts/get` with the script as the user's own words (P153)."""
    name, given = message.params.get("name"), message.params.get("arguments")
    prompt = visible(caller).get(name) if isinstance(name, str) else None
    if prompt is None:
        return answers.invalid_params(message, "Unknown prompt. List the prompts and use one.")
    values = {} if given is None else given
    if not isinstance(values, dict) or not set(values) <= set(prompt.arguments):
        return answers.invalid_params(
            message, "arguments holds something this prompt does not take"
        )
    for key, argument in prompt.arguments.items():
        if key in values and not argument.admits(values[key]):
            form = "a month such as 2026-01" if argument.kind in _FORMS else "the id of a record"
            return answers.invalid_params(message, f"{key} must be {form}, as a string")
        if argument.required and key not in values:
            return answers.invalid_params(message, f"{key} is required")
    text = prompt.filled({key: str(value) for key, value in values.items()})
    said = {"role": "user", "content": {"type": "text", "text": text}}
    return {"description": prompt.description, "messages": [said]}
