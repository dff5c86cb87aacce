"""A table where billings of one direction lie beside the transactions of the bank."""

from collections.abc import Callable, Sequence
from typing import Any

from tests.finance_api.titles.desk import Desk
from tests.world import Answer


def kind_of(at: Desk) -> str:
    return "payable" if at.pays else "receivable"


def bank(at: Desk, amount: str = "100.00", on: str = "2026-03-10", **changes: Any) -> str:
    """A transaction of the bank that could have paid a billing."""
    entered = at.books.entered(amount=amount, occurred_at=on, type=at.type, **changes)
    return str(entered["id"])


def body(at: Desk, billings: Sequence[str], transactions: Sequence[str]) -> dict[str, Any]:
    return {
        "billings": [{"kind": kind_of(at), "id": id} for id in billings],
        "transaction_ids": list(transactions),
    }


def match(at: Desk, billings: Sequence[str], transactions: Sequence[str]) -> Answer:
    return at.api.post("reconciliations", body(at, billings, transactions))


def matched(at: Desk, billings: Sequence[str], transactions: Sequence[str]) -> Any:
    answer = match(at, billings, transactions)
    assert answer.status == 201, answer.body
    return answer.body


def everything(at: Desk) -> Callable[[], Any]:
    """What the company's billings and transactions say, to compare before and after."""

    def read() -> Any:
        transactions = at.api.get("financial-transactions?limit=100&sort=created_at").body["data"]
        return (
            at.api.get("payables?limit=100").body,
            at.api.get("receivables?limit=100").body,
            transactions,
            at.books.balance(),
        )

    return read
