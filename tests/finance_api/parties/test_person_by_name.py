"""A person named by a title is found in the company, or made there once (rest-api §2.3)."""

from tests.finance_api.parties.registry import at_once, person
from tests.finance_api.titles.desk import Desk, both, desk


def named(at: Desk, name: str) -> str:
    body = at.body(person_name=name)
    del body["person_id"]
    return str(at.api.made(at.path, body)["person_id"])


def people(at: Desk) -> list[tuple[str, bool, bool]]:
    rows = at.api.get("people").body["data"]
    return [(row["name"], row["is_supplier"], row["is_customer"]) for row in rows]


@both
def test_a_new_name_makes_a_person_in_the_role_of_the_side(path: str) -> None:
    at = desk(path)
    found = named(at, "  Nova  ")
    assert people(at)[1:] == [("Nova", at.pays, not at.pays)]
    assert named(at, "Nova") == found
    assert named(at, "nova") != found


@both
def test_a_person_who_lacks_the_role_is_given_it(path: str) -> None:
    at = desk(path)
    made = at.api.made("people", person(at.books.company, name="Já existe"))
    assert named(at, "Já existe") == made["id"]
    assert ("Já existe", at.pays, not at.pays) in people(at)


@both
def test_of_several_one_in_the_role_comes_first(path: str) -> None:
    at = desk(path)
    at.api.made("people", person(at.books.company, name="Silva"))
    role = "is_supplier" if at.pays else "is_customer"
    second = at.api.made("people", person(at.books.company, name="Silva", **{role: True}))
    assert named(at, "Silva") == second["id"]


@both
def test_an_inactive_person_is_not_used_and_not_doubled(path: str) -> None:
    at = desk(path)
    at.api.made("people", person(at.books.company, name="Parada", active=False))
    before = people(at)
    body = at.body(person_name="Parada")
    del body["person_id"]
    assert at.api.post(path, body).code == "UNPROCESSABLE_ENTITY"
    assert (people(at), at.listed()) == (before, [])


@both
def test_a_deleted_person_is_not_found_by_name(path: str) -> None:
    at = desk(path)
    gone = named(at, "Silva")
    assert at.api.delete(f"people/{gone}").status == 204
    assert named(at, "Silva") != gone


@both
def test_ten_parallel_titles_with_one_new_name_make_one_person(path: str) -> None:
    at = desk(path)
    body = at.body(person_name="Nova")
    del body["person_id"]
    assert at_once(at.books.world, 10, lambda api, _: api.post(path, body)) == [201] * 10
    assert len(people(at)) == 2
    assert len({row["person_id"] for row in at.listed()}) == 1


def blocking(at: Desk, pair: str) -> None:
    place = at.books.world.workspace
    place.blocked = [pair]
    place.save()


def test_where_creating_is_blocked_an_edit_may_name_only_who_exists() -> None:
    at = desk("payables")
    title = at.made()
    at.api.made("people", person(at.books.company, name="Silva", is_supplier=True))
    blocking(at, "api:create")
    title = at.patched(title["id"], person_name="Silva")
    before = people(at)
    answer = at.patch(title["id"], person_name="Nova")
    assert (answer.status, answer.code) == (403, "SECURITY_BLOCKED")
    assert answer.body["error"]["details"] == {"rule": "create", "channel": "api"}
    assert (people(at), at.get(title["id"])) == (before, title)


def test_where_editing_is_blocked_a_creation_gives_nobody_a_role() -> None:
    at = desk("payables")
    at.api.made("people", person(at.books.company, name="Silva", is_supplier=True))
    at.api.made("people", person(at.books.company, name="Souza", is_customer=True))
    blocking(at, "api:edit")
    named(at, "Silva")
    before = people(at)
    body = at.body(person_name="Souza")
    del body["person_id"]
    answer = at.api.post("payables", body)
    assert (answer.status, answer.code) == (403, "SECURITY_BLOCKED")
    assert (people(at), len(at.listed())) == (before, 1)
