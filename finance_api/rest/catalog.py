"""Reads the URLconf into `{name: Endpoint}`. There is no registry: what is routed exists.

An endpoint's name is its OpenAPI `operationId` and its MCP tool name, `finance_<resource>_<verb>`
(K6).
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from typing import Any

from django.conf import settings
from django.urls import URLPattern, URLResolver, get_resolver

from finance_api.core.operations import Operation

VERBS = {
    "list": "list",
    "retrieve": "get",
    "create": "create",
    "partial_update": "update",
    "destroy": "delete",
}


@dataclass(frozen=True)
class Endpoint:
    """One operation where it answers: method, path, and the callable that REST itself runs."""

    name: str
    method: str
    path: str
    action: str
    view: Callable[..., Any]
    viewset: Any
    operation: Operation

    @property
    def path_parameters(self) -> tuple[str, ...]:
        return tuple(
            part[1:-1]
            for part in self.path.split("/")
            if part.startswith("{") and part.endswith("}")
        )

    @property
    def summary(self) -> str:
        return str(self.viewset.summary_of(self.action))

    @property
    def description(self) -> str:
        return str(self.viewset.description_of(self.action))


@cache
def endpoints() -> Mapping[str, Endpoint]:
    """Every endpoint by name, in the URLconf's order."""
    found: dict[str, Endpoint] = {}
    for endpoint in _walk(get_resolver(settings.ROOT_URLCONF), ""):
        if endpoint.name in found:
            raise ValueError(f"Two actions are both named {endpoint.name}.")
        found[endpoint.name] = endpoint
    return found


def operation_of(view: Any) -> Operation | None:
    """The operation of the action a view is about to run, complete with name and resource."""
    viewset: Any = type(view)
    return _operation(viewset, view.action) if getattr(view, "action", None) else None


def name_of(viewset: Any, action: str) -> str:
    verbs = {**VERBS, **viewset.verbs}
    return f"finance_{viewset.resource}_{verbs.get(action, action)}"


@cache
def _operation(viewset: Any, action: str) -> Operation | None:
    declared = viewset.operations.get(action) or getattr(
        getattr(viewset, action, None), "operation", None
    )
    if declared is None:
        return None
    scope = viewset.scope if declared.scope is None else declared.scope
    return declared.but(scope=scope, name=name_of(viewset, action), resource=viewset.resource)  # type: ignore[no-any-return]


def _walk(resolver: URLResolver, prefix: str) -> Iterator[Endpoint]:
    for pattern in resolver.url_patterns:
        if isinstance(pattern, URLResolver):
            yield from _walk(pattern, prefix + str(pattern.pattern))
        elif isinstance(pattern, URLPattern):
            yield from _of_view(pattern, prefix + str(pattern.pattern))


def _of_view(pattern: URLPattern, route: str) -> Iterator[Endpoint]:
    viewset = getattr(pattern.callback, "cls", None)
    actions: Mapping[str, str] = getattr(pattern.callback, "actions", None) or {}
    if viewset is None or not hasattr(viewset, "operations"):
        return
    for method, action in list(actions.items()):
        operation = _operation(viewset, action)
        # A view that was called before has been given HEAD by DRF, as another name of GET.
        if operation is not None and method != "head":
            yield Endpoint(
                name=operation.name,
                method=method.upper(),
                path="/" + _template(route),
                action=action,
                view=pattern.callback,
                viewset=viewset,
                operation=operation,
            )


def _template(route: str) -> str:
    """`v1/payables/<uuid:id>` as `v1/payables/{id}`."""
    parts = route.strip("^$").split("/")
    return "/".join(
        "{" + part[1:-1].rpartition(":")[2] + "}" if part.startswith("<") else part
        for part in parts
    )
