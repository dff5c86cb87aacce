"""The catalogue of banks: a dated file of facts, loaded by a migration, never by hand."""

import csv
import uuid
from pathlib import Path
from typing import Any

_FILE = Path(__file__).parent / "banks_2026_08_22.csv"
#: Every installation gives a bank the same id, so ids may be kept outside.
_NAMESPACE = uuid.uuid5(uuid.NAMESPACE_DNS, "banks.kobana.com.br")


def id_of(code: str) -> uuid.UUID:
    """The id of the bank with this COMPE code, the same everywhere and at every load."""
    return uuid.uuid5(_NAMESPACE, code)


def read() -> list[dict[str, str]]:
    """The banks of the file as `{compe, ispb, name, short_name}`; codes are text (R113)."""
    with _FILE.open(encoding="utf-8", newline="") as lines:
        return list(csv.DictReader(line for line in lines if not line.startswith("#")))


def load(bank: Any, database: str) -> None:
    """Bring the table to what the file says; loading twice changes nothing. `bank` is the model, as
    a migration knows it."""
    rows = [
        bank(
            id=id_of(row["compe"]),
            code=row["compe"],
            ispb=row["ispb"],
            name=row["name"],
            short_name=row["short_name"],
        )
        for row in read()
    ]
    bank.objects.using(database).bulk_create(
        rows,
        update_conflicts=True,
        unique_fields=["code"],
        update_fields=["ispb", "name", "short_name"],
    )
