"""What classifies a transaction: its type's polarity, names, a single center or a split."""

from typing import Any

import pytest
from django.db import transaction

from finance_api.core.isolation import open_workspaces
from finance_api.core.models import LogEntry
from tests.finance_api.ledger.books import Books, books


def _split(*rows: tuple[str, Any, Any]) -> list[dict[str, Any]]:
    return [
        {"classification_center_id": center, "percentage": percentage, "amount": amount}
        for center, percentage, amount in rows
    ]


def _amounts(made: Any) -> list[tuple[str, str | None, str]]:
    return [
        (row["classification_center_name"], row["percentage"], row["amount"])
        for row in made["classification_center_allocations"]
    ]


@pytest.mark.parametrize(("type", "other"), [("debit", "credit"), ("credit", "debit")])
def test_category_and_center_must_be_of_the_types_side(type: str, other: str) -> None:
    b = books()
    categories = {"debit": b.expense, "credit": b.income}
    centers = {"debit": b.center("Custo", "cost"), "credit": b.center("Receita", "revenue")}
    both = b.center("Loja", "both")
    wrong = [
        b.entry(type=type, category_id=categories[other]),
        b.entry(type=type, classification_center_id=centers[other]),
        b.entry(type=type, classification_centers=_split((centers[other], 100, None))),
    ]
    for body in wrong:
        assert b.api.post("financial-transactions", body).code == "UNPROCESSABLE_ENTITY"
    assert b.count() == 0
    made = b.entered(
        type=type, category_id=categories[type], classification_center_id=centers[type]
    )
    assert b.entered(type=type, classification_center_id=both)["classification_center_id"] == both
    turned = b.api.patch(f"financial-transactions/{made['id']}", {"type": other})
    assert turned.code == "UNPROCESSABLE_ENTITY"
    assert b.api.get(f"financial-transactions/{made['id']}").body == made


@pytest.mark.parametrize(
    ("type", "side", "role"),
    [("debit", "cost", "is_supplier"), ("credit", "revenue", "is_customer")],
)
def test_names_are_found_or_made_for_the_types_side(type: str, side: str, role: str) -> None:
    b = books()
    names = {
        "person_name": "Moinho Ltda",
        "category_name": "Farinha",
        "classification_center_name": "Cozinha",
    }
    first, second = b.entered(type=type, **names), b.entered(type=type, **names)
    for key in ("person_id", "category_id", "classification_center_id"):
        assert first[key] == second[key] is not None
    assert b.api.get(f"people/{first['person_id']}").body[role] is True
    assert b.api.get(f"categories/{first['category_id']}").body["type"] == type
    center = b.api.get(f"classification_centers/{first['classification_center_id']}").body
    assert center["type"] == side


@pytest.mark.parametrize("noun", ["person", "category", "classification_center"])
def test_an_id_and_a_name_for_one_reference_are_refused(noun: str) -> None:
    b = books()
    body = b.entry(**{f"{noun}_id": b.expense, f"{noun}_name": "X"})
    answer = b.api.post("financial-transactions", body)
    assert answer.code == "BAD_REQUEST"
    assert f"{noun}_id and {noun}_name are mutually exclusive" in answer.body["error"]["message"]
    assert b.count() == 0
    assert b.api.post("financial-transactions", body | {f"{noun}_id": None}).status == 201


def test_a_split_by_percentage_and_amount_adds_up_and_says_how_it_was_asked() -> None:
    b = books()
    one, two = b.center("Loja 1"), b.center("Loja 2")
    made = b.entered(
        amount="1000.00", classification_centers=_split((one, 70, None), (two, None, "300.00"))
    )
    assert made["classification_center_id"] == one
    assert made["classification_center_allocations"] == [
        {
            "classification_center_id": one,
            "classification_center_name": "Loja 1",
            "percentage": "70",
            "amount": "700.00",
        },
        {
            "classification_center_id": two,
            "classification_center_name": "Loja 2",
            "percentage": None,
            "amount": "300.00",
        },
    ]


def test_thirds_of_a_hundred_lose_no_cent() -> None:
    b = books()
    centers = [b.center(f"Loja {i}") for i in range(3)]
    shares = [33.3333, 33.3333, 33.3334]
    rows = _split(*((c, share, None) for c, share in zip(centers, shares, strict=True)))
    made = b.entered(classification_centers=rows)
    assert _amounts(made) == [
        ("Loja 0", "33.3333", "33.33"),
        ("Loja 1", "33.3333", "33.33"),
        ("Loja 2", "33.3334", "33.34"),
    ]


@pytest.mark.parametrize(
    ("percentages", "amounts"),
    [((50, 49), (None, None)), ((None, None), ("50.00", "49.98")), ((60, None), (None, 50))],
)
def test_a_split_that_misses_the_amount_is_refused(
    percentages: tuple[Any, Any], amounts: tuple[Any, Any]
) -> None:
    b = books()
    one, two = b.center("Loja 1"), b.center("Loja 2")
    rows = _split((one, percentages[0], amounts[0]), (two, percentages[1], amounts[1]))
    answer = b.api.post("financial-transactions", b.entry(classification_centers=rows))
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert b.count() == 0


