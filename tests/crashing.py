"""The application, in a worker that is killed with its answer in hand when a request asks for it.

What the request did is committed by then, and nobody hears of it.
"""

import os
import signal
from collections.abc import Callable, Iterable
from typing import Any

from kobana_finance import wsgi

HEADER = "X-Crash"


def application(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    response = wsgi.application(environ, start_response)
    if "HTTP_X_CRASH" in environ:
        os.kill(os.getpid(), signal.SIGKILL)
    return response
