"""The bytes of an attachment on their way to a browser, which runs none of them (R120)."""

import logging

from django.core.files import File
from django.http import FileResponse, HttpRequest
from django.http.response import HttpResponseBase

from finance_api.attachments import storage
from finance_api.attachments.models import Attachment
from finance_api.core.errors import NotFound
from finance_api.rest import conditions

_log = logging.getLogger(__name__)


def sent(request: HttpRequest, attachment: Attachment, *, inline: bool) -> HttpResponseBase:
    """The answer that holds the file, to be shown or else to be saved; 304 where it is known."""
    response = FileResponse(
        _bytes_of(attachment),
        as_attachment=not inline,
        filename=attachment.file_name,
        content_type=attachment.mime_type,
        headers={
            "Content-Length": str(attachment.file_size),
            "X-Content-Type-Options": "nosniff",
        },
    )
    # The bytes of an attachment never change, so its id stands for them.
    content, modified = attachment.pk.bytes, attachment.created_at
    return conditions.unless_held(request, response, content, modified)


def _bytes_of(attachment: Attachment) -> "File[bytes]":
    """The file of an attachment. That one was lost is told to whoever may read the attachment, and
    to the log, since somebody must look after the storage."""
    try:
        return storage.fetch(attachment.stored_as)
    except FileNotFoundError:
        _log.error("a file is missing", extra={"attachment_id": str(attachment.pk)})
        raise NotFound(
            "The attachment's file is no longer stored. Upload the file again, and ask an "
            "administrator what became of it."
        ) from None
