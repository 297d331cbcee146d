import pytest

from host_tools.board.simulator.clock import BoardClock, Pacer


class Wall:
    """A wall clock that only moves when somebody sleeps or stalls."""

    def __init__(self):
        self.now = 50.0

    def seconds(self):
        return self.now

    def sleep(self, seconds):
        self.now += seconds


@pytest.fixture
def wall():
    return Wall()


@pytest.fixture
def pacer(wall):
    return Pacer(most_lag_s=0.2, seconds=wall.seconds, sleep=wall.sleep)


def test_the_firmware_s_clock_wraps_and_ours_does_not():
    clock = BoardClock((1 << 30) - 10)
    assert clock.now_ms() == (1 << 30) - 10
    clock.advance(20)
    assert clock.now_ms() == 10
    assert clock.elapsed_ms == (1 << 30) + 10


def test_ticks_keep_step_with_the_wall(pacer, wall):
    for _ in range(100):
        pacer.wait(20)
        wall.now += 0.004  # the tick's own work
    assert wall.now - 50.0 == pytest.approx(2.004)


def test_a_short_delay_is_made_up_for(pacer, wall):
    pacer.wait(20)
    wall.now += 0.1
    for _ in range(9):
        pacer.wait(20)
    assert wall.now - 50.0 == pytest.approx(0.2)


def test_after_a_long_stall_lost_time_is_skipped(pacer, wall):
    wall.now += 10.0
    pacer.wait(20)
    stalled = wall.now
    for _ in range(10):
        pacer.wait(20)
    assert wall.now - stalled == pytest.approx(0.2)
