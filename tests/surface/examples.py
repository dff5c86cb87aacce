"""One valid record of every resource, made through the API: what the surface tests stand on.

A resource without an example fails `test_every_resource_has_an_example`, so a new noun cannot slip
by.
"""

import itertools
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from finance_api.rest import catalog
from finance_api.rest.catalog import Endpoint
from tests.finance_api.receipts.payments import issued
from tests.world import Form, World

_numbers = itertools.count(1)


def cnpj() -> str:
    """A new valid CNPJ, by the check-digit rule written out once more for the tests."""
    body = f"{next(_numbers):08d}0001"
    for weights in ((5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2), (6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2)):
        rest = sum(int(d) * w for d, w in zip(body, weights, strict=True)) % 11
        body += str(0 if rest < 2 else 11 - rest)
    return body


@dataclass
class Ground:
    """The records of a workspace that others refer to, each made when it is first needed."""

    world: World
    made: dict[str, Any] = field(default_factory=dict)

    def get(self, resource: str) -> Any:
        if resource not in self.made:
            self.made[resource] = self.fresh(resource)
        return self.made[resource]

    def body(self, resource: str) -> Any:
        """A new valid body of a resource."""
        return BODIES[resource](self)

    def fresh(self, resource: str) -> Any:
        """One more record of a resource."""
        if resource in ISSUED:
            return ISSUED[resource](self)
        return self.world.api.made(path_of(resource), self.body(resource))


def path_of(resource: str) -> str:
    """The path of a resource's list, below /v1."""
    return catalog.endpoints()[f"finance_{resource}_list"].path.removeprefix("/v1/")


def _title(ground: Ground) -> dict[str, Any]:
    return {
        "company_id": ground.get("companies")["id"],
        "description": f"Título {next(_numbers)}",
        "amount": "100.00",
        "due_date": "2026-12-10",
        "person_id": ground.get("people")["id"],
        "financial_account_id": ground.get("accounts")["id"],
    }


#: Records that no endpoint makes, by what makes them.
ISSUED: dict[str, Callable[[Ground], Any]] = {
    "receipts": lambda ground: issued(ground.world, ground.get("payables")["id"]),
}

BODIES: dict[str, Callable[[Ground], Any]] = {
    "companies": lambda ground: {"name": f"Empresa {next(_numbers)}", "cnpj": cnpj()},
    "people": lambda ground: {
        "company_id": ground.get("companies")["id"],
        "name": f"Pessoa {next(_numbers)}",
        "is_supplier": True,
        "is_customer": True,
    },
    "categories": lambda ground: {
        "company_id": ground.get("companies")["id"],
        "name": f"Categoria {next(_numbers)}",
        "type": "debit",
    },
    "classification_centers": lambda ground: {
        "company_id": ground.get("companies")["id"],
        "name": f"Centro {next(_numbers)}",
        "type": "both",
    },
    "taxes": lambda ground: {"name": f"Imposto {next(_numbers)}", "default_rate": "1.5"},
    "accounts": lambda ground: {
        "company_id": ground.get("companies")["id"],
        "name": f"Conta {next(_numbers)}",
        "type": "checking",
        "balance": "1000.00",
    },
    "transactions": lambda ground: {
        "company_id": ground.get("companies")["id"],
        "financial_account_id": ground.get("accounts")["id"],
        "description": f"Lançamento {next(_numbers)}",
        "amount": "10.00",
        "occurred_at": "2026-11-20",
        "type": "debit",
    },
    "payables": _title,
    "receivables": _title,
    "attachments": lambda ground: Form(f"nota {next(_numbers)}.pdf", b"%PDF-1.7 nota"),
}

#: A change that every record of the resource takes and that needs nobody's confirmation.
CHANGES: dict[str, dict[str, Any]] = {
    "companies": {"trade_name": "Nome fantasia"},
    "people": {"nickname": "Apelido"},
    "categories": {"name": "Outro nome"},
    "classification_centers": {"description": "Descrição"},
    "taxes": {"active": False},
    "accounts": {"agency": "0001"},
    "transactions": {"notes": "Nota"},
    "payables": {"notes": "Nota"},
    "receivables": {"notes": "Nota"},
}

#: The bodies of actions of their own, by tool name.
ACTIONS: dict[str, Callable[[Ground], dict[str, Any]]] = {
    "finance_attachments_link": lambda ground: _parent(ground),
    "finance_attachments_unlink": lambda ground: _linked(ground),
    "finance_accounts_adjust_balance": lambda ground: {
        "target_balance": "500.00",
        "category_id": ground.get("categories")["id"],
    },
}


def _parent(ground: Ground) -> dict[str, Any]:
    return {"type": "payable", "id": ground.get("payables")["id"]}


def _linked(ground: Ground) -> dict[str, Any]:
    """The body that takes away a link there is."""
    link = _parent(ground)
    ground.world.api.post(f"attachments/{ground.get('attachments')['id']}/links", link)
    return link


#: Resources that are read and never made through the API.
READ_ONLY = {"workspaces"}


def endpoints() -> list[Endpoint]:
    return list(catalog.endpoints().values())


def writes() -> list[Endpoint]:
    return [endpoint for endpoint in endpoints() if endpoint.operation.writes]


def bound() -> list[Endpoint]:
    """Every endpoint that works inside a workspace."""
    return [endpoint for endpoint in endpoints() if endpoint.operation.needs_workspace]


def body_of(endpoint: Endpoint, ground: Ground) -> Any:
    """A valid body for an endpoint; nothing where it takes none."""
    if endpoint.action == "create":
        return ground.body(endpoint.operation.resource)
    if endpoint.action == "partial_update":
        return CHANGES[endpoint.operation.resource]
    return ACTIONS[endpoint.name](ground) if endpoint.name in ACTIONS else None


def path_for(endpoint: Endpoint, id: str) -> str:
    return endpoint.path.format(**dict.fromkeys(endpoint.path_parameters, id)).removeprefix("/v1/")


def arguments_for(endpoint: Endpoint, ground: Ground, id: str) -> dict[str, Any]:
    """Valid arguments of the endpoint's tool."""
    return {**dict.fromkeys(endpoint.path_parameters, id), **in_json(body_of(endpoint, ground))}


def in_json(body: Any) -> dict[str, Any]:
    """A body as the arguments of a tool."""
    return body.arguments if isinstance(body, Form) else body or {}
