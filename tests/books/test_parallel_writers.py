"""Eight people at work in the same books at once, through a server of several processes: nobody is
shown a fault of ours, and what is left adds up (R54, R71)."""

import random
import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from decimal import Decimal
from itertools import pairwise
from typing import Any

from django.db import connections

from tests.books import raw
from tests.finance_api.ledger.books import account, company
from tests.finance_api.titles import bank
from tests.invariants import assert_books_hold
from tests.live import Live
from tests.world import Answer, Api, World, every_scope, member, person, token

PEOPLE, CALLS, SEED = 8, 1_000, 71
#: A call that lost against another one twice says so, and when to come again.
LOST = "409 and come again"
#: Everything else a call may be answered here.
LEGAL = {"200", "201", "204", "404", "409", "422", LOST}
#: So many of the latest titles, transactions and matches are what everybody reaches for.
HOT = 8
DAYS = ("2026-03-10", "2026-03-31", "2026-04-01")


@dataclass
class Shared:
    """What everybody works at: ids that any of them may have deleted meanwhile."""

    counter: bank.Counter
    accounts: list[str]
    titles: list[tuple[str, str]] = field(default_factory=list)
    entries: list[str] = field(default_factory=list)
    matches: list[str] = field(default_factory=list)

    @property
    def world(self) -> World:
        return self.counter.desk.books.world

    @property
    def company(self) -> str:
        return self.counter.desk.books.company


def _shared() -> Shared:
    counter = bank.counter("payables")
    of, owner = counter.desk.books.world, counter.desk.books.company
    others = [
        account(of, owner, name="Reserva", balance="100.00"),
        account(of, company(of, "Filial"), name="Filial", balance="-5.00"),
    ]
    at = Shared(counter, [counter.desk.books.account, *others])
    for chance in [random.Random(SEED)] * 6:
        _create(at, of.api, chance)
        _enter(at, of.api, chance)
    return at


def _colleague(of: World, live: Live) -> Api:
    """A further person who may do everything, with a token of their own."""
    who = person()
    member(who, of.organization, workspaces=[of.workspace])
    return Api(token(who, of.organization, "api", every_scope()), client=live.client)


def _amount(chance: random.Random) -> str:
    return f"{Decimal(chance.randrange(1, 9_999)).scaleb(-2):.2f}"


def _one(chance: random.Random, of: list[Any]) -> Any:
    """One of the latest, which the others are at as well and may have deleted."""
    return chance.choice(of[-HOT:])


def _create(at: Shared, api: Api, chance: random.Random) -> Answer:
    path = chance.choice(["payables", "receivables"])
    body = at.counter.desk.body(
        amount=_amount(chance),
        due_date=chance.choice(DAYS),
        financial_account_id=chance.choice(at.accounts[:2]),
    )
    if path == "payables":
        body |= {"payment_method_kind": "pix", **bank.METHODS["pix"]}
    if chance.random() < 0.3:
        del body["person_id"]
        body["person_name"] = chance.choice(["Rui", "Eva"])
    answer = api.post(path, body)
    if answer.status == 201:
        at.titles.append((path, answer.body["id"]))
    return answer


def _change(at: Shared, api: Api, chance: random.Random) -> Answer:
    """Settle, revert, cancel or edit a title."""
    path, id = _one(chance, at.titles)
    settled = {
        "status": "paid" if path == "payables" else "received",
        "payment_date": chance.choice(DAYS),
        "financial_account_id": chance.choice(at.accounts[:2]),
    }
    bodies: list[dict[str, Any]] = [
        settled,
        settled | {"interest_amount": "0.01"},
        {"status": "pending"},
        {"status": "pending"},
        {"amount": _amount(chance)},
        {"ticket_amount": _amount(chance), "financial_account_id": at.accounts[0]},
        {"status": "cancelled"},
    ]
    return api.patch(f"{path}/{id}", chance.choice(bodies))


def _delete(at: Shared, api: Api, chance: random.Random) -> Answer:
    path, id = _one(chance, at.titles)
    return api.delete(f"{path}/{id}")


def _enter(at: Shared, api: Api, chance: random.Random) -> Answer:
    body = at.counter.desk.books.entry(
        amount=_amount(chance),
        financial_account_id=chance.choice(at.accounts[:2]),
        type=chance.choice(["debit", "credit"]),
        is_pending=chance.random() < 0.2,
    )
    answer = api.post("financial-transactions", body)
    if answer.status == 201:
        at.entries.append(answer.body["id"])
    return answer


def _correct(at: Shared, api: Api, chance: random.Random) -> Answer:
    """Edit or delete a transaction."""
    path = f"financial-transactions/{_one(chance, at.entries)}"
    if chance.random() < 0.3:
        return api.delete(path)
    return api.patch(path, {"amount": _amount(chance), "is_pending": chance.random() < 0.2})


def _transfer(at: Shared, api: Api, chance: random.Random) -> Answer:
    source, target = chance.sample(at.accounts, 2)
    return api.post("transfers", _moving(source, target, _amount(chance)))


def _moving(source: str, target: str, amount: str) -> dict[str, Any]:
    return {
        "from_account_id": source,
        "to_account_id": target,
        "amount": amount,
        "occurred_at": "2026-03-10",
        "description": "Aplicação",
    }


