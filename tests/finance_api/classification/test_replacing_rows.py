"""The rows of a split are replaced as a set, and derived again when the whole changes (R17,
R28)."""

from decimal import Decimal

import pytest
from django.db import transaction

from finance_api.classification.allocation import (
    Part,
    apportion,
    parts_of,
    reapportion,
    replace_rows,
)
from finance_api.classification.models import Center
from finance_api.core.errors import Unprocessable
from finance_api.core.isolation import open_workspaces
from finance_api.core.operations import UPDATE
from finance_api.core.warrant import Warrant
from finance_api.identity import access, tokens
from finance_api.titles.models import Title, TitleAllocation
from tests.finance_api.titles.desk import desk


def warrant_of(token: str) -> Warrant:
    entered = access.enter(tokens.resolve(token, "api"), "api", "test")
    return entered.admit(UPDATE.but(resource="payables", scope="payables"))


def test_a_set_is_replaced_whole_and_tells_what_it_was() -> None:
    at = desk("payables")
    ids = [at.center("A"), at.center("B")]
    title_id = at.made(amount="20.51")["id"]
    with transaction.atomic():
        warrant = warrant_of(at.api.token)
        open_workspaces([warrant.workspace_id])
        title = Title.objects.within(warrant).get(pk=title_id)
        centers = [Center.objects.within(warrant).get(pk=pk) for pk in ids]
        halves = [Part(center, Decimal(50), None) for center in centers]
        amounts = apportion(title.amount, halves)

        def replace(parts: list[Part], amounts: list[Decimal]) -> tuple[object, object]:
            return replace_rows(warrant, TitleAllocation, "title", title, parts, amounts)

        def stored() -> list[TitleAllocation]:
            rows = TitleAllocation.objects.within(warrant).filter(title=title)
            return list(rows.select_related("center").order_by("position"))

        before, after = replace(halves, amounts)
        assert before == []
        assert after == [
            {"center_id": ids[0], "percentage": "50.0000", "amount": "10.26"},
            {"center_id": ids[1], "percentage": "50.0000", "amount": "10.25"},
        ]
        first = stored()
        assert replace(halves, amounts) == (after, after)
        assert [row.pk for row in stored()] == [row.pk for row in first]

        assert parts_of(first) == halves
        assert reapportion(Decimal("0.01"), first) == [Decimal("0.01"), Decimal("0.00")]

        fixed = [Part(centers[1], None, Decimal("20.51"))]
        assert replace(fixed, apportion(title.amount, fixed)) == (
            after,
            [{"center_id": ids[1], "percentage": None, "amount": "20.51"}],
        )
        with pytest.raises(Unprocessable):
            reapportion(Decimal("20.53"), stored())
        assert replace([], [])[1] == []
        assert stored() == []
