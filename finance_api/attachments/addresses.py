"""Where the bytes of an attachment are found. The address is public, what it answers is not."""

import uuid

from django.conf import settings


def download_url(attachment_id: uuid.UUID) -> str:
    """The absolute address of an attachment's bytes in the API; it needs a token of the API."""
    return f"{settings.API_RESOURCE_URL}/attachments/{attachment_id}/download"
