"""Which lights run across the board, what a cycle is, and the numbers of the meanings."""

from lodeboard.lights import palette


def test_only_thinking_and_the_winner_run() -> None:
    runs = {palette.THINKING, palette.WINNER}
    assert [meaning for meaning, lag in enumerate(palette.LAG) if lag] == sorted(runs)
    assert {palette.LAG[meaning] for meaning in runs} == {2}


def test_a_cycle_is_sixteen_steps_from_dark_to_full() -> None:
    assert palette.CYCLE_MS == palette.STEPS * palette.STEP_MS == 1024
    assert len(palette.MOVEMENTS) == palette.STEPS * palette.MEANINGS
    full = [palette.bright(palette.LOCKED, step) for step in range(2 * palette.STEPS)]
    assert full == [255] * (2 * palette.STEPS)
    assert palette.bright(palette.OFF, 3) == 0
    assert [palette.bright(palette.MAY_LIFT, step) for step in (0, 1, 7, 8, 16)] == [
        28, 56, 226, 255, 28
    ]  # fmt: skip


def test_each_meaning_has_a_number_of_its_own() -> None:
    # Four for each tile code, or each verdict; two for each player.
    several = {"PUT": 4, "COACH": 4, "GIFT": 4, "CLOCK": 2}
    number = 0
    for name, value in vars(palette).items():
        if name == "MEANINGS":
            break
        if name.isupper():
            assert value == number, name
            number += several.get(name, 1)
    assert number == palette.MEANINGS
    assert len(palette.COLOURS) == 3 * number
