"""A hand that does exactly what the board's sentence and lights say, and knows nothing else."""

import json
import random
from array import array
from typing import NamedTuple

from host_tools.board.hands import follow
from host_tools.board.hands.hand import Hand
from host_tools.board.hands.stage import STRAY, Stage
from host_tools.board.messages import NO_STATE, State, listen
from host_tools.board.simulator import meanings
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import profiles
from host_tools.games.loader import host_game
from lodeboard.games.contract import EMPTY, UNDECIDED, owner_of
from lodeboard.lights import palette
from lodeboard.storage.settings import TWO_PLAYERS, Settings
from lodeboard.system.loader import make_game, playable

LEFT, MIDDLE, RIGHT = 1, 2, 4
MOVES = 5  # before the disturbance
SLOW, FAST = 150.0, 600.0  # millimetres a second
PAUSE_MS = 2500
_STAYS_MS = 2500
_WRONG = (meanings.NAMES[palette.MISTAKE], meanings.NAMES[palette.CHECK])
_CHECK = meanings.NAMES[palette.CHECK]
_LIFTED = meanings.NAMES[palette.LIFTED]


class Way(NamedTuple):
    """Which alternative to take where sentence or legend give several."""

    flat: bool = False  # "set the tile down flat", not "take it away"
    back: bool = False  # "back where it was", not "on a lit cell"
    last: bool = False  # the last of several lit cells, not the first
    gains: str = "skip"  # or "each": one after another; "one": from cell to cell
    new: bool = False  # "start a new one", not "continue the interrupted game"


WAYS = {
    "take": Way(),
    "flat": Way(flat=True),
    "back": Way(back=True, last=True),
    "flat-last": Way(flat=True, last=True),
}


# Disturbances: each leaves one tile as no hand should


def stacked(world, cell):
    spare = _spare(world, cell)
    world.lay(spare.id, *world.plate.centre(cell))


def leaning(world, cell):
    x, y = world.plate.centre(cell)
    spare = _spare(world, cell)
    world.lay(spare.id, x + 15.0, y)


def shifted(world, cell):
    """Between four cells."""
    tile = (world.on_cell(cell) or [_spare(world, cell)])[0]
    x, y = world.plate.centre(cell)
    away = world.profile.pitch_mm / 2
    world.lay(tile.id, x + away, y - away)


DISTURBANCES = (stacked, leaning, shifted)


def _spare(world, cell):
    """A tile from a tray, else one from the far end of the plate."""
    away = [tile for tile in world.tiles if not world.plate.covers(tile.x_mm, tile.y_mm)]
    centre = world.plate.centre(cell)
    return (away or [t for t in world.tiles if (t.x_mm, t.y_mm) != centre])[-1]


def _tiles(text):
    """The cells of a position. The rest may hold the first half of a move."""
    return text.split(";")[0]


def position(name, rules, seed):
    """A game after some random moves: its start, the moves, and the game."""
    choose = random.Random(f"{name} {rules} {seed}")
    while True:
        game = make_game(name, rules)
        start, moves = game.text(), []
        buffer = array("H", [0] * game.max_steps)
        while len(moves) < MOVES and game.verdict() == UNDECIDED:
            steps = []
            before = game.length
            while not steps or not game.between_moves():
                steps.append(buffer[choose.randrange(game.steps(buffer))])
                game.push(steps[-1])
            while game.length > before:
                game.pop()
            moves.append(game.move_text(steps))
            for step in steps:
                game.push(step)
        if game.verdict() == UNDECIDED:
            return start, moves, game


