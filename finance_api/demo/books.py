"""Fills one workspace of the demo world through the same actions the API runs, with the same log.

Deterministic: the same day gives the same world. Dates lie around today, so that there is always
something overdue, something settled and something to come.
"""

import datetime as dt
import uuid
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from random import Random
from typing import Any

from finance_api.classification.models import Category, Center
from finance_api.core import dates, records
from finance_api.core.documents import cnpj, cpf, is_head_office
from finance_api.core.money import CENT, percentage_of
from finance_api.core.operations import CREATE, UPDATE, Operation
from finance_api.core.warrant import Warrant
from finance_api.demo import facts
from finance_api.identity.access import Access, Rights
from finance_api.identity.models import User, Workspace
from finance_api.identity.tokens import Credential
from finance_api.ledger.models import Account, Bank
from finance_api.parties.models import Company, Person
from finance_api.taxes.models import Tax
from finance_api.titles import actions, approval
from finance_api.titles.models import Direction, Title
from finance_api.titles.tax_charges import Levy

#: Fourteen months: ten behind, four ahead.
DAYS_BEHIND, DAYS_AHEAD = 304, 122
SYSTEM = "system"
_PERMISSIONS = frozenset({"*.*"})


@dataclass
class Chart:
    """What the titles of one company refer to."""

    company: Company
    categories: dict[str, Category] = field(default_factory=dict)
    centers: list[Center] = field(default_factory=list)
    accounts: list[Account] = field(default_factory=list)
    suppliers: list[Person] = field(default_factory=list)
    customers: list[Person] = field(default_factory=list)


class Clerk:
    """Holds the warrants under which the world is written, one per channel and operation. What a
    warrant promises stands until the transaction ends, so each is asked for once."""

    def __init__(self, person: User, workspace: Workspace) -> None:
        self.workspace = workspace
        self._warrants: dict[tuple[Operation, str], Warrant] = {}
        self._credential = Credential(
            person=person,
            organization_id=workspace.organization_id,
            organization_name="",
            token_kind=SYSTEM,
            token_id="",
            audience="mcp",
            scopes=frozenset({"finance.all.write"}),
        )

    def warrant(self, operation: Operation = CREATE, channel: str = "import") -> Warrant:
        if (operation, channel) not in self._warrants:
            self._warrants[operation, channel] = self._admitted(operation, channel)
        return self._warrants[operation, channel]

    def _admitted(self, operation: Operation, channel: str) -> Warrant:
        rights = Rights(uuid.UUID(int=0), active=True, patterns=_PERMISSIONS)
        access = Access(self._credential, channel, "demo", rights, self.workspace)
        return access.admit(operation.but(name="load_demo", resource="demo"))


def filled(person: User, workspace: Workspace) -> bool:
    """Whether a workspace, which must be open, holds anything."""
    return Company.objects.within(Clerk(person, workspace).warrant()).exists()


def fill(person: User, workspace: Workspace, books: facts.Books, seed: int) -> None:
    """Write one workspace's companies, people, charts, accounts, taxes and titles."""
    clerk, random = Clerk(person, workspace), Random(seed)
    taxes = [
        records.create(clerk.warrant(), Tax, name=name, default_rate=rate)
        for name, rate in facts.TAXES
    ]
    charts = [
        _chart(clerk, random, books, position, company)
        for position, company in enumerate(_companies(clerk, books))
    ]
    written = 0
    while written < books.titles:
        chart = random.choice(charts)
        written += _title(clerk, random, chart, taxes, books.titles - written)


def _companies(clerk: Clerk, books: facts.Books) -> list[Company]:
    return [
        records.create(
            clerk.warrant(),
            Company,
            name=name,
            cnpj=with_check_digits(root),
            type="matriz" if is_head_office(root + "00") else "filial",
            tax_regime=regime,
        )
        for name, root, regime in books.companies
    ]


