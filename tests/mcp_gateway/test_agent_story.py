"""An agent with nothing but the list of tools and a script finds what is overdue with one supplier,
pays the right one once a person has said yes, attaches the receipt and tells the cash flow, in both
languages."""

import base64
import datetime as dt
import json
import re

import pytest

from finance_api.core import dates
from tests.agent import Agent
from tests.finance_api.titles.desk import desk

_CALL = re.compile(r"`(finance_payables_list) (\{.*\})`")
RECEIPT = b"%PDF-1.7 comprovante"
QUESTIONS = {"pt-br": ("Baixar", "R$ 150,00"), "en": ("Settle", "R$ 150.00")}


@pytest.mark.parametrize("language", ["pt-br", "en"])
def test_an_agent_pays_what_is_overdue_and_tells_the_cash_flow(language: str) -> None:
    at = desk("payables")
    person = at.books.world.person
    person.language = language
    person.save()
    today = dates.today()
    late, far = (today - dt.timedelta(days=each) for each in (3, 40))
    wanted = at.made(amount="150.00", due_date=str(late), description="Aluguel da loja")
    at.made(amount="150.00", due_date=str(today + dt.timedelta(days=30)))
    at.made(amount="990.00", due_date=str(far), description="Aluguel antigo")
    agent = Agent(at.books.world.mcp_token)
    known = agent.tools()

    # The script says which calls to make; the agent reads them off it.
    script = agent.send("prompts/get", {"name": "overdue_review"}).body["result"]["messages"][0]
    calls = _CALL.findall(script["content"]["text"])
    assert {tool for tool, _ in calls} <= set(known)
    tool, written = next(call for call in calls if "nominal_amount" in call[1])
    arguments = json.loads(re.sub(r"<[^>]*>", str(today), written))
    arguments["fields"] += ["person_id"]
    arguments["filters"] |= {"person_id": at.person}
    arguments["filters"]["due_date"]["gte"] = str(today - dt.timedelta(days=30))
    (overdue,) = agent.call(tool, arguments).value["data"]
    assert (overdue["id"], overdue["amount"]) == (wanted["id"], "150.00")

    # Paying asks the person, in their language, and happens once.
    settle = {"id": overdue["id"], **at.settlement(payment_date=str(today))}
    asked = agent.call("finance_payables_update", settle)
    assert asked.asks
    for word in (*QUESTIONS[language], "Aluguel da loja"):
        assert word in asked.question, asked.question
    assert agent.call("finance_payables_update", settle, **asked.reply()).value["status"] == "paid"

    # The receipt is attached to what was paid.
    sent = {
        "content_base64": base64.b64encode(RECEIPT).decode(),
        "file_name": "comprovante.pdf",
        "mime_type": "application/pdf",
    }
    uploaded = agent.call("finance_attachments_upload", sent).value
    link = {"attachment_id": uploaded["id"], "type": "payable", "id": overdue["id"]}
    agent.call("finance_attachments_link", link)
    assert agent.call("finance_payables_get", {"id": overdue["id"]}).value["attachments_count"] == 1

    # The cash flow tells it.
    month = {"from": str(today.replace(day=1)), "to": str(today), "granularity": "day"}
    flow = agent.call("finance_cash_flow_get", month).value
    assert "150.00" in json.dumps(flow)
    assert at.books.balance() == "-150.00"
