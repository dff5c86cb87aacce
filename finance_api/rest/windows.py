"""Calls in windows that slide, as one process counts them for itself (K3).

Counting a call costs the same however many callers there are, and who has not called for a whole
window is forgotten.
"""

import threading
import time
from collections import deque
from dataclasses import dataclass, field

_SWEEP_SECONDS = 60.0


@dataclass(frozen=True)
class Counted:
    """Whether a call was counted, how many are, and when the oldest of them leaves the window."""

    granted: bool
    calls: int
    reset_time: float


@dataclass
class Windows:
    """The times of the calls still in their windows, by the window's seconds and whose it is."""

    _calls: dict[tuple[int, str, str], deque[float]] = field(default_factory=dict)
    _lock: threading.Lock = field(default_factory=threading.Lock)
    _swept: float = 0.0

    def hit(self, limit: int, seconds: int, kind: str, who: str) -> Counted:
        """Count one more call, unless the window is full."""
        now = time.time()
        with self._lock:
            if abs(now - self._swept) > _SWEEP_SECONDS:
                self._sweep(now)
            calls = self._calls.setdefault((seconds, kind, who), deque())
            while calls and calls[0] + seconds < now:
                calls.popleft()
            granted = len(calls) < limit
            if granted:
                calls.append(now)
            return Counted(granted, len(calls), (calls[0] if calls else now) + seconds)

    def _sweep(self, now: float) -> None:
        over = [key for key, calls in self._calls.items() if calls[-1] + key[0] < now]
        for key in over:
            del self._calls[key]
        self._swept = now