def _chart(
    clerk: Clerk, random: Random, books: facts.Books, position: int, company: Company
) -> Chart:
    chart = Chart(company)
    for tree, type_ in ((facts.DEBITS, "debit"), (facts.CREDITS, "credit")):
        _categories(clerk, chart, tree, type_)
    warrant = clerk.warrant()
    chart.centers = [
        records.create(warrant, Center, company=company, name=name, type=type_)
        for name, type_ in facts.CENTERS
    ]
    chart.accounts = _accounts(
        clerk, company, facts.ACCOUNTS if position == 0 else facts.ACCOUNTS[:1]
    )
    share = books.people // len(books.companies)
    _people(clerk, random, chart, share)
    return chart


def _categories(
    clerk: Clerk, chart: Chart, tree: Mapping[str, Mapping[str, Sequence[str]]], type_: str
) -> None:
    def made(name: str, parent: Category | None) -> Category:
        level = parent.level + 1 if parent else 1
        return records.create(
            clerk.warrant(),
            Category,
            company=chart.company,
            name=name,
            parent=parent,
            level=level,
            type=type_,
        )

    for group, lines in tree.items():
        root = made(group, None)
        for line, details in lines.items():
            branch = made(line, root)
            for detail in details:
                chart.categories[detail] = made(detail, branch)


def _accounts(
    clerk: Clerk, company: Company, wanted: Sequence[tuple[str, str, str | None]]
) -> list[Account]:
    banks = {bank.code: bank for bank in Bank.objects.filter(code__in=["001", "104", "341"])}
    return [
        records.create(
            clerk.warrant(),
            Account,
            company=company,
            name=name,
            type=kind,
            bank=banks.get(code or ""),
            agency="1234" if code else None,
            account_number="56789" if code else None,
            account_digit="0" if code else None,
            opening_balance=Decimal("25000.00"),
        )
        for name, kind, code in wanted
    ]