class Literal:
    """Obeys. `acts`: the sentences it obeyed."""

    def __init__(self, game, rules, seed, way, mm_per_s=FAST, pause_ms=0, prepare=None):
        profile = profiles.of_game(game)
        self.board = SimulatedBoard(profile, seed)
        self.board.world.unpack(host_game(game).alike)
        self.stage = Stage(self.board, Hand(self.board, mm_per_s))
        self.pause_ms = pause_ms
        self.way = way
        self.state = NO_STATE
        self.acts = []
        self.start, self.moves, self.game = position(game, rules, seed)
        settings = Settings()
        settings.players = TWO_PLAYERS
        settings.variant = playable(profile).index((game, rules))
        settings.save(self.board.store, profile.name)
        listen(self.board.lines, {State: self._take})
        if prepare is not None:
            prepare(self.board)

    def _take(self, state):
        self.state = state

    def until(self, holds, within_ms=8000):
        assert self.board.run_until(holds, within_ms), (self.acts, self.state.say)

    # Beginning

    def switch_on(self):
        """Switch on; wait for the first question, or a game."""
        self.stage.meanings.clear()
        self.state = NO_STATE
        self.board.boot()
        self.until(lambda: self.state.phase in ("calibrate", "resume", "match"))

    def begin(self):
        """Set the zeros of the bare board and set up the game, laid out as it should lie."""
        self.switch_on()
        self.stage.set_zeros()
        self.until(lambda: self.state.phase == "match")
        self.set_up()
        self.lay()
        self.until(self.calm)

    def set_up(self):
        """Ask for the game by a line, as a page does."""
        self.board.send_line(
            json.dumps({"c": "setup", "position": self.start, "moves": self.moves})
        )
        self.until(lambda: self.state.position == self.game.text() or self.state.ask == "restore")

    def lay(self):
        """Lay the tiles of the position."""
        codes = bytearray(self.board.profile.cells)
        self.game.expected(codes)
        self.board.world.arrange(
            [(owner_of(code), code % 2 == 1) if code != EMPTY else None for code in codes]
        )

    def occupied(self):
        """The cells with a tile in the position."""
        codes = bytearray(self.board.profile.cells)
        self.game.expected(codes)
        return [cell for cell, code in enumerate(codes) if code != EMPTY]

    # Looking

    def calm(self):
        """Whether a game is on and asks for nothing but its next step."""
        state = self.state
        return state.phase == "match" and state.ask in ("lift", "place", "give") and not state.wrong

    def consistent(self):
        """Whether the position is the one set up, or one that a legal step or move leads to: a
        tile that is set down on a lit cell moves, and a roll, a move of its own, may follow."""
        now = self.state.position
        more = (self.state.moves_from or 0) + self.state.length - len(self.moves)
        moved = more == 1 or (more == 2 and self.game.match == "rolling")
        if moved or _tiles(now) == _tiles(self.game.text()):
            return True
        buffer = array("H", [0] * self.game.max_steps)
        found = False
        for step in buffer[: self.game.steps(buffer)]:
            self.game.push(step)
            found = found or _tiles(now) == _tiles(self.game.text())
            self.game.pop()
        return found

    def strays(self):
        """What visibly lies askew."""
        return [tile for tile in self.board.world.tiles if tile.rest in STRAY]

    def gets_back(self, most):
        """Obey until the game is calm and stays so, and nothing lies askew; False after `most`
        acts."""
        while len(self.acts) < most:
            if self.board.run_until(self.calm, 1500):
                self.board.run_ms(_STAYS_MS)
                if self.calm():
                    if not self.strays():
                        return True
                    self._did("remove a stray")
                    self.stage.hand.remove(max(self.strays(), key=lambda tile: tile.z_mm))
                    continue
            self.obey()
        return False

    # Obeying

    def _did(self, what):
        self.stage.wait(self.pause_ms)
        self.acts.append(what)

    def obey(self):
        """Look, read, do one thing."""
        self.stage.wait(self.pause_ms)
        lights = self.stage.settled_lights()
        said = self.state.say
        self.acts.append(said)
        wrong = [cell for cell, name in enumerate(lights) if name in _WRONG]
        if self.state.phase == "resume":
            self.stage.press(LEFT if self.way.new else MIDDLE)
            self.stage.wait(500)
        elif self.state.phase == "calibrate":
            self._obey_settings(said, lights)
        elif wrong:
            self._correct(said, lights, wrong)
        elif _LIFTED in lights and self._off():
            # "Set down the tile that lies in no cell: on a lit cell, or back where it was."
            lit = [cell for cell, name in enumerate(lights) if name in follow.MAY_GO]
            back = self.way.back or not lit
            self.stage.hand.move_tile(
                self._off(), lights.index(_LIFTED) if back else self._one(lit)
            )
        elif not follow.run(self.stage, follow.act(self.stage, lights)):
            self.stage.wait(1000)

    def _one(self, cells):
        return cells[-1 if self.way.last else 0]

    def _off(self):
        """The tile that lies in no cell: one that visibly lies askew, or the last one taken."""
        return next(iter(self.strays()), self.stage.hand.last)

    def _there(self, cell):
        return self.stage.topmost(self.stage.cells[cell], follow.AROUND_MM)

    def _correct(self, said, lights, wrong):
        hand = self.stage.hand
        cell = self._one(wrong)
        tile = self._there(cell)
        lit = [each for each, name in enumerate(lights) if name in follow.MAY_GO]
        if "Turn that" in said and lights[cell] != _CHECK:
            hand.move_tile(cell, cell, turn=True)
        elif "in one of the lit" in said:
            hand.move_tile(tile, cell)
        elif "lit for it" in said and lit:
            hand.move_tile(tile, self._one(lit))
        elif lights[cell] == _CHECK and self.way.flat:
            hand.move_tile(tile, cell)
        else:
            hand.remove(tile)

    # Zeros and gains

    def _obey_settings(self, said, lights):
        stage = self.stage
        if "hands off" in said:
            stage.wait(500)
        elif self.state.ask == "gain":
            self._obey_gains(lights)
        elif self.state.wrong or self.state.doubt:
            named = self.state.wrong or self.state.doubt
            for name in named:
                near = self._near(name)
                if near:
                    stage.hand.remove(near)
            stage.press(MIDDLE)
            stage.wait(500)
        else:
            for _ in self.board.world.tiles:
                lying = [t for t in self.board.world.tiles if self._on_plate(t)]
                if lying:
                    stage.hand.remove(max(lying, key=lambda tile: tile.z_mm))
            stage.press(MIDDLE)
            stage.wait(500)

    def _on_plate(self, tile):
        return self.board.world.plate.covers(tile.x_mm, tile.y_mm)

    def _near(self, name):
        lying = any(self._on_plate(tile) for tile in self.board.world.tiles)
        return self.stage.topmost(name, 2 * follow.AROUND_MM) if lying else None

    def _obey_gains(self, lights):
        stage = self.stage
        bad = [cell for cell, name in enumerate(lights) if name in _WRONG]
        lit = [cell for cell in range(len(lights)) if stage.cells[cell] in self.state.measure]
        if self.way.gains == "skip":
            stage.press(LEFT)
            stage.wait(500)
        elif bad:
            # "Take the tile off b2 and put one there again, up side showing"
            tile = self._there(bad[0])
            stage.hand.remove(tile)
            stage.hand.move_tile(tile, bad[0], turn=not tile.up)
        elif lit:
            cell = self._one(lit)
            # No hand puts a tile on another one: it turns the one that lies there.
            tile = next(iter(self.board.world.on_cell(cell)), None) or self._for_gain()
            stage.hand.move_tile(tile, cell, turn=not tile.up)
            self.board.run_until(lambda: stage.cells[cell] not in self.state.measure, 5000)

    def _for_gain(self):
        """The next tile: a new one, or the one that was measured last."""
        last = self.stage.hand.last
        if self.way.gains == "one" and last is not None:
            return last
        world = self.board.world
        spare = [tile for tile in world.tiles if not self._on_plate(tile)]
        # With all tiles on the plate: the one that was measured first.
        return min(spare or world.tiles, key=lambda t: world.plate.nearest(t.x_mm, t.y_mm)[0])
