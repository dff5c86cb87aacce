"""How the application is served: a few threaded workers, bounded requests, and no access log.

Request lines carry personal data, such as names and tax numbers in filters; the application itself
logs what is worth logging, and knows what to leave out.
"""

import gc
import os
from typing import Any

_host = os.environ.get("HOST", "127.0.0.1")
_port = os.environ.get("PORT", "8000")
bind = f"[{_host}]:{_port}" if ":" in _host else f"{_host}:{_port}"

worker_class = "gthread"
workers = int(os.environ.get("WEB_CONCURRENCY", "2"))
threads = int(os.environ.get("WEB_THREADS", "8"))
# Loaded once and then forked: a fault in the settings shows at once, and the workers share memory.
preload_app = True

# A worker that answers no heartbeat for this long is replaced; statements give up well before.
timeout = 60
graceful_timeout = 25
keepalive = 5
max_requests = 20_000
max_requests_jitter = 2_000

limit_request_line = 8_190
limit_request_fields = 64
limit_request_field_size = 8_190

accesslog = None
errorlog = "-"
loglevel = os.environ.get("LOG_LEVEL", "info").lower()

# No header of a request is taken for the word of a proxy here. Behind one, TRUST_PROXY has Django
# believe its X-Forwarded-Proto.
forwarded_allow_ips = ""
secure_scheme_headers: dict[str, str] = {}

# A heartbeat in memory: a slow disk must not look like a hung worker.
worker_tmp_dir = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None  # noqa: S108
# Without it gunicorn leaves a socket in the home directory.
control_socket_disable = True


def pre_fork(server: Any, worker: Any) -> None:
    """What was loaded stays: the collector of a worker need not walk it, and so it stays shared."""
    gc.freeze()
