"""Ctrl-C is handled only where threaded work allows it."""

import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor, _base, wait

import pytest

from host_tools.jobs.interrupt import between_steps


def press():
    signal.raise_signal(signal.SIGINT)


def in_steps(reported, lock):
    with between_steps(reported.append) as report:
        report(1)
        lock.acquire()  # as concurrent.futures.wait takes those of all it waits for
        press()
        lock.release()
        reported.append("to its end")
        report(2)
        reported.append("never")


def test_it_comes_out_of_the_next_step_and_leaves_no_lock_taken():
    reported = []
    lock = threading.Lock()
    with pytest.raises(KeyboardInterrupt):
        in_steps(reported, lock)
    assert reported == [1, "to its end", 2]
    assert not lock.locked()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def waiting_for_futures(reported):
    with between_steps(reported.append) as report, ThreadPoolExecutor(2) as pool:
        jobs = {pool.submit(time.sleep, 0.1) for _ in range(2)}
        wait(jobs)
        reported.append("all ended")
        report(1)


@pytest.mark.timeout(20)  # it would be for ever
def test_what_is_waited_for_can_end(monkeypatch):
    """Ctrl-C at the worst moment: the locks of all futures are taken, the waiting is to begin."""
    take = _base._AcquireFutures.__enter__

    def take_and_press(self):
        take(self)
        press()

    monkeypatch.setattr(_base._AcquireFutures, "__enter__", take_and_press)
    reported = []
    with pytest.raises(KeyboardInterrupt):
        waiting_for_futures(reported)
    assert reported == ["all ended", 1]


def at_the_end(reported):
    with between_steps(reported.append):
        press()
        reported.append("to its end")


def test_it_comes_at_the_end_where_no_step_follows():
    reported = []
    with pytest.raises(KeyboardInterrupt):
        at_the_end(reported)
    assert reported == ["to its end"]


def with_an_error():
    with between_steps(print):
        press()
        raise ZeroDivisionError


def test_another_error_goes_before_it():
    with pytest.raises(ZeroDivisionError):
        with_an_error()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def one_in_another(reported):
    with between_steps(reported.append) as outer:
        with between_steps(reported.append) as inner:
            press()
            inner("inner")
        outer("outer")
        reported.append("never")


def test_one_within_another_leaves_it_to_the_outer():
    reported = []
    with pytest.raises(KeyboardInterrupt):
        one_in_another(reported)
    assert reported == ["inner", "outer"]


def test_where_ctrl_c_is_ignored_it_stays_so():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    reported = []
    try:
        with between_steps(reported.append) as report:
            press()
            report(1)
    finally:
        signal.signal(signal.SIGINT, before)
    assert reported == [1]


def test_a_thread_of_its_own_leaves_it_alone():
    found = []

    def work():
        with between_steps(found.append) as report:
            report(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]
