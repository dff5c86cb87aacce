"""What a connection leaves out of what its caller may do: whole resources, or all that writes.

Named on the endpoint's URL (`?toolsets=payables,cash_flow&readonly=1`) or in the headers
`X-Toolsets` and `X-Readonly`. It only ever narrows: named in both places, both hold.
"""

from dataclasses import dataclass
from functools import cache

from django.http import HttpRequest

from finance_api.core.errors import AccessRefused, BadRequest
from finance_api.rest import catalog
from finance_api.rest.catalog import Endpoint

_YES, _NO = ("1", "true"), ("0", "false")


class Narrowed(AccessRefused):
    """A tool that the caller may use, through another connection than this one."""

    code = "outside_connection"
    default = (
        "This connection was narrowed, by toolsets or readonly on its address or in its headers, "
        "and the tool is outside. Ask the person to connect without that, or use another tool."
    )


@dataclass(frozen=True)
class Narrowing:
    """The resources a connection is about, if not all, and whether it only reads."""

    resources: frozenset[str] | None = None
    readonly: bool = False

    def leaves_out(self, endpoint: Endpoint) -> bool:
        """What any token may do is always there: it is how a caller finds the workspaces."""
        operation = endpoint.operation
        if self.readonly and operation.writes:
            return True
        outside = self.resources is not None and operation.resource not in self.resources
        return outside and bool(operation.required_scope)


def of(request: HttpRequest) -> Narrowing:
    """The narrowing a request names; raises `BadRequest` where it names what does not exist."""
    sets = [_set(text) for text in _sent(request, "toolsets", "X-Toolsets")]
    flags = [_flag(text) for text in _sent(request, "readonly", "X-Readonly")]
    return Narrowing(frozenset.intersection(*sets) if sets else None, any(flags))


def _sent(request: HttpRequest, parameter: str, header: str) -> list[str]:
    values = [*request.GET.getlist(parameter), request.headers.get(header)]
    return [value for value in values if value is not None]


def _set(text: str) -> frozenset[str]:
    names = frozenset(name.strip() for name in text.split(","))
    if not names <= _resources():
        known = ", ".join(sorted(_resources()))
        raise BadRequest(f"toolsets names a set that does not exist. There are: {known}.")
    return names


def _flag(text: str) -> bool:
    if text.lower() not in _YES + _NO:
        raise BadRequest("readonly must be 1 or 0.")
    return text.lower() in _YES


@cache
def _resources() -> frozenset[str]:
    return frozenset(each.operation.resource for each in catalog.endpoints().values())
