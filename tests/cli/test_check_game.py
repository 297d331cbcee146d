"""`lodeboard check-game`: the project's games and one from outside."""

import re

import pytest
from cli.command import run_program

from host_tools.play.cli import check_game, main
from lodeboard.games.catalogue import GAMES

TIC = '''"""Tic-tac-toe on 4x4, three in a row."""

from lodeboard.games.contract import EMPTY, LOSE, TIE, UNDECIDED, UP_0, UP_1
from lodeboard.games.tiles import TileGame, tile_plugin


class Tic(TileGame):
    name = "tic"
    max_steps = 16
    max_length = 16
    max_changes = 1

    def steps(self, out):
        count = 0
        if self.verdict() == UNDECIDED:
            for cell in range(16):
                if self.code(cell) == EMPTY:
                    out[count] = cell
                    count += 1
        return count

    def _make(self, step):
        if self.turn:
            self.second ^= 1 << step
        else:
            self.first ^= 1 << step
        self.turn = 1 - self.turn

    def _unmake(self, step):
        self.turn = 1 - self.turn
        if self.turn:
            self.second ^= 1 << step
        else:
            self.first ^= 1 << step

    def verdict(self):
        if self.grid.lined(self.tiles(1 - self.turn)):
            return LOSE
        return TIE if self.first | self.second == 0xFFFF else UNDECIDED

    def changes(self, step, out):
        out[0] = step
        out[1] = EMPTY
        out[2] = UP_1 if self.turn else UP_0
        return 1

    def step_text(self, step):
        return self.grid.cell_name(step)


PLUGIN = tile_plugin(Tic)
'''


def folder(tmp_path, text):
    where = tmp_path / "tic"
    where.mkdir()
    (where / "rules.py").write_text(text)
    return where


@pytest.mark.verify
@pytest.mark.slow  # test_conformance.py tries each property of each game
def test_a_game_of_the_project_has_all_properties():
    outcome = run_program("check-game", "flip", "--no-chip")
    assert (outcome.status, outcome.err) == (0, "")
    for rules in ("magic", "eclipse"):
        found = [line for line in outcome.lines if line.startswith(f"ok  flip {rules}: ")]
        assert len(found) == 23
        assert re.search(
            r"a hand plays it by its lights: \d+ moves, (win|lose|tie), 2 p", found[-1]
        )
    assert len(outcome.lines) == 46


def test_a_game_of_sixty_lines_from_outside_is_whole(tmp_path):
    """The guide's own game is tried on the emulated chip, too."""
    folder(tmp_path, TIC)
    outcome = run_program("check-game", "--no-chip", "tic", "--games", tmp_path)
    assert (outcome.status, outcome.err) == (0, "")
    assert all(line.startswith("ok  tic: ") for line in outcome.out.splitlines())


@pytest.mark.parametrize(
    ("old", "new", "line"),
    [
        ("max_length = 16", "max_length = 9", "tic: games end in time: max_length is 9, in "),
        ("max_steps = 16", "max_steps = 10", "tic: steps are numbers of 16 bits: 16 steps, and "),
        ("        self.turn = 1 - self.turn\n        if", "        if", "tic: pop undoes push: "),
        ("UP_1 if self.turn else UP_0", "UP_0", "tic: changes are what happens: "),
        ("return 1\n", "raise ValueError(step)\n", "tic: changes are what happens: ValueError: "),
    ],
)
def test_a_fault_in_a_game_from_outside_is_named(tmp_path, old, new, line):
    assert old in TIC
    outcome = run_program("check-game", "--no-chip", folder(tmp_path, TIC.replace(old, new)))
    assert outcome.status == 1
    assert any(said.startswith(line) for said in outcome.out.splitlines()), outcome.out


DARK = """

class Dark(TilePainter):
    def lines(self, marks):
        marks[:] = bytes(len(marks))


PLUGIN.painter = Dark
"""


def test_lights_that_lead_to_no_move_are_found_by_a_hand(tmp_path):
    """All other properties hold."""
    text = TIC.replace("import TileGame", "import TileGame, TilePainter") + DARK
    outcome = run_program("check-game", "--no-chip", folder(tmp_path, text))
    assert outcome.status == 1
    *before, line = [each for each in outcome.lines if each.startswith(("ok", "tic"))]
    assert all(each.startswith("ok  tic: ") for each in before)
    assert line.startswith("tic: a hand plays it by its lights: after 0 moves, at ")
    assert line.endswith("asked to place: nothing is lit to play on:")


@pytest.mark.parametrize("name", ["nono", "."])
def test_what_is_no_game_is_one_message(name):
    outcome = run_program("check-game", name)
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.startswith("lodeboard check-game: no game is called")


def test_a_fault_in_one_game_keeps_no_other_from_being_tried(monkeypatch):
    tried = []
    monkeypatch.setattr(check_game, "_check", lambda name, _: tried.append(name) or len(tried) == 1)
    assert main(["check-game", *GAMES[:2]]) == 1
    assert tried == [*GAMES[:2]]
