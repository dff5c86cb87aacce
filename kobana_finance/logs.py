"""What a log line holds: the id of its request, and nothing of the request that could be somebody's
data. Django attaches the whole request to some of its lines, and a request's query can hold a
person's document; the line keeps the method and the path alone (R121)."""

import logging

from kobana_finance import tracing


class Traced(logging.Filter):
    """Name the request on a line. Django writes its own last lines when the request is over but
    still on the record."""

    def filter(self, record: logging.LogRecord) -> bool:
        known = tracing.current.get() or getattr(record.__dict__.get("request"), "request_id", None)
        if known is not None:
            record.__dict__.setdefault("request_id", known)
        return True


class WithoutRequest(logging.Filter):
    """Take the request off a record and leave what is harmless of it."""

    def filter(self, record: logging.LogRecord) -> bool:
        request = record.__dict__.pop("request", None)
        if request is not None:
            record.__dict__["method"] = getattr(request, "method", None)
            record.__dict__["path"] = getattr(request, "path", None)
        return True
