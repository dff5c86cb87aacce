"""Approvals: what a person sees of a payable that waits, and what deciding it takes (K18)."""

import re
import threading
import uuid
from decimal import Decimal
from typing import Any

import pytest
from django.db import connection, connections, transaction
from django.test.utils import CaptureQueriesContext

from finance_api.bank import br_code
from finance_api.core import boleto
from finance_api.core.isolation import open_workspaces
from finance_api.titles.models import Title
from tests.account.visitor import Visitor
from tests.agent import Agent
from tests.finance_api.dashboard.office import entries
from tests.finance_api.titles.desk import Desk, desk, together
from tests.world import Answer, Api, Form, World, member, person, workspace, world

PIX = {"payment_method_kind": "pix", "pix_key": "sol@exemplo.com.br", "pix_key_type": "email"}
TICK = re.compile(r'name="payable" value="([0-9a-f-]{36}:[0-9a-f]{64})"')


@pytest.fixture
def at(place: World) -> Desk:
    return desk("payables", place)


def ticks(visitor: Visitor, path: str = "approvals") -> dict[str, str]:
    """What a page offers to tick, by the payable's id."""
    return {value.partition(":")[0]: value for value in TICK.findall(visitor.page(path))}


def decided(visitor: Visitor, decision: str, *ids: str, **more: Any) -> str:
    """Tick these payables on the page, decide, and read what the page says then."""
    offered = ticks(visitor)
    return visitor.sent("approvals", payable=[offered[id] for id in ids], decision=decision, **more)


def attached(at: Desk, id: str) -> str:
    """A document that is linked to the payable."""
    file: str = at.api.made("attachments", Form("nota.pdf", b"%PDF-1.7"))["id"]
    link = {"type": "payable", "id": id}
    assert at.api.post(f"attachments/{file}/links", link).status == 201
    return file


def standing(at: Desk, id: str) -> Any:
    return at.get(id)["payment_approval"]


def test_a_payable_is_shown_with_who_asked_and_where_the_money_goes(
    visitor: Visitor, place: World, at: Desk
) -> None:
    made = (
        Agent(place.mcp_token)
        .call(
            "finance_payables_create",
            at.body(description="<b>Reforma</b> www.evil.example", amount="1234.56", **PIX),
        )
        .value
    )
    at.api.patch(f"people/{at.person}", {"document_number": "11222333000181"})
    attached(at, made["id"])
    page = visitor.page("approvals")
    for words in (
        "Imobiliária Sol",
        "11.222.333/0001-81",
        "&lt;b&gt;Reforma&lt;/b&gt; …",
        "R$ 1.234,56",
        "10/03/2026",
        "vencida",
        "sol@exemplo.com.br",
        "Primeiro pagamento a este fornecedor por este meio.",
        "Teste (MCP)",
        "pedida por você",
        "nota.pdf",
        "Nesta página: 1 contas a pagar, no total de R$ 1.234,56.",
    ):
        assert words in page, words
    assert "Dados de pagamento alterados" not in page
    at.patched(made["id"], pix_key="outra@exemplo.com.br")
    page = visitor.page(f"approvals/{made['id']}")
    assert "Dados de pagamento alterados em" in page
    assert "Dados de pagamento › Chave Pix" in page
    visitor.sent("preferences", language="en")
    assert "Payment data changed on" in visitor.page("approvals")


def test_coordinates_are_held_against_what_was_paid(visitor: Visitor, at: Desk) -> None:
    paid = at.made(**PIX)["id"]
    assert "aprovadas: 1." in decided(visitor, "approve", paid)
    assert at.settle(paid).status == 200
    same = at.made(**PIX)["id"]
    other = at.made(**PIX | {"pix_key": "ladrao@exemplo.com.br"})["id"]
    account = {"bank_code": "341", "agency": "1234", "account_number": "98765"}
    ted = at.made(payment_method_kind="ted", **account)["id"]
    foreign = at.made(**PIX, beneficiary_document="529.982.247-25")["id"]
    bare = at.made()["id"]
    slip = boleto.bank_barcode("341", Decimal("99.00"), None, "1" * 25)
    code = br_code.br_code("ladrao@exemplo.com.br", Decimal("100.00"), "Fulano", "Recife", "x1")
    billed = at.made(payment_method_kind="bank_billet", barcode=slip)["id"]
    coded = at.made(payment_method_kind="pix", pix_copia_e_cola=code)["id"]
    body = code.replace("5406100.00", "5406NaN000")[:-4]
    endless = f"{body}{br_code.crc16(body.encode()):04X}"
    broken, odd = (
        at.made(payment_method_kind="pix", pix_copia_e_cola=each)["id"]
        for each in (code[:-1] + "Z", endless)
    )
    never = "Primeiro pagamento a este fornecedor por este meio."
    elsewhere = "Diferente de onde este fornecedor foi pago antes, a última vez em 10/03/2026."
    again = "Já foi pago assim, a última vez em 10/03/2026."
    another, nowhere = "O favorecido não é o fornecedor.", "Ainda não se sabe para onde vai"
    differs, invalid = "É de R$ 99,00, diferente do valor", "Este Pix copia e cola não é válido."
    own = "Cada cobrança tem o seu: confira com o documento."
    said = {
        same: {again},
        other: {elsewhere},
        ted: {never},
        foreign: {again, another},
        bare: {nowhere},
        billed: {differs},
        coded: {own, "Fulano · ladrao@exemplo.com.br"},
        broken: {invalid},
        odd: {invalid},
    }
    every = set().union(*said.values())
    for id, words in said.items():
        page = visitor.page(f"approvals/{id}")
        assert {each for each in every if each in page} == words


