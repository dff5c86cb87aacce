"""Random work at one company's books, all of it."""

import datetime as dt
from decimal import Decimal
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import precondition, rule

from tests.books.drawn import LOCKS, amounts, days, parts, some, splits
from tests.books.model import Entry, Title
from tests.books.title_steps import TitleSteps
from tests.books.work import ACCOUNTS, ENTRIES, MATCHES, OWN, PENDING, RULES, held, holds
from tests.finance_api.dashboard.office import security


class Books(TitleSteps):
    """Titles, transactions, accounts, matches, rules and the lock date."""

    @rule(
        on=held(ACCOUNTS),
        amount=amounts,
        day=days,
        type=st.sampled_from(["debit", "credit"]),
        split=splits,
        more=some(is_pending=st.booleans(), category_name=st.just("Por nome")),
    )
    def enter(
        self, on: str, amount: str, day: str, type: str, split: Any, more: dict[str, Any]
    ) -> None:
        body = self.desk.books.entry(
            financial_account_id=on, amount=amount, occurred_at=day, type=type
        )
        body |= {**parts(split, amount, self.centers), **more}
        made = self.ask("enter", "POST", "financial-transactions", body)
        if made is not None:
            pending = more.get("is_pending", False)
            self.model.entries.append(Entry(made["id"], on, Decimal(amount), type, pending))

    @holds(ENTRIES)
    @rule(
        entry=held(ENTRIES),
        body=some(
            amount=amounts,
            occurred_at=days,
            type=st.sampled_from(["debit", "credit"]),
            is_pending=st.booleans(),
            notes=st.sampled_from(["a", "b"]),
        ),
        split=splits,
    )
    def edit_entry(self, entry: Entry, body: dict[str, Any], split: Any) -> None:
        body |= parts(split, body.get("amount", f"{entry.amount:.2f}"), self.centers)
        if self.ask("edit entry", "PATCH", f"financial-transactions/{entry.id}", body) is not None:
            entry.write(body)

    @holds(ENTRIES)
    @rule(entry=held(ENTRIES))
    def delete_entry(self, entry: Entry) -> None:
        if self.ask("delete entry", "DELETE", f"financial-transactions/{entry.id}") is not None:
            self.model.entries.remove(entry)

    @rule(
        source=held(ACCOUNTS),
        into=held(ACCOUNTS),
        amount=amounts,
        day=days,
        pending=st.booleans(),
    )
    def transfer(self, source: str, into: str, amount: str, day: str, pending: bool) -> None:
        body = {
            "from_account_id": source,
            "to_account_id": into,
            "amount": amount,
            "occurred_at": day,
            "description": "Aplicação",
            "is_pending": pending,
        }
        made = self.ask("transfer", "POST", "transfers", body)
        if made is not None:
            self.model.entries += [
                Entry(made[f"{end}_transaction_id"], on, Decimal(amount), type, pending)
                for end, on, type in (("from", source, "debit"), ("to", into, "credit"))
            ]

    @rule(on=held(ACCOUNTS), amount=amounts, day=days, rises=st.booleans())
    def adjust(self, on: str, amount: str, day: str, rises: bool) -> None:
        change = Decimal(amount) if rises else -Decimal(amount)
        of = self.desk.books.income if rises else self.desk.books.expense
        target = f"{self.model.balances()[on] + change:.2f}"
        body = {"target_balance": target, "category_id": of, "occurred_at": day}
        made = self.ask("adjust", "POST", f"financial-accounts/{on}/adjust-balance", body)
        if made is not None:
            type = "credit" if rises else "debit"
            self.model.entries.append(Entry(made["transaction_id"], on, abs(change), type))

    @precondition(lambda self: len(self.accounts) < 5)
    @rule(opening=amounts)
    def open_account(self, opening: str) -> None:
        body = {"company_id": self.company, "name": "Outra", "type": "cash", "balance": opening}
        made = self.ask("open account", "POST", "financial-accounts", body)
        if made is not None:
            self.model.opening[made["id"]] = Decimal(opening)

    @rule(on=held(ACCOUNTS), active=st.sampled_from([True, True, False]))
    def change_account(self, on: str, active: bool) -> None:
        self.ask("change account", "PATCH", f"financial-accounts/{on}", {"active": active})

    @precondition(lambda self: len(self.accounts) > 3)
    @rule(on=held(ACCOUNTS))
    def delete_account(self, on: str) -> None:
        if self.ask("delete account", "DELETE", f"financial-accounts/{on}") is not None:
            del self.model.opening[on]

    @holds(PENDING)
    @rule(first=held(PENDING), second=held(PENDING), day=days, on=held(OWN), cut=amounts)
    def reconcile(self, first: Title, second: Title, day: str, on: str, cut: str) -> None:
        """Match titles with money that moves just what they are worth, in one or two pieces."""
        titles = [first] if first is second or first.path != second.path else [first, second]
        total = sum((title.moving for title in titles), Decimal(0))
        pieces = [Decimal(cut), total - Decimal(cut)] if Decimal(cut) < total else [total]
        type = "debit" if first.sign < 0 else "credit"
        before = len(self.model.entries)
        for piece in pieces:
            self.enter(on, f"{piece:.2f}", day, type, None, {})
        moved = self.model.entries[before:]
        body = {
            "billings": [
                {"kind": title.path.removesuffix("s"), "id": title.id} for title in titles
            ],
            "transaction_ids": [entry.id for entry in moved],
        }
        made = self.ask("reconcile", "POST", "reconciliations", body)
        if made is None:
            return
        for title in titles:
            title.settle({"financial_account_id": on})
            title.match = made["id"]
        for entry in moved:
            entry.match = made["id"]

    @holds(MATCHES)
    @rule(match=held(MATCHES))
    def dissolve(self, match: str) -> None:
        if self.ask("dissolve", "DELETE", f"reconciliations/{match}") is not None:
            self.model.dissolve(match)

    # What classifies, and what closes

    @rule(
        scope=st.sampled_from(["billings", "transactions"]),
        sets=st.fixed_dictionaries(
            {"set_description": st.just("Regra")},
            optional={
                "set_category_id": st.sampled_from(["expense", "income"]),
                "set_classification_center_id": st.integers(0, 1),
                "set_expected_account_id": held(ACCOUNTS),
            },
        ),
    )
    def make_rule(self, scope: str, sets: dict[str, Any]) -> None:
        body = {"company_id": self.company, "scope": scope, "description_contains": "a", **sets}
        if "set_category_id" in sets:
            body["set_category_id"] = getattr(self.desk.books, sets["set_category_id"])
        if "set_classification_center_id" in sets:
            body["set_classification_center_id"] = self.centers[
                sets["set_classification_center_id"]
            ]
        made = self.ask("make rule", "POST", "automatic-rules", body)
        if made is not None:
            self.rules_made.append(made["id"])

    @holds(RULES)
    @rule(id=held(RULES), active=st.booleans(), delete=st.booleans())
    def change_rule(self, id: str, active: bool, delete: bool) -> None:
        path = f"automatic-rules/{id}"
        if not delete:
            self.ask("change rule", "PATCH", path, {"active": active})
        elif self.ask("delete rule", "DELETE", path) is not None:
            self.rules_made.remove(id)

    @holds(RULES)
    @rule(scope=st.sampled_from(["billings", "transactions"]), chance=st.randoms())
    def reorder_rules(self, scope: str, chance: Any) -> None:
        rows = self.api.get(f"automatic-rules?scope={scope}&limit=100").body["data"]
        ids = [row["id"] for row in rows]
        chance.shuffle(ids)
        body = {"company_id": self.company, "scope": scope, "ordered_ids": ids}
        self.ask("reorder", "POST", "automatic-rules/reorder", body)

    @rule()
    def delete_named_category(self) -> None:
        """The one that entering something made by its name."""
        rows = self.api.get("categories?name=Por nome").body["data"]
        if rows:
            self.ask("delete category", "DELETE", f"categories/{rows[0]['id']}")

    @rule(through=st.sampled_from(LOCKS))
    def lock(self, through: str) -> None:
        page = f"workspace/{self.place.pk}/change/"
        self.admin.saved(page, security(self.world, locked_through=through))
        self.done["lock"] += 1
        self.locked_through = dt.date.fromisoformat(through) if through else None
        self.remember()
