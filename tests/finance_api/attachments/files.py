"""Files of every kind that is taken, each with the bytes it begins with; and where they lie."""

import os
from pathlib import Path
from typing import Any

from tests.world import Answer, Form, World

PDF = b"%PDF-1.7\n1 0 obj\n"
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR"
JPEG = b"\xff\xd8\xff\xe0\x00\x10JFIF\x00"
XLSX = b"PK\x03\x04\x14\x00\x06\x00"
XML = b'<?xml version="1.0"?>\n<nfeProc versao="4.00"/>'
OFX = b"OFXHEADER:100\nDATA:OFXSGML\n\n<OFX></OFX>"
CSV = "Data;Descrição;Valor\n2026-03-10;Aluguel;-100,00\n".encode()
SHEET = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"

LARGEST = 10 * 1024 * 1024


def stored() -> set[Path]:
    """Every file that lies in the private storage."""
    folder = Path(os.environ["ATTACHMENTS_FOLDER"])
    return {path for path in folder.rglob("*") if path.is_file()}


def upload(of: World, name: str = "nota.pdf", content: bytes = PDF, **more: Any) -> Answer:
    return of.api.post("attachments", Form(name, content, **more))


def uploaded(of: World, name: str = "nota.pdf", content: bytes = PDF, **more: Any) -> Any:
    answer = upload(of, name, content, **more)
    assert answer.status == 201, answer.body
    return answer.body
