"""Files without an attachment are removed once nobody can still be at work on them, and no others;
so are keys whose time is over."""

import datetime as dt
import io
import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import time_machine
from django.core.files.storage import InMemoryStorage, storages
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.test import override_settings

from finance_api.attachments import storage, sweeping
from finance_api.core import transactions
from finance_api.rest.idempotency import LIFE
from tests.finance_api.attachments.files import PDF, stored, uploaded
from tests.world import World, world

ROOT = Path(__file__).resolve().parents[3]
OLD = sweeping.PATIENCE + dt.timedelta(minutes=1)
YOUNG = sweeping.PATIENCE - dt.timedelta(minutes=1)


def aged(file: Path, age: dt.timedelta) -> Path:
    moment = (dt.datetime.now(dt.UTC) - age).timestamp()
    os.utime(file, (moment, moment))
    return file


def kept_file(age: dt.timedelta) -> Path:
    """A file that was stored and that no row names: its process died there."""
    before = stored()
    with transactions.door():
        storage.keep(SimpleUploadedFile("nota.pdf", PDF))
    (file,) = stored() - before
    return aged(file, age)


def attached(of: World, age: dt.timedelta) -> tuple[Path, str]:
    before = stored()
    id = uploaded(of)["id"]
    (file,) = stored() - before
    return aged(file, age), id


def swept() -> str:
    said = io.StringIO()
    call_command("sweep", stdout=said)
    return said.getvalue()


@pytest.fixture(autouse=True)
def _nothing_left_of_other_tests() -> None:
    swept()


def test_a_file_that_no_row_names_goes_after_a_day() -> None:
    old, young = kept_file(OLD), kept_file(YOUNG)
    assert swept() == "1 files removed, 0 idempotency keys forgotten.\n"
    assert not old.exists()
    assert young.exists()
    aged(young, OLD)
    assert swept() == "1 files removed, 0 idempotency keys forgotten.\n"
    assert not young.exists()
    assert swept() == "0 files removed, 0 idempotency keys forgotten.\n"


def test_a_file_that_a_row_names_stays_in_every_workspace_and_however_old() -> None:
    places = [world(), world()]
    files = [attached(of, 1000 * OLD) for of in places]
    kept_file(OLD)
    assert "1 files removed" in swept()
    for of, (file, id) in zip(places, files, strict=True):
        assert file.exists()
        assert of.api.get(f"attachments/{id}/download").raw == PDF


@pytest.mark.parametrize("name", ["notes.txt", "ab/notes.txt", f"notes/{'a' * 64}"])
def test_what_is_not_an_upload_is_left_alone(name: str) -> None:
    file = Path(os.environ["ATTACHMENTS_FOLDER"]) / name
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_bytes(b"somebody else's")
    aged(file, OLD)
    assert "0 files removed" in swept()
    assert file.exists()
    file.unlink()


def test_a_folder_that_does_not_exist_yet_holds_nothing(tmp_path: Path) -> None:
    place = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    options = {"location": str(tmp_path / "none")}
    with override_settings(
        STORAGES=storages.backends | {"attachments": {**place, "OPTIONS": options}}
    ):
        assert sweeping.sweep() == 0


@pytest.fixture
def memory() -> Iterator[Any]:
    """A storage that is no folder."""
    place = {"BACKEND": "django.core.files.storage.InMemoryStorage"}
    with override_settings(STORAGES=storages.backends | {"attachments": place}):
        yield storages["attachments"]


def test_any_storage_can_be_swept(memory: InMemoryStorage) -> None:
    of = world()
    with time_machine.travel(dt.datetime.now(dt.UTC) - OLD), transactions.door():
        lost = storage.keep(SimpleUploadedFile("nota.pdf", PDF))
    id = uploaded(of)["id"]
    assert memory.exists(lost)
    assert sweeping.sweep() == 1
    assert not memory.exists(lost)
    assert of.api.get(f"attachments/{id}/download").raw == PDF


def test_keys_are_forgotten_when_their_time_is_over() -> None:
    of, name = world(), str(uuid.uuid4())
    with time_machine.travel(dt.datetime.now(dt.UTC) - LIFE, tick=False):
        of.api.post("taxes", {"name": "ISS"}, **{"X-Idempotency-Key": name})
    of.api.post("taxes", {"name": "PIS"}, **{"X-Idempotency-Key": "young"})
    assert swept() == "0 files removed, 1 idempotency keys forgotten.\n"
    again = of.api.post("taxes", {"name": "PIS"}, **{"X-Idempotency-Key": "young"})
    assert again.headers["X-Idempotency-Replayed"] == "true"


def test_a_role_that_does_not_see_everything_removes_nothing() -> None:
    file, id = attached(of := world(), OLD)
    environment = os.environ | {"DATABASE_OWNER_URL": os.environ["DATABASE_URL"]}
    command = [sys.executable, "-m", "django", "sweep"]
    refused = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, check=False)
    assert refused.returncode == 1
    assert b"DATABASE_OWNER_URL" in refused.stderr
    assert file.exists()
    assert of.api.get(f"attachments/{id}/download").raw == PDF
