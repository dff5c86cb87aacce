"""A company with the beginnings of a chart of accounts."""

from typing import Any

from tests.finance_api.ledger.books import company
from tests.world import Answer, World, world


class Chart:
    """The categories and centers of one company, reached through the API."""

    def __init__(self, of: World | None = None) -> None:
        self.world = of or world()
        self.api = self.world.api
        self.company = company(self.world)

    def post(self, name: str, type: str = "debit", parent: Any = None, **more: Any) -> Answer:
        body = {"company_id": self.company, "name": name, "type": type, **more}
        if parent is not None:
            body["parent_id"] = parent["id"]
        return self.api.post("categories", body)

    def category(self, name: str, type: str = "debit", parent: Any = None) -> Any:
        answer = self.post(name, type, parent)
        assert answer.status == 201, answer.body
        return answer.body

    def center(self, name: str, type: str = "cost", **more: Any) -> Any:
        body = {"company_id": self.company, "name": name, "type": type, **more}
        return self.api.made("classification_centers", body)

    def types(self) -> dict[str, str]:
        return {row["name"]: row["type"] for row in self.api.get("categories").body["data"]}
