"""What random work is made of: amounts, days and bodies, as strategies of Hypothesis."""

from decimal import Decimal
from typing import Any

from hypothesis import strategies as st

#: Around the ends of the periods that `LOCKS` closes; all of them are past.
DAYS = ("2026-03-10", "2026-03-31", "2026-04-01", "2026-05-20")
LOCKS = ("", "2026-02-28", "2026-03-31", "2026-04-01")
PATHS = st.sampled_from(["payables", "receivables"])

days = st.sampled_from(DAYS)
#: Few cents are drawn often: that is where rounding goes wrong.
amounts = st.one_of(st.integers(1, 10), st.integers(1, 99_999)).map(
    lambda cents: f"{Decimal(cents).scaleb(-2):.2f}"
)
added = st.none() | amounts | st.just("0.00")
#: How an amount is split over two centers: by percentages, by amounts, or not at all. The last two
#: of each are refused.
SPLITS: tuple[Any, ...] = (
    None,
    [],
    ["50", "50"],
    ["33.3333", "66.6667"],
    ["99.99", "0.01"],
    ["60", "39"],
    "cent",
    "over",
)
splits = st.sampled_from(SPLITS)
#: How much of an amount is withheld as taxes.
withheld = st.sampled_from([None, "nothing", "a cent", "all", "more"])


def parts(split: Any, amount: str, centers: list[str]) -> dict[str, Any]:
    """The member of a body that splits an amount over two centers; nothing without a split."""
    if split is None:
        return {}
    rows: list[dict[str, Any]] = []
    if isinstance(split, list):
        rows = [{"percentage": float(share)} for share in split]
    else:
        first, rest = Decimal("0.01"), Decimal(amount) - (0 if split == "over" else Decimal("0.01"))
        rows = [{"amount": f"{part:.2f}"} for part in (first, rest)]
    named = [
        {"classification_center_id": center, **row}
        for center, row in zip(centers, rows, strict=False)
    ]
    return {"classification_centers": named}


def charges(kind: str | None, amount: str, taxes: list[str]) -> dict[str, Any]:
    """The member of a body that withholds taxes of an amount."""
    if kind is None:
        return {}
    of = {"a cent": "0.01", "all": amount, "more": f"{Decimal(amount) + 1:.2f}"}
    rows = [{"tax_id": tax, "amount": of[kind]} for tax in taxes[:1] if kind in of]
    return {"tax_charges": rows}


def some(**optional: st.SearchStrategy[Any]) -> st.SearchStrategy[dict[str, Any]]:
    """A body with any of these members."""
    return st.fixed_dictionaries({}, optional=optional)
