"""The cash flow over REST, and so over MCP."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from rest_framework.request import Request
from rest_framework.response import Response

from finance_api.cash_flow.buckets import GRANULARITIES, Window
from finance_api.cash_flow.projection import Scope, cash_flow
from finance_api.cash_flow.serializers import CashFlowRecord
from finance_api.core import dates
from finance_api.core.errors import BadRequest
from finance_api.core.operations import READ
from finance_api.rest import lists
from finance_api.rest.lists import DATE, ID, TEXT, Kind, choice
from finance_api.rest.operation_viewset import OperationViewSet

_KINDS: Final[Mapping[str, Kind]] = {
    "from": DATE.described("The first day wanted, such as 2026-01-01; its whole bucket is shown."),
    "to": DATE.described("The last day wanted, such as 2026-12-31; its whole bucket is shown."),
    "granularity": choice(*GRANULARITIES).described("The size of a bucket; month if left out."),
    "company_id": ID.described("Only what stands in the books of this company."),
    "account_id": ID.described("Only what moves, or is expected to move, on this account."),
    "tz": TEXT.described(
        "IANA time zone that says what day it is; America/Sao_Paulo if left out or unknown."
    ),
}
_REQUIRED: Final = ("from", "to")


class CashFlowViewSet(OperationViewSet):
    """What moved and what is expected to move, with the balances in between."""

    resource = scope = "cash_flow"
    noun = nouns = "cash flow"
    operations = {"retrieve": READ}  # noqa: RUF012

    @classmethod
    def shapes(cls) -> Mapping[str, tuple[Any, Any]]:
        return {"retrieve": (None, CashFlowRecord)}

    @classmethod
    def takes_fields(cls, action: str) -> bool:
        return False

    @classmethod
    def parameters_of(cls, action: str) -> Sequence[tuple[str, dict[str, Any], bool]]:
        return lists.parameters(_KINDS, _REQUIRED)

    def retrieve(self, request: Request) -> Response:
        """Get the cash flow between two days, by day, week, month or year, in BRL.

        Each bucket has its income, expenses and net, and the balances it opens and closes with.
        Income and expenses are the realised transactions and, as their projected part, forecast
        transactions and pending payables and receivables; payables waiting for approval are left
        out. What is expected but overdue counts in the bucket that holds today, and
        retroactive_overdue says how much that is. A transfer between two accounts that are both
        looked at is neither income nor expense. At most 366 days, 160 weeks, 60 months or 20 years
        are shown, around today; truncated says so.
        """
        values = lists.read_parameters(request.query_params, _KINDS)
        for name in _REQUIRED:
            if name not in values:
                raise BadRequest(f"{name} is required: send a calendar date such as 2026-01-31.")
        if values["from"] > values["to"]:
            raise BadRequest("from must not be after to.")
        granularity = GRANULARITIES[values.get("granularity", "month")]
        today = dates.today(values.get("tz"))
        window = Window.over(granularity, values["from"], values["to"], today)
        scope = Scope(values.get("company_id"), values.get("account_id"))
        return Response(CashFlowRecord(cash_flow(self.access, scope, window)).data)
