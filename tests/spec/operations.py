"""The operations of the product as its specification lists them, written once by hand: the 79 of
rest-api §1.7, and `GET /v1/workspaces` (K1).

Scopes are those of §1.7; permissions those of K13, joined by `+` where settling, or taking a
settlement back by deleting (decision 0005), asks for another;
keys those of §1.4; `$` moves money at a bank and `D` is destructive, as in §3.2. `-` is none.

K24 makes destructive what §3.2 leaves plain: the updates of payables and receivables, adjusting a
balance, transfers, and making a reconciliation. Names follow K6. The path of links says
`attachment_id`, because their body has an `id` of its own (decision 0005).
"""

from dataclasses import dataclass
from typing import Final


@dataclass(frozen=True)
class Listed:
    """What the specification says of one operation."""

    name: str
    method: str
    path: str
    scope: str
    permissions: frozenset[str]
    moves_money: bool
    destructive: bool
    key: str


_TABLE: Final = """
accounts_list                  GET    financial-accounts                         accounts               accounts.view                        -  none
accounts_create                POST   financial-accounts                         accounts.write         accounts.create                      -  allowed
accounts_get                   GET    financial-accounts/{id}                    accounts               accounts.view                        -  none
accounts_update                PATCH  financial-accounts/{id}                    accounts.write         accounts.edit                        -  none
accounts_delete                DELETE financial-accounts/{id}                    accounts.write         accounts.delete                      D  none
accounts_adjust_balance        POST   financial-accounts/{id}/adjust-balance     accounts.write         accounts.adjust_balance              D  allowed
transactions_list              GET    financial-transactions                     transactions           transactions.view                    -  none
transactions_create            POST   financial-transactions                     transactions.write     transactions.create                  -  allowed
transactions_get               GET    financial-transactions/{id}                transactions           transactions.view                    -  none
transactions_update            PATCH  financial-transactions/{id}                transactions.write     transactions.edit                    -  none
transactions_delete            DELETE financial-transactions/{id}                transactions.write     transactions.delete                  D  none
transactions_aggregates        GET    financial-transactions/aggregates          transactions           transactions.view                    -  none
transactions_ids               GET    financial-transactions/ids                 transactions           transactions.view                    -  none
transfers_create               POST   transfers                                  transactions.write     transfers.create                     D  allowed
transfers_get                  GET    transfers/{id}                             transactions           transfers.view                       -  none
payables_list                  GET    payables                                   payables               payables.view                        -  none
payables_create                POST   payables                                   payables.write         payables.create                      -  allowed
payables_get                   GET    payables/{id}                              payables               payables.view                        -  none
payables_update                PATCH  payables/{id}                              payables.write         payables.edit+payables.settle        D  allowed
payables_delete                DELETE payables/{id}                              payables.write         payables.delete+payables.settle      D  none
payables_send_to_bank          POST   payables/{id}/send-to-bank                 payables.dispatch      payables.dispatch                    $D required
payables_cancel_dispatch       POST   payables/{id}/cancel-dispatch              payables.dispatch      payables.dispatch                    $D required
payables_aggregates            GET    payables/aggregates                        payables               payables.view                        -  none
payables_ids                   GET    payables/ids                               payables               payables.view                        -  none
receivables_list               GET    receivables                                receivables            receivables.view                     -  none
receivables_create             POST   receivables                                receivables.write      receivables.create                   -  allowed
receivables_get                GET    receivables/{id}                           receivables            receivables.view                     -  none
receivables_update             PATCH  receivables/{id}                           receivables.write      receivables.edit+receivables.settle  D  allowed
receivables_delete             DELETE receivables/{id}                           receivables.write      receivables.delete+receivables.settle D none
receivables_charge             POST   receivables/{id}/charge                    receivables.charge     receivables.charge                   $D required
receivables_cancel_charge      POST   receivables/{id}/charge/cancel             receivables.charge     receivables.charge                   $D required
receivables_aggregates         GET    receivables/aggregates                     receivables            receivables.view                     -  none
receivables_ids                GET    receivables/ids                            receivables            receivables.view                     -  none
receipts_list                  GET    receipts                                   receipts               receipts.view                        -  none
receipts_get                   GET    receipts/{id}                              receipts               receipts.view                        -  none
reconciliations_create         POST   reconciliations                            reconciliations.write  reconciliations.manage               D  allowed
reconciliations_get            GET    reconciliations/{id}                       reconciliations        reconciliations.view                 -  none
reconciliations_delete         DELETE reconciliations/{id}                       reconciliations.write  reconciliations.manage               D  none
people_list                    GET    people                                     people                 people.view                          -  none
people_create                  POST   people                                     people.write           people.create                        -  allowed
people_get                     GET    people/{id}                                people                 people.view                          -  none
people_update                  PATCH  people/{id}                                people.write           people.edit                          -  none
people_delete                  DELETE people/{id}                                people.write           people.delete                        D  none
people_ids                     GET    people/ids                                 people                 people.view                          -  none
companies_list                 GET    companies                                  companies              companies.view                       -  none
companies_create               POST   companies                                  companies.write        companies.create                     -  allowed
companies_get                  GET    companies/{id}                             companies              companies.view                       -  none
companies_update               PATCH  companies/{id}                             companies.write        companies.edit                       -  none
companies_delete               DELETE companies/{id}                             companies.write        companies.delete                     D  none
categories_list                GET    categories                                 categories             categories.view                      -  none
categories_create              POST   categories                                 categories.write       categories.create                    -  allowed
categories_get                 GET    categories/{id}                            categories             categories.view                      -  none
categories_update              PATCH  categories/{id}                            categories.write       categories.edit                      -  none
categories_delete              DELETE categories/{id}                            categories.write       categories.delete                    D  none
classification_centers_list    GET    classification_centers                     cost_centers           classification_centers.view          -  none
classification_centers_create  POST   classification_centers                     cost_centers.write     classification_centers.create        -  allowed
classification_centers_get     GET    classification_centers/{id}                cost_centers           classification_centers.view          -  none
classification_centers_update  PATCH  classification_centers/{id}                cost_centers.write     classification_centers.edit          -  none
classification_centers_delete  DELETE classification_centers/{id}                cost_centers.write     classification_centers.delete        D  none
taxes_list                     GET    taxes                                      taxes                  taxes.view                           -  none
taxes_create                   POST   taxes                                      taxes.write            taxes.create                         -  allowed
taxes_get                      GET    taxes/{id}                                 taxes                  taxes.view                           -  none
taxes_update                   PATCH  taxes/{id}                                 taxes.write            taxes.edit                           -  none
taxes_delete                   DELETE taxes/{id}                                 taxes.write            taxes.delete                         D  none
attachments_list               GET    attachments                                attachments            attachments.view                     -  none
attachments_upload             POST   attachments                                attachments.write      attachments.create                   -  none
attachments_get                GET    attachments/{id}                           attachments            attachments.view                     -  none
attachments_delete             DELETE attachments/{id}                           attachments.write      attachments.delete                   D  none
attachments_download           GET    attachments/{id}/download                  attachments            attachments.view                     -  none
attachments_link               POST   attachments/{attachment_id}/links          attachments.write      attachments.edit                     -  none
attachments_unlink             DELETE attachments/{attachment_id}/links          attachments.write      attachments.edit                     -  none
automatic_rules_list           GET    automatic-rules                            automatic_rules        automatic_rules.view                 -  none
automatic_rules_create         POST   automatic-rules                            automatic_rules.write  automatic_rules.create               -  allowed
automatic_rules_get            GET    automatic-rules/{id}                       automatic_rules        automatic_rules.view                 -  none
automatic_rules_update         PATCH  automatic-rules/{id}                       automatic_rules.write  automatic_rules.edit                 -  none
automatic_rules_delete         DELETE automatic-rules/{id}                       automatic_rules.write  automatic_rules.delete               D  none
automatic_rules_reorder        POST   automatic-rules/reorder                    automatic_rules.write  automatic_rules.edit                 -  allowed
banks_list                     GET    banks                                      banks                  banks.view                           -  none
cash_flow_get                  GET    cash-flow                                  cash_flow              cash_flow.view                       -  none
workspaces_list                GET    workspaces                                 -                      -                                    -  none
"""  # noqa: E501


def _listed(line: str) -> Listed:
    name, method, path, scope, permissions, marks, key = line.split()
    return Listed(
        name=f"finance_{name}",
        method=method,
        path=f"/v1/{path}",
        scope="" if scope == "-" else f"finance.{scope}",
        permissions=frozenset() if permissions == "-" else frozenset(permissions.split("+")),
        moves_money="$" in marks,
        destructive="D" in marks,
        key=key,
    )


OPERATIONS: Final = tuple(_listed(line) for line in _TABLE.strip().splitlines())
