"""Taxes: labels of the workspace with a suggested rate."""

from tests.surface.examples import Ground
from tests.world import world


def test_a_tax_is_created_read_changed_and_deleted() -> None:
    api = world().api
    made = api.made("taxes", {"name": "IRRF", "default_rate": "1.5"})
    assert made["default_rate"] == "1.5"
    assert made["default_withholding"] is True
    assert made["created_via"] == "api"
    assert api.get(f"taxes/{made['id']}").body == made
    changed = api.patch(f"taxes/{made['id']}", {"active": False})
    assert changed.status == 200, changed.body
    assert changed.body["active"] is False
    listed = api.get("taxes?active=false&fields=name")
    assert listed.body == {
        "data": [{"id": made["id"], "name": "IRRF"}],
        "meta": {"next_cursor": None},
    }
    assert api.delete(f"taxes/{made['id']}").status == 204
    assert api.delete(f"taxes/{made['id']}").code == "NOT_FOUND"


def test_what_is_optional_may_be_left_out() -> None:
    api = world().api
    made = api.made("taxes", {"name": "ISS"})
    assert made["default_rate"] is None
    assert made["active"] is True


def test_a_tax_that_something_is_charged_with_is_not_deleted() -> None:
    of = world()
    ground = Ground(of)
    tax = ground.get("taxes")
    charged = {"tax_charges": [{"tax_id": tax["id"], "amount": "1.50"}]}
    payable = of.api.made("payables", {**ground.body("payables"), **charged})
    assert of.api.delete(f"taxes/{tax['id']}").code == "CONFLICT"
    assert of.api.delete(f"payables/{payable['id']}").status == 204
    assert of.api.delete(f"taxes/{tax['id']}").status == 204
