"""Every way of saying no: a code, an HTTP status and a sentence that says what to do next (K27).

A refusal knows nothing of HTTP beyond its status. `rest/exceptions.py` puts it on the wire once;
the gateway passes the same bytes on.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar


class Refusal(Exception):
    """A request that was understood and is answered no. Nothing was changed."""

    code: ClassVar[str] = "BAD_REQUEST"
    status: ClassVar[int] = 400
    default: ClassVar[str] = "The request could not be understood."

    def __init__(
        self,
        message: str | None = None,
        *,
        details: Mapping[str, Any] | None = None,
        headers: Mapping[str, str] | None = None,
    ) -> None:
        self.message = message or self.default
        self.details = dict(details) if details else None
        self.headers = dict(headers or {})
        super().__init__(self.message)

    def envelope(self) -> dict[str, Any]:
        """`{"error": {"code", "message", "details"?}}`, the shape of every failure."""
        error: dict[str, Any] = {"code": self.code, "message": self.message}
        if self.details is not None:
            error["details"] = self.details
        return {"error": error}


@dataclass(frozen=True)
class Issue:
    """One fault of one field: a dotted path, a short code, a sentence (K28)."""

    path: str
    code: str
    message: str

    def as_dict(self) -> dict[str, str]:
        return {"path": self.path, "code": self.code, "message": self.message}


class BadRequest(Refusal):
    """Malformed JSON, an unknown filter, operator or field, a bad cursor, exclusive pairs."""


class InvalidToken(Refusal):
    code, status = "invalid_token", 401
    default = "The access token is missing, invalid, expired or revoked. Send a valid one."


class AccessRefused(Refusal):
    """The authorization family. Each member sends the caller to a different person (K7)."""

    code, status = "FORBIDDEN", 403


class MembershipInactive(AccessRefused):
    code = "membership_inactive"
    default = (
        "The token's person is not an active member of the organization. "
        "Ask an organization admin to add or reactivate them."
    )


class InsufficientScope(AccessRefused):
    code = "insufficient_scope"


class InsufficientPermission(AccessRefused):
    code = "insufficient_permission"


class WorkspaceRequired(AccessRefused):
    code = "workspace_required"
    default = (
        "The call names no workspace and the person reaches several. "
        "List the workspaces and repeat the call with the id of one."
    )


class WorkspaceAccessDenied(AccessRefused):
    code = "workspace_access_denied"
    default = (
        "The workspace does not exist or the person does not reach it. Ask an organization admin "
        "to grant it, or use another one from the list of workspaces."
    )


class SecurityBlocked(AccessRefused):
    code = "SECURITY_BLOCKED"


class NotFound(Refusal):
    code, status = "NOT_FOUND", 404
    default = "Record not found."


class MethodNotAllowed(Refusal):
    code, status = "METHOD_NOT_ALLOWED", 405
    default = "This path does not answer that HTTP method."


class Conflict(Refusal):
    code, status = "CONFLICT", 409
    default = "The record is in a state that forbids this."


class Stale(Refusal):
    """What the client holds is no longer what is stored; the code is any conflict's (R70)."""

    code, status = "CONFLICT", 412
    default = (
        "The record has changed since it was read. Read it again, and repeat the request with the "
        "ETag it has now."
    )


class TooLarge(Refusal):
    code, status = "PAYLOAD_TOO_LARGE", 413
    default = "The request body is too large."


class UnsupportedMediaType(Refusal):
    code, status = "UNSUPPORTED_MEDIA_TYPE", 415
    default = "Send the body as application/json."


class ValidationFailed(Refusal):
    """The body does not have the shape of the schema; every fault is named (K28)."""

    code, status = "VALIDATION_ERROR", 422
    default = "Some fields are not valid. Correct those named in details.issues and try again."

    def __init__(self, issues: Sequence[Issue], message: str | None = None) -> None:
        super().__init__(message, details={"issues": [issue.as_dict() for issue in issues]})

    @classmethod
    def of(cls, path: str, message: str, code: str = "invalid") -> "ValidationFailed":
        """A failure of one field."""
        return cls([Issue(path, code, message)])


class Unprocessable(Refusal):
    """A rule of the business says no; the shape was right."""

    code, status = "UNPROCESSABLE_ENTITY", 422
    default = "A business rule forbids this."


class RateLimited(Refusal):
    code, status = "RATE_LIMITED", 429
    default = "The request budget is spent. Wait and try again."


class ConfirmationRequired(Refusal):
    code, status = "confirmation_required", 403
    default = (
        "This call runs only after a person confirms it, and the client cannot ask one. "
        "Use a client that speaks 2026-07-28 with form elicitation. Nothing was changed."
    )


class UserDeclined(Refusal):
    code, status = "USER_DECLINED", 403
    default = "The person declined or cancelled the confirmation. Nothing was changed."


class ConfirmationReplayed(Refusal):
    code, status = "confirmation_replayed", 409
    default = (
        "This confirmation has already run the tool once. Nothing more was changed. "
        "Call again without requestState to ask the person again."
    )


class ConfirmationUnavailable(Refusal):
    code, status = "confirmation_unavailable", 409
    default = (
        "The confirmation could not be secured just now. Nothing was changed; try again later."
    )


class Unavailable(Refusal):
    code, status = "SERVICE_UNAVAILABLE", 503
    default = "The service cannot verify the caller just now. Try again in a moment."


class InternalError(Refusal):
    code, status = "INTERNAL_ERROR", 500
    default = "Something failed on our side. Nothing was changed; try again later."
