"""One valid record of every resource, made through the API: what the surface tests stand on.

A resource without an example fails `test_every_resource_has_an_example`, so a new noun cannot slip
by.
"""

import itertools
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlencode

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

    def other(self, resource: str) -> Any:
        """A second record of a resource, for what needs two that differ."""
        name = f"other {resource}"
        if name not in self.made:
            self.made[name] = self.fresh(resource)
        return self.made[name]

    def body(self, resource: str) -> Any:
        """A new valid body of a resource."""
        return BODIES[resource](self)

    def fresh(self, resource: str) -> Any:
        """One more record of a resource."""
        if resource in ISSUED:
            return ISSUED[resource](self)
        return known(self.world.api.made(path_of(resource), self.body(resource)))


def known(record: dict[str, Any]) -> dict[str, Any]:
    """A record with the id that its path takes, whatever the record itself calls it."""
    return record if "id" in record else {"id": record["transfer_id"], **record}


def path_of(resource: str) -> str:
    """The path of a resource's list, or of its creation where it has no list, below /v1."""
    found = catalog.endpoints()
    names = [f"finance_{resource}_{verb}" for verb in ("list", "create")]
    return next(found[name] for name in names if name in found).path.removeprefix("/v1/")


def _title(ground: Ground) -> dict[str, Any]:
    return {
        "company_id": ground.get("companies")["id"],
        "description": f"Título {next(_numbers)}",
        "amount": "100.00",
        "due_date": "2026-12-10",
        "person_id": ground.get("people")["id"],
        "financial_account_id": ground.get("accounts")["id"],
    }


def _match(ground: Ground) -> dict[str, Any]:
    payable, transaction = ground.fresh("payables"), ground.body("transactions")
    moved = ground.world.api.made("financial-transactions", {**transaction, "amount": "100.00"})
    return {
        "billings": [{"kind": "payable", "id": payable["id"]}],
        "transaction_ids": [moved["id"]],
    }


def _rule(ground: Ground) -> dict[str, Any]:
    number = next(_numbers)
    return {
        "company_id": ground.get("companies")["id"],
        "scope": "transactions",
        "description_contains": f"regra {number}",
        "set_description": f"Descrição {number}",
    }


def _payable(ground: Ground) -> dict[str, Any]:
    """One that a bank can pay."""
    paid_by = {"payment_method_kind": "pix", "pix_key": "a@exemplo.com.br", "pix_key_type": "email"}
    return {**_title(ground), **paid_by}


#: Records that no endpoint makes, by what makes them.
ISSUED: dict[str, Callable[[Ground], Any]] = {
    "receipts": lambda ground: issued(ground.world, ground.get("payables")["id"]),
}

BODIES: dict[str, Callable[[Ground], Any]] = {
    "companies": lambda ground: {"name": f"Empresa {next(_numbers)}", "cnpj": cnpj()},
    "people": lambda ground: {
        "company_id": ground.get("companies")["id"],
        "name": f"Pessoa {next(_numbers)}",
        "document_number": cnpj(),
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
        "bank_code": "341",
        "agency": "1234",
        "account_number": "56789",
    },
    "transactions": lambda ground: {
        "company_id": ground.get("companies")["id"],
        "financial_account_id": ground.get("accounts")["id"],
        "description": f"Lançamento {next(_numbers)}",
        "amount": "10.00",
        "occurred_at": "2026-11-20",
        "type": "debit",
    },
    "transfers": lambda ground: {
        "from_account_id": ground.get("accounts")["id"],
        "to_account_id": ground.other("accounts")["id"],
        "amount": "10.00",
        "occurred_at": "2026-11-20",
        "description": f"Transferência {next(_numbers)}",
    },
    "payables": _payable,
    "receivables": _title,
    "reconciliations": _match,
    "automatic_rules": _rule,
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
    "automatic_rules": {"active": False},
}

