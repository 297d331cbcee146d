"""Random boards: the same number is the same group, and everything that is to be off is off."""

from typing import Any

import numpy as np
import pytest

from host_tools.lab.reliability.sensing import groups, spread
from host_tools.lab.reliability.sensing.conditions import SMALL, ZEROS, Condition
from host_tools.lab.reliability.sensing.groups import Group
from host_tools.lab.reliability.sensing.positions import codes
from lodeboard.games.contract import DOWN_0, DOWN_1, EMPTY, UP_0, UP_1

CONDITION = Condition(SMALL, 1.0, ZEROS)
PROFILE = CONDITION.profile
NEAR = PROFILE.signal_mv(True)
FAR = PROFILE.signal_mv(False)


def test_a_group_is_the_same_each_time_and_another_number_is_another() -> None:
    found = [Group(CONDITION, number) for number in (7, 7, 8)]
    scans = []
    for group in found:
        group.lay()
        scans.append(group.scan())
    assert (scans[0] == scans[1]).all()
    assert (scans[0] != scans[2]).mean() > 0.95
    assert found[0].lying == found[1].lying != found[2].lying


def mv(number: int = 3, *, lay: str = "lay", later: bool = False, factor: float = 1.0) -> Any:
    """What each cell reads from the middle, in millivolts, without its noise: (boards, cells)."""
    group = Group(CONDITION._replace(factor=factor), number)
    if later:
        group.some_other_day()
    getattr(group, lay)()
    mean = np.mean([group.scan() for _ in range(16)], axis=0)
    return PROFILE.millivolts(1) * (mean - PROFILE.raw_middle)


def lying(number: int = 3) -> Any:
    """The code of each cell: (boards, cells)."""
    return np.array([list(codes(at)) for at in Group(CONDITION, number).lying])


def test_boards_that_are_not_off_read_what_the_profile_says() -> None:
    levels = {EMPTY: 0.0, UP_0: NEAR, DOWN_0: -FAR, UP_1: -NEAR, DOWN_1: FAR}
    nominal = np.vectorize(levels.__getitem__)(lying())
    assert np.abs(mv(factor=0.0) - nominal).max() < 12  # what neighbours and the tray add
    assert np.abs(mv(factor=0.0, lay="clear")).max() < 5
    assert np.abs(mv(factor=0.0, lay="lay_one_on_each") - NEAR).max() < 5


def test_offsets_are_off_by_as_many_times_as_the_factor() -> None:
    once, twice = (mv(lay="clear", factor=factor).ravel() for factor in (1.0, 2.0))
    assert once.std() == pytest.approx(30, rel=0.2)
    assert np.polyfit(once, twice, 1)[0] == pytest.approx(2.0, rel=0.05)


def change(monkeypatch: pytest.MonkeyPatch, name: str, to: float, **how: Any) -> tuple[Any, Any]:
    """What a largest deviation of `spread` does to cells with a near tile and to empty ones."""
    with monkeypatch.context() as patch:
        patch.setattr(spread, name, 0.0)
        without = mv(**how)
        patch.setattr(spread, name, to)
        found = mv(**how) - without
    there = lying()
    near = (there == UP_0) | (there == UP_1)
    return found[near] * np.sign(without[near]), found[there == EMPTY]


@pytest.mark.parametrize(
    ("name", "later", "percent"),
    [
        ("HEIGHT_MM", False, 6.0),
        ("MAGNET_MM", False, 0.8),
        ("POCKET_MM", False, 1.5),
        ("SINCE_GAINS", True, 2.0),
    ],
)
def test_what_changes_a_tile_s_signal(
    monkeypatch: pytest.MonkeyPatch, name: str, later: bool, percent: float
) -> None:
    near, empty = change(monkeypatch, name, getattr(spread, name), later=later)
    assert near.std() == pytest.approx(NEAR * percent / 100, rel=0.5)
    assert abs(near.mean()) < near.std()
    assert np.abs(empty).max() < 1.0


