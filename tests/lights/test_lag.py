"""Which lights run across the board."""

from lodeboard.lights import palette


def test_only_thinking_and_the_winner_run() -> None:
    runs = {palette.THINKING, palette.WINNER}
    assert [meaning for meaning, lag in enumerate(palette.LAG) if lag] == sorted(runs)
    assert {palette.LAG[meaning] for meaning in runs} == {2}
