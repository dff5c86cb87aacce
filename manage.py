#!/usr/bin/env python3
"""Django's door. Without DATABASE_URL a command runs on the checkout's own database."""

import os
import sys

from django.core.management import execute_from_command_line

from kobana_finance.development import surroundings
from kobana_finance.postgres_site import EmbeddedPostgresError


def main() -> None:
    """Run one command."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "kobana_finance.settings")
    try:
        with surroundings(shared=True):
            execute_from_command_line(sys.argv)
    except EmbeddedPostgresError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
