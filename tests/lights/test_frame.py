"""The bytes of the LED chain, compared with what the palette says of each light."""

import pytest
from one_board import DATA, PROFILE

from host_tools.build import profiles
from lodeboard.boards.profile import Profile
from lodeboard.lights import layout, palette
from lodeboard.lights.frame import BRIGHTNESS_STEPS, Frame
from lodeboard.lights.palette import CYCLE_MS, MEANINGS, STEP_MS

TIMES = [CYCLE_MS * 3 + at for at in (0, 1, 63, 64, 65, 500, 900, 960, 1000, 1023)]
# With one LED in each cell, three lights are within the budget.
ONE_EACH = Profile(dict(DATA, leds=dict(DATA["leds"], per_cell=1)))


def expected(meaning: int, cell: int, now_ms: int, brightness: int) -> tuple[int, int, int]:
    """Green, red and blue."""
    row, column = divmod(cell, PROFILE.columns)
    phase = (now_ms - palette.LAG[meaning] * (row + column) * STEP_MS) % CYCLE_MS
    light = palette.level(meaning, phase) * brightness >> 8
    red, green, blue = (
        round(255 * ((shade * light >> 8) / 255) ** 2.2) for shade in palette.colour(meaning)
    )
    return green, red, blue


def shown(frame: Frame, cell: int) -> tuple[int, ...]:
    at = 3 * PROFILE.led_order[cell]
    return tuple(frame.bytes[at : at + 3])


def test_each_light_has_the_colour_and_movement_of_its_meaning() -> None:
    for meaning in range(1, MEANINGS):
        frame = Frame(ONE_EACH)
        frame.brightness = brightness = BRIGHTNESS_STEPS[meaning % len(BRIGHTNESS_STEPS)]
        cells = [(meaning + step) % PROFILE.cells for step in (0, 5, 11)]
        for cell in cells:
            frame.marks[cell] = meaning
        for now in TIMES:
            frame.render(now)
            for cell in range(PROFILE.cells):
                lit = expected(meaning, cell, now, brightness) if cell in cells else (0, 0, 0)
                assert shown(frame, cell) == lit, (meaning, cell, now)


def test_too_much_light_is_dimmed_alike_until_it_is_within_the_budget() -> None:
    frame = Frame(PROFILE)
    frame.brightness = 255
    frame.fill(palette.MENU_HERE)
    frame.marks[2] = palette.LOCKED
    leds = DATA["leds"]
    most = 0  # of the moments seen: dimmed for the brightest, lights do not swell as others ebb
    for now in (5120, 5150, 5700, 5200):
        frame.render(now)
        wanted = [expected(frame.marks[at], at, now, 255) for at in range(PROFILE.cells)]
        most = max(most, sum(map(sum, wanted)))
        each = leds["per_cell"]
        budget_ma = leds["budget_ma"] - leds["idle_ma"] * each * PROFILE.cells
        budget = int(budget_ma * 255 / (each * leds["channel_full_ma"])) - 3 * PROFILE.cells // 2
        assert most > budget
        for cell, parts in enumerate(wanted):
            assert shown(frame, cell) == tuple(
                (2 * part * budget + most) // (2 * most) for part in parts
            )


def test_other_marks_are_dimmed_for_their_own_need() -> None:
    frame = Frame(PROFILE)
    frame.brightness = 255
    frame.fill(palette.MENU_HERE)
    frame.render(5120)
    frame.clear()
    frame.marks[2] = palette.LOCKED
    frame.render(5120)
    assert shown(frame, 2) == expected(palette.LOCKED, 2, 5120, 255)


def test_one_cycle_later_what_was_bright_once_is_forgotten() -> None:
    frame = Frame(PROFILE)
    frame.fill(palette.LIFT)
    for now in range(0, 1024, 8):
        frame.render(now)
    before = bytes(frame.bytes)
    frame.render(1016 + 1024)
    assert frame.bytes == before
    frame.brightness = BRIGHTNESS_STEPS[0] // 4
    for now in range(2048, 4096 + 8, 8):
        frame.render(now)
    wanted = [expected(palette.LIFT, at, 4096, BRIGHTNESS_STEPS[0] // 4) for at in (0, 2)]
    assert [shown(frame, at) for at in (0, 2)] == wanted


def test_it_says_whether_anything_is_different() -> None:
    frame = Frame(PROFILE)
    assert not frame.render(5000)
    frame.marks[PROFILE.cells - 1] = palette.MAY_LIFT
    assert frame.render(5000)
    assert not frame.render(5000)
    assert frame.render(5000 + STEP_MS * 4)
    frame.clear()
    assert list(frame.marks) == [0] * PROFILE.cells
    assert frame.render(5000 + STEP_MS * 4)
    assert set(frame.bytes) == {0}


@pytest.mark.parametrize("name", profiles.names())
def test_a_cell_of_four_leds_gives_four_times_the_light_of_one_within_the_budget(name: str) -> None:
    profile = profiles.profile(name)
    alone = Profile(dict(profile.data, leds=dict(profile.data["leds"], per_cell=1)))
    light = []
    for board in (profile, alone):
        frame = Frame(board)
        frame.marks[0] = palette.MENU_HERE
        frame.render(5120)
        light.append(board.leds_per_cell * sum(frame.bytes))
    assert light[0] == profile.leds_per_cell * light[1] > 255
    budgets = [Frame(board).state[layout.BUDGET] for board in (profile, alone)]
    leds = profile.data["leds"]
    for board, budget in zip((profile, alone), budgets, strict=True):
        count = board.leds_per_cell
        taken = (budget + 3 * board.cells // 2) * count * leds["channel_full_ma"] / 255
        taken += leds["idle_ma"] * count * board.cells
        assert leds["budget_ma"] - 1 < taken <= leds["budget_ma"]


def test_all_cells_are_filled_alike() -> None:
    frame = Frame(PROFILE)
    frame.fill(palette.DRAW)
    assert list(frame.marks) == [palette.DRAW] * PROFILE.cells


def test_brightness_has_four_steps_and_begins_with_the_third() -> None:
    assert BRIGHTNESS_STEPS == (120, 160, 205, 255)  # the last: all that the LEDs can
    assert Frame(PROFILE).brightness == BRIGHTNESS_STEPS[2]


def test_each_word_of_the_state_has_a_place_of_its_own() -> None:
    names = [name for name in vars(layout) if name.isupper()]
    state = names[: names.index("BYTES") + 1]
    assert [getattr(layout, name) for name in state] == list(range(len(state)))
