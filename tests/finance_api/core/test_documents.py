"""CPF and CNPJ, the alphanumeric one of 2026 included (R105–R107)."""

import pytest

from finance_api.core import documents


@pytest.mark.parametrize(
    ("text", "stored"),
    [
        ("12.ABC.345/01DE-35", "12ABC34501DE35"),
        ("12abc34501de35", "12ABC34501DE35"),
        ("11.222.333/0001-81", "11222333000181"),
        ("00.000.000/0001-91", "00000000000191"),
        ("A1B2C3D4000193", "A1B2C3D4000193"),
    ],
)
def test_a_valid_cnpj_is_kept_bare_and_in_upper_case(text: str, stored: str) -> None:
    assert documents.cnpj(text) == stored


@pytest.mark.parametrize(
    "text",
    [
        "12ABC34501DE36", "12ABC34501DE3A", "12ABC34501DE45", "0" * 14, "1" * 14, "1122233300018",
        "112223330001811", "１１222333000181", "", "12ABC34501DE3５",
    ],
)  # fmt: skip
def test_an_invalid_cnpj_is_none(text: str) -> None:
    assert documents.cnpj(text) is None


def test_a_cpf_has_check_digits_and_is_not_one_digit_repeated() -> None:
    assert documents.cpf("529.982.247-25") == "52998224725"
    for text in ("111.111.111-11", "529.982.247-26", "5299822472", "５２998224725", ""):
        assert documents.cpf(text) is None


def test_the_branch_number_says_which_is_the_head_office() -> None:
    assert documents.is_head_office("11222333000181")
    assert not documents.is_head_office("11222333000262")
