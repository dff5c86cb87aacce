"""What a log line may hold. Django attaches the whole request to some of its lines, and a request's
query can hold a person's document; the line keeps the method and the path alone (R121)."""

import logging


class WithoutRequest(logging.Filter):
    """Take the request off a record and leave what is harmless of it."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = record.__dict__.pop("request", None)
        if request is not None:
            record.__dict__["method"] = getattr(request, "method", None)
            record.__dict__["path"] = getattr(request, "path", None)
        return True
