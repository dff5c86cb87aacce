"""Move the sandbox bank one step on, or let it fail, and hear what it says (K20)."""

from typing import Any

from django.core.management.base import BaseCommand, CommandParser

from finance_api.bank import sandbox
from finance_api.titles import intents

REJECTED, TIMEOUT, TWICE = "rejected", "timeout", "twice"


class Command(BaseCommand):
    help = "Move the sandbox bank one step on and hear what it says."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("act", choices=["advance"])
        parser.add_argument(
            "--fail",
            choices=[REJECTED, TIMEOUT, TWICE],
            help="rejected: what is not accepted yet is rejected. timeout: nothing moves, and the "
            "next call is done but left unanswered. twice: every answer comes twice.",
        )

    def handle(self, *args: Any, fail: str | None = None, **options: Any) -> None:
        if fail == TIMEOUT:
            sandbox.fall_silent()
            self.stdout.write("The next call to the bank will be left unanswered.")
            return
        moved = sandbox.advance(reject=fail == REJECTED)
        heard = intents.resolve(times=2 if fail == TWICE else 1)
        self.stdout.write(f"{moved} orders moved at the bank, {heard} intents heard of.")
