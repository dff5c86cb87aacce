"""Any exception → a refusal → the envelope. The one place where failures are put on the wire
(K27, K28)."""

from collections.abc import Iterator
from typing import Any

import psycopg
from django.core.exceptions import RequestDataTooBig, SuspiciousOperation
from django.db import DatabaseError, DataError, IntegrityError, OperationalError
from django.db.models import ProtectedError
from django.http import Http404, UnreadablePostError
from rest_framework import exceptions as drf
from rest_framework.response import Response

from finance_api.core import errors
from finance_api.core.errors import Issue, Refusal

#: The code of an issue that names a record which does not exist here.
REFERENCE = "not_found"

# DRF's own sentences for these codes repeat what was sent; ours never do (K27).
_SENTENCES = {
    "invalid_choice": "Not one of the allowed values.",
    "does_not_exist": "No such record in this workspace.",
    "null": "This field may not be null.",
}


def respond(exception: Exception, context: dict[str, Any]) -> Response | None:
    """The answer to an exception raised in a view, or nothing when it is a bug of ours."""
    refusal = as_refusal(exception)
    return None if refusal is None else answer(refusal)


def answer(refusal: Refusal) -> Response:
    """A refusal as a response."""
    response = Response(refusal.envelope(), status=refusal.status, headers=refusal.headers)
    response.exception = True
    return response


def as_refusal(exception: Exception) -> Refusal | None:
    """The refusal an exception means; nothing for what nobody foresaw."""
    if isinstance(exception, Refusal):
        return exception
    if isinstance(exception, drf.APIException | Http404):
        return _from_framework(exception)
    if isinstance(exception, DatabaseError):
        return _from_database(exception)
    if isinstance(exception, RequestDataTooBig):
        return errors.TooLarge()
    if isinstance(exception, SuspiciousOperation | UnreadablePostError):
        return errors.BadRequest()
    return None


def _from_framework(exception: drf.APIException | Http404) -> Refusal | None:
    if isinstance(exception, drf.ValidationError):
        return from_issues(list(issues_of(exception.detail)))
    if isinstance(exception, drf.ParseError):
        return errors.BadRequest(str(exception.detail))
    if isinstance(exception, drf.NotAuthenticated | drf.AuthenticationFailed):
        return errors.InvalidToken()
    if isinstance(exception, drf.NotFound | Http404):
        return errors.NotFound()
    if isinstance(exception, drf.MethodNotAllowed):
        return errors.MethodNotAllowed()
    if isinstance(exception, drf.UnsupportedMediaType):
        return errors.UnsupportedMediaType()
    return None


def from_issues(issues: list[Issue]) -> Refusal:
    """`VALIDATION_ERROR`, or `UNPROCESSABLE_ENTITY` when every fault is a record that is not here:
    the shape was right, and another workspace's record answers as one that never was (R115)."""
    if issues and all(issue.code == REFERENCE for issue in issues):
        return errors.Unprocessable(
            "A record this request refers to was not found. Correct those named in details.issues.",
            details={"issues": [issue.as_dict() for issue in issues]},
        )
    return errors.ValidationFailed(issues)


def issues_of(detail: Any, path: tuple[str, ...] = ()) -> Iterator[Issue]:
    """DRF's nested error detail as a flat list of issues with dotted paths."""
    if isinstance(detail, dict):
        for name, inner in detail.items():
            own = path if name == "non_field_errors" else (*path, str(name))
            yield from issues_of(inner, own)
    elif isinstance(detail, list):
        for index, inner in enumerate(detail):
            nested = isinstance(inner, dict | list)
            yield from issues_of(inner, (*path, str(index)) if nested else path)
    else:
        code = str(getattr(detail, "code", "invalid"))
        yield Issue(".".join(path), code, _SENTENCES.get(code, str(detail)))


def _from_database(exception: DatabaseError) -> Refusal | None:
    if contended(exception):
        return errors.Conflict(
            "The record is being changed by another call. Wait a moment and try again.",
            headers={"Retry-After": "1"},
        )
    cause = exception.__cause__
    if isinstance(exception, IntegrityError):
        if isinstance(cause, psycopg.errors.UniqueViolation):
            return errors.Conflict(
                "A record with the same identifying values already exists. Use it, or send others."
            )
        if isinstance(cause, psycopg.errors.ForeignKeyViolation) or isinstance(
            exception, ProtectedError
        ):
            return errors.Conflict("The record is still in use, or one it refers to is gone.")
        if isinstance(cause, psycopg.errors.CheckViolation):
            return errors.Unprocessable("A value contradicts another of the same record.")
    if isinstance(exception, DataError):
        return errors.BadRequest(
            "A value is out of range or holds characters that cannot be stored."
        )
    return None


def contended(exception: Exception) -> bool:
    """Whether a statement lost against another transaction and may be tried again (R71)."""
    return isinstance(exception, OperationalError) and isinstance(
        exception.__cause__,
        psycopg.errors.DeadlockDetected
        | psycopg.errors.LockNotAvailable
        | psycopg.errors.SerializationFailure,
    )
