"""A company with an account and a small chart of accounts, as the tests of the ledger need one."""

from dataclasses import dataclass
from typing import Any

from validate_docbr import CNPJ

from tests.world import Api, World, world


@dataclass
class Books:
    """One company's books, reached through the API."""

    world: World
    company: str
    account: str
    expense: str
    income: str

    @property
    def api(self) -> Api:
        return self.world.api

    def balance(self, account: str = "") -> str:
        return str(self.api.get(f"financial-accounts/{account or self.account}").body["balance"])

    def totals(self, query: str = "") -> Any:
        return self.api.get(f"financial-transactions/aggregates{query}").body

    def entry(self, **changes: Any) -> dict[str, Any]:
        """The body of a transaction: 100.00 out of the account."""
        body = {
            "company_id": self.company,
            "financial_account_id": self.account,
            "description": "Aluguel de março",
            "amount": "100.00",
            "occurred_at": "2026-03-10",
            "type": "debit",
        }
        return body | changes

    def entered(self, **changes: Any) -> Any:
        return self.api.made("financial-transactions", self.entry(**changes))

    def center(self, name: str = "Loja 1", type: str = "cost", **fields: Any) -> str:
        body = {"company_id": self.company, "name": name, "type": type, **fields}
        return str(self.api.made("classification_centers", body)["id"])

    def count(self) -> int:
        """How many transactions there are, forecasts included."""
        return len(self.api.get("financial-transactions/ids").body["data"])


def company(of: World, name: str = "Padaria Central") -> str:
    return str(of.api.made("companies", {"name": name, "cnpj": CNPJ().generate()})["id"])


def account(of: World, company_id: str, **fields: Any) -> str:
    body = {"company_id": company_id, "name": "Conta movimento", "type": "checking", **fields}
    return str(of.api.made("financial-accounts", body)["id"])


def category(of: World, company_id: str, type: str, name: str = "Despesas gerais") -> str:
    body = {"company_id": company_id, "name": name, "type": type}
    return str(of.api.made("categories", body)["id"])


def books(opening: str = "0.00") -> Books:
    of = world()
    owner = company(of)
    return Books(
        world=of,
        company=owner,
        account=account(of, owner, balance=opening),
        expense=category(of, owner, "debit"),
        income=category(of, owner, "credit", "Vendas"),
    )
