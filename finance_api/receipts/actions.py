"""What can be done with receipts: the bank's side issues them, nobody edits them."""

import datetime as dt
from decimal import Decimal

from django.utils import timezone

from finance_api.attachments.models import Attachment
from finance_api.bank.port import Answer
from finance_api.core import records
from finance_api.core.errors import Conflict
from finance_api.core.warrant import Warrant
from finance_api.receipts.models import Receipt, Status
from finance_api.titles.models import Direction, Title


def issue(
    warrant: Warrant,
    title: Title,
    *,
    external_uid: str,
    paid_at: dt.date,
    amount: Decimal,
    source: str = "kobana",
    attachment: Attachment | None = None,
    document_url: str | None = None,
    error_message: str | None = None,
) -> Receipt:
    """The receipt of one payment of a payable, which the caller has locked.

    `external_uid` is the bank's own id of the payment: told of the same payment again, this gives
    the receipt there is; the id of another payment is a `Conflict`. The payee and the account are
    those of the title at this moment. The receipt is `available` with a document, here or at
    `document_url`, `failed` with an `error_message`, and `pending` until one of them is known.
    """
    if title.direction != Direction.PAYABLE:
        raise ValueError("Only a payable has receipts.")
    known = Receipt.objects.within(warrant).filter(external_uid=external_uid).first()
    if known is not None:
        return _same(known, title, paid_at, amount)
    has_document = attachment is not None or document_url is not None
    return records.create(
        warrant,
        Receipt,
        company_id=title.company_id,
        title=title,
        account_id=title.account_id,
        attachment=attachment,
        source=source,
        status=_status(has_document, error_message),
        paid_at=paid_at,
        amount=amount,
        payee_name=title.person.name,
        payee_document=title.person.document_number,
        payment_method_kind=title.payment_method_kind,
        external_uid=external_uid,
        document_url=document_url,
        error_message=error_message,
        received_at=timezone.now() if has_document else None,
    )


def issue_for(warrant: Warrant, title: Title, answer: Answer) -> None:
    """The receipt of what the bank says it paid of a payable (K20)."""
    if answer.paid_on is None or answer.paid_amount is None:
        raise ValueError("What was paid has a day and an amount.")
    issue(
        warrant,
        title,
        external_uid=answer.uid,
        paid_at=answer.paid_on,
        amount=answer.paid_amount,
        document_url=answer.url,
    )


def _status(has_document: bool, error_message: str | None) -> Status:
    if error_message is not None:
        return Status.FAILED
    return Status.AVAILABLE if has_document else Status.PENDING


def _same(known: Receipt, title: Title, paid_at: dt.date, amount: Decimal) -> Receipt:
    if (known.title_id, known.paid_at, known.amount) != (title.pk, paid_at, amount):
        raise Conflict("The bank's id of this payment already names the receipt of another one.")
    return known