def _people(clerk: Clerk, random: Random, chart: Chart, count: int) -> None:
    suppliers = random.sample(facts.SUPPLIERS, max(4, count // 2))
    customers = random.sample(facts.CUSTOMERS, min(len(facts.CUSTOMERS), max(3, count // 3)))
    persons = random.sample(
        facts.INDIVIDUALS, max(1, min(8, count - len(suppliers) - len(customers)))
    )
    for name in suppliers:
        chart.suppliers.append(_person(clerk, chart, name, _some_cnpj(random), supplier=True))
    for name in customers:
        chart.customers.append(_person(clerk, chart, name, _some_cnpj(random), customer=True))
    for name in persons:
        document = _some_cpf(random)
        person = _person(clerk, chart, name, document, supplier=True, customer=True)
        chart.suppliers.append(person)
        chart.customers.append(person)


def _person(
    clerk: Clerk,
    chart: Chart,
    name: str,
    document: str,
    *,
    supplier: bool = False,
    customer: bool = False,
) -> Person:
    natural = len(document) == 11
    return records.create(
        clerk.warrant(),
        Person,
        company=chart.company,
        name=name,
        kind="natural" if natural else "juridical",
        document_type="cpf" if natural else "cnpj",
        document_number=document,
        is_supplier=supplier,
        is_customer=customer,
    )


def _title(clerk: Clerk, random: Random, chart: Chart, taxes: Sequence[Tax], room: int) -> int:
    """One title or one series of them; how many rows it became."""
    owed = random.random() < 0.62
    direction = Direction.PAYABLE if owed else Direction.RECEIVABLE
    description, category, lowest, highest = random.choice(facts.OWED if owed else facts.DUE)
    due = dates.today() + dt.timedelta(days=random.randint(-DAYS_BEHIND, DAYS_AHEAD))
    amount = (Decimal(random.randint(lowest * 100, highest * 100)) * CENT).quantize(CENT)
    data: dict[str, Any] = {
        "company": chart.company,
        "description": description,
        "amount": amount,
        "due_date": due,
        "competence_date": due.replace(day=1),
        "person": random.choice(chart.suppliers if owed else chart.customers),
        "category": chart.categories[category],
        "account": random.choice(chart.accounts),
        "document_number": str(random.randint(1_000, 99_999)),
        "payment_method_kind": random.choice(("pix", "bank_billet", "ted")),
    }
    if owed and data["payment_method_kind"] == "pix":
        person = data["person"]
        data |= {"pix_key": person.document_number, "pix_key_type": person.document_type}
    _allocate(random, chart, data, owed=owed)
    if owed and random.random() < 0.12:
        _withhold(random, data, taxes, amount)
    count = _serialize(random, data, room)
    channel = random.choices(("dashboard", "api", "mcp", "import"), (45, 20, 15, 20))[0]
    title = actions.create(clerk.warrant(channel=channel), direction, data)
    _live(clerk, random, title, count)
    return count


def _allocate(random: Random, chart: Chart, data: dict[str, Any], *, owed: bool) -> None:
    side = "cost" if owed else "revenue"
    fitting = [center for center in chart.centers if center.type in (side, "both")]
    if random.random() < 0.15:
        shares = random.choice(
            ((Decimal(70), Decimal(30)), (Decimal("33.3333"), Decimal("66.6667")))
        )
        data["classification_centers"] = [
            {"center": center, "percentage": share}
            for center, share in zip(random.sample(fitting, 2), shares, strict=True)
        ]
    elif random.random() < 0.7:
        data["center"] = random.choice(fitting)


def _withhold(random: Random, data: dict[str, Any], taxes: Sequence[Tax], amount: Decimal) -> None:
    data["levies"] = [
        Levy(tax, percentage_of(amount, tax.default_rate), withholding=True)
        for tax in random.sample(list(taxes), random.choice((1, 3)))
        if tax.default_rate is not None
    ]


def _serialize(random: Random, data: dict[str, Any], room: int) -> int:
    chance = random.random()
    if chance < 0.015 and room >= 12:
        data |= {"type": "recurring", "recurrence_period": "monthly"}
        return 12
    if chance < 0.06 and room >= 6:
        data |= {"type": "installment", "total_installments": random.choice((3, 6))}
        return int(data["total_installments"])
    return 1


def _live(clerk: Clerk, random: Random, first: Title, count: int) -> None:
    """Let what is past be settled, mostly; let a gated payable be decided, sometimes."""
    titles = [first]
    if count > 1:
        titles = list(
            Title.objects.within(clerk.warrant())
            .filter(group_id=first.group_id)
            .order_by("due_date")
        )
    for title in titles:
        if title.payment_approval is not None:
            _decide(clerk, random, title)
        elif title.due_date < dates.today() and random.random() < 0.86:
            _settle(clerk, random, title)
        elif random.random() < 0.02:
            warrant = clerk.warrant(UPDATE, "dashboard")
            actions.change(warrant, title, {"status": "cancelled"})


def _decide(clerk: Clerk, random: Random, title: Title) -> None:
    chance = random.random()
    if chance < 0.4:
        approval.approve(clerk.warrant(UPDATE, "dashboard"), title)
    elif chance < 0.5:
        approval.reject(clerk.warrant(UPDATE, "dashboard"), title, "Nota fiscal em duplicidade.")


def _settle(clerk: Clerk, random: Random, title: Title) -> None:
    late = random.choices((0, 1, 3, 8), (70, 15, 10, 5))[0]
    paid_on = min(title.due_date + dt.timedelta(days=late), dates.today())
    data: dict[str, Any] = {"status": "settled", "payment_date": paid_on}
    if late > 1:
        data["interest_amount"] = percentage_of(title.amount, Decimal("0.33") * late)
    channel = random.choices(("dashboard", "api", "mcp"), (60, 25, 15))[0]
    actions.change(clerk.warrant(UPDATE, channel), title, data)


def with_check_digits(root: str) -> str:
    """The one valid CNPJ that begins with these twelve characters."""
    found = (cnpj(f"{root}{digits:02d}") for digits in range(100))
    return next(each for each in found if each is not None)


def _some_cnpj(random: Random) -> str:
    return with_check_digits(f"{random.randint(10_000_000, 99_999_999)}0001")


def _some_cpf(random: Random) -> str:
    root = f"{random.randint(100_000_000, 999_999_999)}"
    found = (cpf(f"{root}{digits:02d}") for digits in range(100))
    return next(each for each in found if each is not None)
