"""What every viewset with operations shares: its names and words, the budget of the caller, and one
transaction around each call.
"""

import datetime as dt
import inspect
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from django.db import InterfaceError, OperationalError, transaction
from django.db.models import QuerySet
from django.http import JsonResponse
from django.utils import translation
from rest_framework.permissions import SAFE_METHODS
from rest_framework.request import Request
from rest_framework.response import Response
from rest_framework.viewsets import GenericViewSet

from finance_api.core import transactions
from finance_api.core.errors import InternalError, Refusal, Unavailable
from finance_api.core.isolation import open_workspaces
from finance_api.core.operations import Operation
from finance_api.core.warrant import Warrant
from finance_api.identity.access import Access
from finance_api.rest import budgets, catalog, conditions, lists
from finance_api.rest.confirmation import CONFIRMATION, Confirmation
from finance_api.rest.exceptions import contended
from finance_api.rest.fields import File
from finance_api.rest.lists import Listing
from finance_api.rest.parsing import FormParser, StrictJSONParser, media_type_of
from finance_api.rest.serializers import (
    files_of,
)

#: The Python attribute of the inner request that says its schemas are closed (K26).
CLOSED = "closed_schemas"
NEVER_KEPT = "private, no-store"
#: The one that keeps what was left of the caller's budget.
BUDGET = "budget"


