"""End an application that the operator registered, and every connection made through it."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from finance_api.sign_in import applications


class Command(BaseCommand):
    help = "End an application that was registered with register_application, and its connections."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("client_id")

    def handle(self, *args: Any, client_id: str, **options: Any) -> None:
        if not applications.withdraw(client_id):
            raise CommandError("No application was registered under this id. Nothing was changed.")
        self.stdout.write("Withdrawn. What it held is refused from now on.")
