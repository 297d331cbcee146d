"""The helping hand: it does what the board's lights ask.

It knows only what a person sees: the lights and the tiles. While anybody holds a tile it puts down
its own and waits; it removes misplaced tiles only when nobody has touched a tile for a while.
"""

import json
import random
from collections.abc import Iterator

from msgspec.structs import replace

from host_tools.board.contract import Board
from host_tools.board.hands.acts import Help, HelperTold
from host_tools.board.hands.follow import Doing, LostError, act, asks, done, over, settled, step
from host_tools.board.hands.hand import Hand
from host_tools.board.hands.stage import Stage
from host_tools.board.messages import NO_STATE, State, listen
from host_tools.board.restoring import commands_for
from host_tools.board.simulator.world import WorldError
from lodeboard.storage.settings import MACHINES

SPEEDS_MM_S = {"slow": 160.0, "normal": 340.0, "fast": 1000.0}
PAUSES_MS = {"slow": 1200, "normal": 400, "fast": 40}  # before it reaches out
_LOOK_MS = 80
_POLITE_MS = 900  # after a person has let go
_TIDY_MS = 4000  # time for people to correct their own slips
_RETRY_MS = 1500
_NEW_LIGHTS_MS = 1500  # lights from before the board plays alone no longer count
_TRIES = 4
_SOUNDS_KEPT = 200

_TAKEN_OVER = "You picked up a tile, so the hand stops."
_FINISHED = "The game is over."


class HelperHand:
    """One hand beside the people's. `step` is called once a tick, before the board's."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._hand = Hand(board, SPEEDS_MM_S["normal"], blocking=False)
        self._stage = Stage(board, self._hand)
        self._choose = random.Random(board.seed)
        self._doing: Iterator[None] | None = None
        self._look_ms = 0  # when to look next
        self._touched_ms = 0  # when a person last held a tile
        self._tries = _TRIES
        self._state = NO_STATE  # the board's last state
        self._before: State | None = None  # the last one before the board played alone
        listen(board.lines, {State: self._take_state})
        self.mode = "off"
        self.speed = "normal"
        self.waits = False  # waits for a person's hand
        self.why = ""  # why it stopped by itself

    @property
    def tile(self) -> int | None:
        """Number of the tile in the hand."""
        held = self._hand.tile
        return None if held is None else held.id

    def report(self) -> dict[str, object]:
        """Return its state for pages."""
        return HelperTold(self.mode, self.speed, self.waits, self.why).as_dict()

    def ask(self, wish: Help) -> None:
        """Apply the settings."""
        if wish.speed:
            self.speed = wish.speed
            self._hand.pace.mm_per_s = SPEEDS_MM_S[wish.speed]
        if wish.mode and wish.mode != self.mode:
            self._switch(wish.mode)
            self._tries = _TRIES
            self._look_ms = self._board.now_ms
            self._touched_ms = self._board.now_ms - _TIDY_MS
            if wish.mode == "both":
                self._choose = random.Random(self._board.seed)
                self._board_alone()

    def let_go(self) -> None:
        """Let go: a person takes the tile, or the simulated world ends."""
        self._doing = None
        self._hand.open()

    def step(self, people_hold: bool, parked: bool = False) -> None:
        """Advance by one tick. `people_hold`: a page's hand has a tile. `parked`: the board is not
        used for a game."""
        now_ms = self._board.now_ms
        del self._stage.sounds[:-_SOUNDS_KEPT]
        if people_hold and self.mode == "both":
            self._switch("off", _TAKEN_OVER)
        if people_hold or parked:
            self._give_way(now_ms)
        self.waits = self.mode != "off" and now_ms - self._touched_ms < _POLITE_MS
        if now_ms < self._look_ms or not self._board.powered:
            return
        if self._doing is None and (self.mode == "off" or self.waits):
            return
        self._look_ms = now_ms + _LOOK_MS
        if self._doing is None:
            self._doing = self._round(now_ms - self._touched_ms >= _TIDY_MS)
        try:
            next(self._doing)
        except StopIteration as end:
            self._doing = None
            if end.value:
                self._tries = _TRIES
                self._look_ms = now_ms + PAUSES_MS[self.speed]
        except (WorldError, LostError) as error:
            self._failed(now_ms, str(error).splitlines()[0])

    def _switch(self, mode: str, why: str = "") -> None:
        if self.mode == "both":
            self._people_again()
        self.mode = mode
        self.why = why
        if mode == "off":
            self._put_back()

    # Who plays: set by a line to the board, as on the page

    def _take_state(self, state: State) -> None:
        self._state = state

    def _board_alone(self) -> None:
        """Let the board play both sides from the present position."""
        if self._state.settings.get("players", MACHINES) != MACHINES:
            self._before = self._state
            self._let_play(MACHINES)
            self._look_ms = self._board.now_ms + _NEW_LIGHTS_MS

    def _people_again(self) -> None:
        if self._before is not None:
            self._let_play(self._before.settings["players"], self._before)
            self._before = None

    def _let_play(self, players: int, before: State | None = None) -> None:
        """Set who plays, also in the present game. A game that was on in the state `before` keeps
        the sides and clocks that it had then, whatever is set for the next one."""
        now = self._state
        commands: tuple[dict[str, object], ...] = ({"c": "set", "players": players},)
        if now.result or not now.moves:
            pass  # the setting applies to the next game
        elif before is not None and _same_game(before, now):
            settings = {**now.settings, "players": players}
            commands = commands_for(
                replace(before, moves=now.moves, settings=settings, result=None)
            )
        else:
            commands += ({"c": "setup", "position": now.start, "moves": now.moves},)
        for command in commands:
            self._board.send_line(json.dumps(command))

    def _give_way(self, now_ms: int) -> None:
        if self.mode != "off" and now_ms - self._touched_ms > _POLITE_MS:
            self._put_back()
        self._touched_ms = now_ms

    def _failed(self, now_ms: int, reason: str) -> None:
        """A tile was not where it seemed to be: look again, a limited number of times."""
        self._put_back()
        self._tries -= 1
        self._look_ms = now_ms + _RETRY_MS
        if self._tries == 0:
            self._switch("off", f"The hand cannot go on: {reason}.")

    # Acts; each yields while board time has to pass

    def _round(self, clear_away: bool) -> Doing:
        stage = self._stage
        yield from settled(stage)
        lights = stage.lights()
        if (yield from act(stage, lights, clear_away)):
            return True
        if self.mode != "both" or asks(lights):
            return False
        if over(lights):
            self._switch("off", _FINISHED)
            return False
        return (yield from step(stage, self._choose, lights))

    def _put_back(self) -> None:
        """Put the held tile back to where it lay."""
        self._doing = None
        self._hand.give_up()
        if self._hand.tile is not None:
            self._hand.put_back()
            self._doing = done(self._stage)


def _same_game(before: State, now: State) -> bool:
    """Whether `now` comes from `before` by moves made or taken back."""
    moves, more = before.moves or [], now.moves or []
    common = min(len(moves), len(more))
    same_start = (before.game, before.start) == (now.game, now.start)
    return same_start and moves[:common] == more[:common]
