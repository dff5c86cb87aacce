"""The approval gate: what a program creates waits for a person (K18, rest-api §2.9)."""

import pytest

from finance_api.core import records
from finance_api.core.errors import Unprocessable
from finance_api.titles import approval
from finance_api.titles.models import Title
from tests.agent import Agent
from tests.finance_api.titles.desk import Desk, admitted, desk, unstamped
from tests.world import world


def gated() -> Desk:
    return desk("payables", world(approval_gate=True))


def decided(at: Desk, id: str, *, reason: str = "") -> None:
    operation = approval.REJECT if reason else approval.APPROVE
    with admitted(at, operation) as warrant:
        title = records.locked(Title.objects.within(warrant), id, "payable")  # type: ignore[arg-type]
        if reason:
            approval.reject(warrant, title, reason)
        else:
            approval.approve(warrant, title)


def totals(at: Desk) -> list[object]:
    return list(at.api.get("payables/aggregates").body.values())


def test_a_waiting_payable_is_read_by_id_and_shown_only_when_asked_for() -> None:
    at = gated()
    made = at.made()
    assert made["payment_approval"] == "pending_approval"
    assert at.get(made["id"]) == made
    assert at.listed() == []
    assert at.api.get("payables/ids").body["data"] == []
    assert totals(at) == [0, "0.00", "0.00", "0.00", 0]
    (row,) = at.listed("?payment_approval=pending_approval")
    assert row["id"] == made["id"]
    assert at.listed("?payment_approval[in]=creation_approved,creation_rejected") == []


def test_a_waiting_payable_is_edited_and_deleted_but_not_settled() -> None:
    at = gated()
    made = at.made()
    assert at.settle(made["id"]).code == "UNPROCESSABLE_ENTITY"
    assert at.get(made["id"]) == made
    assert at.books.count() == 0
    assert at.patched(made["id"], amount="90.00")["payment_approval"] == "pending_approval"
    assert at.patched(made["id"], status="cancelled")["status"] == "cancelled"
    assert at.api.delete(f"payables/{made['id']}").status == 204


def test_an_approved_payable_is_official() -> None:
    at = gated()
    made = at.made()
    decided(at, made["id"])
    approved = at.get(made["id"])
    assert approved["payment_approval"] == "creation_approved"
    assert approved["approved_at"] is not None
    assert approved["updated_via"] == "dashboard"
    assert [row["id"] for row in at.listed()] == [made["id"]]
    assert at.settle(made["id"]).status == 200
    with pytest.raises(Unprocessable):
        decided(at, made["id"], reason="tarde")


def test_a_rejected_payable_is_only_read() -> None:
    at = gated()
    made = at.made()
    decided(at, made["id"], reason="Sem contrato")
    rejected = at.get(made["id"])
    assert rejected["payment_approval"] == "creation_rejected"
    assert rejected["rejection_reason"] == "Sem contrato"
    assert rejected["rejected_at"] is not None
    assert at.listed() == []
    assert at.patch(made["id"], notes="x").code == "UNPROCESSABLE_ENTITY"
    assert at.settle(made["id"]).code == "UNPROCESSABLE_ENTITY"
    assert at.api.delete(f"payables/{made['id']}").code == "UNPROCESSABLE_ENTITY"
    assert at.get(made["id"]) == rejected
    with pytest.raises(Unprocessable):
        decided(at, made["id"])


def test_the_gate_is_for_payables_of_programs_alone() -> None:
    of = world(approval_gate=True)
    receivables, payables = desk("receivables", of), desk("payables", of)
    assert receivables.settled_title()["status"] == "received"
    agent = Agent(of.mcp_token)
    made = agent.call("finance_payables_create", payables.body()).value
    assert made["payment_approval"] == "pending_approval"
    assert made["payment_source"] == "ai_agent"
    assert made["created_via"] == "mcp"
    open_gate = desk("payables").made()
    assert open_gate["payment_approval"] is None


def test_every_record_of_a_series_waits() -> None:
    at = gated()
    at.made(type="installment", total_installments=3)
    waiting = at.listed("?payment_approval=pending_approval")
    assert len(waiting) == 3
    decided(at, waiting[0]["id"])
    assert unstamped(at.listed()[0])["id"] == waiting[0]["id"]
