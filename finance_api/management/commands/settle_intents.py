"""Ask the bank about everything that is still open, under the keys it was sent with. To be run
every minute or so: it resolves whatever a crash or a silent bank left unknown."""

from typing import Any

from django.core.management.base import BaseCommand

from finance_api.titles import intents


class Command(BaseCommand):
    help = "Ask the bank about every open payment and charge, and record what it says."

    def handle(self, *args: Any, **options: Any) -> None:
        self.stdout.write(f"{intents.resolve()} intents heard of.")