def test_gains_are_measured_before_sensors_change(monkeypatch: pytest.MonkeyPatch) -> None:
    near, _ = change(monkeypatch, "SINCE_GAINS", spread.SINCE_GAINS)
    assert np.abs(near).max() < 1.0


@pytest.mark.parametrize(
    ("name", "later", "part"),
    [("SUPPLY", False, 0.005), ("SUPPLY_SINCE", True, 0.002), ("SUPPLY_SINCE", False, 0.0)],
)
def test_the_supply_moves_all_cells_of_a_board_alike(
    monkeypatch: pytest.MonkeyPatch, name: str, later: bool, part: float
) -> None:
    sizes = []
    for number in range(12):
        with monkeypatch.context() as patch:
            patch.setattr(spread, name, 0.0)
            without = mv(number, lay="clear", later=later)
            patch.setattr(spread, name, part)
            moved = mv(number, lay="clear", later=later) - without
        assert np.ptp(moved) < 3.0  # the converter is not straight
        sizes.append(moved.mean())
    assert np.std(sizes) == pytest.approx(1650 * part / 2, rel=0.5, abs=0.1)


@pytest.mark.parametrize(("name", "later"), [("WARMER_K", True), ("CALIBRATED_K", False)])
def test_warmth_moves_each_zero_and_leaves_the_signal_of_tiles(
    monkeypatch: pytest.MonkeyPatch, name: str, later: bool
) -> None:
    monkeypatch.setattr(spread, "within", lambda rng, largest, count: np.full(count, largest))
    near, empty = change(monkeypatch, name, 40.0, later=later)
    # 0.3 mV/K; magnets lose 0.12 % a kelvin, which sensors make up for.
    assert empty.std() == pytest.approx(40 * 0.3, rel=0.3)
    assert abs(near.mean()) < 0.01 * NEAR


def test_a_tile_lies_anywhere_in_its_cell(monkeypatch: pytest.MonkeyPatch) -> None:
    anywhere = np.abs(mv(lay="lay_one_on_each"))
    monkeypatch.setattr(groups, "play_mm", lambda *_: 0.0)
    less = 1 - anywhere / np.abs(mv(lay="lay_one_on_each"))
    assert 0.01 < less.mean() < 0.05
    assert less.min() > -0.005
    assert less.max() > 1.5 * less.mean()


def test_magnets_differ_by_their_remanence() -> None:
    magnets = [tile for tiles in Group(CONDITION, 3).tiles for tile in tiles]
    strength = np.array([tile.remanence_mt for tile in magnets]) / 1190
    assert strength.std() == pytest.approx(0.015, rel=0.2)
    assert np.abs(strength - 1).max() == pytest.approx(0.03)


def test_tiles_in_the_trays_are_felt_too() -> None:
    group = Group(CONDITION, 3)
    group.clear()
    assert 0.005 < np.abs(group.field).max() < 0.2
    felt = group.field.copy()
    group.lay_one_on_each()
    with_trays = group.field.copy()
    group.tiles = [tiles[:1] for tiles in group.tiles]
    one = tile_of_each_cell(group)
    assert np.abs(with_trays - one).max() == pytest.approx(np.abs(felt).max(), rel=0.5)


def tile_of_each_cell(group: Group) -> Any:
    """The field of the tile on each cell alone: one more, far away, stands for the trays."""
    far = [[*tiles, tiles[0].__class__(**{**vars(tiles[0]), "x_mm": 1e5})] for tiles in group.tiles]
    group.tiles = far
    group.lay_one_on_each()
    return group.field


def test_a_converter_s_flaws_are_multiplied() -> None:
    data = PROFILE.data["adc"]
    found = spread.converter(data, 1.5)
    assert (found["inl_counts"], found["dnl_counts"], found["noise_counts_rms"]) == (12, 13.5, 1.5)
    assert (found["bits"], data["inl_counts"]) == (12, 8)


def test_deviations_are_cut_off_at_the_largest() -> None:
    found = spread.within(np.random.default_rng(1), 2.0, 20_000)
    assert found.std() == pytest.approx(0.96, rel=0.03)
    assert np.abs(found).max() == 2.0