def _adjust(at: Shared, api: Api, chance: random.Random) -> Answer:
    books = at.counter.desk.books
    body = {
        "target_balance": _amount(chance),
        "category_id": chance.choice([books.income, books.expense]),
        "occurred_at": "2026-03-10",
    }
    return api.post(f"financial-accounts/{at.accounts[0]}/adjust-balance", body)


def _match(at: Shared, api: Api, chance: random.Random) -> Answer:
    """Match one or two titles of one side with money that moves just what they are worth."""
    path, _ = _one(chance, at.titles)
    ids = [id for of, id in at.titles[-HOT:] if of == path]
    titles = [api.get(f"{path}/{id}").body for id in chance.sample(ids, min(len(ids), 2))]
    found = [title for title in titles if "error" not in title]
    owed = sum(
        (Decimal(title["ticket_amount"] or title["nominal_amount"]) for title in found), Decimal(0)
    )
    type = "debit" if path == "payables" else "credit"
    entry = at.counter.desk.books.entry(amount=f"{owed or 1:.2f}", type=type)
    moved = api.post("financial-transactions", entry)
    if moved.status != 201:
        return moved
    at.entries.append(moved.body["id"])
    billings = [{"kind": path.removesuffix("s"), "id": id} for id in [t["id"] for t in found]]
    body = {"billings": billings, "transaction_ids": [moved.body["id"]]}
    answer = api.post("reconciliations", body)
    if answer.status == 201:
        at.matches.append(answer.body["id"])
    return answer


def _dissolve(at: Shared, api: Api, chance: random.Random) -> Answer:
    id = _one(chance, at.matches) if at.matches else uuid.uuid4()
    return api.delete(f"reconciliations/{id}")


def _order(at: Shared, api: Api, chance: random.Random) -> Answer:
    """Have the bank pay or charge, or not any more."""
    path, id = _one(chance, at.titles)
    send, cancel = (
        ("send-to-bank", "cancel-dispatch") if path == "payables" else ("charge", "charge/cancel")
    )
    if chance.random() < 0.5:
        return api.post(f"{path}/{id}/{cancel}", None, **bank.key())
    return api.post(f"{path}/{id}/{send}", {"kind": "pix"}, **bank.key())


def _bank(at: Shared, api: Api, chance: random.Random) -> Answer:
    """The bank does one step, and is heard."""
    at.counter.step()
    return api.get("payables?limit=1")


Act = Callable[[Shared, Api, random.Random], Answer]
ACTS: dict[Act, int] = {
    _create: 10,
    _change: 36,
    _delete: 3,
    _enter: 8,
    _correct: 10,
    _transfer: 14,
    _adjust: 4,
    _match: 6,
    _dissolve: 4,
    _order: 4,
    _bank: 1,
}


def _told(answer: Answer) -> str:
    return LOST if answer.headers.get("Retry-After") else str(answer.status)


def _work(at: Shared, api: Api, seed: int) -> "Counter[tuple[str, str]]":
    """One person's share of the calls: how often each act was answered how."""
    chance, told = random.Random(seed), Counter[tuple[str, str]]()
    try:
        for act in chance.choices(list(ACTS), list(ACTS.values()), k=CALLS // PEOPLE):
            told[act.__name__, _told(act(at, api, chance))] += 1
    finally:
        connections.close_all()
    return told


def test_a_thousand_random_calls_of_eight_people_leave_the_books_in_one_piece(live: Live) -> None:
    at = _shared()
    colleagues = [_colleague(at.world, live) for _ in range(PEOPLE)]
    with ThreadPoolExecutor(PEOPLE) as threads:
        shares = threads.map(
            lambda index: _work(at, colleagues[index], SEED * 100 + index), range(PEOPLE)
        )
        told = sum(shares, Counter[tuple[str, str]]())
    assert {how for _, how in told} <= LEGAL
    done = {act for act, how in told if how.startswith("2")}
    assert len(done) >= len(ACTS) - 1, sorted(told.items())
    assert sum(count for (_, how), count in told.items() if how == LOST) <= CALLS // 50
    assert_books_hold(at.world)
    _balances_are_what_the_rows_add_up_to(at.world, at.accounts)


def test_transfers_around_a_ring_in_both_directions_never_get_in_each_others_way(
    live: Live,
) -> None:
    at = _shared()
    before, deadlocks = raw.balances(at.world.workspace), raw.deadlocks(at.world.workspace)
    ring = [*at.accounts, at.accounts[0]]
    pairs = [pair for a, b in pairwise(ring) for pair in ((a, b), (b, a))]
    colleagues = [_colleague(at.world, live) for _ in range(PEOPLE)]

    def send(index: int) -> str:
        body = _moving(*pairs[index % len(pairs)], "7.00")
        return _told(colleagues[index % PEOPLE].post("transfers", body))

    with ThreadPoolExecutor(PEOPLE) as threads:
        told = Counter(threads.map(send, range(20 * len(pairs))))
    assert told == {"201": 20 * len(pairs)}
    assert raw.deadlocks(at.world.workspace) == deadlocks
    assert_books_hold(at.world)
    assert raw.balances(at.world.workspace) == before
    _balances_are_what_the_rows_add_up_to(at.world, at.accounts)


def _balances_are_what_the_rows_add_up_to(of: World, accounts: list[str]) -> None:
    said = {id: of.api.get(f"financial-accounts/{id}").body["balance"] for id in accounts}
    found = raw.balances(of.workspace)
    assert said == {id: f"{balance:.2f}" for id, balance in found.items()}