def test_several_are_decided_and_the_log_says_by_whom(
    visitor: Visitor, place: World, at: Desk
) -> None:
    first, second, third = (at.made()["id"] for _ in range(3))
    assert "Contas a pagar aprovadas: 2." in decided(visitor, "approve", first, second)
    page = decided(visitor, "reject", third, reason="Em dobro")
    assert "Contas a pagar rejeitadas: 1." in page
    assert "Nada espera aprovação aqui." in page
    assert standing(at, first) == standing(at, second) == "creation_approved"
    assert at.get(third)["rejection_reason"] == "Em dobro"
    assert "Motivo: “Em dobro”" in visitor.page(f"approvals/{third}")
    for id, act in ((first, "approve"), (third, "reject")):
        entry = entries(place, record_id=id)[-1]
        assert entry.operation == f"finance_payables_{act}"
        assert (entry.person_id, entry.channel) == (place.person.pk, "dashboard")


def test_what_changed_since_it_was_seen_is_not_decided(visitor: Visitor, at: Desk) -> None:
    changed = [at.made(**PIX)["id"] for _ in range(5)]
    steady, cancelled, done = (at.made()["id"] for _ in range(3))
    offered = ticks(visitor)
    at.patched(changed[0], amount="100.01")
    at.patched(changed[1], due_date="2026-03-11")
    at.patched(changed[2], pix_key="ladrao@exemplo.com.br")
    attached(at, changed[3])
    at.patched(cancelled, status="cancelled")
    decided(visitor, "reject", done, reason="não")
    every = [*changed[:4], steady, cancelled, done]
    page = visitor.sent("approvals", payable=[offered[id] for id in every], decision="approve")
    assert page.count("mudou depois que você viu. Confira de novo.") == 4
    assert page.count("já foi decidida.") == 2
    assert "Contas a pagar aprovadas: 1." in page
    assert standing(at, steady) == "creation_approved"
    assert {standing(at, id) for id in changed} == {"pending_approval"}
    person_changed = ticks(visitor)[changed[4]]
    at.api.patch(f"people/{at.person}", {"name": "Outra"})
    page = visitor.sent("approvals", payable=person_changed, decision="approve")
    assert "mudou depois que você viu" in page
    assert standing(at, changed[4]) == "pending_approval"


def test_a_faulty_form_comes_back_with_what_was_ticked(visitor: Visitor, at: Desk) -> None:
    id = at.made()["id"]
    tick = ticks(visitor)[id]
    faulty: list[dict[str, Any]] = [
        {"payable": tick, "decision": "reject"},
        {"payable": tick, "decision": "reject", "reason": "  "},
        {"payable": tick, "decision": "reject", "reason": "x" * 501},
        {"payable": tick, "decision": "reject", "reason": "a\x00b"},
        {"payable": tick, "decision": "settle"},
        {"payable": tick},
    ]
    for sent in faulty:
        for path in ("approvals", f"approvals/{id}"):
            answer = visitor.post(path, **sent)
            assert answer.status_code == 400, sent
            text = answer.content.decode()
            assert 'role="alert"' in text
            assert f'value="{tick}"' in text
            assert path != "approvals" or f'value="{tick}" checked' in text
    many = [f"{uuid.uuid4()}:" for _ in range(26)]
    for ticked in ([], "\x00", "x:y", id[:-1], many):
        assert visitor.post("approvals", payable=ticked, decision="approve").status_code == 400
    for ticked in (f"{uuid.uuid4()}:x", f"{uuid.uuid4()}"):
        assert visitor.post("approvals", payable=ticked, decision="approve").status_code == 404
        there = visitor.post(f"approvals/{id}", payable=[ticked, tick], decision="approve")
        assert there.status_code == 404
    for query in ("workspace=x", f"workspace={uuid.uuid4()}", "after=x", "after=2026-01-01~\x00"):
        assert visitor.client.get("/account/approvals", dict([query.split("=")])).status_code == 404
    assert standing(at, id) == "pending_approval"


