"""An agent that sends to the bank or charges: a person is asked in their language, a yes runs once,
and only money scopes reach (K9, K20, K23, K24)."""

from typing import Any

import pytest

from finance_api.rest import catalog
from tests.agent import NEW, OLD, Agent
from tests.finance_api.titles.bank import Counter, counter, key
from tests.world import Api, World, every_scope, token, world

TOOLS = {
    "finance_payables_send_to_bank": "finance.payables.dispatch",
    "finance_payables_cancel_dispatch": "finance.payables.dispatch",
    "finance_receivables_charge": "finance.receivables.charge",
    "finance_receivables_cancel_charge": "finance.receivables.charge",
}


@pytest.fixture
def at(place: World) -> Counter:
    return counter("payables", place)


def test_every_order_to_the_bank_is_declared_as_one_that_moves_money() -> None:
    for name, scope in TOOLS.items():
        operation = catalog.endpoints()[name].operation
        assert operation.required_scope == scope
        assert (operation.moves_money, operation.destructive) == (True, True)
        assert (operation.lock, operation.key) == ("dispatch", "required")
        assert operation.always_confirms
    moving = [name for name, each in catalog.endpoints().items() if each.operation.moves_money]
    assert sorted(moving) == sorted(TOOLS)


@pytest.mark.parametrize(
    ("language", "words"),
    [
        (
            "pt-br",
            ("Enviar esta conta a pagar ao banco?", "R$ 420,50", "Pagar para", "O banco paga"),
        ),
        ("en", ("Send this payable to the bank?", "R$ 420.50", "Pay to", "The bank pays this")),
    ],
)
def test_the_question_says_how_much_to_whom_and_from_where(
    agent: Agent, place: World, at: Counter, language: str, words: tuple[str, ...]
) -> None:
    place.person.language = language
    place.person.save()
    id = at.payable(description="Aluguel", amount="420.50")
    asked = agent.call("finance_payables_send_to_bank", {"id": id})
    assert asked.asks
    shown = ("“Aluguel”", "“Imobiliária Sol”", "“Conta movimento”")
    for text in (*words, *shown, "“fornecedor@exemplo.com.br”"):
        assert text in asked.question, asked.question
    assert at.intents() == []
    assert at.orders() == []
    assert at.get(id)["kobana_status"] is None


@pytest.mark.parametrize(
    ("language", "words"),
    [
        ("pt-br", ("Cobrar o cliente desta conta a receber?", "Tipo: boleto", "R$ 100,00")),
        ("en", ("Charge the customer of this receivable?", "Kind: bank slip", "R$ 100.00")),
    ],
)
def test_the_question_of_a_charge_says_of_which_kind(
    agent: Agent, place: World, language: str, words: tuple[str, ...]
) -> None:
    place.person.language = language
    place.person.save()
    at = counter("receivables", place)
    arguments = {"id": at.receivable(), "kind": "bank_billet"}
    asked = agent.call("finance_receivables_charge", arguments)
    for text in words:
        assert text in asked.question, asked.question
    assert at.intents() == []
    charged = agent.call("finance_receivables_charge", arguments, **asked.reply())
    assert charged.value["charge_state"] == "registering"
    assert charged.value["updated_via"] == "mcp"
    cancelled = agent.confirmed("finance_receivables_cancel_charge", {"id": arguments["id"]})
    assert cancelled.value["kobana_status"] == "canceling"
    assert at.get(arguments["id"])["charge_state"] == "canceled"


def test_a_yes_sends_once_and_a_second_use_is_told_so(agent: Agent, at: Counter) -> None:
    arguments = {"id": at.payable()}
    asked = agent.call("finance_payables_send_to_bank", arguments)
    sent = agent.call("finance_payables_send_to_bank", arguments, **asked.reply())
    assert sent.value["kobana_status"] == "pending"
    again = agent.call("finance_payables_send_to_bank", arguments, **asked.reply())
    assert again.code == "confirmation_replayed"
    assert len(at.orders()) == 1
    cancelled = agent.confirmed("finance_payables_cancel_dispatch", arguments)
    assert cancelled.value["kobana_status"] == "canceling"
    assert [order.status for order in at.orders()] == ["canceled"]


