"""The index of admin pages Django looks for here; each noun's live with it, those of identity and
of the log beside this file."""

from django.contrib import admin
from django.contrib.auth.models import Group
from oauth2_provider import admin as oauth

from finance_api.admin.log import LogEntryAdmin
from finance_api.admin.memberships import MembershipAdmin
from finance_api.admin.organizations import OrganizationAdmin, WorkspaceAdmin
from finance_api.admin.people import PersonAdmin
from finance_api.admin.roles import RoleAdmin
from finance_api.admin.tokens import PersonalTokenAdmin
from finance_api.attachments.admin import AttachmentAdmin
from finance_api.automation.admin import AutomaticRuleAdmin
from finance_api.classification.admin import CategoryAdmin, CenterAdmin
from finance_api.ledger.admin import AccountAdmin, TransactionAdmin
from finance_api.parties.admin import CompanyAdmin, PartyAdmin
from finance_api.receipts.admin import ReceiptAdmin
from finance_api.reconciliations.admin import ReconciliationAdmin
from finance_api.taxes.admin import TaxAdmin
from finance_api.titles.admin import TitleAdmin

# Roles say what a person may do; Django's groups play no part.
admin.site.unregister(Group)
# What people connected is no business of Kobana's staff: no page shows or makes it.
admin.site.unregister(
    [
        oauth.application_model,
        oauth.access_token_model,
        oauth.grant_model,
        oauth.id_token_model,
        oauth.refresh_token_model,
    ]
)

__all__ = [
    "AccountAdmin",
    "AttachmentAdmin",
    "AutomaticRuleAdmin",
    "CategoryAdmin",
    "CenterAdmin",
    "CompanyAdmin",
    "LogEntryAdmin",
    "MembershipAdmin",
    "OrganizationAdmin",
    "PartyAdmin",
    "PersonAdmin",
    "PersonalTokenAdmin",
    "ReceiptAdmin",
    "ReconciliationAdmin",
    "RoleAdmin",
    "TaxAdmin",
    "TitleAdmin",
    "TransactionAdmin",
    "WorkspaceAdmin",
]
