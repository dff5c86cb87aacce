"""The aggregates of transactions: what is counted, for which company, when."""

import pytest

from tests.finance_api.ledger.books import Books, account, books, company


def _filled() -> Books:
    b = books()
    b.entered(amount="10.00", occurred_at="2026-02-28")
    b.entered(amount="20.50", occurred_at="2026-03-01", type="credit")
    b.entered(amount="30.00", occurred_at="2026-03-31")
    b.entered(amount="40.00", occurred_at="2026-03-15", is_pending=True)
    return b


def test_forecasts_are_outside_and_net_may_be_negative() -> None:
    assert _filled().totals() == {"count": 3, "credit": "20.50", "debit": "40.00", "net": "-19.50"}


def test_nothing_adds_up_to_zero() -> None:
    assert books().totals() == {"count": 0, "credit": "0.00", "debit": "0.00", "net": "0.00"}


@pytest.mark.parametrize(
    ("query", "count", "net"),
    [
        ("?month=3&year=2026", 2, "-9.50"),
        ("?month=2&year=2026", 1, "-10.00"),
        ("?month=12&year=9999", 0, "0.00"),
        ("?start_date=2026-02-28&end_date=2026-03-01", 2, "10.50"),
        ("?start_date=2026-03-31&end_date=2026-03-31T00:00:00.000Z", 1, "-30.00"),
    ],
)
def test_a_month_or_both_days_included_narrow_it(query: str, count: int, net: str) -> None:
    totals = _filled().totals(query)
    assert (totals["count"], totals["net"]) == (count, net)


def test_a_company_narrows_it() -> None:
    b = _filled()
    other = company(b.world, "Filial")
    b.entered(company_id=other, financial_account_id=account(b.world, other), amount="1.00")
    assert b.totals(f"?company_id={other}")["debit"] == "1.00"
    assert b.totals(f"?company_id={b.company}&month=3&year=2026")["debit"] == "30.00"


@pytest.mark.parametrize(
    "query",
    [
        "month=3",
        "year=2026",
        "start_date=2026-03-01",
        "end_date=2026-03-01",
        "month=3&year=2026&start_date=2026-03-01&end_date=2026-03-31",
        "start_date=2026-03-02&end_date=2026-03-01",
        "month=13&year=2026",
        "month=0&year=2026",
        "month=3&year=0",
        "month=x&year=2026",
        "start_date=2026-02-30&end_date=2026-03-01",
        "company_id=1",
        "month=3&month=4&year=2026",
        "type=debit",
        "fields=count",
    ],
)
def test_parameters_that_do_not_go_together_are_refused(query: str) -> None:
    b = books()
    assert b.api.get(f"financial-transactions/aggregates?{query}").code == "BAD_REQUEST"
