"""Between us and the bank nothing is paid twice and no answer is lost: crashes, silence, races
(K20)."""

import os
import signal
import subprocess
import sys
import uuid
from collections import Counter as Count
from decimal import Decimal
from typing import Any

import pytest
from django.core.management import call_command
from django.test import override_settings

from finance_api.bank import port, sandbox
from finance_api.core.errors import Unprocessable
from finance_api.core.warrant import Warrant
from finance_api.titles import intents
from finance_api.titles.models import Title
from tests.finance_api.titles.bank import Counter, counter, key
from tests.finance_api.titles.desk import together
from tests.finance_api.titles.test_races import until_free
from tests.live import ROOT
from tests.world import Answer, Api

MANY = 20
_ADAPTERS = "tests.finance_api.titles.killed."
_SEND = (
    "import sys, django; django.setup(); from tests.world import Api; "
    "Api(sys.argv[1]).post(sys.argv[2], None, **{'X-Idempotency-Key': 'crash'})"
)


def states(at: Counter) -> list[str]:
    return [intent.state for intent in at.intents()]


def test_twenty_sendings_with_keys_of_their_own_pay_once() -> None:
    at = counter("payables")
    path = f"payables/{at.payable()}/send-to-bank"
    answers = together(
        MANY, lambda _, api: until_free(lambda: api.post(path, None, **key())), at.desk.api.token
    )
    assert Count(answer.status for answer in answers) == {200: 1, 409: MANY - 1}
    assert len(at.intents()) == len(at.orders()) == 1
    at.step()
    assert at.desk.books.balance() == "-100.00"


def test_sending_and_cancelling_at_once_end_in_one_story() -> None:
    at = counter("payables")
    id = at.payable()

    def act(index: int, api: Api) -> Answer:
        act = "cancel-dispatch" if index % 2 else "send-to-bank"
        return until_free(lambda: api.post(f"payables/{id}/{act}", None, **key()))

    answers = together(8, act, at.desk.api.token)
    assert {answer.status for answer in answers} <= {200, 409, 422}
    at.step()
    paid = [order for order in at.orders() if order.status == "paid"]
    assert len(paid) == (at.get(id)["status"] == "paid") == at.desk.books.count()
    assert set(states(at)) == {"closed"}


def test_one_key_sends_once_and_the_answer_is_replayed() -> None:
    at = counter("payables")
    id = at.payable()
    same = key()
    first, again = (at.desk.api.post(f"payables/{id}/send-to-bank", None, **same) for _ in range(2))
    assert first.status == again.status == 200
    assert again.raw == first.raw
    assert again.headers["X-Idempotency-Replayed"] == "true"
    assert len(at.orders()) == 1


@pytest.mark.parametrize(
    ("path", "act", "body"),
    [
        ("payables", "send-to-bank", None),
        ("payables", "cancel-dispatch", None),
        ("receivables", "charge", {"kind": "pix"}),
        ("receivables", "charge/cancel", None),
    ],
)
@pytest.mark.parametrize("sent", [{}, {"X-Idempotency-Key": " "}])
def test_without_a_key_nothing_is_asked_of_the_bank(
    path: str, act: str, body: Any, sent: dict[str, str]
) -> None:
    at = counter(path)
    id = at.payable() if path == "payables" else at.receivable()
    answer = at.desk.api.post(f"{path}/{id}/{act}", body, **sent)
    assert (answer.status, answer.code) == (400, "BAD_REQUEST")
    assert at.intents() == []


@pytest.mark.parametrize(("adapter", "known"), [("KilledBefore", 0), ("KilledAfter", 1)])
def test_a_process_killed_around_the_call_leaves_an_order_that_pays_once(
    adapter: str, known: int
) -> None:
    at = counter("payables")
    id = at.payable()
    path = f"payables/{id}/send-to-bank"
    killed = subprocess.run(
        [sys.executable, "-c", _SEND, at.desk.api.token, path],
        cwd=ROOT,
        env=os.environ | {"BANK_ADAPTER": _ADAPTERS + adapter},
        check=False,
        capture_output=True,
    )
    assert killed.returncode == -signal.SIGKILL, killed.stderr
    assert (states(at), len(at.orders())) == (["recorded"], known)
    assert at.get(id)["kobana_status"] == "pending"
    assert at.ask(id, "send-to-bank").status == at.ask(id, "cancel-dispatch").status == 409
    replayed = at.desk.api.post(path, None, **{"X-Idempotency-Key": "crash"})
    assert replayed.body["kobana_status"] == "pending"
    at.hear()
    assert (states(at), len(at.orders())) == (["sent"], 1)
    at.step()
    at.hear()
    assert (at.get(id)["status"], len(at.orders())) == ("paid", 1)
    assert at.desk.books.balance() == "-100.00"


