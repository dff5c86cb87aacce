"""The finance API as a Django app."""

from django.apps import AppConfig


class FinanceConfig(AppConfig):
    name = "finance_api"
    verbose_name = "Kobana Finance"

    def ready(self) -> None:
        from finance_api import checks  # noqa: F401  registers the start-up checks
        from finance_api.labels import translate
        from finance_api.receipts.actions import issue_for
        from finance_api.titles.intents import when_paid

        when_paid(issue_for)
        translate()
