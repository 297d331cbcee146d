"""Threads that take turns: their order of work, by counting."""

import threading

from waiting import LAST_RESORT_S

from host_tools.play.web.turns import Turns


def run(turns, *works):
    """Run these in threads that have all joined before the first goes on; the names in the order
    of their slices."""
    order = []
    joined = threading.Semaphore(0)
    begin = threading.Event()

    def work(name, slices):
        with turns.taking():
            if name == works[0][0]:
                joined.release()
                begin.wait(LAST_RESORT_S)
            for at in range(slices):
                order.append(name)
                if at < slices - 1:
                    turns.pass_on()

    threads = [threading.Thread(target=work, args=each) for each in works]
    threads[0].start()
    assert joined.acquire(timeout=LAST_RESORT_S)
    for count, thread in enumerate(threads[1:], 2):
        thread.start()
        while len(turns._waiting) < count:
            assert thread.is_alive()
    begin.set()
    for thread in threads:
        thread.join(LAST_RESORT_S)
    return "".join(order)


def test_each_has_a_slice_before_the_first_goes_on():
    assert run(Turns(), ("a", 4), ("b", 2), ("c", 3)) == "abcabcaca"


def test_one_alone_goes_on():
    assert run(Turns(), ("a", 3)) == "aaa"


def test_who_is_aside_does_not_hold_up_the_others():
    turns, seen = Turns(), []

    def other():
        with turns.taking():
            seen.append("other")

    with turns.taking():
        thread = threading.Thread(target=other)
        with turns.released():
            thread.start()
            thread.join(LAST_RESORT_S)
        assert seen == ["other"]


def test_one_that_fails_leaves():
    turns = Turns()
    for _ in range(2):
        try:
            with turns.taking():
                turns.pass_on()
                raise KeyError
        except KeyError:
            pass
    with turns.taking():
        turns.pass_on()
