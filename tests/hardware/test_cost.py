"""The page of what a board costs is what the prices, the parts and the prints give."""

import re

import pytest

from hardware import released
from hardware.bom import cost
from hardware.dimensions import BOARD_THICKNESS, RELEASED, Dimensions
from hardware.prints.case import heights
from lodeboard.boards.profile import Profile

pytestmark = pytest.mark.hardware
FEET_OUT = 2.0  # of the feet's 3 mm, below their seats


@pytest.fixture(scope="module")
def prices():
    return cost.read_prices()


def test_the_page_is_what_the_code_makes(prices):
    made = cost.page(prices)
    assert cost.PAGE.read_text(encoding="utf-8") == made, "run: python -m hardware.bom.cost"
    assert all(f"## {data['name']}" in made for data in released.BOARDS)


def test_every_price_has_a_value_a_unit_and_a_source():
    rows = cost.PRICES.read_text(encoding="utf-8").splitlines()[1:]
    for row in rows:
        name, value, unit, source = row.split(",", 3)
        assert name
        assert float(value) > 0
        assert unit
        assert len(source) > 5, row


def test_the_guide_has_the_printers_hours(prices):
    guide = (cost.PAGE.parent / "README.md").read_text(encoding="utf-8")
    hours = cost.printed(RELEASED, prices).hours
    said = f"printer {hours['slow']:.0f} h (slow) or {hours['fast']:.0f} h (fast)"
    assert guide.count(said) == 2


def test_the_guide_compares_this_board_with_others_by_the_codes_figures(prices):
    guide = (cost.PAGE.parent / "README.md").read_text(encoding="utf-8")
    compared = guide[guide.index("#### Next to boards") :]
    ours = dict(re.findall(r"^\| ([a-z][^|]*) \| ([^|]+) \|", compared, re.M))
    z, one = heights(RELEASED.flattened()), cost.cost(released.DATA, 1, prices)
    assert ours["height in mm"] == f"{z['top'] - z['bottom'] + FEET_OUT:.0f}"
    assert ours["price"] == f"{one.soldered_by_hand:.0f} EUR, or {one.assembled:.0f} soldered"
    board = RELEASED.board.width * RELEASED.board.height * BOARD_THICKNESS / 1e9
    kg = cost.printed(RELEASED, prices).grams / 1000 + board * prices["board_density"]
    assert ours["weight in kg"] == f"{kg:.1f}, without parts and screws"


def test_a_cube_of_plastic():
    prices = {"walls": 1.0, "infill": 10.0}
    assert cost.plastic_mm3(1000.0, 600.0, False, prices) == 600 + 0.1 * 400
    assert cost.plastic_mm3(1000.0, 600.0, True, prices) == 1000
    assert cost.plastic_mm3(4.0, 16.0, False, prices) == 4, "thinner than its walls"


def test_the_grams_and_hours_follow_their_rule(prices):
    plastic = cost.printed(RELEASED, prices)
    again = cost.printed(RELEASED, prices | {"filament_density": 2 * prices["filament_density"]})
    assert again.grams == pytest.approx(2 * plastic.grams)
    for name, row in cost.PRINTERS.items():
        other = cost.printed(RELEASED, prices | {row: prices[row] / 2, "print_start": 0.0})
        melted = plastic.grams / prices["filament_density"] * 1000 / prices[row] / 3600
        start = plastic.files * prices["print_start"] / 60
        assert other.hours[name] == pytest.approx(2 * melted)
        assert plastic.hours[name] == pytest.approx(melted + start)
    assert plastic.hours["slow"] > 2 * plastic.hours["fast"]


@pytest.mark.parametrize("data", released.BOARDS, ids=lambda data: data["name"])
def test_five_cost_less_each_and_one_pays_for_all_bare_boards(data, prices):
    one, five, twenty = (cost.cost(data, count, prices) for count in (1, 5, 20))
    assert one.bare == five.bare
    assert five.parts == pytest.approx(5 * one.parts)
    assert five.prints == pytest.approx(5 * one.prints)
    assert twenty.assembled / 20 < five.assembled / 5 < one.assembled
    assert one.assembled > one.soldered_by_hand > one.bare + one.parts


def test_what_is_dearer_makes_all_dearer(prices):
    data = released.DATA
    for name in (
        "board_area",
        "freight",
        "tax",
        "joint",
        "hand_joint",
        "feeder",
        "filament",
        "screw",
    ):
        dear = cost.cost(data, 1, prices | {name: 2 * prices[name]})
        assert dear.assembled > cost.cost(data, 1, prices).assembled, name


def test_each_board_has_the_pieces_it_is_for():
    names = {}
    for data in released.BOARDS:
        d = RELEASED if data is released.DATA else Dimensions(Profile(data))
        names[data["name"]] = {part.name: cost.count_of(part, d) for _, part in cost._wanted(d)}
    assert names["tile4x4"]["tile_first"] == 8
    assert names["tile4x4"]["cap"] == 0
    assert names["tile7x7"]["cap"] == 34
    assert "tile_first" not in names["tile7x7"]
    assert not any(name.startswith("carrier") for each in names.values() for name in each)