def test_the_question_names_the_place_that_the_method_pays_to(agent: Agent, at: Counter) -> None:
    """Not the Pix key of an order that the bank carries out as a transfer to an account."""
    id = at.payable()
    bank = {"bank_code": "341", "agency": "1234", "account_number": "98765", "account_digit": "0"}
    named = {"beneficiary_name": "Casa do Norte", "beneficiary_document": "52998224725"}
    at.desk.patched(id, payment_method_kind="ted", **bank, **named)
    asked = agent.call("finance_payables_send_to_bank", {"id": id})
    assert "“341 1234 98765 0”" in asked.question
    assert "“Casa do Norte 52998224725”" in asked.question
    assert "fornecedor@exemplo.com.br" not in asked.question
    agent.call("finance_payables_send_to_bank", {"id": id}, **asked.reply())
    (sent,) = at.orders()
    assert sent.order["method"] == "ted"


def test_another_destination_is_asked_about_again_p143(agent: Agent, at: Counter) -> None:
    id = at.payable()
    asked = agent.call("finance_payables_send_to_bank", {"id": id})
    at.desk.patched(id, pix_key="outra@exemplo.com.br")
    second = agent.call("finance_payables_send_to_bank", {"id": id}, **asked.reply())
    assert second.asks
    assert "“outra@exemplo.com.br”" in second.question
    assert at.orders() == []


def test_what_a_rule_forbids_is_refused_before_anybody_is_asked(agent: Agent, at: Counter) -> None:
    id = at.payable(pix_key=None)
    refusal = agent.call("finance_payables_send_to_bank", {"id": id}).refusal
    assert refusal["details"] == {"missing": ["pix_key"]}


@pytest.mark.parametrize("reply", [{"action": "decline"}, {"confirm": False}])
def test_a_no_sends_nothing(agent: Agent, at: Counter, reply: dict[str, Any]) -> None:
    arguments = {"id": at.payable()}
    asked = agent.call("finance_payables_send_to_bank", arguments)
    declined = agent.call("finance_payables_send_to_bank", arguments, **asked.reply(**reply))
    assert declined.code == "USER_DECLINED"
    assert at.intents() == []


@pytest.mark.parametrize(("version", "capabilities"), [(OLD, {}), (NEW, {})])
def test_who_cannot_ask_sends_nothing_p72(
    agent: Agent, at: Counter, version: str, capabilities: dict[str, Any]
) -> None:
    id = at.payable()
    agent.version, agent.capabilities = version, capabilities
    assert agent.call("finance_payables_send_to_bank", {"id": id}).code == "confirmation_required"
    assert at.intents() == []


@pytest.mark.parametrize(("tool", "scope"), TOOLS.items())
def test_only_the_money_scope_itself_or_the_whole_of_an_mcp_token_reaches(
    tool: str, scope: str
) -> None:
    place = world()
    at = counter("payables" if "payables" in tool else "receivables", place)
    if at.desk.pays:
        path = f"payables/{at.payable()}/send-to-bank"
    else:
        path = f"receivables/{at.receivable()}/charge"
    others = [each for each in every_scope() if each != scope]
    who, of = place.person, place.organization
    for audience, scopes, reaches in (
        ("mcp", ["finance.all"], False),
        ("mcp", others, False),
        ("mcp", [scope], True),
        ("mcp", ["finance.all.write"], True),
    ):
        listed = Agent(token(who, of, audience, scopes)).tools()
        assert (tool in listed) is reaches, scopes
    for scopes, status in (
        (["finance.all"], 403),
        (["finance.all.write"], 403),
        (others, 403),
        ([scope], 200),
    ):
        answer = Api(token(who, of, "api", scopes)).post(path, {"kind": "pix"}, **key())
        assert answer.status == status, answer.body
        if status == 403:
            assert answer.code == "insufficient_scope"
            assert answer.body["error"]["details"]["required"] == scope
            assert at.intents() == []
