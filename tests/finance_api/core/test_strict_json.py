"""One text has one reading: what `strict_json` takes, what it refuses and what it writes."""

import re
import time
from contextlib import suppress
from decimal import Decimal
from enum import StrEnum

import pytest
from hypothesis import given
from hypothesis import strategies as st

from finance_api.core.strict_json import JSON, JSONFault, dumps, loads, unstorable_paths

BROKEN = {
    "P30 nothing": b"",
    "P30 only blanks": b" \n\t",
    "P30 an open brace": b"{",
    "P30 a bare word": b"x",
    "P30 trailing garbage": b"{} x",
    "P30 two texts": b"{}{}",
    "P30 a trailing comma": b"[1,]",
    "P30 single quotes": b"{'a':1}",
    "P30 a comment": b"{} // note",
    "P30 a raw line break in a string": b'"a\nb"',
    "P30 an unknown escape": b'"\\x41"',
    "P30 a leading zero": b"01",
    "P30 a leading plus": b"+1",
    "P30 a bare fraction": b".5",
    "P30 an open fraction": b"1.",
    "P31 a lone continuation byte": b'"\x80"',
    "P31 an overlong encoding": b'"\xc0\xaf"',
    "P31 a surrogate encoded as UTF-8": b'"\xed\xa0\x80"',
    "P31 a byte order mark": b"\xef\xbb\xbf{}",
    "P31 UTF-16 with its mark": "{}".encode("utf-16"),
    "P31 UTF-16 without": "{}".encode("utf-16-le"),
    "P31 UTF-32": "{}".encode("utf-32-be"),
    "P31 NaN": b"[NaN]",
    "P31 Infinity": b"[Infinity]",
    "P31 minus Infinity": b"[-Infinity]",
    "P32 nested arrays": b"[" * 100_000 + b"]" * 100_000,
    "P32 nested objects": b'{"a":' * 100_000 + b"1" + b"}" * 100_000,
    "P32 arrays never closed": b"[" * 100_000,
    "P32 nesting of 65": b"[" * 65 + b"]" * 65,
    "P32 nesting of 65 behind quoted closers": b'["]",' * 65 + b"1" + b"]" * 65,
    "P32 an integer of 5,000 digits": b"1" * 5_000,
    "P32 an integer of 401 digits": b"-" + b"1" * 401,
    "P32 a fraction of 400 digits": b"0." + b"1" * 400,
    "P32 an exponent of a billion": b"1e999999999",
    "P32 an exponent of minus a billion": b"1e-999999999",
    "P32 an exponent beyond any decimal": b"1e99999999999999999999999999",
    "P32 a zero with a great exponent": b"0e-99999",
    "broken and repeating a name": b'{"a":1,"a":2',
}

REPEATED = {
    "R6 at the top": b'{"amount":"1.00","amount":"9.00"}',
    "R6 with equal values": b'{"a":1,"a":1}',
    "P43 deep inside": b'{"a":[{"b":{"c":1,"c":2}}]}',
    "P43 spelled with an escape": b'{"a":1,"\\u0061":2}',
    "P43 an empty name": b'{"":1,"":2}',
}

TAKEN: dict[str, tuple[bytes, JSON]] = {
    "an object": (b'{"a":[1,true,false,null,"x"]}', {"a": [1, True, False, None, "x"]}),
    "blanks around": (b" \r\n\t{} \n", {}),
    "a scalar": (b'"x"', "x"),
    "the same name in two objects": (b'[{"a":1},{"a":2}]', [{"a": 1}, {"a": 2}]),
    "an escaped pair": (b'"\\ud83d\\ude00"', "\U0001f600"),
    "a lone surrogate": (b'"\\ud83d"', "\ud83d"),
    "NUL": (b'"\\u0000"', "\x00"),
    "a large integer": (b"9007199254740993", 9007199254740993),
    "400 digits": (b"-" + b"9" * 400, -int("9" * 400)),
    "nesting of 64": (b"[" * 64 + b"]" * 64, loads(b"[" * 64 + b"]" * 64)),
    "brackets in a string": (b'"' + b"[" * 1_000 + b'"', "[" * 1_000),
    "brackets behind an escaped quote": (b'"\\"' + b"[" * 99 + b'"', '"' + "[" * 99),
    "many shallow arrays": (b"[" + b"[]," * 99 + b"[]]", [[]] * 100),
}

DECIMALS = {
    b"1.0": Decimal("1.0"),
    b"0.10": Decimal("0.10"),
    b"-0.0": Decimal("-0.0"),
    b"1e2": Decimal("1E+2"),
    b"1E399": Decimal("1E+399"),
    b"1e-399": Decimal("1E-399"),
    b"0.1234567890123456789012345": Decimal("0.1234567890123456789012345"),
}

storable_text = st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"]))
# Two halves of a pair side by side are one character in JSON: the round trip joins them.
any_text = st.text(st.characters()).map(
    lambda text: text.encode("utf-16", "surrogatepass").decode("utf-16", "surrogatepass")
)
values: st.SearchStrategy[JSON] = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(10**399), 10**399)
    | st.decimals(-(10**20), 10**20, places=9)
    | any_text,
    lambda inner: st.lists(inner) | st.dictionaries(any_text, inner),
    max_leaves=20,
)


