"""A hand that does exactly what the board's sentence says, one alternative after another, gets back
to the game from tiles that lay stacked, leaning or shifted when the power came on."""

import itertools
import json

import pytest
from one_board import PROFILE

from host_tools.board.hands import follow
from host_tools.board.hands.hand import Hand
from host_tools.board.hands.stage import STRAY, Stage
from host_tools.board.messages import NO_STATE, State, listen
from host_tools.board.simulator import meanings
from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.games.contract import owner_of
from lodeboard.lights import palette
from lodeboard.storage.settings import TWO_PLAYERS, Settings
from lodeboard.system.loader import make_game

MIDDLE = 2
START = "1_----------------"
MOVES = ["a2U", "a2Sc2U", "c2Wc4U", "a3Nc3U", "b2Sd3D"]
POSITION = "2_----U----uuD--U-"
MOST_ACTS = 12
SLOW, FAST = 150.0, 600.0  # millimetres a second
PAUSE_MS = 2500
WRONG = (meanings.NAMES[palette.MISTAKE], meanings.NAMES[palette.CHECK])
_LIFTED = meanings.NAMES[palette.LIFTED]
TAKE, FLAT = "take it away", "set it down flat"


def stacked(world, cell):
    spare = world.spare(0)
    world.lay(spare.id, *world.plate.centre(cell))


def leaning(world, cell):
    x, y = world.plate.centre(cell)
    spare = world.spare(1)
    world.lay(spare.id, x + 15.0, y)


def shifted(world, cell):
    """Between four cells."""
    tile = world.on_cell(cell)[0]
    x, y = world.plate.centre(cell)
    away = PROFILE.pitch_mm / 2
    world.lay(tile.id, x + away, y - away)


class Literal:
    """Obeys. `way`: the alternative chosen where the sentence gives two."""

    def __init__(self, seed, mm_per_s, pause_ms, way):
        self.board = SimulatedBoard(PROFILE, seed)
        self.stage = Stage(self.board, Hand(self.board, mm_per_s))
        self.pause_ms = pause_ms
        self.way = way
        self.state = NO_STATE
        self.acts = []
        settings = Settings()
        settings.players = TWO_PLAYERS
        settings.save(self.board.store, PROFILE.name)
        listen(self.board.lines, {State: self._take})

    def _take(self, state):
        self.state = state

    def until(self, holds, within_ms=8000):
        assert self.board.run_until(holds, within_ms), (self.acts, self.state.say)

    def begin(self):
        self.board.boot()
        self.until(lambda: self.state.phase == "calibrate")
        self.stage.set_zeros()
        self.until(lambda: self.state.phase == "match")
        self.board.send_line(json.dumps({"c": "setup", "position": START, "moves": MOVES}))
        self.until(lambda: self.state.ask == "restore")
        game = make_game("flip", "magic")
        game.load(POSITION)
        codes = bytearray(PROFILE.cells)
        game.expected(codes)
        self.board.world.arrange(
            [(owner_of(code), code % 2 == 1) if code else None for code in codes]
        )
        self.until(self.calm)

    def playing(self):
        return self.state.phase == "match" and self.state.ask in ("lift", "place")

    def calm(self):
        return self.playing() and not self.state.wrong

    def clear_strays(self):
        """Remove what visibly lies askew; False if nothing does."""
        strays = [tile for tile in self.board.world.tiles if tile.rest in STRAY]
        for tile in strays:
            self.stage.hand.remove(tile)
            self.acts.append("remove a stray")
            self.stage.wait(self.pause_ms)
        return bool(strays)

    def obey(self):
        """Look, read, do one thing."""
        self.stage.wait(self.pause_ms)
        lights = self.stage.settled_lights()
        said = self.state.say
        self.acts.append(said)
        wrong = [cell for cell, name in enumerate(lights) if name in WRONG]
        if self.state.phase == "resume":
            self.stage.press(MIDDLE)
        elif wrong and "flat" in said and self.way == FLAT:
            tile = self.stage.topmost(self.stage.cells[wrong[0]], follow.AROUND_MM)
            self.stage.hand.move_tile(tile, wrong[0])
        elif wrong and "Turn that" in said:
            self.stage.hand.move_tile(wrong[0], wrong[0], turn=True)
        elif wrong:
            self.stage.hand.remove(self.stage.topmost(self.stage.cells[wrong[0]], follow.AROUND_MM))
        elif _LIFTED in lights and self.stage.hand.last is not None:
            # "Set down the tile that is off the board: on a lit cell, or back where it was."
            self.stage.hand.move_tile(self.stage.hand.last, lights.index(_LIFTED))
        elif not follow.run(self.stage, follow.act(self.stage, lights)):
            self.stage.wait(1000)


TEMPOS = list(itertools.product((SLOW, FAST), (0, PAUSE_MS)))


@pytest.mark.parametrize("disturb", [stacked, leaning, shifted])
@pytest.mark.parametrize("way", [TAKE, FLAT])
@pytest.mark.parametrize(("mm_per_s", "pause_ms"), TEMPOS)
@pytest.mark.parametrize("cell", [4, 14])
def test_a_hand_that_does_what_is_said_gets_back_to_the_game(
    disturb, mm_per_s, pause_ms, way, cell
):
    hand = Literal(cell + 1, mm_per_s, pause_ms, way)
    hand.begin()
    hand.board.power_cut()
    disturb(hand.board.world, cell)
    hand.stage.meanings.clear()
    hand.state = NO_STATE
    hand.board.boot()
    hand.until(lambda: hand.state.phase in ("resume", "match"))
    for _ in range(MOST_ACTS):
        if hand.state.phase == "match" and hand.board.run_until(hand.calm, 1500):
            hand.board.run_ms(2500)
            if hand.calm() and not hand.clear_strays():
                break
        hand.obey()
    assert hand.calm(), (hand.acts, hand.stage.picture())
    # A tile that has slipped into another cell may count as the first half of a move.
    assert hand.state.position.split(";")[0] == POSITION, hand.acts