#: The bodies of actions of their own, by tool name.
ACTIONS: dict[str, Callable[[Ground], dict[str, Any]]] = {
    "finance_attachments_link": lambda ground: _parent(ground),
    "finance_attachments_unlink": lambda ground: _linked(ground),
    "finance_accounts_adjust_balance": lambda ground: {
        "target_balance": "500.00",
        "category_id": ground.get("categories")["id"],
    },
    "finance_automatic_rules_reorder": lambda ground: {
        "company_id": ground.get("companies")["id"],
        "scope": "transactions",
        "ordered_ids": [ground.get("automatic_rules")["id"]],
    },
    "finance_receivables_charge": lambda _: {"kind": "pix"},
}

#: What an action needs to have been done to its record before: the path of that, and its body.
BEFORE: dict[str, tuple[str, dict[str, Any] | None]] = {
    "finance_payables_cancel_dispatch": ("payables/{id}/send-to-bank", None),
    "finance_receivables_cancel_charge": ("receivables/{id}/charge", {"kind": "pix"}),
}

#: Query parameters that a read cannot do without, by tool name.
QUERIES: dict[str, dict[str, str]] = {
    "finance_cash_flow_get": {"from": "2026-11-01", "to": "2026-12-31", "granularity": "day"},
}

#: How a reference to a record that is not here is answered where it is not 422 (rest-api §1.7).
#: A link is no record that refers to others but the way between two, so either side absent is 404.
UNKNOWN_REFERENCE = {
    "finance_transfers_create": 404,
    "finance_attachments_link": 404,
    "finance_attachments_unlink": 404,
}


def _parent(ground: Ground) -> dict[str, Any]:
    return {"type": "payable", "id": ground.get("payables")["id"]}


def _linked(ground: Ground) -> dict[str, Any]:
    """The body that takes away a link there is."""
    link = _parent(ground)
    ground.world.api.post(f"attachments/{ground.get('attachments')['id']}/links", link)
    return link


#: Resources that are read and never made through the API.
READ_ONLY = {"banks", "cash_flow", "workspaces"}


def endpoints() -> list[Endpoint]:
    return list(catalog.endpoints().values())


def writes() -> list[Endpoint]:
    return [endpoint for endpoint in endpoints() if endpoint.operation.writes]


def bound() -> list[Endpoint]:
    """Every endpoint that works inside a workspace."""
    return [endpoint for endpoint in endpoints() if endpoint.operation.needs_workspace]


def headers_for(endpoint: Endpoint) -> dict[str, Any]:
    """A new idempotency key, where an endpoint requires one."""
    required = endpoint.operation.key == "required"
    return {"X-Idempotency-Key": str(uuid.uuid4())} if required else {}


def make_ready(endpoint: Endpoint, ground: Ground, id: str) -> None:
    """Bring a record to where the endpoint can act on it."""
    if endpoint.name in BEFORE:
        path, body = BEFORE[endpoint.name]
        key = {"X-Idempotency-Key": str(uuid.uuid4())}
        answer = ground.world.api.post(path.format(id=id), body, **key)
        assert answer.status == 200, answer.body


def body_of(endpoint: Endpoint, ground: Ground) -> Any:
    """A valid body for an endpoint; nothing where it takes none."""
    if endpoint.action == "create":
        return ground.body(endpoint.operation.resource)
    if endpoint.action == "partial_update":
        return CHANGES[endpoint.operation.resource]
    return ACTIONS[endpoint.name](ground) if endpoint.name in ACTIONS else None


def path_for(endpoint: Endpoint, id: str) -> str:
    path = endpoint.path.format(**dict.fromkeys(endpoint.path_parameters, id))
    query = urlencode(QUERIES.get(endpoint.name, {}))
    return path.removeprefix("/v1/") + (f"?{query}" if query else "")


def arguments_for(endpoint: Endpoint, ground: Ground, id: str) -> dict[str, Any]:
    """Valid arguments of the endpoint's tool."""
    return {
        **dict.fromkeys(endpoint.path_parameters, id),
        **QUERIES.get(endpoint.name, {}),
        **in_json(body_of(endpoint, ground)),
    }


def in_json(body: Any) -> dict[str, Any]:
    """A body as the arguments of a tool."""
    return body.arguments if isinstance(body, Form) else body or {}
