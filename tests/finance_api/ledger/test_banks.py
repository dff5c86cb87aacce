"""The catalogue of banks, as the migration leaves it."""

from finance_api.ledger import banks
from finance_api.ledger.models import Bank


def test_every_bank_of_the_file_is_there_with_an_id_of_its_code() -> None:
    rows = banks.read()
    assert len(rows) == 511
    assert Bank.objects.count() == 511
    first = Bank.objects.get(code="001")
    assert (first.ispb, first.name) == ("00000000", "Banco do Brasil S.A.")
    assert first.id == banks.id_of("001")


def test_loading_again_changes_nothing() -> None:
    before = list(Bank.objects.order_by("code").values_list())
    banks.load(Bank, "owner")
    assert list(Bank.objects.order_by("code").values_list()) == before
