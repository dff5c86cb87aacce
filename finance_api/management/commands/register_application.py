"""Register an application of the house's own, with a secret that is shown once (K12)."""

from typing import Any

from django.core.exceptions import ValidationError
from django.core.management.base import BaseCommand, CommandError, CommandParser

from finance_api.sign_in import applications

DASHBOARD, RESOURCE_SERVER = "dashboard", "resource-server"


class Command(BaseCommand):
    help = (
        "Register the dashboard's backend, which signs people in, or a resource server, which asks "
        "whose a token is. Prints the id and the secret, once."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("kind", choices=[DASHBOARD, RESOURCE_SERVER])
        parser.add_argument("name", help="What it is called on the pages people see.")
        parser.add_argument(
            "--redirect",
            action="append",
            default=[],
            help="Where people are sent back to; may be repeated. For a dashboard only.",
        )

    def handle(self, *args: Any, **options: Any) -> None:
        dashboard, redirects = options["kind"] == DASHBOARD, options["redirect"]
        if dashboard != bool(redirects):
            raise CommandError("A dashboard, and nothing else, is given a --redirect.")
        try:
            client, secret = (
                applications.register_dashboard(options["name"], redirects)
                if dashboard
                else applications.register_resource_server(options["name"])
            )
        except ValidationError as error:
            raise CommandError(" ".join(error.messages)) from error
        self.stdout.write(f"CLIENT_ID={client.client_id}")
        self.stdout.write(f"CLIENT_SECRET={secret}")
