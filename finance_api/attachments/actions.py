"""What can be done with attachments: keep a file, link it to titles and transactions, let it go."""

import unicodedata
from collections.abc import Sequence
from typing import Any

from django.core.files.uploadedfile import UploadedFile

from finance_api.attachments import kinds, storage
from finance_api.attachments.models import Attachment, AttachmentLink
from finance_api.core import records, references
from finance_api.core.errors import Conflict, NotFound, ValidationFailed
from finance_api.core.warrant import Warrant
from finance_api.identity.models import User
from finance_api.ledger.models import Transaction
from finance_api.titles.models import Title

LARGEST = 10 * 1024 * 1024
_LONGEST_NAME = 255

Parent = Title | Transaction


def upload(warrant: Warrant, file: "UploadedFile[bytes]", title: str | None = None) -> Attachment:
    """Keep a file of one of the `kinds`, of at most `LARGEST` bytes. `ValidationFailed` names
    `file` where it is not taken."""
    name = clean_name(file.name or "")
    kind = _judged(file, name)
    return records.create(
        warrant,
        Attachment,
        file_name=name,
        title=title or None,
        mime_type=kind.mime_type,
        file_size=file.size,
        uploaded_by_name=User.objects.values_list("email", flat=True).get(pk=warrant.person_id),
        stored_as=storage.keep(file),
    )


def delete(warrant: Warrant, attachment: Attachment) -> None:
    """Remove a file for good; it is locked by the caller. `Conflict` with the counts of what holds
    on to it: links by what they lead to, and receipts (rest-api §2.13)."""
    usage = references.usage_of(attachment)
    if any(usage.values()):
        raise Conflict(
            "The attachment is linked, or is the document of a receipt. Unlink it first; the "
            "document of a receipt stays.",
            details=usage,
        )
    records.remove(warrant, attachment)
    storage.discard(attachment.stored_as)


def link(warrant: Warrant, attachment: Attachment, parent: Parent) -> AttachmentLink:
    """Link a locked attachment to a title or a transaction. A second link to it is a `Conflict`."""
    before = _linked(warrant, attachment)
    if str(parent.pk) in before:
        raise Conflict("The attachment is already linked to that record.")
    made = AttachmentLink(
        workspace_id=warrant.workspace_id, attachment=attachment, **{_side(parent): parent}
    )
    made.save(force_insert=True)
    _log(warrant, attachment, before)
    return made


def unlink(warrant: Warrant, attachment: Attachment, parent: Parent) -> None:
    """Take the link from a locked attachment to a record away; `NotFound` where there is none."""
    before = _linked(warrant, attachment)
    links = AttachmentLink.objects.within(warrant)
    removed, _ = links.filter(attachment=attachment, **{_side(parent): parent}).delete()
    if not removed:
        raise NotFound("The attachment is not linked to that record.")
    _log(warrant, attachment, before)


def clean_name(name: str) -> str:
    """A file name as it is kept and shown: its last part, without control or format characters, no
    dots or spaces around it, not longer than 255 with its extension intact (R120)."""
    last = name.replace("\\", "/").rpartition("/")[2]
    plain = "".join(
        character
        for character in unicodedata.normalize("NFC", last)
        if unicodedata.category(character)[0] != "C"
    )
    stem, dot, extension = plain.strip(". ").rpartition(".")
    room = _LONGEST_NAME - len(dot) - len(extension)
    return f"{stem[: max(room, 0)]}{dot}{extension}"[:_LONGEST_NAME]


def _judged(file: "UploadedFile[bytes]", name: str) -> kinds.Kind:
    size = file.size or 0
    if not 0 < size <= LARGEST:
        code, message = ("too_large", TOO_LARGE) if size else ("empty", "The file is empty.")
        raise ValidationFailed.of("file", message, code)
    head = file.read(kinds.HEAD)
    file.seek(0)
    try:
        return kinds.kind_of(name, file.content_type or "", head)
    except kinds.NotTaken as fault:
        raise ValidationFailed.of("file", str(fault), fault.code) from fault


TOO_LARGE = "The file is larger than 10 MB."


def _side(parent: Parent) -> str:
    return "title" if isinstance(parent, Title) else "transaction"


def _linked(warrant: Warrant, attachment: Attachment) -> Sequence[str]:
    """The ids of what an attachment is linked to, in order, as the log keeps them."""
    rows = AttachmentLink.objects.within(warrant).filter(attachment=attachment)
    pairs: Any = rows.values_list("title_id", "transaction_id")
    return sorted(str(one or other) for one, other in pairs)


def _log(warrant: Warrant, attachment: Attachment, before: Sequence[str]) -> None:
    owned = {"links": (before, _linked(warrant, attachment))}
    records.change(warrant, attachment, owned=owned)
