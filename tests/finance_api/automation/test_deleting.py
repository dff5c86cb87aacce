"""What a rule refers to may be deleted as rest-api §2.13 says: people not, the rest with it or out
of it."""

from tests.finance_api.automation.rules import PATH, listed, person, rule
from tests.finance_api.ledger.books import account, company
from tests.finance_api.titles.desk import desk


def test_a_person_a_rule_names_is_not_deleted() -> None:
    at = desk("payables")
    for member in ("match_person_id", "set_person_id"):
        who = person(at, "Uber")
        made = rule(at, **{member: who})
        answer = at.api.delete(f"people/{who}")
        assert answer.code == "CONFLICT"
        assert answer.body["error"]["details"] == {"automatic_rules": 1}
        assert at.api.delete(f"{PATH}/{made['id']}").status == 204
        assert at.api.delete(f"people/{who}").status == 204


def test_a_category_or_center_that_is_deleted_is_no_longer_set() -> None:
    at = desk("payables")
    center = at.center("Obra")
    made = rule(
        at,
        set_category_id=at.category,
        set_classification_center_id=center,
        set_description="Aluguel",
    )
    assert at.api.delete(f"categories/{at.category}").status == 204
    assert at.api.delete(f"classification_centers/{center}").status == 204
    left = at.api.get(f"{PATH}/{made['id']}").body
    assert left["set_category_id"] is left["set_classification_center_id"] is None
    assert at.made()["description"] == "Aluguel"


def test_a_rule_left_without_an_action_does_nothing_and_can_be_switched_off() -> None:
    at = desk("payables")
    made = rule(at, set_category_id=at.category)
    rule(at, set_description="Segunda")
    assert at.api.delete(f"categories/{at.category}").status == 204
    assert at.made()["description"] == "Segunda"
    assert at.api.patch(f"{PATH}/{made['id']}", {"active": False}).status == 200


def test_a_rule_goes_with_the_account_it_is_about() -> None:
    at = desk("payables")
    other = account(at.books.world, at.books.company, name="Reserva")
    rule(at, "transactions", account_id=other)
    kept = rule(at, set_expected_account_id=other, set_description="Aluguel")
    assert at.api.delete(f"financial-accounts/{other}").status == 204
    (left,) = listed(at)
    assert left["id"] == kept["id"]
    assert left["set_expected_account_id"] is None


def test_rules_go_with_their_company() -> None:
    at = desk("payables")
    owner = company(at.books.world, "Outra")
    own = account(at.books.world, owner)
    center = {"company_id": owner, "name": "Obra", "type": "both"}
    rule(
        at,
        "transactions",
        company_id=owner,
        account_id=own,
        set_classification_center_id=at.api.made("classification_centers", center)["id"],
    )
    rule(at, company_id=owner)
    assert at.api.delete(f"companies/{owner}").status == 204
    assert listed(at) == []
