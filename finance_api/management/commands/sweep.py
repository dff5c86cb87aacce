"""Clear away what no longer serves anybody: files that belong to no attachment, idempotency keys
whose time is over, and what is left of sign-ins. To be run every hour or so, as the owner of the
tables."""

from typing import Any

from django.core.management.base import BaseCommand, CommandError

from finance_api.attachments import sweeping
from finance_api.rest import idempotency
from finance_api.sign_in import sweeping as sign_ins


class Command(BaseCommand):
    help = (
        "Remove files without an attachment, and forget idempotency keys and tokens whose time is "
        "over, and clients nobody uses."
    )

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
        if clients := sign_ins.sweep():
            self.stdout.write(f"{clients} clients that nobody uses forgotten.")
