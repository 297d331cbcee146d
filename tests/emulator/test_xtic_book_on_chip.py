"""The opening book of xtic on the chip: the same steps as on the computer, within a second."""

import json
import random

import pytest
from emulator.test_xtic_thinking import LONGEST_SLICE_MS, SET_UP
from games.xtic.positions import undecided

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware
from host_tools.games.analysis.choice import choose
from host_tools.games.engine import make_engine
from host_tools.games.xtic.errata import files
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.xtic import keeping
from lodeboard.games.xtic.rules import Xtic

pytestmark = [pytest.mark.chip, pytest.mark.verify]

STRONGEST = len(LEVELS["xtic"]) - 1
DECISION_MS = 1000
TICK_MS = 20
BOOKS = {name: data for name, data in firmware.tables().items() if name.startswith("xtic-")}


@pytest.fixture(scope="module")
def chip():
    tables = {f"data/{name}.table": data for name, data in BOOKS.items()}
    chip = Chip(find_image(), firmware.modules() | tables)
    chip.execute(SET_UP)
    return chip


@pytest.mark.parametrize("name", BOOKS)
def test_the_same_steps_as_on_the_computer(chip, name):
    """In two games, one as either player."""
    rules = name.removeprefix("xtic-")
    machine = make_engine("xtic")[0]
    source = random.Random(name)
    booked = 0
    for me in (0, 1):
        game = Xtic(rules)
        steps = bytearray(game.max_steps)
        while game.verdict() == UNDECIDED and game.occupied.bit_count() < 6:
            if game.turn != me:
                game.push(source.choice(steps[: game.steps(steps)]))
                continue
            expected = choose(game, machine, STRONGEST)
            step = machine.steps[0]
            if expected["from"] == "book":
                said = chip.execute(
                    f"print(json.dumps(choose({rules!r}, {game.text()!r}, {STRONGEST})))"
                )
                move, origin, nodes, _, slices, slice_us = json.loads(said)
                assert (move, origin, nodes) == (expected["move"], "book", 0)
                assert slice_us <= LONGEST_SLICE_MS * 1000
                assert slices * (TICK_MS + slice_us // 1000) <= DECISION_MS
                booked += 1
            game.push(step)
    assert booked >= 4


def test_errata_and_what_is_none_as_on_the_computer(chip, monkeypatch):
    """With six and seven pieces, where the board looks for an erratum first; with little work."""
    machine = make_engine("xtic")[0]
    monkeypatch.setattr(machine.keeper, "work", 20_000)
    chip.execute("player.keeper.work = 20_000")
    source = random.Random("errata")
    errata = source.sample(sorted(files.read("torus").items()), 2)
    wanted = [("torus", text) for text, _ in errata]
    for placed, hand in ((6, True), (7, True), (7, False)):
        wanted.append(("nodiags", undecided(source, "nodiags", placed, hand)))
    found = []
    for rules, text in wanted:
        game = Xtic(rules)
        game.load(text)
        expected = choose(game, machine, STRONGEST)
        said = chip.execute(f"print(json.dumps(choose({rules!r}, {text!r}, {STRONGEST})))")
        move, origin, nodes, _, _, slice_us = json.loads(said)
        assert (move, origin, nodes) == (expected["move"], expected["from"], expected["nodes"])
        assert slice_us <= LONGEST_SLICE_MS * 1000
        found.append(origin)
    chip.execute(f"player.keeper.work = {keeping.WORK}")
    assert found == ["book"] * 2 + ["search"] * 3
