"""What is taken, what is refused and that a refusal keeps nothing (rest-api §1.8, R120)."""

from typing import Any
from unittest import mock

import psycopg
import pytest
import time_machine
from django.db import OperationalError
from django.test.client import MULTIPART_CONTENT

from finance_api.core import records
from tests.finance_api.attachments import files
from tests.finance_api.attachments.files import LARGEST, PDF, stored, upload, uploaded
from tests.world import Form, world

TAKEN = [
    ("nota.pdf", files.PDF, "application/pdf", "application/pdf"),
    ("NOTA.PDF", files.PDF, "application/octet-stream", "application/pdf"),
    ("tela.png", files.PNG, "image/png", "image/png"),
    ("foto.jpg", files.JPEG, "image/jpeg", "image/jpeg"),
    ("foto.jpeg", files.JPEG, "image/jpg", "image/jpeg"),
    ("nota.xml", files.XML, "text/xml", "application/xml"),
    ("extrato.ofx", files.OFX, "text/plain", "application/x-ofx"),
    ("linhas.csv", files.CSV, "text/csv; charset=utf-8", "text/csv"),
    ("linhas.csv", b"\xff\xfe" + "a;ç\n".encode("utf-16-le"), "text/csv", "text/csv"),
    ("planilha.xlsx", files.XLSX, files.SHEET, files.SHEET),
]
REFUSED = [
    ("a program", "run.exe", b"MZ\x90", "application/octet-stream", "unsupported_type"),
    ("HTML", "pagina.html", b"<html></html>", "text/html", "unsupported_type"),
    ("SVG", "logo.svg", b"<svg/>", "image/svg+xml", "unsupported_type"),
    ("no ending", "nota", PDF, "application/pdf", "unsupported_type"),
    ("an ending alone", ".pdf", PDF, "application/pdf", "unsupported_type"),
    ("a second ending", "nota.pdf.html", PDF, "application/pdf", "unsupported_type"),
    ("HTML as PDF", "nota.pdf", b"<!doctype html><script>", "application/pdf", "type_mismatch"),
    ("PNG as PDF", "nota.pdf", files.PNG, "application/pdf", "type_mismatch"),
    ("PDF as PNG", "tela.png", PDF, "image/png", "type_mismatch"),
    ("PNG as JPEG", "foto.jpg", files.PNG, "image/jpeg", "type_mismatch"),
    ("PDF declared PNG", "nota.pdf", PDF, "image/png", "type_mismatch"),
    ("PDF declared HTML", "nota.pdf", PDF, "text/html", "type_mismatch"),
    ("text as XLSX", "planilha.xlsx", b"a;b", files.SHEET, "type_mismatch"),
    ("HTML as XML", "nota.xml", b"<?xml version='1.0'?><html>", "text/xml", "type_mismatch"),
    ("SVG as XML", "nota.xml", b"<!-- a -->\n<s:svg xmlns:s='x'>", "text/xml", "type_mismatch"),
    ("wide SVG as XML", "n.xml", "\ufeff<svg>".encode("utf-16"), "text/xml", "type_mismatch"),
    ("HTML as CSV", "linhas.csv", b"\n<!DOCTYPE HTML>", "text/csv", "type_mismatch"),
    ("PDF as CSV", "linhas.csv", PDF, "text/csv", "type_mismatch"),
    ("bytes as OFX", "extrato.ofx", b"OFX\x00\x01", "application/x-ofx", "type_mismatch"),
    ("nothing", "nota.pdf", b"", "application/pdf", "empty"),
    ("a byte too many", "nota.pdf", PDF.ljust(LARGEST + 1), "application/pdf", "too_large"),
    ("far too much", "nota.pdf", PDF.ljust(LARGEST + 100_000), "application/pdf", "too_large"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "content", "declared", "kept_as"), TAKEN, ids=str)
def test_each_kind_is_kept_with_its_own_type(
    name: str, content: bytes, declared: str, kept_as: str
) -> None:
    attachment = uploaded(world(), name, content, type=declared)
    assert attachment["file_name"] == name
    assert attachment["mime_type"] == kept_as
    assert attachment["file_size"] == len(content)


@pytest.mark.parametrize(
    ("name", "content", "declared", "code"),
    [case[1:] for case in REFUSED],
    ids=[case[0] for case in REFUSED],
)
def test_what_is_not_taken_names_the_file_and_keeps_nothing(
    name: str, content: bytes, declared: str, code: str
) -> None:
    of = world()
    before = stored()
    answer = upload(of, name, content, type=declared)
    assert (answer.status, answer.code) == (422, "VALIDATION_ERROR")
    assert answer.issues == {"file": code}
    assert stored() == before
    assert of.api.get("attachments").body["data"] == []


def test_ten_megabytes_are_taken() -> None:
    content = PDF.ljust(LARGEST, b" ")
    attachment = uploaded(world(), content=content)
    assert attachment["file_size"] == LARGEST


