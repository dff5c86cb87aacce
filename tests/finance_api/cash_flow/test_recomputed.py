"""Random books, and the same cash flow worked out once more by hand in Python (R125)."""

import datetime as dt
import random
from collections import defaultdict
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

import time_machine

from tests.finance_api.ledger.books import Books, account, books, company
from tests.invariants import assert_books_hold

TODAY = dt.date(2026, 7, 15)
FIRST, LAST = dt.date(2026, 5, 13), dt.date(2026, 9, 17)
FORMS = {"day": "%Y-%m-%d", "week": "%G-W%V", "month": "%Y-%m", "year": "%Y"}
ZERO = Decimal("0.00")


@dataclass(frozen=True)
class Move:
    """One amount in or out, as the test made it; `twin` is the account of a transfer's other
    leg."""

    day: dt.date
    amount: Decimal
    pending: bool
    company: str
    account: str
    twin: str = ""


@dataclass
class Town:
    """Books of two companies with two accounts each, and everything that was entered."""

    books: Books
    opening: dict[str, Decimal]
    owner: dict[str, str]
    moves: list[Move]

    def scope(self, company_id: str, account_id: str) -> set[str]:
        return {
            each
            for each, owner in self.owner.items()
            if company_id in ("", owner) and account_id in ("", each)
        }


def _day(chance: random.Random) -> dt.date:
    return dt.date(2026, 4, 1) + dt.timedelta(chance.randrange(220))


def _amount(chance: random.Random) -> Decimal:
    return Decimal(chance.randrange(1, 99_999)) / 100


def _transaction(town: Town, chance: random.Random) -> None:
    on, day, amount = chance.choice(list(town.owner)), _day(chance), _amount(chance)
    incoming, pending = chance.random() < 0.5, chance.random() < 0.3
    owner = town.owner[on]
    town.books.entered(
        company_id=owner,
        financial_account_id=on,
        amount=f"{amount:.2f}",
        occurred_at=str(day),
        type="credit" if incoming else "debit",
        is_pending=pending,
    )
    town.moves.append(Move(day, amount if incoming else -amount, pending, owner, on))


def _transfer(town: Town, chance: random.Random) -> None:
    source, target = chance.sample(list(town.owner), 2)
    day, amount, pending = _day(chance), _amount(chance), chance.random() < 0.3
    body = {
        "from_account_id": source,
        "to_account_id": target,
        "amount": f"{amount:.2f}",
        "occurred_at": str(day),
        "description": "Transferência",
        "is_pending": pending,
    }
    town.books.api.made("transfers", body)
    out = Move(day, -amount, pending, town.owner[source], source, twin=target)
    back = replace(out, amount=amount, company=town.owner[target], account=target, twin=source)
    town.moves += [out, back]


def _title(town: Town, chance: random.Random) -> None:
    on, day, amount = chance.choice(list(town.owner)), _day(chance), _amount(chance)
    path, sign, settled = chance.choice([("payables", -1, "paid"), ("receivables", 1, "received")])
    body = {
        "company_id": town.owner[on],
        "person_name": "Alguém",
        "description": "Título",
        "amount": f"{amount:.2f}",
        "due_date": str(day),
        "financial_account_id": on,
    }
    made = town.books.api.made(path, body)
    fate = chance.random()
    if fate < 0.2:
        assert town.books.api.patch(f"{path}/{made['id']}", {"status": "cancelled"}).status == 200
        return
    pending = fate < 0.7
    if not pending:
        day = min(day, TODAY)
        paid = {"status": settled, "payment_date": str(day)}
        assert town.books.api.patch(f"{path}/{made['id']}", paid).status == 200
    town.moves.append(Move(day, sign * amount, pending, town.owner[on], on))


