"""Plays a whole game on a simulated board to test the game: a hand does what the lights show.

The board plays the second player at the weakest level, and the hand carries out its moves. For the
first player the hand makes random steps on lit cells. Twice the power is cut, and the board resumes
the game from its journal. The hand knows nothing about the game; only the record is compared with
the tiles on the plate and with the rules.
"""

from collections.abc import Callable
from typing import NamedTuple

from host_tools.board.hands.follow import LostError, playing
from host_tools.board.hands.hand import Hand
from host_tools.board.hands.judging import judged
from host_tools.board.hands.stage import Stage
from host_tools.board.hands.travels import sensed_code
from host_tools.board.messages import NO_STATE, State, listen
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.world import WorldError
from host_tools.build import profiles
from host_tools.games.conformance import Broken
from host_tools.games.loader import host_game
from lodeboard.games.contract import EMPTY
from lodeboard.storage.settings import Settings
from lodeboard.system.loader import make_game, playable

MOST_MOVES = 200  # of both players; a longer game is left unfinished
CUTS = (2, 5)  # power cuts, by the number of steps that the hand has made for the first player
_SEED = 1
_SPEED_MM_S = 1000.0
_MIDDLE = 2  # button
_START_MS = 5000
_ZEROS_MS = 1000
_ANSWER_MS = 3000


class Played(NamedTuple):
    """`moves`: of both players; `result`: the verdict, "" if the game was left unfinished; `cuts`:
    number of power cuts."""

    moves: int
    result: str
    cuts: int

    def __str__(self) -> str:
        cuts = "1 power cut" if self.cuts == 1 else f"{self.cuts} power cuts"
        return f"{self.moves} moves, {self.result or 'not to the end'}, {cuts}"


def play_whole(
    name: str, rules: str, moved: Callable[[int], None] = lambda _: None, most: int = MOST_MOVES
) -> Played:
    """Play a game with this rule set to its end, or for `most` moves. `moved` is called with the
    number of moves made. Broken if the lights do not lead on or the record is wrong."""
    table = _Table(name, rules)
    try:
        return table.play(moved, most)
    except (LostError, WorldError) as error:
        raise Broken(table.describe(str(error).splitlines()[0].rstrip(":"))) from error
    finally:
        table.board.close()


class _Table:
    """A new board that plays this game, with a hand."""

    def __init__(self, name: str, rules: str) -> None:
        profile = profiles.of_game(name)
        self.board = SimulatedBoard(profile, _SEED)
        self.stage = Stage(self.board, Hand(self.board, _SPEED_MM_S))
        self._name = name
        self._rules = rules
        self._state = NO_STATE
        self._fault = ""  # found while the board was running
        settings = Settings()
        settings.variants = playable(profile)
        settings.variant = settings.variants.index((name, rules))
        settings.level = 0
        settings.save(self.board.store, profile.name)
        self.board.world.unpack(host_game(name).alike)
        listen(self.board.lines, {State: self._take_state})

    def describe(self, fault: str) -> str:
        """Return the place in the game, what is wrong there, and the lights."""
        state = self._state
        if state.ask == "over":
            fault = "the lights do not show that the game is over"
        place = f'after {state.length} moves, at "{state.position}", asked to {state.ask}'
        return f"{place}: {fault}:\n{self.stage.picture()}"

    def play(self, moved: Callable[[int], None], most: int) -> Played:
        """Play the game."""
        self.board.boot()
        self._wait(lambda: self._state.phase == "calibrate", "the board does not ask for zeros")
        self.stage.set_zeros()
        self._wait(lambda: self._state.phase == "match", "the game does not begin")
        cuts = 0
        for steps, _ in enumerate(playing(self.stage, _SEED), 1):
            self._check()
            moved(self._state.length)
            if self._state.length >= most:
                break
            if steps in CUTS and self._state.ask != "over":
                self._cut()
                cuts += 1
        moved(self._state.length)
        self._check()
        if self._state.length < most:
            self._check_end()
        return Played(self._state.length, self._state.result or "", cuts)

    def _take_state(self, state: State) -> None:
        before, self._state = self._state, state
        if not before.phase == state.phase == "match" or self._fault:
            return
        said = state.say.isprintable() and state.say[-1:] in (".", "?", "!")
        if state.ask and not said:
            self._fault = f"asked to {state.ask}, it says {state.say!r}"
        elif state.position != before.position and state.ask != "restore":
            self._compare(state)  # hands have just finished a step

    def _compare(self, state: State) -> None:
        """Compare position and tiles."""
        game = make_game(self._name, self._rules)
        game.load(state.position)
        expected = bytearray(self.board.profile.cells)
        game.expected(expected)
        for cell, code in enumerate(expected):
            lying = self.board.world.on_cell(cell)
            found = sensed_code(lying[-1]) if lying else EMPTY
            if game.alike[found] != game.alike[code]:
                name = self.stage.cells[cell]
                self._fault = f'the board takes the tiles for "{state.position}": {name} differs'
                return

    def _check(self) -> None:
        if self._fault:
            raise Broken(self._fault)

    def _check_end(self) -> None:
        if self._state.ask != "over":
            raise Broken(self.describe("the lights show that the game is over"))
        _, wrong = judged(self._name, self._rules, self._state)
        if wrong:
            raise Broken(f"the record is wrong: {'; '.join(wrong)}")

    def _cut(self) -> None:
        """Cut the power, switch on again, and continue the game."""
        before = self._state
        self.board.power_cut()
        self.stage.meanings.clear()
        self.board.boot()
        what = "after a power cut the board does not offer the game again"
        self._wait(lambda: self._state.phase == "resume", what)
        self._same(before, "position")
        self.stage.press(_MIDDLE)
        self._wait(lambda: self._state.phase == "match", "the board does not continue the game")
        self._same(before, "start", "moves", "position")

    def _same(self, before: State, *parts: str) -> None:
        for part in parts:
            was, found = getattr(before, part), getattr(self._state, part)
            if was != found:
                raise Broken(f"after a power cut {part} is {found!r}, was {was!r}")

    def _wait(self, holds: Callable[[], bool], what: str) -> None:
        if not self.board.run_until(holds, _START_MS):
            raise Broken(f"{what}: {self._state.say or 'no message'}")
