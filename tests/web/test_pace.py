"""How far a board's start is and how fast it runs, as pages are told."""

import pytest

from host_tools.play.web.pace import Pace

TICK_S = 0.02


class Watched:
    """A board that runs `rate` times as fast as the wall's clock; all that pages were told."""

    def __init__(self, wanted=1.0, **more):
        self.wall_s = 0.0
        self.board_ms = 0.0
        self.share = None
        self.rate = 1.0
        self.knows = True
        self.said = []
        self.pace = Pace(
            "The chip",
            wanted,
            lambda: self.share,
            lambda: int(self.board_ms) if self.knows else None,
            seconds=lambda: self.wall_s,
            **more,
        )

    def run(self, wall_s):
        for _ in range(round(wall_s / TICK_S)):
            self.wall_s += TICK_S
            self.board_ms += 1000 * TICK_S * self.rate
            news = self.pace.news()
            if news is not None:
                assert news["t"] == "pace"
                self.said.append(news)


@pytest.fixture
def chip():
    return Watched()


def test_a_start_is_told_in_steps_and_then_no_more(chip):
    for per_cent in range(100):
        chip.share = per_cent / 100
        chip.run(TICK_S)
    told = [news["starting"] for news in chip.said]
    assert told == list(range(0, 100, 5))
    assert chip.said[12] == {"t": "pace", "say": "The chip starts: 60 %.", "starting": 60}
    chip.share = None
    chip.run(TICK_S)
    assert chip.said[-1] == {"t": "pace", "say": ""}


def test_what_keeps_up_runs_in_real_time_and_that_is_said_once(chip):
    chip.rate = 0.99
    chip.run(60)
    assert chip.said == [{"t": "pace", "say": "The chip runs in real time.", "speed": 1.0}]


def test_slower_than_real_time_says_what_that_means(chip):
    chip.rate = 0.354
    chip.run(10)
    [news] = chip.said
    assert news["speed"] == 0.35
    assert news["say"] == (
        "The chip runs at 0.35 × real time: this computer is too slow or too busy for it. "  # noqa: RUF001
        "A second on the board takes 2.9 s."
    )


def test_the_figure_is_that_of_the_last_seconds_and_changes_calmly(chip):
    chip.run(20)
    chip.rate = 0.5
    chip.run(12)
    speeds = [news["speed"] for news in chip.said]
    assert (speeds[0], speeds[-1]) == (1.0, 0.5)
    assert len(speeds) <= 4
    chip.rate = 1.0
    chip.run(12)
    assert chip.said[-1]["speed"] == 1.0


def test_a_start_does_not_count_as_slow(chip):
    chip.run(10)
    chip.share, chip.rate = 0.5, 0.1
    chip.run(10)
    chip.share, chip.rate = None, 1.0
    chip.run(10)
    assert [news.get("speed") for news in chip.said] == [1.0, None, None, 1.0]


def test_faster_where_that_was_asked_for():
    chip = Watched(wanted=3.0)
    chip.rate = 2.98
    chip.run(10)
    assert "at 3.0 × real time." in chip.said[-1]["say"]  # noqa: RUF001
    chip.rate = 2.0
    chip.run(10)
    assert "too slow" in chip.said[-1]["say"]
    assert "A second" not in chip.said[-1]["say"]


def test_the_reason_why_a_board_is_slow_may_be_another_one():
    board = Watched(slow="too much to do")
    board.rate = 0.05
    board.run(10)
    assert board.said[-1]["say"].startswith("The chip runs at 0.05 ×")  # noqa: RUF001
    assert "too much to do" in board.said[-1]["say"]


def test_nothing_is_said_while_nobody_knows_the_boards_time(chip):
    chip.knows = False
    chip.run(20)
    assert chip.said == []
