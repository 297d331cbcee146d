"""Which tiles a board needs where, by its state messages and the rules of the game."""

import json
from collections.abc import Sequence
from typing import NamedTuple

from host_tools.board.contract import Board
from host_tools.board.hands import second
from host_tools.board.hands.travels import Goal, Travels, sensed_code
from host_tools.board.messages import NO_STATE, State, listen
from lodeboard.games.contract import EMPTY, NOWHERE, UP_0, UP_1, Game, GameError
from lodeboard.system.loader import make_game

_RESTORE_MS = 150  # delay before tiles move to another position
_MOVE_MS = 450  # the same for a move of the board, so that its start is seen
_SLIP_MS = 2500  # time for people to correct their own slips
_FORCED_MS = 900  # delay of a player's only step; it also waits while they hold a tile
_REST_MS = 300  # delay of the rest of a step that a player has begun
_STEPS = ("lift", "place", "give")  # what a player is asked before a step is begun


class Plan(NamedTuple):
    """`goal`: the target position; () if everything is up to the players. `wait_ms`: how long tiles
    must differ from it before hands act. `theirs`: people may be about to do it themselves."""

    goal: Goal
    wait_ms: int = 0
    theirs: bool = False


class Wanted:
    """The target position for the board's last state. force: also a player's only legal step, but
    not right after a take-back."""

    def __init__(self, board: Board, travels: Travels) -> None:
        self._board = board
        self._travels = travels
        self.force = False
        self.state = NO_STATE
        self.restoring = False
        self.measuring = False  # tiles are on the board to measure gains, or still are from that
        self._made = 0  # moves in the last position; the last may be incomplete
        self._taken_back = False  # the last position is an earlier one
        self._played: dict[str, int] = {}  # steps of the requested move, by position
        self._plan: Plan | None = None
        listen(board.lines, {State: self._take_state})

    def plan(self) -> Plan:
        """Return the plan for the last state."""
        if self.state.ask == "gain":
            self.measuring = True
        if self._plan is None:
            self._plan = self._wanted()
        return self._plan

    def forget(self) -> None:
        """Make a new plan, because the settings have changed or all gains are measured."""
        self._plan = None

    def play(self, move: str, on: bool) -> str | None:
        """Carry out this move of the player to act; the board is told its choices. `on`: hands
        work. Returns why it is impossible, or None."""
        game = self._game() if on else None
        if game is None or self.state.ask not in _STEPS:
            return "the board does not ask for a move"
        played = {}
        try:
            for step in game.parse_move(move):
                played[game.text()] = step
                game.push(step)
        except GameError as error:
            return str(error)
        self._played = played
        self._plan = None
        return None

    def captures(self, origin: int, cell: int) -> bool:
        """Return whether a legal step captures the tile on `cell` by the one from `origin`."""
        game = self._game()
        return game is not None and second.captures(game, origin, cell)

    def _game(self) -> Game | None:
        """Return the game in its present position if a player is to act."""
        state = self.state
        playing = state.phase == "match" and state.step is None
        return self._load() if playing and state.ask != "over" else None

    def _load(self) -> Game | None:
        try:
            game = make_game(self.state.game, self.state.rules)
            game.load(self.state.position)
        except GameError:
            return None
        return game

    def _take_state(self, state: State) -> None:
        self.state = state
        self._plan = None
        made = (state.moves_from or 0) + state.length
        if made != self._made:
            self._taken_back = made < self._made
            self._made = made
            if self._taken_back:
                self._played = {}
        if state.position not in self._played:
            self._played = {}

    def _wanted(self) -> Plan:
        state = self.state
        phase, ask = state.phase, state.ask
        cells = self._board.profile.cells
        if phase == "calibrate" and ask in ("calibrate", "accept"):
            return Plan((EMPTY,) * cells)
        if ask == "gain":
            return Plan(self._to_measure(state.measure))
        if self.measuring:
            return Plan((EMPTY,) * cells)
        step = state.step
        if step is None and not (phase == "match" and ask == "restore"):
            step = self._played.get(state.position)
            if step is not None and self._choose(step):
                return Plan(())
        slip = ask == "fix"
        resumes = phase == "resume"
        self.restoring = resumes or (ask in ("restore", "fix") and not (slip and step is not None))
        if not (resumes or phase == "match") or ask == "over":
            return Plan(())
        if self.restoring or step is not None:
            return self._after(step if not self.restoring else None, slip)
        rest = self._rest()
        if rest is None and self.force and not self._taken_back and ask in _STEPS:
            game = self._game()
            forced = self._only_step(game) if game is not None else None
            return self._after(forced, False, _FORCED_MS) if forced is not None else Plan(())
        return self._after(rest, False, _REST_MS) if rest is not None else Plan(())

    def _after(self, step: object, slip: bool, wait_ms: int | None = None) -> Plan:
        """Return the plan to reach the position after a step of the game (None: the present one).
        `wait_ms`: for a step of a player."""
        game = self._load()
        if game is None:
            return Plan(())
        codes = bytearray(self._board.profile.cells)
        try:
            if isinstance(step, int):
                game.push(step)
        except GameError:
            return Plan(())
        game.expected(codes)
        theirs = slip or wait_ms is not None
        if wait_ms is None:
            move_ms = int(_MOVE_MS * self._travels.share)
            wait_ms = _SLIP_MS if slip else _RESTORE_MS if self.restoring else move_ms
        return Plan(tuple(codes), wait_ms, theirs)

    def _rest(self) -> int | None:
        """Return the step that a player has begun and the second hand should finish."""
        game = self._game()
        if game is None or any(tile.held for tile in self._board.world.tiles):
            return None
        codes = bytearray(self._board.profile.cells)
        for cell, tile in self._travels.in_cells().items():
            codes[cell] = sensed_code(tile)
        return second.begun(game, codes)

    def _only_step(self, game: Game) -> int | None:
        """Return a player's only step, to be carried out by hands; a choice is made at once. None
        if there are others."""
        steps = [0] * game.max_steps
        if game.steps(steps) != 1 or self._choose(steps[0]):
            return None
        return steps[0]

    def _choose(self, step: int) -> bool:
        """Make a step that is a choice; False if it is made by hand."""
        game = self._game()
        if game is None or game.choice(step) == NOWHERE:
            return False
        command = {"c": "choose", "move": game.move_text([step])}
        self._board.send_line(json.dumps(command))
        return True

    def _to_measure(self, names: Sequence[str]) -> tuple[int, ...]:
        """Return a target with a tile, up side showing, on each of these cells, as far as there are
        tiles."""
        profile = self._board.profile
        each: int = profile.data["tile"]["per_player"]
        codes = [EMPTY] * profile.cells
        left = [UP_0] * each + [UP_1] * each
        for cell in range(profile.cells):
            if left and profile.cell_name(cell) in names:
                codes[cell] = left.pop(0)
        return tuple(codes)