def test_silence_leaves_the_outcome_unknown_until_it_is_asked_about() -> None:
    at = counter("payables")
    id = at.payable()
    sandbox.fall_silent()
    assert at.send(id)["kobana_status"] == "pending"
    assert (states(at), len(at.orders())) == (["unknown"], 1)
    assert at.get(id)["kobana_status"] == "pending"
    assert at.ask(id, "cancel-dispatch").status == 409
    at.hear()
    assert (states(at), len(at.orders())) == (["sent"], 1)
    assert at.get(id)["kobana_status"] == "scheduled"


def test_a_cancellation_left_unanswered_is_asked_for_again() -> None:
    at = counter("receivables")
    id = at.receivable()
    at.charge(id, "bank_billet")
    at.step()
    sandbox.fall_silent()
    at.done(at.ask(id, "charge/cancel"))
    assert at.get(id)["charge_state"] == "registered"
    at.hear()
    assert (at.get(id)["charge_state"], states(at)) == ("canceled", ["closed"])


def test_a_fault_after_the_commit_does_not_undo_the_answer() -> None:
    at = counter("payables")
    id = at.payable()
    with override_settings(BANK_ADAPTER=_ADAPTERS + "Broken"):
        assert at.send(id)["kobana_status"] == "pending"
        assert (states(at), at.orders()) == (["recorded"], [])
        assert intents.resolve() >= 0
    at.hear()
    assert (states(at), len(at.orders())) == (["sent"], 1)


def test_an_answer_heard_by_many_at_once_settles_once() -> None:
    at = counter("payables")
    id = at.payable()
    at.send(id)
    (intent,) = at.intents()
    sandbox.advance(keys=[intent.key])

    def hear(index: int, api: Api) -> Answer:
        intents.deliver(at.workspace.id, intent.pk, times=2)
        return api.get(f"payables/{id}")

    answers = together(8, hear, at.desk.api.token)
    assert {answer.body["status"] for answer in answers} == {"paid"}
    assert at.desk.books.count() == 1


def test_the_commands_move_the_bank_and_hear_it(capsys: pytest.CaptureFixture[str]) -> None:
    at = counter("payables")
    late, refused, paid = (at.payable() for _ in range(3))
    call_command("bank_sandbox", "advance", fail="timeout")
    at.send(late)
    assert states(at) == ["unknown"]
    call_command("settle_intents")
    assert at.get(late)["kobana_status"] == "scheduled"
    at.send(refused)
    call_command("bank_sandbox", "advance", fail="rejected")
    assert [at.get(id)["kobana_status"] for id in (late, refused)] == ["rejected", "rejected"]
    at.send(paid)
    call_command("bank_sandbox", "advance", fail="twice")
    assert at.get(paid)["status"] == "paid"
    assert at.desk.books.count() == 1
    assert "intents heard of" in capsys.readouterr().out


def test_what_is_done_with_a_payment_is_done_once_and_with_its_settlement(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    done: list[tuple[Any, ...]] = []

    def issue(warrant: Warrant, title: Title, answer: port.Answer) -> None:
        done.append((title.pk, title.status, warrant.channel, answer.uid, answer.paid_amount))
        if len(done) == 1:
            raise Unprocessable("not now")

    monkeypatch.setattr(intents, "_WHEN_PAID", [issue])
    at = counter("payables")
    id = at.payable()
    at.send(id)
    at.step()
    waiting = at.get(id)
    assert (waiting["status"], waiting["kobana_status"]) == ("pending", "paid")
    assert at.desk.books.count() == 0
    at.hear()
    assert at.get(id)["status"] == "paid"
    at.hear()
    uid = waiting["kobana_payment_uid"]
    assert done == [(uuid.UUID(id), "settled", "system", uid, Decimal("100.00"))] * 2
    assert at.desk.books.count() == 1
