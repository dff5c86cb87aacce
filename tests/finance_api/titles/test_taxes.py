"""Tax charges: a set, each tax once, never more withheld than the amount (R89, R93)."""

import uuid
from typing import Any

from tests.finance_api.titles.desk import Desk, both, desk


def taxes(at: Desk, *names: str, **fields: Any) -> list[str]:
    return [str(at.api.made("taxes", {"name": name, **fields})["id"]) for name in names]


@both
def test_each_tax_is_an_amount_of_its_own_and_owed_stays_the_same(path: str) -> None:
    at = desk(path)
    irrf, pis, cofins, csll = taxes(at, "IRRF", "PIS", "COFINS", "CSLL")
    made = at.made(
        amount="10000.00",
        tax_charges=[
            {"tax_id": irrf, "amount": "150.00"},
            {"tax_id": pis, "amount": 65},
            {"tax_id": cofins, "amount": 300.00},
            {"tax_id": csll, "amount": "100.00", "withholding": False},
        ],
    )
    rows = [(row["tax_name"], row["amount"], row["withholding"]) for row in made["tax_charges"]]
    assert rows == [
        ("IRRF", "150.00", True),
        ("PIS", "65.00", True),
        ("COFINS", "300.00", True),
        ("CSLL", "100.00", False),
    ]
    assert [row["tax_id"] for row in made["tax_charges"]] == [irrf, pis, cofins, csll]
    assert made["tax_charges_count"] == 4
    assert made["nominal_amount"] == "10000.00"
    assert at.transaction(at.settle(made["id"]).body)["amount"] == "10000.00"


@both
def test_the_set_is_replaced_cleared_or_left_alone(path: str) -> None:
    at = desk(path)
    first, second = taxes(at, "ISS", "INSS")
    made = at.made(tax_charges=[{"tax_id": first, "amount": "5.00"}])
    assert at.patched(made["id"], notes="x")["tax_charges"] == made["tax_charges"]
    same = at.patched(made["id"], tax_charges=[{"tax_id": first, "amount": "5.00"}])
    assert same["tax_charges"] == made["tax_charges"]
    replaced = at.patched(made["id"], tax_charges=[{"tax_id": second, "amount": "1.00"}])
    assert [row["tax_id"] for row in replaced["tax_charges"]] == [second]
    assert replaced["updated_at"] > same["updated_at"]
    assert at.patched(made["id"], tax_charges=[])["tax_charges"] == []


@both
def test_not_more_is_withheld_than_the_amount(path: str) -> None:
    at = desk(path)
    first, second = taxes(at, "ISS", "INSS")
    charges: list[dict[str, Any]] = [
        {"tax_id": first, "amount": "60.00"},
        {"tax_id": second, "amount": "40.01"},
    ]
    assert at.create(tax_charges=charges).code == "UNPROCESSABLE_ENTITY"
    charges[1]["amount"] = "40.00"
    made = at.made(tax_charges=charges)
    assert at.patch(made["id"], amount="99.99").code == "UNPROCESSABLE_ENTITY"
    assert at.get(made["id"]) == made
    charges[1]["withholding"] = False
    assert at.patched(made["id"], amount="60.00", tax_charges=charges)["amount"] == "60.00"


@both
def test_a_tax_stands_once_on_a_title_and_its_amount_is_not_negative(path: str) -> None:
    at = desk(path)
    (tax,) = taxes(at, "ISS")
    twice = [{"tax_id": tax, "amount": "1.00"}, {"tax_id": tax, "amount": "2.00"}]
    assert at.create(tax_charges=twice).issues == {"tax_charges.1.tax_id": "duplicate"}
    for amount in ("-1.00", -1, "1,00", 1.005, True, None):
        answer = at.create(tax_charges=[{"tax_id": tax, "amount": amount}])
        assert list(answer.issues) == ["tax_charges.0.amount"]
    assert at.listed() == []


@both
def test_an_inactive_tax_is_not_newly_used_but_stays_where_it_is(path: str) -> None:
    at = desk(path)
    (tax,) = taxes(at, "CPMF")
    made = at.made(tax_charges=[{"tax_id": tax, "amount": "1.00"}])
    assert at.api.patch(f"taxes/{tax}", {"active": False}).status == 200
    answer = at.create(tax_charges=[{"tax_id": tax, "amount": "1.00"}])
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert at.patched(made["id"], tax_charges=[{"tax_id": tax, "amount": "2.00"}])["tax_charges"]
    assert at.settle(made["id"]).status == 200


@both
def test_another_workspaces_tax_answers_as_one_that_never_was(path: str) -> None:
    at, other = desk(path), desk(path)
    (foreign,) = taxes(other, "ISS")
    theirs = at.create(tax_charges=[{"tax_id": foreign, "amount": "1.00"}])
    nobodys = at.create(tax_charges=[{"tax_id": str(uuid.uuid4()), "amount": "1.00"}])
    assert theirs.code == "UNPROCESSABLE_ENTITY"
    assert theirs.raw == nobodys.raw
    assert theirs.issues == {"tax_charges.0.tax_id": "not_found"}


@both
def test_a_charge_is_withheld_as_its_tax_suggests_unless_it_says_otherwise(path: str) -> None:
    at = desk(path)
    (informed,) = taxes(at, "IBPT", default_withholding=False)
    made = at.made(tax_charges=[{"tax_id": informed, "amount": "1.00"}])
    assert made["tax_charges"][0]["withholding"] is False
    charge = {"tax_id": informed, "amount": "1.00", "withholding": True}
    assert at.patched(made["id"], tax_charges=[charge])["tax_charges"][0]["withholding"] is True
