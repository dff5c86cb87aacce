"""Processes that end when their parent does, however it ends, `kill -9` included. On Linux only."""

import ctypes
import os
import signal
import sys
import threading
from collections.abc import Callable

_PR_SET_PDEATHSIG = 1


def lifeline(farewell: signal.Signals) -> Callable[[], None] | None:
    """A `preexec_fn` by which the kernel sends the child `farewell` when its parent dies."""
    if threading.current_thread() is not threading.main_thread():
        # The kernel watches the thread that forked, not its process; and only in the main thread is
        # running code between fork and exec as safe as it gets.
        raise RuntimeError("Only the main thread may start a process that is to die with us.")
    if sys.platform != "linux":
        return None
    parent, prctl = os.getpid(), ctypes.CDLL(None).prctl

    def hold() -> None:
        prctl(_PR_SET_PDEATHSIG, int(farewell))
        if os.getppid() != parent:
            # It died between the fork and the request.
            os._exit(1)

    return hold


def follow_parent(farewell: signal.Signals) -> None:
    """Have the kernel send ourselves `farewell` when our own parent dies."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(farewell))
