"""A destructive call asks a person, and does what the person answers (P126–P134, P144–P146)."""

from typing import Any

import pytest

from finance_api.rest import catalog
from tests.agent import NEW, OLD, OLDEST, Agent, Outcome
from tests.world import World

DELETE = "finance_taxes_delete"


@pytest.fixture
def tax(place: World) -> dict[str, Any]:
    made: dict[str, Any] = place.api.made("taxes", {"name": "ISS"})
    return made


def exists(place: World, tax: dict[str, Any]) -> bool:
    return place.api.get(f"taxes/{tax['id']}").status == 200


def delete(agent: Agent, tax: dict[str, Any], **more: Any) -> Outcome:
    return agent.call(DELETE, {"id": tax["id"]}, **more)


def test_a_delete_asks_first_and_runs_once_when_a_person_confirms_p129_p140(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    asked = delete(agent, tax)
    assert asked.asks
    assert "ISS" in asked.question
    assert exists(place, tax)
    reply = asked.reply()
    done = delete(agent, tax, **reply)
    assert (done.value, done.result["resultType"]) == ({}, "complete")
    assert not exists(place, tax)
    assert delete(agent, tax, **reply).code == "confirmation_replayed"


@pytest.mark.parametrize(
    "elicitation", [{}, {"form": {}}, {"form": {}, "url": {}}, {"form": {"x": 1}}]
)
def test_a_client_that_shows_forms_is_asked_p126(
    agent: Agent, tax: dict[str, Any], elicitation: Any
) -> None:
    agent.capabilities = {"elicitation": elicitation}
    assert delete(agent, tax).asks


@pytest.mark.parametrize(
    "capabilities",
    [
        {},
        {"elicitation": None},
        {"elicitation": True},
        {"elicitation": []},
        {"elicitation": {"url": {}}},
        {"elicitation": {"form": None, "url": {}}},
        {"elicitation": {"form": True}},
    ],
)
def test_a_client_that_shows_no_form_cannot_delete_p127(
    agent: Agent, place: World, tax: dict[str, Any], capabilities: dict[str, Any]
) -> None:
    state = delete(agent, tax).reply()
    agent.capabilities = capabilities
    assert delete(agent, tax).code == "confirmation_required"
    assert delete(agent, tax, **state).code == "confirmation_required"
    assert exists(place, tax)


@pytest.mark.parametrize("version", [OLD, OLDEST])
def test_the_old_era_cannot_delete_p72_p145(
    agent: Agent, place: World, tax: dict[str, Any], version: str
) -> None:
    state = delete(agent, tax).reply()
    agent.version = version
    declared = {"protocolVersion": version, "capabilities": {"elicitation": {}}}
    assert agent.send("initialize", declared).status == 200
    assert delete(agent, tax).code == "confirmation_required"
    assert delete(agent, tax, **state).code == "confirmation_required"
    assert exists(place, tax)


@pytest.mark.parametrize(
    "name",
    [name for name, each in catalog.endpoints().items() if each.operation.always_confirms],
)
@pytest.mark.parametrize("version", [NEW, OLD])
def test_no_tool_that_always_asks_runs_without_an_answer_p72(
    agent: Agent, name: str, version: str
) -> None:
    agent.version, agent.capabilities = version, {}
    given = dict.fromkeys(required_ids(name), "2b93f876-769a-4bdc-b23e-304957f313b4")
    assert agent.call(name, given).code == "confirmation_required"


def required_ids(name: str) -> tuple[str, ...]:
    return catalog.endpoints()[name].path_parameters


def test_the_question_has_the_shape_of_a_form_p128(agent: Agent, tax: dict[str, Any]) -> None:
    result = delete(agent, tax).result
    assert set(result) == {"resultType", "inputRequests", "requestState", "_meta"}
    assert isinstance(result["requestState"], str)
    request = result["inputRequests"]["confirmation"]
    assert list(result["inputRequests"]) == ["confirmation"]
    assert request["method"] == "elicitation/create"
    form = request["params"]
    assert set(form) == {"mode", "message", "requestedSchema"}
    assert form["mode"] == "form"
    assert form["requestedSchema"] == {
        "type": "object",
        "properties": {"confirm": {"type": "boolean", "title": "Confirmo"}},
        "required": ["confirm"],
    }


def test_the_question_is_in_the_persons_language_k38(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    place.person.language = "en"
    place.person.save()
    asked = delete(agent, tax)
    form = asked.result["inputRequests"]["confirmation"]["params"]
    assert form["requestedSchema"]["properties"]["confirm"]["title"] == "I confirm"
    assert asked.question.endswith("This cannot be undone.")


@pytest.mark.parametrize(
    "name",
    [
        "a\nb\r\n\tc",
        "a\u202eb\u200bc",
        "see https://evil.example/x now",
        "see www.evil.example now",
        "“closed” and more",
        "x" * 100,
    ],
)
def test_what_third_parties_wrote_cannot_shape_the_question_p128(
    agent: Agent, place: World, name: str
) -> None:
    made = place.api.made("taxes", {"name": name})
    question = delete(agent, made).question
    assert question.isprintable()
    assert "evil.example" not in question
    assert question.count("“") == question.count("”") == 1


@pytest.mark.parametrize(
    "answer", [{"action": "decline"}, {"action": "cancel"}, {"confirm": False}]
)
def test_a_no_changes_nothing_and_burns_nothing_p130(
    agent: Agent, place: World, tax: dict[str, Any], answer: dict[str, Any]
) -> None:
    asked = delete(agent, tax)
    declined = delete(agent, tax, **asked.reply(**answer))
    assert declined.code == "USER_DECLINED"
    assert exists(place, tax)
    assert delete(agent, tax, **asked.reply()).value == {}


def answered(asked: Outcome, response: Any) -> dict[str, Any]:
    """An answer of any shape, with the state of the question."""
    state = asked.result["requestState"]
    return {"inputResponses": {"confirmation": response}, "requestState": state}


@pytest.mark.parametrize(
    "response",
    [
        {"action": "accept"},
        {"action": "accept", "content": None},
        {"action": "accept", "content": {}},
        {"action": "accept", "content": {"other": True}},
    ],
)
def test_a_yes_that_says_nothing_is_asked_again_p131(
    agent: Agent, place: World, tax: dict[str, Any], response: dict[str, Any]
) -> None:
    asked = delete(agent, tax)
    again = delete(agent, tax, **answered(asked, response))
    assert again.asks
    assert again.result["requestState"] != asked.result["requestState"]
    assert exists(place, tax)


def test_half_an_answer_is_a_first_call_p132(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    reply = delete(agent, tax).reply()
    responses, state = reply["inputResponses"], reply["requestState"]
    halves: list[dict[str, Any]] = [
        {"inputResponses": responses},
        {"requestState": state},
        {"requestState": "no state of ours"},
        {"requestState": state, "inputResponses": {}},
        {"requestState": state, "inputResponses": {"other": responses["confirmation"]}},
        {"requestState": None, "inputResponses": responses},
        {"requestState": state, "inputResponses": None},
    ]
    for half in halves:
        assert delete(agent, tax, **half).asks, half
    assert exists(place, tax)


def test_what_nobody_asked_for_is_ignored_p133(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    reply = delete(agent, tax).reply()
    reply["inputResponses"]["confirmation"]["content"]["other"] = "x"
    reply["inputResponses"]["confirmation"]["_meta"] = {"x": 1}
    reply["inputResponses"]["other"] = "x"
    assert delete(agent, tax, **reply).value == {}


@pytest.mark.parametrize(
    "response",
    [
        "accept",
        None,
        [],
        {},
        {"action": "ACCEPT", "content": {"confirm": True}},
        {"action": None, "content": {"confirm": True}},
        {"action": [], "content": {"confirm": True}},
        {"action": "accept", "content": "yes"},
        {"action": "accept", "content": []},
        {"action": "accept", "content": {"confirm": "true"}},
        {"action": "accept", "content": {"confirm": 1}},
        {"action": "accept", "content": {"confirm": None}},
    ],
)
def test_an_answer_of_a_wrong_shape_is_a_broken_request_p134(
    agent: Agent, place: World, tax: dict[str, Any], response: Any
) -> None:
    asked = delete(agent, tax)
    outcome = delete(agent, tax, **answered(asked, response))
    assert (outcome.answer.status, outcome.error) == (200, -32602)
    assert exists(place, tax)


@pytest.mark.parametrize("member", ["inputResponses", "requestState"])
@pytest.mark.parametrize("value", [1, True, ["x"]])
def test_members_of_a_wrong_type_are_a_broken_request_p134(
    agent: Agent, place: World, tax: dict[str, Any], member: str, value: Any
) -> None:
    reply = delete(agent, tax).reply() | {member: value}
    outcome = delete(agent, tax, **reply)
    assert (outcome.answer.status, outcome.error) == (200, -32602)
    assert exists(place, tax)


def test_arguments_are_judged_before_anybody_is_asked_p144(
    agent: Agent, place: World, tax: dict[str, Any]
) -> None:
    assert agent.call(DELETE, {"id": "x"}).code == "VALIDATION_ERROR"
    assert agent.call(DELETE, {"id": tax["id"], "x": 1}).code == "VALIDATION_ERROR"
    assert agent.call(DELETE, {"id": str(place.workspace.id)}).code == "NOT_FOUND"


@pytest.mark.parametrize("version", [NEW, OLD])
def test_a_tool_that_asks_nothing_takes_no_answer_p145(
    agent: Agent, tax: dict[str, Any], version: str
) -> None:
    answers = [delete(agent, tax).reply(), {"inputResponses": "x", "requestState": "x"}]
    agent.version = version
    for each in answers:
        assert len(agent.call("finance_taxes_list", **each).value["data"]) == 1


def test_only_calls_ask_p146(agent: Agent) -> None:
    reply = {"inputResponses": {}, "requestState": "x"}
    completion = {
        "ref": {"type": "ref/resource", "uri": "kobana://finance/companies/{id}"},
        "argument": {"name": "id", "value": ""},
    }
    asked: dict[str, dict[str, Any]] = {
        "tools/list": {},
        "server/discover": {},
        "resources/list": {},
        "resources/templates/list": {},
        "resources/read": {"uri": "kobana://finance/taxes"},
        "prompts/list": {},
        "completion/complete": completion,
    }
    for method, params in asked.items():
        assert agent.send(method, {**params, **reply}).body["result"]["resultType"] == "complete"