@time_machine.travel("2026-03-10T12:00:00Z", tick=False)
def test_what_is_known_of_a_file() -> None:
    of = world()
    attachment = uploaded(of, texts={"title": "Nota de março"})
    assert attachment == {
        "id": attachment["id"],
        "file_name": "nota.pdf",
        "title": "Nota de março",
        "mime_type": "application/pdf",
        "file_size": len(PDF),
        "uploaded_by": of.person.email,
        "uploaded_at": "2026-03-10T12:00:00.000Z",
        "download_url": f"http://127.0.0.1:8000/v1/attachments/{attachment['id']}/download",
        "linked_payables_count": 0,
        "linked_receivables_count": 0,
        "linked_transactions_count": 0,
        "created_via": "api",
        "updated_via": "api",
    }
    assert of.api.get(f"attachments/{attachment['id']}").body == attachment
    assert of.api.get("attachments").body["data"] == [attachment]


def test_a_title_is_optional_and_not_too_long() -> None:
    of = world()
    assert uploaded(of)["title"] is None
    assert uploaded(of, texts={"title": ""})["title"] is None
    before = stored()
    answer = upload(of, texts={"title": "x" * 256})
    assert answer.issues == {"title": "max_length"}
    assert stored() == before


def test_a_form_without_the_file_names_it() -> None:
    of = world()
    form = Form("nota.pdf", PDF).encoded
    for raw in (form.replace(b'name="file"', b'name="arquivo"'), b""):
        answer = of.api.call("POST", "attachments", raw=raw, **{"Content-Type": MULTIPART_CONTENT})
        assert answer.issues == {"file": "required"}
    as_text = form.replace(b'; filename="nota.pdf"', b"")
    answer = of.api.call("POST", "attachments", raw=as_text, **{"Content-Type": MULTIPART_CONTENT})
    assert answer.issues == {"file": "invalid"}


def test_what_is_no_form_is_a_bad_request() -> None:
    of = world()
    form = Form("nota.pdf", PDF).encoded
    for kind in ("application/json", "application/pdf", "text/plain", "multipart/form-data"):
        answer = of.api.call("POST", "attachments", raw=form, **{"Content-Type": kind})
        assert (answer.status, answer.code) == (400, "BAD_REQUEST"), kind
    assert of.api.get("attachments").body["data"] == []


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ("../../etc/nota.pdf", "nota.pdf"),
        ("..\\..\\nota.pdf", "nota.pdf"),
        ("C:\\notas\\março.pdf", "março.pdf"),
        ("  .nota.pdf", "nota.pdf"),
        ("no\u202eta\u200b.pdf", "nota.pdf"),
        ("n" * 300 + ".pdf", "n" * 251 + ".pdf"),
    ],
    ids=["up", "up in Windows", "a whole path", "hidden", "invisible characters", "long"],
)
def test_a_name_is_cleaned(sent: str, kept: str) -> None:
    assert uploaded(world(), sent)["file_name"] == kept


def test_a_file_lies_under_a_name_that_says_nothing() -> None:
    before = stored()
    attachment = uploaded(world(), "segredo.pdf", texts={"title": "segredo"})
    (path,) = stored() - before
    assert len(path.name) == 64
    assert set(path.name) <= set("0123456789abcdef")
    assert attachment["id"].replace("-", "") not in str(path)
    assert path.stat().st_mode & 0o077 == 0


def test_a_call_that_is_rolled_back_leaves_no_file() -> None:
    of = world()
    before = stored()
    create = records.create

    def fails(*args: Any, **values: Any) -> None:
        create(*args, **values)
        assert stored() != before
        raise RuntimeError

    with mock.patch.object(records, "create", fails):
        assert upload(of).status == 500
    assert stored() == before
    assert of.api.get("attachments").body["data"] == []


def test_the_same_file_may_be_kept_twice() -> None:
    of = world()
    before = stored()
    one, two = uploaded(of), uploaded(of)
    assert one["id"] != two["id"]
    assert len(stored() - before) == 2


def test_an_idempotency_key_means_nothing_here() -> None:
    of = world()
    key: dict[str, Any] = {"X-Idempotency-Key": "abc"}
    answers = [of.api.post("attachments", Form("nota.pdf", PDF), **key) for _ in "12"]
    assert [answer.status for answer in answers] == [201, 201]
    assert "X-Idempotency-Replayed" not in answers[1].headers


def test_an_upload_that_lost_against_another_call_may_be_sent_again() -> None:
    """A form is read once, so the server does not try it a second time by itself."""
    of = world()
    before = stored()
    lost = OperationalError()
    lost.__cause__ = psycopg.errors.LockNotAvailable()
    with mock.patch.object(records, "create", side_effect=lost) as create:
        answer = upload(of)
    assert create.call_count == 1
    assert (answer.status, answer.code) == (409, "CONFLICT")
    assert answer.headers["Retry-After"] == "1"
    assert stored() == before
    assert upload(of).status == 201


def test_a_part_that_is_sent_twice_is_a_bad_request() -> None:
    of = world()
    form = Form("nota.pdf", PDF, texts={"title": "Nota"}).encoded
    first, _, rest = form.partition(b"\r\n")
    for raw in (
        form.replace(b'name="title"', b'name="file"'),
        first + b"\r\n" + rest[: -len(first) - 4] + form,
    ):
        answer = of.api.call("POST", "attachments", raw=raw, **{"Content-Type": MULTIPART_CONTENT})
        assert (answer.status, answer.code) == (400, "BAD_REQUEST")
    assert of.api.get("attachments").body["data"] == []
