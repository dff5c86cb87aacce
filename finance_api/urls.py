"""The router of /v1, one line per resource. The path is said here and nowhere else."""

from django.urls import path
from rest_framework.routers import SimpleRouter

from finance_api.attachments.views import AttachmentViewSet
from finance_api.automation.views import AutomaticRuleViewSet
from finance_api.cash_flow.views import CashFlowViewSet
from finance_api.classification.views import CategoryViewSet, CenterViewSet
from finance_api.ledger.bank_views import BankViewSet
from finance_api.ledger.transfer_views import TransferViewSet
from finance_api.ledger.views import AccountViewSet, TransactionViewSet
from finance_api.parties.views import CompanyViewSet, PersonViewSet
from finance_api.receipts.views import ReceiptViewSet
from finance_api.reconciliations.views import ReconciliationViewSet
from finance_api.taxes.views import TaxViewSet
from finance_api.titles.views import PayableViewSet, ReceivableViewSet
from finance_api.workspaces.views import WorkspacesViewSet

router = SimpleRouter(trailing_slash=False, use_regex_path=False)
router.register("automatic-rules", AutomaticRuleViewSet, basename="automatic-rules")
router.register("categories", CategoryViewSet, basename="categories")
router.register("classification_centers", CenterViewSet, basename="classification_centers")
router.register("companies", CompanyViewSet, basename="companies")
router.register("people", PersonViewSet, basename="people")
router.register("workspaces", WorkspacesViewSet, basename="workspaces")
router.register("financial-accounts", AccountViewSet, basename="financial-accounts")
router.register("financial-transactions", TransactionViewSet, basename="financial-transactions")
router.register("transfers", TransferViewSet, basename="transfers")
router.register("banks", BankViewSet, basename="banks")
router.register("taxes", TaxViewSet, basename="taxes")
router.register("payables", PayableViewSet, basename="payables")
router.register("receivables", ReceivableViewSet, basename="receivables")
router.register("reconciliations", ReconciliationViewSet, basename="reconciliations")
router.register("attachments", AttachmentViewSet, basename="attachments")
router.register("receipts", ReceiptViewSet, basename="receipts")

urlpatterns = [
    *router.urls,
    # One answer, neither a list nor a record with an id.
    path("cash-flow", CashFlowViewSet.as_view({"get": "retrieve"}), name="cash-flow"),
]
