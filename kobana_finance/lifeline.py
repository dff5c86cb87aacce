"""Processes that end when their parent does, however it ends, `kill -9` included. On Linux only."""

import ctypes
import os
import signal
import subprocess
import sys
import threading
import warnings
from collections.abc import Callable
from typing import Any

_PR_SET_PDEATHSIG = 1


def start_child(
    command: list[str], farewell: signal.Signals, **options: Any
) -> "subprocess.Popen[bytes]":
    """Start a process, in a session of its own, that the kernel sends `farewell` when we die."""
    if threading.current_thread() is not threading.main_thread():
        # The kernel watches the thread that forked, not its process.
        raise RuntimeError("Only the main thread may start a process that is to die with us.")
    with warnings.catch_warnings():
        # Python warns of forking beside other threads; between fork and exec ours takes no lock.
        warnings.simplefilter("ignore", DeprecationWarning)
        return subprocess.Popen(  # noqa: S603 - the callers name programs of ours
            command,
            stdin=subprocess.DEVNULL,
            # A Ctrl-C at the terminal is for us alone, so that things stop in their order.
            start_new_session=True,
            preexec_fn=_lifeline(farewell),
            **options,
        )


def follow_parent(farewell: signal.Signals) -> None:
    """Have the kernel send ourselves `farewell` when our own parent dies."""
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, int(farewell))


def _lifeline(farewell: signal.Signals) -> Callable[[], None] | None:
    if sys.platform != "linux":
        return None
    parent, prctl = os.getpid(), ctypes.CDLL(None).prctl

    def hold() -> None:
        prctl(_PR_SET_PDEATHSIG, int(farewell))
        if os.getppid() != parent:
            # It died between the fork and the request.
            os._exit(1)

    return hold