def test_who_may_not_approve_sees_and_decides_nothing(
    visitor: Visitor, place: World, at: Desk
) -> None:
    id = at.made()["id"]
    file = attached(at, id)
    tick = ticks(visitor)[id]
    stranger = Visitor(world(approval_gate=True).person)
    finance, elsewhere = person(), person()
    member(finance, place.organization, role="Finance", workspaces=[place.workspace])
    member(elsewhere, place.organization, workspaces=[workspace(place.organization)])
    for who in (stranger, Visitor(finance), Visitor(elsewhere)):
        lacks = who.who == finance
        for path in (f"approvals/{id}", f"approvals/{uuid.uuid4()}"):
            assert who.client.get(f"/account/{path}").status_code == (403 if lacks else 404)
        answer = who.post("approvals", payable=tick, decision="approve")
        assert answer.status_code == (403 if lacks else 404)
        attachment = who.client.get(f"/account/approvals/{id}/attachments/{file}")
        assert attachment.status_code == (200 if lacks else 404)
        attachment.close()
    assert "/account/approvals" not in Visitor(finance).page("")
    assert "/account/approvals" in visitor.page("")
    assert standing(at, id) == "pending_approval"
    place.workspace.blocked = ["dashboard:edit"]
    place.workspace.save()
    page = visitor.sent("approvals", payable=tick, decision="approve")
    assert "As regras de segurança do workspace" in page
    assert standing(at, id) == "pending_approval"


def test_a_document_is_saved_and_never_run(visitor: Visitor, place: World, at: Desk) -> None:
    id, other = at.made()["id"], at.made()["id"]
    file = attached(at, id)
    answer = visitor.client.get(f"/account/approvals/{id}/attachments/{file}")
    assert answer.getvalue() == b"%PDF-1.7"
    assert answer.headers["Content-Disposition"] == 'attachment; filename="nota.pdf"'
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "default-src 'none'" in answer.headers["Content-Security-Policy"]
    for path in (f"{other}/attachments/{file}", f"{id}/attachments/{uuid.uuid4()}"):
        assert visitor.client.get(f"/account/approvals/{path}").status_code == 404
    approver = person()
    rights = ["payables.view", "payables.approve"]
    member(
        approver, place.organization, role=None, permissions=rights, workspaces=[place.workspace]
    )
    page = Visitor(approver).page("approvals")
    assert "nota.pdf" not in page
    assert "você não tem permissão para ver" in page
    refused = Visitor(approver).client.get(f"/account/approvals/{id}/attachments/{file}")
    assert refused.status_code == 403


def test_pages_go_on_where_the_last_ended_and_cost_the_same(
    visitor: Visitor, place: World, at: Desk
) -> None:
    def cost() -> int:
        with CaptureQueriesContext(connection) as captured:
            visitor.page("approvals")
        return len(captured)

    at.made()
    one = cost()
    body = at.body(type="installment", total_installments=29, amount="2900.00")
    at.api.made("payables", body)
    with transaction.atomic():
        open_workspaces([place.workspace.pk])
        Title.everywhere.update(due_date="2026-03-10")
        ids = [str(id) for id in Title.everywhere.order_by("pk").values_list("pk", flat=True)]
    assert cost() == one
    page = visitor.page("approvals")
    first = list(ticks(visitor))
    (after,) = re.findall(r"after=([^\"]+)\"", page)
    second = list(ticks(visitor, f"approvals?after={after}"))
    assert (len(first), len(second)) == (25, 5)
    assert [*first, *second] == ids


def test_a_list_of_several_workspaces_is_narrowed_to_one(place: World, at: Desk) -> None:
    here, there = at.made(description="Aqui")["id"], workspace(place.organization)
    both = person()
    member(both, place.organization, workspaces=[place.workspace, there])
    visitor = Visitor(both)
    assert list(ticks(visitor)) == [here]
    assert list(ticks(visitor, f"approvals?workspace={place.workspace.pk}")) == [here]
    page = visitor.page(f"approvals?workspace={there.pk}")
    assert "Aqui" not in page
    assert there.name in page


def test_who_would_wait_too_long_is_told_that_nothing_was_done(
    visitor: Visitor, place: World, at: Desk
) -> None:
    id = at.made()["id"]
    tick = ticks(visitor)[id]
    held, read = threading.Event(), threading.Event()

    def hold() -> None:
        with transaction.atomic():
            open_workspaces([place.workspace.pk])
            Title.everywhere.select_for_update().get(pk=id)
            held.set()
            read.wait(timeout=30)
        connections.close_all()

    holder = threading.Thread(target=hold)
    holder.start()
    held.wait(timeout=30)
    try:
        with connection.cursor() as cursor:
            cursor.execute("SET lock_timeout = 50")
        answer = visitor.post("approvals", payable=tick, decision="approve")
    finally:
        read.set()
        holder.join()
        connection.close()
    assert answer.status_code == 409
    assert "Nada foi alterado" in answer.content.decode()
    assert standing(at, id) == "pending_approval"


def test_two_clicks_at_once_approve_once(visitor: Visitor, place: World, at: Desk) -> None:
    id = at.made()["id"]
    tick = ticks(visitor)[id]
    pages: list[str] = []

    def click(index: int, api: Api) -> Answer:
        again = Visitor(place.person)
        pages.append(again.sent("approvals", payable=tick, decision="approve"))
        return api.get(f"payables/{id}")

    together(2, click, place.api.token)
    assert sorted("aprovadas: 1." in page for page in pages) == [False, True]
    assert sum("já foi decidida." in page for page in pages) == 1
    assert len(entries(place, operation="finance_payables_approve")) == 1