def _town(seed: int) -> Town:
    chance = random.Random(seed)
    b = books("100.00")
    branch = company(b.world, "Filial")
    opening, owner = {b.account: Decimal("100.00")}, {b.account: b.company}
    for of, balance in ((b.company, "0.00"), (branch, "-7.50"), (branch, "33.33")):
        made = account(b.world, of, balance=balance)
        opening[made], owner[made] = Decimal(balance), of
    town = Town(b, opening, owner, [])
    for _ in range(70):
        chance.choice([_transaction, _transfer, _title])(town, chance)
    return town


def _recomputed(town: Town, inside: set[str], granularity: str) -> dict[str, Any]:
    """What the answer must be, by going through every move there is."""

    def key(day: dt.date) -> str:
        return day.strftime(FORMS[granularity])

    days = [FIRST + dt.timedelta(n) for n in range((LAST - FIRST).days + 1)]
    keys = list(dict.fromkeys(map(key, days)))
    sums: dict[str, dict[str, Decimal]] = {each: defaultdict(lambda: ZERO) for each in keys}
    overdue = {"income": ZERO, "expenses": ZERO}
    current = running = sum((town.opening[each] for each in inside), ZERO)
    for move in town.moves:
        if move.account not in inside:
            continue
        late = move.pending and move.day < TODAY
        day = TODAY if late else move.day
        side = "income" if move.amount > 0 else "expenses"
        if not move.pending:
            current += move.amount
        if move.twin in inside:
            continue
        if late:
            overdue[side] += abs(move.amount)
        if key(day) in sums:
            sums[key(day)][side] += abs(move.amount)
            if move.pending:
                sums[key(day)][f"projected_{side}"] += abs(move.amount)
        elif day < FIRST:
            running += move.amount
    shown = []
    for each in keys:
        found = sums[each]
        net = found["income"] - found["expenses"]
        figures = {
            "income": found["income"],
            "expenses": found["expenses"],
            "net": net,
            "projected_income": found["projected_income"],
            "projected_expenses": found["projected_expenses"],
            "opening_balance": running,
            "closing_balance": running + net,
        }
        running += net
        wire = {name: f"{value:.2f}" for name, value in figures.items()}
        is_future = keys.index(each) >= keys.index(key(TODAY))
        shown.append({"bucket": each, **wire, "is_future": is_future})
    return {
        "granularity": granularity,
        "current_balance": f"{current:.2f}",
        "today_bucket": key(TODAY),
        "truncated": False,
        "retroactive_overdue": {name: f"{value:.2f}" for name, value in overdue.items()},
        "buckets": shown,
    }


def test_every_scope_and_granularity_is_what_going_through_the_moves_gives() -> None:
    with time_machine.travel(f"{TODAY}T12:00:00Z", tick=False):
        town = _town(1)
        owners = {"", *town.owner.values()}
        for company_id in owners:
            for account_id in ("", *town.owner):
                inside = town.scope(company_id, account_id)
                scope = f"&company_id={company_id}" if company_id else ""
                scope += f"&account_id={account_id}" if account_id else ""
                for granularity in FORMS:
                    query = f"from={FIRST}&to={LAST}&granularity={granularity}{scope}"
                    shown = town.books.api.get(f"cash-flow?{query}").body
                    assert shown == _recomputed(town, inside, granularity), query


def test_what_was_realised_closes_with_the_balances_of_the_accounts() -> None:
    with time_machine.travel(f"{TODAY}T12:00:00Z", tick=False):
        town = _town(2)
        balances = {each: Decimal(town.books.balance(each)) for each in town.owner}
        whole = town.books.api.get(f"cash-flow?from={FIRST}&to={LAST}").body
        assert Decimal(whole["current_balance"]) == sum(balances.values())
        assert_books_hold(town.books.world)
        for each, balance in balances.items():
            query = f"from=2026-01-01&to=2026-12-31&granularity=year&account_id={each}"
            shown = town.books.api.get(f"cash-flow?{query}").body
            (year,) = shown["buckets"]
            projected = Decimal(year["projected_income"]) - Decimal(year["projected_expenses"])
            assert Decimal(shown["current_balance"]) == balance
            assert Decimal(year["closing_balance"]) == balance + projected