class Channel(StrEnum):
    API = "api"


@pytest.mark.parametrize("raw", BROKEN.values(), ids=BROKEN.keys())
def test_a_broken_text_is_a_syntax_fault(raw: bytes) -> None:
    with pytest.raises(JSONFault) as refused:
        loads(raw)
    assert refused.value.kind == "syntax"


@pytest.mark.parametrize("raw", REPEATED.values(), ids=REPEATED.keys())
def test_a_repeated_member_name_is_refused_at_any_level(raw: bytes) -> None:
    with pytest.raises(JSONFault) as refused:
        loads(raw)
    assert refused.value.kind == "duplicate_key"


@pytest.mark.parametrize(("raw", "value"), TAKEN.values(), ids=TAKEN.keys())
def test_a_strict_text_is_read(raw: bytes, value: JSON) -> None:
    assert loads(raw) == value


@pytest.mark.parametrize(("raw", "number"), DECIMALS.items())
def test_a_number_with_fraction_or_exponent_is_a_decimal_to_the_digit(
    raw: bytes, number: Decimal
) -> None:
    value = loads(raw)
    assert isinstance(value, Decimal)
    assert value.as_tuple() == number.as_tuple()


@pytest.mark.parametrize(
    "raw", [b'"secret', b'{"secret":1,"secret":2}', b'"secret\x80"', b'["secret", NaN]']
)
def test_a_fault_repeats_nothing_of_the_text(raw: bytes) -> None:
    with pytest.raises(JSONFault) as refused:
        loads(raw)
    assert "secret" not in str(refused.value)


@pytest.mark.parametrize(
    "raw",
    [
        b"[" * 5_000_000,
        b"[" * 65 + b'"' + b'\\"' * 20_000,
        b"1" * 5_000_000,
        b"1." + b"1" * 5_000_000,
    ],
    ids=["brackets", "escaped quotes never closed", "digits", "decimals"],
)
def test_a_hostile_text_is_refused_in_linear_time(raw: bytes) -> None:
    started = time.process_time()
    with pytest.raises(JSONFault):
        loads(raw)
    assert time.process_time() - started < 2


@given(st.binary() | any_text.map(lambda text: text.encode("utf-8", "surrogatepass")))
def test_any_bytes_are_read_or_refused_and_nothing_else(raw: bytes) -> None:
    with suppress(JSONFault):
        loads(raw)


@given(st.text(alphabet='{}[]",:\\u0de1 .-+eNaItrfn', max_size=40))
def test_any_json_like_text_is_read_or_refused_and_nothing_else(text: str) -> None:
    with suppress(JSONFault):
        loads(text.encode())


@given(values)
def test_what_is_written_is_read_back_equal(value: JSON) -> None:
    assert loads(dumps(value)) == value


@pytest.mark.parametrize(
    ("value", "raw"),
    [
        ({"a": [1, "ção", None, True]}, '{"a":[1,"ção",null,true]}'.encode()),
        (Decimal("10.50"), b"10.50"),
        (Decimal("1E+5"), b"100000"),
        (Decimal("1E-7"), b"0.0000001"),
        ("1.50", b'"1.50"'),
        (0.5, b"0.5"),
        (("a", Channel.API), b'["a","api"]'),
        ('"\\\n\x00', b'"\\"\\\\\\n\\u0000"'),
        ("\ud800", b'"\\ud800"'),
        ({"\udfff": 9007199254740993}, b'{"\\udfff":9007199254740993}'),
    ],
)
def test_writing_is_compact_and_exact(value: object, raw: bytes) -> None:
    assert dumps(value) == raw


@pytest.mark.parametrize(
    "number", [float("nan"), float("inf"), Decimal("NaN"), Decimal("-Infinity"), Decimal("1E+999")]
)
def test_a_number_json_does_not_have_is_never_written(number: object) -> None:
    with pytest.raises(ValueError, match=re.compile("JSON", re.IGNORECASE)):
        dumps([number])


@pytest.mark.parametrize("value", [b"x", {1}, object(), {1: "a"}, {None: "a"}])
def test_a_foreign_type_is_never_written(value: object) -> None:
    with pytest.raises(TypeError):
        dumps(value)


@pytest.mark.parametrize(
    ("value", "paths"),
    [
        ({"items": [{"name": "a\x00"}]}, ["items.0.name"]),
        ({"a": "\ud800", "b": ["x", "\udfff"], "c": "ção 😀"}, ["a", "b.1"]),
        ({"a": {"b\x00": "\x00"}}, ["a"]),
        ({"b\x00": 1, "c\x00": 2}, [""]),
        ("\x00", [""]),
        (["\x00"], ["0"]),
        ({"a": 1, "b": Decimal("1.0"), "c": None, "d": True}, []),
    ],
)
def test_strings_the_database_cannot_store_are_found_by_path_p45(
    value: JSON, paths: list[str]
) -> None:
    assert unstorable_paths(value) == paths


@given(st.dictionaries(storable_text, st.lists(storable_text)))
def test_storable_text_is_never_accused(value: dict[str, JSON]) -> None:
    assert unstorable_paths(value) == []
