"""`check_books`: ask the database whether the books hold, for one workspace or for all of them.

Prints one line per broken rule with the ids of what breaks it, and exits with 1; made to be run
every night.
"""

import uuid
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from finance_api import books
from finance_api.core.isolation import hides_rows
from finance_api.identity.models import Workspace
from finance_api.titles.models import Title


class Command(BaseCommand):
    help = "Check the invariants of the books; exit with 1 and name what breaks them."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--workspace", type=uuid.UUID, help="The id of one workspace; all of them if left out."
        )

    def handle(self, *args: Any, **options: Any) -> None:
        place: uuid.UUID | None = options["workspace"]
        if place is not None and not Workspace.objects.filter(pk=place).exists():
            raise CommandError("There is no such workspace.")
        if place is None and hides_rows(Title, "owner"):
            raise CommandError(
                "Set DATABASE_OWNER_URL to the owner of the tables, or name a --workspace: another "
                "role does not see every workspace's rows. Nothing was checked."
            )
        found = list(books.faults()) if place is None else books.faults_within(place)
        for fault in found:
            invariant = fault.invariant
            self.stdout.write(f"{invariant.name}: {invariant.says} Not so: {', '.join(fault.ids)}")
        if found:
            raise CommandError("The books do not hold.", returncode=1)
        self.stdout.write("The books hold.")
