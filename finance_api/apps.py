"""The finance API as a Django app."""

from django.apps import AppConfig


class FinanceConfig(AppConfig):
    name = "finance_api"
    verbose_name = "Kobana Finance"

    def ready(self) -> None:
        from finance_api import checks  # noqa: F401  registers the start-up checks
