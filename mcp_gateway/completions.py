"""`completion/complete`: ids found by the beginning of a name, and periods (K36, P154–P156).

What an argument stands for is said where the argument is declared: a template's `id` is a record of
its resource, a prompt's argument names its kind. Whoever may not list the records gets none.
"""

import datetime as dt
import uuid
from collections.abc import Mapping
from typing import Any

from finance_api.core import dates, strict_json, transactions
from finance_api.core.isolation import open_organizations, open_workspaces
from finance_api.identity.access import Access
from finance_api.rest import catalog
from finance_api.rest.catalog import Endpoint
from mcp_gateway import answers, prompts, resources
from mcp_gateway.caller import Caller
from mcp_gateway.protocol import Fault, Message

Result = dict[str, Any]

MOST = 100
PERIOD = "period"
#: The months on offer: so many back and so many ahead of this one.
_BACK, _AHEAD = 24, 12


def completed(message: Message, caller: Caller) -> Result | Fault:
    """Answer `completion/complete`."""
    argument = message.params.get("argument")
    if not isinstance(argument, Mapping) or not isinstance(argument.get("value"), str):
        return answers.invalid_params(message, "argument must have a name and a value, as strings")
    kind = _kind(message.params.get("ref"), argument.get("name"), caller)
    if kind is None:
        return answers.invalid_params(
            message, "ref or argument names nothing that can be completed"
        )
    prefix = str(argument["value"])
    if kind == PERIOD:
        return _answer([period for period in _periods() if period.startswith(prefix)])
    endpoint = _list_of(kind)
    if endpoint is None or not caller.reaches(endpoint):
        return _answer([])
    return _answer(_ids(endpoint, prefix, _access(message, caller)))


def _kind(ref: Any, name: Any, caller: Caller) -> str | None:
    """What the argument stands for: a resource, or a period; nothing for what does not exist."""
    if not isinstance(ref, Mapping) or not isinstance(name, str):
        return None
    if ref.get("type") == "ref/prompt":
        prompt = prompts.visible(caller).get(str(ref.get("name")))
        return prompt.arguments[name].kind if prompt and name in prompt.arguments else None
    if ref.get("type") == "ref/resource" and name == "id":
        found = [each for each in resources.templates().values() if each.uri == ref.get("uri")]
        return found[0].endpoint.operation.resource if found else None
    return None


def _access(message: Message, caller: Caller) -> Access:
    """The access in the workspace that the other arguments name, if it is one, else the default."""
    context = message.params.get("context")
    given = context.get("arguments") if isinstance(context, Mapping) else None
    wanted = given.get("workspace_id") if isinstance(given, Mapping) else None
    try:
        return caller.access(uuid.UUID(wanted) if isinstance(wanted, str) else None)
    except ValueError:
        return caller.access()


def _ids(endpoint: Endpoint, prefix: str, access: Access) -> list[str]:
    """One more than the most, so that it shows whether there are more."""
    if strict_json.unstorable_paths(prefix):
        return []  # no name begins with what cannot be stored
    if not access.allows(endpoint.operation):
        return []
    with transactions.door():
        open_organizations([access.credential.organization_id])
        if endpoint.operation.needs_workspace:
            open_workspaces([access.workspace_id])
        found = endpoint.viewset.suggestions(access, prefix)
        rows = [] if found is None else found.values_list("pk", flat=True)[: MOST + 1]
        return [str(id) for id in rows]


def _list_of(resource: str) -> Endpoint | None:
    found = (
        each
        for each in catalog.endpoints().values()
        if each.operation.resource == resource and each.action == "list"
    )
    return next(found, None)


def _periods() -> list[str]:
    """Months as `YYYY-MM`, the nearest to now first."""
    today = dates.today()
    months = [today.year * 12 + today.month - 1 + step for step in range(-_BACK, _AHEAD + 1)]
    this = months[_BACK]
    months.sort(key=lambda month: (abs(month - this), month))
    return [dt.date(month // 12, month % 12 + 1, 1).strftime("%Y-%m") for month in months]


def _answer(values: list[str]) -> Result:
    more = len(values) > MOST
    completion: Result = {"values": values[:MOST], "hasMore": more}
    return {"completion": completion if more else completion | {"total": len(values)}}
