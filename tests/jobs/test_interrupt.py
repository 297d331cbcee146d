"""Ctrl-C is taken where work in threads says it may be, and nowhere else."""

import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor, _base, wait

import pytest

from host_tools.jobs.interrupt import between_steps


def press():
    signal.raise_signal(signal.SIGINT)


def in_steps(told, lock):
    with between_steps(told.append) as tell:
        tell(1)
        lock.acquire()  # as concurrent.futures.wait takes those of all it waits for
        press()
        lock.release()
        told.append("to its end")
        tell(2)
        told.append("never")


def test_it_comes_out_of_the_next_step_and_leaves_no_lock_taken():
    told = []
    lock = threading.Lock()
    with pytest.raises(KeyboardInterrupt):
        in_steps(told, lock)
    assert told == [1, "to its end", 2]
    assert not lock.locked()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def waiting_for_futures(told):
    with between_steps(told.append) as tell, ThreadPoolExecutor(2) as pool:
        jobs = {pool.submit(time.sleep, 0.1) for _ in range(2)}
        wait(jobs)
        told.append("all ended")
        tell(1)


@pytest.mark.timeout(20)  # it would be for ever
def test_what_is_waited_for_can_end(monkeypatch):
    """Ctrl-C at the worst moment: the locks of all futures are taken, the waiting is to begin."""
    take = _base._AcquireFutures.__enter__

    def take_and_press(self):
        take(self)
        press()

    monkeypatch.setattr(_base._AcquireFutures, "__enter__", take_and_press)
    told = []
    with pytest.raises(KeyboardInterrupt):
        waiting_for_futures(told)
    assert told == ["all ended", 1]


def at_the_end(told):
    with between_steps(told.append):
        press()
        told.append("to its end")


def test_it_comes_at_the_end_where_no_step_follows():
    told = []
    with pytest.raises(KeyboardInterrupt):
        at_the_end(told)
    assert told == ["to its end"]


def with_an_error():
    with between_steps(print):
        press()
        raise ZeroDivisionError


def test_another_error_goes_before_it():
    with pytest.raises(ZeroDivisionError):
        with_an_error()
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def one_in_another(told):
    with between_steps(told.append) as outer:
        with between_steps(told.append) as inner:
            press()
            inner("inner")
        outer("outer")
        told.append("never")


def test_one_within_another_leaves_it_to_the_outer():
    told = []
    with pytest.raises(KeyboardInterrupt):
        one_in_another(told)
    assert told == ["inner", "outer"]


def test_where_ctrl_c_is_ignored_it_stays_so():
    before = signal.signal(signal.SIGINT, signal.SIG_IGN)
    told = []
    try:
        with between_steps(told.append) as tell:
            press()
            tell(1)
    finally:
        signal.signal(signal.SIGINT, before)
    assert told == [1]


def test_a_thread_of_its_own_leaves_it_alone():
    found = []

    def work():
        with between_steps(found.append) as tell:
            tell(signal.getsignal(signal.SIGINT))

    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    assert found == [signal.default_int_handler]
