"""Clear away what no longer serves anybody: files that belong to no attachment, and idempotency
keys whose time is over. To be run every hour or so, as the owner of the tables."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from finance_api.attachments import sweeping
from finance_api.rest import idempotency


class Command(BaseCommand):
    help = "Remove files without an attachment, and forget idempotency keys whose time is over."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            files = sweeping.sweep()
        except sweeping.NotTheOwner as error:
            raise CommandError(
                "Set DATABASE_OWNER_URL to the owner of the tables: another role does not see "
                "every workspace's rows. Nothing was removed."
            ) from error
        keys = idempotency.purge()
        self.stdout.write(f"{files} files removed, {keys} idempotency keys forgotten.")
