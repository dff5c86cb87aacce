"""The router of /v1, one line per resource. The path is said here and nowhere else."""

from rest_framework.routers import SimpleRouter

from finance_api.taxes.views import TaxViewSet

router = SimpleRouter(trailing_slash=False, use_regex_path=False)
router.register("taxes", TaxViewSet, basename="taxes")

urlpatterns = router.urls