def test_the_faults_of_a_split_are_named_by_row() -> None:
    b, foreign = books(), books().center()
    rows = [
        {"classification_center_id": foreign, "percentage": 50},
        {"classification_center_id": b.center(), "percentage": 50},
    ]
    answer = b.api.post("financial-transactions", b.entry(classification_centers=rows))
    assert answer.code == "UNPROCESSABLE_ENTITY"
    assert answer.issues == {"classification_centers.0.classification_center_id": "not_found"}
    rows[0] = {"classification_center_id": "x", "percentage": "50"}
    answer = b.api.post("financial-transactions", b.entry(classification_centers=rows))
    assert answer.issues == {
        "classification_centers.0.classification_center_id": "invalid",
        "classification_centers.0.percentage": "invalid_percentage",
    }
    assert b.count() == 0


def _split_transaction(b: Books) -> tuple[str, str, str]:
    one, two = b.center("Loja 1"), b.center("Loja 2")
    made = b.entered(classification_centers=_split((one, 70, None), (two, 30, None)))
    return f"financial-transactions/{made['id']}", one, two


def test_parts_by_percentage_follow_the_amount() -> None:
    b = books()
    path, _, _ = _split_transaction(b)
    changed = b.api.patch(path, {"amount": "0.01"}).body
    assert _amounts(changed) == [("Loja 1", "70", "0.01"), ("Loja 2", "30", "0.00")]


def test_parts_by_amount_do_not_follow_the_amount() -> None:
    b = books()
    rows = _split((b.center("Loja 1"), None, "60.00"), (b.center("Loja 2"), None, "40.00"))
    made = b.entered(classification_centers=rows)
    path = f"financial-transactions/{made['id']}"
    assert b.api.patch(path, {"amount": "90.00"}).code == "UNPROCESSABLE_ENTITY"
    assert b.api.get(path).body == made
    rows[1]["amount"] = "30.00"
    changed = b.api.patch(path, {"amount": "90.00", "classification_centers": rows}).body
    assert _amounts(changed) == [("Loja 1", None, "60.00"), ("Loja 2", None, "30.00")]


def test_leaving_the_split_out_keeps_it_and_an_empty_one_clears_it() -> None:
    b = books()
    path, one, _ = _split_transaction(b)
    kept = b.api.patch(path, {"notes": "x", "classification_center_id": one}).body
    assert len(kept["classification_center_allocations"]) == 2
    cleared = b.api.patch(path, {"classification_centers": []}).body
    assert cleared["classification_center_allocations"] == []
    assert cleared["classification_center_id"] is None


def test_another_single_center_takes_the_splits_place() -> None:
    b = books()
    path, _, two = _split_transaction(b)
    changed = b.api.patch(path, {"classification_center_id": two}).body
    assert changed["classification_center_allocations"] == []
    assert changed["classification_center_id"] == two


def test_a_changed_split_moves_updated_at_and_the_same_one_does_not() -> None:
    b = books()
    path, one, two = _split_transaction(b)
    before = b.api.get(path).body
    same = b.api.patch(path, {"classification_centers": _split((one, 70, None), (two, 30, None))})
    assert same.body == before
    turned = b.api.patch(path, {"classification_centers": _split((two, 50, None), (one, 50, None))})
    assert turned.body["updated_at"] > before["updated_at"]
    assert turned.body["classification_center_id"] == two
    assert _amounts(turned.body) == [("Loja 2", "50", "50.00"), ("Loja 1", "50", "50.00")]


def test_what_is_inactive_cannot_be_newly_used_but_stays() -> None:
    b = books()
    center = b.center()
    made = b.entered(classification_center_id=center, person_name="Sol")
    path, person = f"financial-transactions/{made['id']}", made["person_id"]
    b.api.patch(f"classification_centers/{center}", {"active": False})
    b.api.patch(f"people/{person}", {"active": False})
    for changes in ({"classification_center_id": center}, {"person_id": person}):
        answer = b.api.post("financial-transactions", b.entry(**changes))
        assert answer.code == "UNPROCESSABLE_ENTITY"
        assert b.api.patch(path, {**changes, "notes": "x"}).status == 200
    assert b.count() == 1


def test_the_log_keeps_every_split() -> None:
    b = books()
    path, one, two = _split_transaction(b)
    b.api.patch(path, {"classification_centers": _split((two, 100, None))})
    b.api.delete(path)
    with transaction.atomic():
        open_workspaces([b.world.workspace.id])
        entries = list(LogEntry.objects.filter(record_type="transaction").order_by("id"))
    sets = [
        [(row["center_id"], row["amount"]) for row in side["allocations"]]
        for entry in entries
        for side in (entry.before, entry.after)
        if side and "allocations" in side
    ]
    first, second = [(one, "70.00"), (two, "30.00")], [(two, "100.00")]
    assert [entry.act for entry in entries] == ["create", "change", "change", "remove"]
    assert sets == [[], first, first, second, second]
