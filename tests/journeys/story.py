"""One morning in accounts payable, told to every client alike: what is in the books, what the agent
sends, and what must be true when it is done."""

import datetime as dt
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from finance_api.core import dates
from tests.finance_api.titles.desk import Desk, desk
from tests.world import World

#: What the agent reads and does, by the tools' names.
WORKSPACES = "finance_workspaces_list"
LIST = "finance_payables_list"
CREATE = "finance_payables_create"
UPDATE = "finance_payables_update"


@dataclass(frozen=True)
class Story:
    """The books before the morning, and the arguments of each call."""

    place: World
    at: Desk
    overdue: Mapping[str, Any]
    today: dt.date

    @property
    def late(self) -> dict[str, Any]:
        """The arguments that list what should have been paid by now."""
        filters = {"status": "pending", "due_date": {"lt": self.today.isoformat()}}
        return {"filters": filters, "fields": ["description", "amount", "due_date"]}

    @property
    def rent(self) -> dict[str, Any]:
        """The arguments that enter a new payable."""
        due = self.today + dt.timedelta(days=10)
        return self.at.body(description="Aluguel", amount="420.50", due_date=due.isoformat())

    def settlement(self, id: str) -> dict[str, Any]:
        """The arguments that say a payable was paid."""
        return {"id": id, **self.at.settlement(payment_date=self.today.isoformat())}

    def through_rest(self, id: str) -> dict[str, Any]:
        """The payable as the API shows it."""
        found: dict[str, Any] = self.at.get(id)
        return found


def story(place: World) -> Story:
    """A company, a supplier and an account, with one payable that is late and one that is not."""
    at, today = desk("payables", place), dates.today()
    yesterday, tomorrow = today - dt.timedelta(days=1), today + dt.timedelta(days=1)
    late = at.made(description="Energia elétrica", due_date=yesterday.isoformat())
    at.made(description="Internet", due_date=tomorrow.isoformat())
    return Story(place, at, late, today)


def settled_by_an_agent(told: Story, id: str) -> None:
    """What the API shows of a payable that an agent entered and settled."""
    row = told.through_rest(id)
    assert (row["status"], row["amount"]) == ("paid", "420.50")
    assert (row["created_via"], row["updated_via"]) == ("mcp", "mcp")
    assert row["payment_date"] == dates.wire(told.today)
    assert told.at.transaction(row)["amount"] == "420.50"


def still_pending(told: Story, id: str) -> None:
    """What the API shows of a payable that an agent entered and nobody settled."""
    row = told.through_rest(id)
    assert (row["status"], row["transaction_id"]) == ("pending", None)
    assert (row["created_via"], row["updated_via"]) == ("mcp", "mcp")
