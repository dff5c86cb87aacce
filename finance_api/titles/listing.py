"""What the list of payables and that of receivables offer: the same filters, and one order."""

from finance_api.rest.lists import (
    BY_AMOUNT,
    BY_CHANGE,
    DATE,
    FLAG,
    ID,
    TEXT,
    Filter,
    Listing,
    choice,
)
from finance_api.titles.sides import Side


def listing(side: Side, *own: Filter) -> Listing:
    """What the list of one side offers, with the filters that are its own."""
    sorts = ("due_date", "payment_date", "competence_date", "created_at", "updated_at")
    return Listing(
        filters=(
            Filter("company_id", ID, many=True, description="Of this company only."),
            Filter(
                "status",
                choice(*side.statuses, stored=side.statuses),
                many=True,
                description="Where it stands. Overdue is pending with a due_date before today.",
            ),
            Filter(
                "type",
                choice("normal", "recurring", "installment"),
                many=True,
                description="Single, or part of a series.",
            ),
            Filter("person_id", ID, many=True, description="With this person only."),
            Filter("category_id", ID, many=True, description="In this category only."),
            Filter(
                "classification_center_id",
                ID,
                "center_id",
                many=True,
                description="The primary center, the first of a split.",
            ),
            Filter(
                "financial_account_id",
                ID,
                "account_id",
                many=True,
                description="Settled, or to be settled, on this account.",
            ),
            Filter(
                "payment_method_kind",
                choice(*side.payment_methods),
                many=True,
                description="How it is paid.",
            ),
            Filter(
                "due_date", DATE, ranged=True, description="When it falls due, such as 2026-01-24."
            ),
            Filter(
                "payment_date",
                DATE,
                ranged=True,
                description="When the money moved, such as 2026-01-24.",
            ),
            Filter(
                "competence_date",
                DATE,
                ranged=True,
                description="The accrual date, such as 2026-01-24.",
            ),
            BY_CHANGE,
            BY_AMOUNT,
            Filter(
                "document_number",
                TEXT,
                many=True,
                description="The exact number of the fiscal document.",
            ),
            Filter(
                "ir_relevant", FLAG, description="Whether it matters for the income tax return."
            ),
            Filter("group_id", ID, description="The records of one series."),
            *own,
        ),
        sorts={**{name: name for name in sorts}, "amount": "amount_in_cents"},
        default_sort="due_date",
    )
