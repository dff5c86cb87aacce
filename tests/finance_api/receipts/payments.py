"""Receipts as the bank's side makes them: no endpoint does."""

import datetime as dt
import itertools
from decimal import Decimal
from typing import Any

from django.db import transaction

from finance_api.attachments.models import Attachment
from finance_api.core.isolation import open_workspaces
from finance_api.core.operations import WRITE
from finance_api.identity import tokens
from finance_api.identity.access import enter
from finance_api.receipts import actions
from finance_api.titles.models import Title
from tests.world import World

ISSUES = WRITE.but(name="test", resource="payables", scope="")
_numbers = itertools.count(1)


def issued(of: World, payable_id: str, *, attachment_id: str | None = None, **facts: Any) -> Any:
    """The receipt of a payment of a payable, as the API shows it."""
    told: dict[str, Any] = {
        "external_uid": f"pagamento-{next(_numbers)}",
        "paid_at": dt.date(2026, 3, 10),
        "amount": Decimal("100.00"),
    } | facts
    credential = tokens.resolve(of.api.token, "api")
    with transaction.atomic():
        access = enter(credential, "system", "test", of.workspace.id)
        open_workspaces([of.workspace.id])
        warrant = access.admit(ISSUES)
        title = Title.objects.within(warrant).get(pk=payable_id)
        attachment = (
            Attachment.objects.within(warrant).get(pk=attachment_id) if attachment_id else None
        )
        made = actions.issue(warrant, title, attachment=attachment, **told)
    answer = of.api.get(f"receipts/{made.pk}")
    assert answer.status == 200, answer.body
    return answer.body
