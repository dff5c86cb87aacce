"""Random work with payables and receivables: entered, edited, settled, reverted, cancelled and
deleted, and the bank's part in it."""

from decimal import Decimal
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.books.drawn import (
    DAYS,
    PATHS,
    added,
    amounts,
    charges,
    days,
    parts,
    some,
    splits,
    withheld,
)
from tests.books.model import Title
from tests.books.work import ACCOUNTS, OWN, PENDING, SETTLED, TITLES, Work, held, holds
from tests.finance_api.titles.bank import METHODS, key


class TitleSteps(Work):
    """What is done with titles."""

    def begin(self) -> None:
        super().begin()
        for path in ("payables", "receivables"):
            for amount in ("100.00", "0.02"):
                self.create_title(path, amount, DAYS[2], self.accounts[0], None, None, {}, {})

    @rule(
        path=PATHS,
        amount=amounts,
        day=days,
        on=held(OWN),
        split=splits,
        taxes=withheld,
        kind=st.sampled_from(
            [{}]
            + [{"type": "installment", "total_installments": count} for count in (2, 3)]
            + [{"type": "recurring", "recurrence_period": "quarterly"}]
        ),
        more=some(
            competence_date=days,
            category_name=st.just("Por nome"),
            expected_account_id=held(ACCOUNTS),
            description=st.just("Aluguel"),
        ),
    )
    def create_title(
        self,
        path: str,
        amount: str,
        day: str,
        on: str,
        split: Any,
        taxes: Any,
        kind: dict[str, Any],
        more: dict[str, Any],
    ) -> None:
        body = self.desk.body(
            amount=amount,
            due_date=day,
            financial_account_id=on,
            **kind,
            **parts(split, amount, self.centers),
            **charges(taxes, amount, self.taxes),
        )
        if path == "payables":
            body |= {"payment_method_kind": "pix", **METHODS["pix"]}
        made = self.ask(f"create {kind.get('type', 'one')}", "POST", path, body | more)
        if made is None:
            return
        ids = [made["id"]]
        if made["group_id"]:
            rows = self.api.get(f"{path}?group_id={made['group_id']}&sort=created_at").body["data"]
            ids = [row["id"] for row in sorted(rows, key=lambda r: r["installment_number"] or 0)]
        owed = [Decimal(amount)] * len(ids)
        if kind.get("type") == "installment":
            each, surplus = divmod(int(Decimal(amount) * 100), kind["total_installments"])
            cents = [each + (number < surplus) for number in range(kind["total_installments"])]
            owed = [Decimal(number).scaleb(-2) for number in cents]
        for id, one in zip(ids, owed, strict=True):
            nothing = dict.fromkeys(("interest_amount", "discount_amount", "ticket_amount"))
            values = {"amount": one, **nothing, "financial_account_id": on}
            self.model.titles.append(Title(path, id, values))

    @holds(TITLES)
    @rule(
        title=held(TITLES),
        change=some(
            amount=amounts,
            interest_amount=added,
            discount_amount=added,
            ticket_amount=added,
            financial_account_id=held(ACCOUNTS) | st.none(),
            payment_date=days,
            due_date=days,
            competence_date=days,
            notes=st.sampled_from(["a", "b"]),
        ),
        split=splits,
        taxes=withheld,
    )
    def edit_title(self, title: Title, change: dict[str, Any], split: Any, taxes: Any) -> None:
        amount = change.get("amount", f"{title.values['amount']:.2f}")
        body = change | parts(split, amount, self.centers) | charges(taxes, amount, self.taxes)
        if self.ask(f"edit {title.status}", "PATCH", f"{title.path}/{title.id}", body) is not None:
            title.write(body)

    @holds(PENDING)
    @rule(
        title=held(PENDING) | held(TITLES),
        day=days,
        more=some(
            amount=amounts,
            interest_amount=added,
            discount_amount=added,
            ticket_amount=added,
            financial_account_id=held(OWN),
        ),
    )
    def settle(self, title: Title, day: str, more: dict[str, Any]) -> None:
        body = {"status": title.settled, "payment_date": day, **more}
        if self.ask("settle", "PATCH", f"{title.path}/{title.id}", body) is not None:
            title.write(body) if title.status == title.settled else title.settle(body)

    @holds(SETTLED)
    @rule(title=held(SETTLED))
    def revert(self, title: Title) -> None:
        self._to(title, "pending")

    @holds(PENDING)
    @rule(
        title=held(PENDING),
        day=days,
        on=held(OWN),
        more=some(interest_amount=added, discount_amount=added, ticket_amount=amounts),
    )
    def settle_and_revert(self, title: Title, day: str, on: str, more: dict[str, Any]) -> None:
        """Nothing of it may be left (R47)."""
        self.settle(title, day, {"financial_account_id": on, **more})
        if title.status == title.settled:
            self.titles_are_those_of_the_model()
            self.revert(title)

    @holds(TITLES)
    @rule(title=held(TITLES), status=st.sampled_from(["pending", "cancelled"]))
    def cancel_or_reopen(self, title: Title, status: str) -> None:
        self._to(title, status)

    def _to(self, title: Title, status: str) -> None:
        act = f"{title.status} to {status}"
        if self.ask(act, "PATCH", f"{title.path}/{title.id}", {"status": status}) is None:
            return
        if title.status == title.settled:
            title.release()
        title.status = status

    @precondition(lambda self: len(self.titles) > 3)
    @rule(title=held(TITLES))
    def delete_title(self, title: Title) -> None:
        if self.ask(f"delete {title.status}", "DELETE", f"{title.path}/{title.id}") is not None:
            if title.match:
                self.model.dissolve(title.match)
            self.model.titles.remove(title)

    @holds(PENDING)
    @rule(title=held(PENDING) | held(TITLES), steps=st.integers(0, 3))
    def order(self, title: Title, steps: int) -> None:
        """Send a payable to the bank or charge a receivable, and let the bank work at it."""
        act, body = ("charge", {"kind": "pix"}) if title.sign > 0 else ("send-to-bank", None)
        answer = self.ask(act, "POST", f"{title.path}/{title.id}/{act}", body, **key())
        if answer is not None:
            title.told = title.moving
            self.follow()
            for _ in range(steps):
                self.bank_moves(reject=False, times=1)

    @holds(TITLES)
    @rule(title=held(TITLES))
    def cancel_order(self, title: Title) -> None:
        act = "charge/cancel" if title.sign > 0 else "cancel-dispatch"
        if self.ask(act, "POST", f"{title.path}/{title.id}/{act}", None, **key()) is not None:
            self.follow()

    @rule(reject=st.sampled_from([False, False, True]), times=st.integers(1, 2))
    def bank_moves(self, reject: bool, times: int) -> None:
        self.bank.step(reject=reject, times=times)
        self.remember()
        self.follow()

    def follow(self) -> None:
        """Settle in the model what the bank has settled: what it was told, on the title's own or
        else its expected account."""
        for title in self.titles:
            if title.told is None or title.status != "pending":
                continue
            stored = self.api.get(f"{title.path}/{title.id}").body
            if stored["status"] == title.settled:
                self.done[f"{title.path} by the bank"] += 1
                ticket = {} if title.told == title.moving else {"ticket_amount": title.told}
                expected = stored["expected_account_id"]
                on = title.values["financial_account_id"] or expected
                title.settle({"financial_account_id": on, **ticket})