class OperationViewSet(GenericViewSet[Any]):
    """What any viewset with operations shares: names, words, the transaction around each call."""

    resource: ClassVar[str]
    scope: ClassVar[str]
    #: What one record and several are called, in the words of the documentation.
    noun: ClassVar[str] = ""
    nouns: ClassVar[str] = ""
    operations: ClassVar[Mapping[str, Operation]] = {}
    #: The resource's own verbs for plain operations, such as upload for create.
    verbs: ClassVar[Mapping[str, str]] = {}
    listing: ClassVar[Listing | None] = None

    #: Whether the answer shows one record, and when that last changed where its own row can tell.
    represented = False
    modified: dt.datetime | None = None

    #: Whether the list is worth reading whole, and so is a document of the gateway's (K34).
    document: ClassVar[bool] = False

    lookup_field = "id"
    lookup_value_converter = "uuid"

    def dispatch(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        """One transaction around everything that reads or writes; a refusal, or a question that a
        person has yet to answer, rolls it back.

        A deadlock or a lock timeout is tried once more, unless the body is a form that is read only
        once; then it is answered as `CONFLICT` (R71). Messages are English whatever the client's
        language (K38).
        """
        with translation.override("en"):
            try:
                response = self._dispatch_once(request, *args, **kwargs)
                if getattr(self, "contended", False) and not self._files():
                    response = self._dispatch_once(request, *args, **kwargs)
            except (OperationalError, InterfaceError):
                return self._without_database()
            return response

    def _dispatch_once(self, request: Any, *args: Any, **kwargs: Any) -> Any:
        self.contended = self.committing = False
        with transactions.door():
            response = super().dispatch(request, *args, **kwargs)
            refused = response.status_code >= 400 and not getattr(self.request, "committed", False)
            confirmation = self.confirmation
            if refused or (confirmation is not None and confirmation.question is not None):
                transaction.set_rollback(True)
            self.committing = not transaction.get_rollback()
        return response

    def _without_database(self) -> JsonResponse:
        """The answer where the database is lost. Before the commit nothing was changed; a commit
        that was not answered may have been made."""
        refusal: Refusal = Unavailable(headers={"Retry-After": "5"})
        if self.committing and self.request.method not in SAFE_METHODS:
            refusal = InternalError(
                "The database was lost while the change was being committed. Read the record to "
                "see whether it was made, or repeat the request with the same idempotency key."
            )
        headers = {**refusal.headers, "Cache-Control": NEVER_KEPT}
        return JsonResponse(refusal.envelope(), status=refusal.status, headers=headers)

    def get_parsers(self) -> list[Any]:
        files = self._files()
        return [FormParser(files)] if files else super().get_parsers()

    def _files(self) -> Mapping[str, File]:
        """The files in the body of the action that answers this request; DRF names the action only
        after it has asked for the parsers."""
        method = str(self.request.method).lower() if self.request else ""  # none for the document
        action = self.action_map.get(method, "")
        return files_of(self.shapes().get(action, (None, None))[0])

    def perform_authentication(self, request: Request) -> None:
        """Who is calling; each call of theirs is counted once, even if it runs twice."""
        super().perform_authentication(request)
        inner: Any = request._request
        if not hasattr(inner, BUDGET):
            writes = request.method not in SAFE_METHODS
            setattr(inner, BUDGET, budgets.spend_call(self.access.credential, writes=writes))
        getattr(inner, BUDGET).require()

    def initial(self, request: Request, *args: Any, **kwargs: Any) -> None:
        if media_type_of(request) == StrictJSONParser.media_type:
            request._request.body  # noqa: B018  keeps the bytes, so that a contended call can run again
        super().initial(request, *args, **kwargs)
        if self.operation.needs_workspace:
            open_workspaces([self.warrant.workspace_id])
        if self.operation.writes:
            lists.refuse_parameters(request.query_params, ())

    def handle_exception(self, exc: Exception) -> Response:
        self.contended = contended(exc)
        return super().handle_exception(exc)

    def finalize_response(self, request: Request, response: Any, *args: Any, **kwargs: Any) -> Any:
        response = super().finalize_response(request, response, *args, **kwargs)
        response["Cache-Control"] = NEVER_KEPT
        response["Content-Language"] = "en"  # K38
        budget: budgets.Budget | None = getattr(request._request, BUDGET, None)
        for name, value in (budget.headers if budget else {}).items():
            response[name] = value
        if isinstance(response, Response) and (self.represented or request.method == "GET"):
            conditions.validate(request._request, response, self.modified)
        return response

    @property
    def operation(self) -> Operation:
        operation = catalog.operation_of(self)
        assert operation is not None  # noqa: S101  the permission refused everything else
        return operation

    @property
    def access(self) -> Access:
        access: Access = self.request.auth  # type: ignore[assignment]  # ours, not DRF's Token
        return access

    @property
    def warrant(self) -> Warrant:
        warrant: Warrant = self.request.warrant  # type: ignore[attr-defined]  # put by permission
        return warrant

    @property
    def confirmation(self) -> Confirmation | None:
        """What the gateway knows of a person's confirmation; nothing when REST is calling."""
        return getattr(self.request._request, CONFIRMATION, None)

    @classmethod
    def shapes(cls) -> Mapping[str, tuple[Any, Any]]:
        """By action: the shape of the body and the shape of the answer, for the document."""
        return {}

    @classmethod
    def listing_of(cls, action: str) -> Listing | None:
        """The listing of an action that answers a page; nothing for the others."""
        return None

    @classmethod
    def suggestions(cls, access: Access, prefix: str) -> QuerySet[Any] | None:
        """The records whose name begins so, for whoever completes an id (K36); nothing where the
        records have no name. Read inside a transaction with the workspace open."""
        return None

    @classmethod
    def takes_fields(cls, action: str) -> bool:
        """Whether an action lets the caller choose the fields of its answer."""
        return action in ("list", "retrieve")

    @classmethod
    def parameters_of(cls, action: str) -> Sequence[tuple[str, dict[str, Any], bool]]:
        """Further query parameters of an action: name, JSON Schema, whether required."""
        return ()

    @classmethod
    def success_of(cls, action: str) -> int:
        """The status of success of an action that is a POST."""
        return 201 if action == "create" else 200

    @classmethod
    def description_of(cls, action: str) -> str:
        """The action's docstring with the resource's words in it: REST text, and what a model
        reads."""
        text = inspect.cleandoc(inspect.getdoc(getattr(cls, action)) or "")
        return text.replace("{noun}", cls.noun).replace("{nouns}", cls.nouns)

    @classmethod
    def summary_of(cls, action: str) -> str:
        return cls.description_of(action).partition("\n")[0].partition(". ")[0].rstrip(".")
