"""`tools/call`: from the message to the tool's result, the question for a person, or the refusal.

What the caller can act on comes back as a result marked `isError` with the API's own envelope; a
broken request is a JSON-RPC error (seed: Errors).
"""

import time
from collections.abc import Mapping
from typing import Any

from django.http import HttpResponse

from finance_api.core import strict_json
from finance_api.core.errors import (
    ConfirmationRequired,
    Refusal,
    Unavailable,
    Unprocessable,
    UserDeclined,
)
from finance_api.identity.access import Access
from finance_api.rest import catalog
from finance_api.rest.catalog import Endpoint
from finance_api.rest.confirmation import Confirmation
from mcp_gateway import answers, confirmation, dispatch, journal, tools
from mcp_gateway.caller import Caller
from mcp_gateway.narrowing import Narrowed
from mcp_gateway.protocol import Era, Fault, Message, form_elicitation
from mcp_gateway.tools import Call

Result = dict[str, Any]

_JSON = "application/json"
#: The bytes of an answer that is still worth a model's while. What was read is refused above it;
#: what was written is done, and is answered whole.
CEILING = 256 * 1024
RETRY = {"Retry-After": "5"}


def call_tool(message: Message, caller: Caller) -> Result | Fault:
    """Run the tool a message names, and write its line in the journal."""
    name = message.params.get("name")
    endpoint = catalog.endpoints().get(name) if isinstance(name, str) else None
    entry = journal.Entry(endpoint.name if endpoint else None, caller, time.monotonic())
    outcome: Result | Fault | None = None
    try:
        outcome = _call(message, caller, endpoint, entry)
        return outcome
    finally:
        entry.write(outcome)


def _call(
    message: Message, caller: Caller, endpoint: Endpoint | None, entry: journal.Entry
) -> Result | Fault:
    if endpoint is None:
        return answers.invalid_params(message, "Unknown tool. List the tools and use one of them.")
    arguments = message.params.get("arguments")
    if arguments is None:
        arguments = {}
    if not isinstance(arguments, dict):
        return answers.invalid_params(message, "arguments must be an object")
    try:
        call = tools.sort_arguments(endpoint, arguments)
        if caller.narrowing.leaves_out(endpoint):
            raise Narrowed
        access = caller.access(call.workspace_id)
        entry.access = access
        refusal = access.refusal(endpoint.operation)
        if refusal is not None:
            raise refusal
        if endpoint.operation.confirms is None:
            return _result(dispatch.run(endpoint, call, access, None), endpoint, call)
        return _confirmed(message, endpoint, arguments, call, access)
    except Unavailable:
        raise  # nobody is there to answer, so it is no answer of the tool's
    except Refusal as refusal:
        return refused(refusal)


def _confirmed(
    message: Message,
    endpoint: Endpoint,
    arguments: Mapping[str, Any],
    call: Call,
    access: Access,
) -> Result | Fault:
    """Run an operation that may have to be confirmed, or ask the person (K23, K24)."""
    can_ask = message.era is Era.STATELESS and form_elicitation(message.capabilities)
    if not can_ask and endpoint.operation.always_confirms:
        raise ConfirmationRequired
    subject = confirmation.Subject.of(endpoint.name, arguments, access)
    reply = confirmation.read(message.params, subject) if can_ask else confirmation.Reply.NONE
    if reply is confirmation.Reply.MALFORMED:
        return answers.invalid_params(message, "inputResponses or requestState has the wrong shape")
    if reply is confirmation.Reply.INVALID:
        text = "The requestState is invalid or expired; leave it out."
        return answers.invalid_params(message, text)
    if reply is confirmation.Reply.DECLINED:
        raise UserDeclined
    known = reply if isinstance(reply, Confirmation) else Confirmation()
    response = dispatch.run(endpoint, call, access, known)
    if known.question is None or response.status_code >= 400:
        return _result(response, endpoint, call)
    if not can_ask:
        raise ConfirmationRequired
    return confirmation.ask(known.question, subject, access.credential.person.language)


def _result(response: HttpResponse, endpoint: Endpoint, call: Call) -> Result:
    """The endpoint's JSON as one text block; the same bytes for a refusal, marked as an error.

    An answer that is no JSON is not carried: its type, its size and where the API gives it are.
    """
    kind = response.headers.get("Content-Type", _JSON)
    if kind != _JSON:
        answer = {
            "content_type": kind,
            "size": int(response.headers["Content-Length"]),
            "path": dispatch.path_of(endpoint, call),
        }
        response.close()
        return {"content": [{"type": "text", "text": strict_json.dumps(answer).decode()}]}
    require_answer(response, endpoint)
    text = response.content.decode() or "{}"
    result: Result = {"content": [{"type": "text", "text": text}]}
    return result | {"isError": True} if response.status_code >= 400 else result


def require_answer(response: HttpResponse, endpoint: Endpoint) -> None:
    """Raise where an endpoint's response is no answer for a model: a fault of ours, nobody there,
    or more than the ceiling, which is refused with how to ask for less and never cut."""
    if response.status_code == Unavailable.status:
        raise Unavailable(headers=RETRY)
    if response.status_code >= 500:
        raise RuntimeError("An endpoint answered with a fault of ours.")
    size = len(response.content)
    if size > CEILING and not endpoint.operation.writes:
        raise Unprocessable(
            f"The answer has {size} bytes, and at most {CEILING} are sent. Ask for less: "
            "a smaller limit, narrower filters, or only the fields you need.",
            details={"size": size, "largest": CEILING},
        )


def refused(refusal: Refusal) -> Result:
    """A refusal of the gateway's own, in the API's envelope."""
    text = strict_json.dumps(refusal.envelope()).decode()
    return {"content": [{"type": "text", "text": text}], "isError": True}
