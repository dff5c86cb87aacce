"""Windows that slide count exactly, whoever calls at once, and forget who is gone (K3, K31)."""

import datetime as dt
from concurrent.futures import ThreadPoolExecutor

import time_machine

from finance_api.rest.windows import Windows

NOON = dt.datetime(2026, 6, 1, 12, tzinfo=dt.UTC)


def test_calls_at_once_are_granted_exactly_as_often_as_there_is_room() -> None:
    windows = Windows()
    with ThreadPoolExecutor(8) as threads:
        found = list(threads.map(lambda _: windows.hit(50, 3600, "reads", "ana"), range(400)))
    assert sum(counted.granted for counted in found) == 50
    assert max(counted.calls for counted in found) == 50


def test_a_window_gives_room_again_as_its_calls_leave_it_one_by_one() -> None:
    windows = Windows()
    with time_machine.travel(NOON, tick=False) as clock:
        first = windows.hit(2, 60, "reads", "ana")
        assert (first.granted, first.calls, first.reset_time) == (True, 1, NOON.timestamp() + 60)
        clock.shift(dt.timedelta(seconds=40))
        assert windows.hit(2, 60, "reads", "ana").calls == 2
        assert not windows.hit(2, 60, "reads", "ana").granted
        assert windows.hit(2, 60, "writes", "ana").granted
        clock.shift(dt.timedelta(seconds=21))
        again = windows.hit(2, 60, "reads", "ana")
        assert (again.granted, again.reset_time) == (True, NOON.timestamp() + 100)


def test_who_has_not_called_for_a_whole_window_is_forgotten() -> None:
    windows = Windows()
    with time_machine.travel(NOON, tick=False) as clock:
        windows.hit(5, 60, "messages", "ana")
        windows.hit(5, 3600, "reads", "ana")
        clock.shift(dt.timedelta(seconds=90))
        windows.hit(5, 60, "messages", "rui")
        # What it holds is the promise here, and no caller can see that.
        assert set(windows._calls) == {(3600, "reads", "ana"), (60, "messages", "rui")}
