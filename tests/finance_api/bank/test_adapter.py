"""Which bank an installation speaks to (K20)."""

import pytest
from django.test import override_settings

from finance_api.bank.port import bank
from finance_api.bank.sandbox import Sandbox
from finance_api.checks import production_has_a_real_bank, the_bank_can_be_reached


def test_the_sandbox_is_the_default() -> None:
    assert isinstance(bank(), Sandbox)
    assert the_bank_can_be_reached() == []


@pytest.mark.parametrize("path", ["nothing.Here", "finance_api.bank.sandbox.Nothing"])
def test_a_bank_named_wrongly_stops_the_start(path: str) -> None:
    with override_settings(BANK_ADAPTER=path):
        assert [fault.id for fault in the_bank_can_be_reached()] == ["finance.E005"]


def test_the_sandbox_in_production_is_warned_of_unless_it_is_meant() -> None:
    assert [fault.id for fault in production_has_a_real_bank()] == ["finance.W006"]
    for meant in ({"BANK_SANDBOX": True}, {"DEBUG": True}, {"BANK_ADAPTER": "a_bank.Adapter"}):
        with override_settings(**meant):
            assert production_has_a_real_bank() == []
