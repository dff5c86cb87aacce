"""A key runs its request once (K22). The record of the key commits in the transaction of the
effect.

The same mechanism makes a confirmation run once: its nonce is the key, in a name space no client
can write to (K23).
"""

import datetime as dt
import hashlib
import json
import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from django.db import OperationalError, connection, transaction
from django.utils import timezone
from rest_framework.renderers import JSONRenderer
from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.core.errors import (
    BadRequest,
    ConfirmationReplayed,
    ConfirmationUnavailable,
    Conflict,
)
from finance_api.core.operations import Operation
from finance_api.core.warrant import Warrant
from finance_api.rest.confirmation import Confirmation
from finance_api.rest.exceptions import answer, as_refusal, contended
from finance_api.rest.models import IdempotencyRecord

LIFE = dt.timedelta(hours=24)
HEADERS = ("X-Idempotency-Key", "Idempotency-Key")
REPLAYED = "X-Idempotency-Replayed"
#: Answers that would be the same again; the others may be tried again with the key.
STORED_REFUSALS = frozenset({400, 404, 409, 422})
_KEY = re.compile(r"[\x21-\x7e]{1,255}")


@dataclass(frozen=True)
class Key:
    """A key and the name space it lives in: the client's own keys, or confirmations."""

    value: str
    confirms: bool


def key_of(request: Request, operation: Operation, confirmation: Confirmation | None) -> Key | None:
    """The key of a request, judged; nothing where none was sent and none is required."""
    if confirmation is not None and confirmation.nonce is not None:
        return Key(confirmation.nonce, confirms=True)
    if operation.key == "none":
        return None
    sent = [request.headers[name] for name in HEADERS if name in request.headers]
    if not sent:
        # A call still to be confirmed will have the confirmation's nonce as its key.
        if operation.key == "required" and confirmation is None:
            raise BadRequest("This operation requires an X-Idempotency-Key header.")
        return None
    if len(set(sent)) > 1 or not _KEY.fullmatch(sent[0]):
        raise BadRequest("X-Idempotency-Key must be one key of 1 to 255 visible ASCII characters.")
    return Key(sent[0], confirms=False)


def once(key: Key, request: Request, warrant: Warrant, run: Callable[[], Response]) -> Response:
    """Run the request under its key, or answer what it answered before.

    Called inside the door's transaction, after admission. A refusal rolls its effect back to here
    and is stored; anything unforeseen rolls back everything, the key included, so that it can be
    tried again.
    """
    scope = _scope(key, request, warrant)
    _claim(key, scope)
    found = IdempotencyRecord.objects.within(warrant).filter(scope=scope).first()
    if found is not None and found.created_at > timezone.now() - LIFE:
        return _replay(key, found, _fingerprint(request))
    if found is not None:
        found.delete()
    response = _run(run)
    if response.status_code < 400 or response.status_code in STORED_REFUSALS:
        _store(scope, request, warrant, response)
        request.committed = True  # type: ignore[attr-defined]
    return response


def _run(run: Callable[[], Response]) -> Response:
    try:
        with transaction.atomic():
            return run()
    except Exception as error:
        refusal = None if contended(error) else as_refusal(error)
        if refusal is None:
            raise
        return answer(refusal)


def _claim(key: Key, scope: bytes) -> None:
    """Hold the key until this transaction ends.

    A twin of a client's key is told to come back; a twin of a confirmation waits, because the
    person's one answer must be told apart from a fault: it ran, or it can still run.
    """
    number = int.from_bytes(scope[:8], "big", signed=True)
    with connection.cursor() as cursor:
        if not key.confirms:
            cursor.execute("SELECT pg_try_advisory_xact_lock(%s)", [number])
            row = cursor.fetchone()
            if not (row and row[0]):
                raise Conflict(
                    "A request with this idempotency key is still running. Ask again in a moment.",
                    headers={"Retry-After": "1"},
                )
            return
        try:
            cursor.execute("SELECT pg_advisory_xact_lock(%s)", [number])
        except OperationalError as error:
            raise ConfirmationUnavailable from error


def _replay(key: Key, found: IdempotencyRecord, fingerprint: bytes) -> Response:
    if key.confirms:
        raise ConfirmationReplayed
    if bytes(found.fingerprint) != fingerprint:
        raise Conflict(
            "X-Idempotency-Key was already used with another request body. Use a new key for a new "
            "intent."
        )
    response = Response(json.loads(found.body) if found.body else None, status=found.status)
    response.exception = found.status >= 400
    for name, value in {**found.headers, REPLAYED: "true"}.items():
        response[name] = value
    return response


def _store(scope: bytes, request: Request, warrant: Warrant, response: Response) -> None:
    body = "" if response.data is None else JSONRenderer().render(response.data).decode()
    headers = {name: response[name] for name in ("Location",) if name in response}
    IdempotencyRecord.everywhere.create(
        workspace_id=warrant.workspace_id,
        scope=scope,
        fingerprint=_fingerprint(request),
        status=response.status_code,
        headers=headers,
        body=body,
        created_at=timezone.now(),
    )


def _scope(key: Key, request: Request, warrant: Warrant) -> bytes:
    """Person + organization + workspace + method + path + key: never global (R61)."""
    parts = [
        "confirmation" if key.confirms else "client",
        str(warrant.person_id),
        str(warrant.organization_id),
        str(warrant.workspace_id),
        str(request.method),
        request.path,
        key.value,
    ]
    return hashlib.sha256("\n".join(parts).encode()).digest()


def _fingerprint(request: Request) -> bytes:
    """A digest of the parsed body: reordered members are the same request (R62)."""
    content: Any = request.data
    canonical = json.dumps(content, sort_keys=True, default=str, ensure_ascii=True)
    query = request.META.get("QUERY_STRING", "")
    return hashlib.sha256(f"{query}\n{canonical}".encode()).digest()


def purge() -> int:
    """Forget the keys whose time is over; run by the owner, who sees every workspace."""
    old = IdempotencyRecord.everywhere.using("owner").filter(created_at__lte=timezone.now() - LIFE)
    return old.delete()[0]
