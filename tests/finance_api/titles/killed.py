"""Banks in front of which the process dies, or something unforeseen happens."""

import os
import signal

from finance_api.bank.port import Answer, Payment
from finance_api.bank.sandbox import Sandbox


class KilledBefore(Sandbox):
    """The process is killed with the order in hand."""

    def send_payment(self, key: str, payment: Payment) -> Answer:
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class KilledAfter(Sandbox):
    """The bank has the order, and the process is killed before it can record the answer."""

    def send_payment(self, key: str, payment: Payment) -> Answer:
        super().send_payment(key, payment)
        os.kill(os.getpid(), signal.SIGKILL)
        raise AssertionError


class Broken(Sandbox):
    """An adapter with a fault in it."""

    def send_payment(self, key: str, payment: Payment) -> Answer:
        raise RuntimeError("a fault of the adapter")
