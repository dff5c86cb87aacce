"""The router of /v1, one line per resource. The path is said here and nowhere else."""

from rest_framework.routers import SimpleRouter

from finance_api.attachments.views import AttachmentViewSet
from finance_api.classification.views import CategoryViewSet, CenterViewSet
from finance_api.ledger.views import AccountViewSet, TransactionViewSet
from finance_api.parties.views import CompanyViewSet, PersonViewSet
from finance_api.receipts.views import ReceiptViewSet
from finance_api.taxes.views import TaxViewSet
from finance_api.titles.views import PayableViewSet, ReceivableViewSet
from finance_api.workspaces.views import WorkspacesViewSet

router = SimpleRouter(trailing_slash=False, use_regex_path=False)
router.register("categories", CategoryViewSet, basename="categories")
router.register("classification_centers", CenterViewSet, basename="classification_centers")
router.register("companies", CompanyViewSet, basename="companies")
router.register("people", PersonViewSet, basename="people")
router.register("workspaces", WorkspacesViewSet, basename="workspaces")
router.register("financial-accounts", AccountViewSet, basename="financial-accounts")
router.register("financial-transactions", TransactionViewSet, basename="financial-transactions")
router.register("taxes", TaxViewSet, basename="taxes")
router.register("payables", PayableViewSet, basename="payables")
router.register("receivables", ReceivableViewSet, basename="receivables")
router.register("attachments", AttachmentViewSet, basename="attachments")
router.register("receipts", ReceiptViewSet, basename="receipts")

urlpatterns = router.urls
