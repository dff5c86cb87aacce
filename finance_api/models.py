"""The index of models Django looks for here; each lives with its noun."""

from finance_api.attachments.models import Attachment, AttachmentLink
from finance_api.automation.models import AutomaticRule
from finance_api.bank.models import SandboxOrder, SandboxSilence
from finance_api.classification.models import Category, Center
from finance_api.core.models import LogEntry
from finance_api.identity.connections import (
    OAuthAccessToken,
    OAuthClient,
    OAuthGrant,
    OAuthIdToken,
    OAuthRefreshToken,
)
from finance_api.identity.models import (
    Membership,
    Organization,
    PersonalToken,
    Role,
    User,
    Workspace,
    WorkspaceGrant,
)
from finance_api.ledger.models import Account, Bank, Transaction, TransactionAllocation
from finance_api.parties.models import Company, Person
from finance_api.receipts.models import Receipt
from finance_api.reconciliations.models import Reconciliation
from finance_api.rest.models import IdempotencyRecord
from finance_api.taxes.models import Tax
from finance_api.titles.models import (
    Charge,
    DispatchIntent,
    PaymentOrder,
    TaxCharge,
    Title,
    TitleAllocation,
)

__all__ = [
    "Account",
    "Attachment",
    "AttachmentLink",
    "AutomaticRule",
    "Bank",
    "Category",
    "Center",
    "Charge",
    "Company",
    "DispatchIntent",
    "IdempotencyRecord",
    "LogEntry",
    "Membership",
    "OAuthAccessToken",
    "OAuthClient",
    "OAuthGrant",
    "OAuthIdToken",
    "OAuthRefreshToken",
    "Organization",
    "PaymentOrder",
    "Person",
    "PersonalToken",
    "Receipt",
    "Reconciliation",
    "Role",
    "SandboxOrder",
    "SandboxSilence",
    "Tax",
    "TaxCharge",
    "Title",
    "TitleAllocation",
    "Transaction",
    "TransactionAllocation",
    "User",
    "Workspace",
    "WorkspaceGrant",
]
