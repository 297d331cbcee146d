"""Hands for a board on a screen: they do everything except a player's own moves.

They set zeros and gains of a new board, set up games, carry out the board's moves, restore the
position after a take-back, and undo illegal changes. As a player's second hand they remove captured
tiles and finish castling. As an option they carry out a player's only legal step.

The target position follows from the board's state messages and the rules of the game. Tiles travel
visibly, several at a time, except for those that are only measured.
"""

import json
from collections.abc import Sequence

from msgspec import UNSET

from host_tools.board.contract import Board
from host_tools.board.hands import second
from host_tools.board.hands.acts import Screen, ScreenTold
from host_tools.board.hands.carrying import Carried
from host_tools.board.hands.motion import Pace, glide
from host_tools.board.hands.page import GUIDE_MM, Room
from host_tools.board.messages import NO_STATE, State, listen
from host_tools.board.simulator.tiles import Tile
from lodeboard.games.contract import EMPTY, NOWHERE, UP_0, UP_1, Game, GameError
from lodeboard.system.loader import make_game

TRAVEL_MS = 300  # travel time of a tile, for any distance
STAGGER_MS = 90  # between two starts
SHARES = {"slow": 3.0, "normal": 1.0, "fast": 0.4}  # factor for these times and _MOVE_MS, by speed
_ARC_MM = 30.0
_PRESS_MM = 1.0  # below the floor, so that a tile set down touches it
_NEAR_MM = 9.0  # a tile this near to the middle of its cell lies in it
_SEEN_MS = 400  # a cell stays empty this long before its next tile, with `still`
_RESTORE_MS = 150  # delay before tiles move to another position
_MOVE_MS = 450  # the same for a move of the board, so that its start is seen
_SLIP_MS = 2500  # time for people to correct their own slips
_FORCED_MS = 900  # delay of a player's only step; it also waits while they hold a tile
_REST_MS = 300  # delay of the rest of a step that a player has begun
_CLEAR_MM = 25.0  # a tile further from a cell's middle is not in the way
_PRESS_AGAIN_MS = 600
_GAINS_MS = 4000  # then it plays without the missing gains
_MOST_PRESSES = 3  # per question; then people have to answer
_LEFT, _MIDDLE, _RIGHT = 1, 2, 4
_RESUME = ("resume", "resume")
# The board's questions before it plays, by phase and ask, and the button for yes.
_ANSWERS = {
    ("calibrate", "calibrate"): _MIDDLE,
    ("calibrate", "accept"): _RIGHT,
    ("calibrate", "gain"): _LEFT,
    _RESUME: _MIDDLE,
}
_WAITS_MS = {("calibrate", "calibrate"): 0, ("calibrate", "gain"): _GAINS_MS}  # before a press
_OF_A_BARE_PLATE = ("calibrate", "accept")

_DOUBT_MS = 3000  # then the board will not recognize the tile by itself
_STEPS = ("lift", "place", "give")  # what a player is asked before a step is begun

Goal = Sequence[int]  # for each cell the code of its required tile, 0 for none


class Travel:
    """A tile travelling to a cell (None: to its tray)."""

    def __init__(
        self, board: Board, tile: Tile, cell: int | None, turn: bool, travel_ms: float
    ) -> None:
        self.tile = tile
        self.cell = cell
        world = board.world
        self._up = tile.up != turn
        self.end = world.home(tile) if cell is None else world.plate.centre(cell)
        start = (tile.x_mm, tile.y_mm, tile.z_mm)
        end = (*self.end, -_PRESS_MM)
        length = sum((a - b) ** 2 for a, b in zip(start, end, strict=True)) ** 0.5 + 2 * _ARC_MM
        pace = Pace(1000 * length / travel_ms, board.profile.tick_ms)
        self._carried = Carried(world, tile)
        tile.tilt_towards_deg = 90.0
        if turn:
            self._carried.turn()
        self._way = self._carried.along(glide(start, end, pace, _ARC_MM))

    def go_on(self) -> bool:
        """Advance by one tick; False when it has been set down."""
        for _ in self._way:
            return True
        self._carried.set_down()
        return False

    def end_now(self) -> None:
        """Put the tile at its target at once."""
        self._carried.lay(*self.end, self._up)


class ScreenHands:
    """`step` is called once a tick, before the board's. on: they work. still: tiles do not travel
    but are put on their cells at once. force: they also carry out a player's only legal step, but
    not right after a take-back. speed: one of SHARES."""

    def __init__(self, board: Board, on: bool = False) -> None:
        self._board = board
        self.on = on
        self.still = False
        self.force = False
        self.speed = "normal"
        self._made = 0  # moves in the last position; the last may be incomplete
        self._taken_back = False  # the last position is an earlier one
        self._state = NO_STATE
        self._played: dict[str, int] = {}  # steps of the requested move, by position
        self._plan: tuple[tuple[int, ...], int] | None = None  # target position for the last state
        self._travels: list[Travel] = []
        self._goal: tuple[int, ...] = ()
        self._wrong_since_ms = 0  # when tiles began to differ from the target
        self._next_ms = 0  # when the next tile may start
        self._freed_ms: dict[int, int] = {}  # when a tile left each cell
        self._set_ms: dict[int, int] = {}  # when a tile was set down on each cell
        self._question = ("", "")
        self._presses = 0
        self._pressed_ms = 0
        self._restoring = False
        self._at_once = False  # tiles do not travel now: gains are being measured, or were
        self._busy = False
        listen(board.lines, {State: self._take_state})

    @property
    def measuring(self) -> bool:
        """True while tiles are on the board only to measure their strength."""
        return self._at_once and self.on and not self._busy

    @property
    def tiles(self) -> list[int]:
        """Numbers of the travelling tiles."""
        return [travel.tile.id for travel in self._travels]

    def report(self) -> dict[str, object]:
        """Return their state for pages; `to`: target cells of travelling tiles that belong there in
        the position."""
        to = {
            str(travel.tile.id): travel.cell
            for travel in self._travels
            if self._restoring and travel.cell is not None
        }
        return ScreenTold(self.on, self.force, self.speed, to).as_dict()

    def ask(self, act: Screen) -> None:
        """Apply the settings."""
        if act.still is not UNSET:
            self.still = act.still
        self.speed = act.speed or self.speed
        if act.force is not UNSET and act.force != self.force:
            self.force = act.force
            self._wrong_since_ms = self._board.now_ms
            self._plan = None
        if act.on is not UNSET and act.on != self.on:
            self.on = act.on
            self._wrong_since_ms = self._board.now_ms
            if not self.on:
                self._at_once = False
                self.let_go()

    def play(self, move: str) -> str | None:
        """Carry out this move of the player to act. Returns why it is impossible, or None."""
        game = self._game() if self.on else None
        if game is None or self._state.ask not in _STEPS:
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

    def let_go(self) -> None:
        """End all travels now."""
        for travel in self._travels:
            travel.end_now()
        self._travels.clear()

    def step(self, people_hold: bool, busy: bool) -> int:
        """Advance by one tick. `people_hold`: a page's hand has a tile. `busy`: tiles are being
        laid out by other code. Returns a button to press, 0 for none."""
        self._busy = busy
        if not self.on or not self._board.powered:
            self._at_once = False
            self.let_go()
            return 0
        self._travels = [travel for travel in self._travels if self._goes_on(travel)]
        # Do not show tiles travelling just to be measured.
        if self._state.ask == "gain":
            self._at_once = True
        if self._plan is None:
            self._plan = self._wanted()
        goal, wait_ms = self._plan
        now_ms = self._board.now_ms
        theirs = wait_ms in (_SLIP_MS, _FORCED_MS, _REST_MS)
        if goal != self._goal or busy or (people_hold and theirs):
            self._goal = goal
            self._wrong_since_ms = now_ms
        if busy:
            return 0
        if goal and now_ms - self._wrong_since_ms >= wait_ms and now_ms >= self._next_ms:
            stagger_ms = 0 if self._at_once else STAGGER_MS
            self._next_ms = now_ms + int(stagger_ms * SHARES[self.speed])
            self._set_out(goal)
        return self._answer(goal)

    @property
    def guide_mm(self) -> float:
        """Return the guide distance: within a cell's part of the board a tile is put into its
        middle."""
        return self._board.profile.pitch_mm / 2 if self.on else GUIDE_MM

    def room(self, origin: int | None, cell: int) -> Room:
        """Return whether a player's tile from the cell `origin` (None: from a tray) can be set down
        on this cell. REFUSED if another tile lies there that it does not capture. A captured tile
        goes to its tray first."""
        if not self.on:
            return Room.FREE
        for tile in self._board.world.on_cell(cell):
            if tile.held:
                continue
            game = self._game()
            if origin is None or game is None or not second.captures(game, origin, cell):
                return Room.REFUSED
            self._send(tile, None, ())
        x, y = self._board.world.plate.centre(cell)
        near = any(
            abs(travel.tile.x_mm - x) + abs(travel.tile.y_mm - y) < _CLEAR_MM
            for travel in self._travels
        )
        return Room.SOON if near else Room.FREE

    def _game(self) -> Game | None:
        """Return the game in its present position if a player is to act."""
        state = self._state
        playing = state.phase == "match" and state.step is None
        return self._load() if playing and state.ask != "over" else None

    def _load(self) -> Game | None:
        try:
            game = make_game(self._state.game, self._state.rules)
            game.load(self._state.position)
        except GameError:
            return None
        return game

    # Target position

    def _take_state(self, state: State) -> None:
        self._state = state
        self._plan = None
        made = (state.moves_from or 0) + state.length
        if made != self._made:
            self._taken_back = made < self._made
            self._made = made
            if self._taken_back:
                self._played = {}
        if state.position not in self._played:
            self._played = {}

    def _wanted(self) -> tuple[tuple[int, ...], int]:
        """Return the target position and the delay before acting; () if everything is up to the
        players."""
        state = self._state
        phase, ask = state.phase, state.ask
        cells = self._board.profile.cells
        if phase == "calibrate" and ask in ("calibrate", "accept"):
            return (0,) * cells, 0
        if ask == "gain":
            return self._to_measure(state.measure), 0
        if self._at_once:
            return (EMPTY,) * cells, 0
        step = state.step
        if step is None and not (phase == "match" and ask == "restore"):
            step = self._played.get(state.position)
        slip = ask == "fix"
        resumes = phase == "resume"
        self._restoring = resumes or (ask in ("restore", "fix") and not (slip and step is not None))
        if not (resumes or phase == "match") or ask == "over":
            return (), 0
        if self._restoring or step is not None:
            return self._after(step if not self._restoring else None, slip)
        rest = self._rest()
        if rest is None and self.force and not self._taken_back and ask in _STEPS:
            game = self._game()
            forced = self._only_step(game) if game is not None else None
            return self._after(forced, False, _FORCED_MS) if forced is not None else ((), 0)
        return self._after(rest, False, _REST_MS) if rest is not None else ((), 0)

    def _after(
        self, step: object, slip: bool, wait_ms: int | None = None
    ) -> tuple[tuple[int, ...], int]:
        """Return the target position after a step of the game (None: the present one)."""
        game = self._load()
        if game is None:
            return (), 0
        codes = bytearray(self._board.profile.cells)
        try:
            if isinstance(step, int):
                game.push(step)
        except GameError:
            return (), 0
        game.expected(codes)
        if wait_ms is None:
            move_ms = int(_MOVE_MS * SHARES[self.speed])
            wait_ms = _SLIP_MS if slip else _RESTORE_MS if self._restoring else move_ms
        return tuple(codes), wait_ms

    def _rest(self) -> int | None:
        """Return the step that a player has begun and the second hand should finish."""
        game = self._game()
        if game is None or any(tile.held for tile in self._board.world.tiles):
            return None
        codes = bytearray(self._board.profile.cells)
        for cell, tile in self._in_cells().items():
            codes[cell] = sensed_code(tile)
        return second.begun(game, codes)

    def _only_step(self, game: Game) -> int | None:
        """Return a player's only step, to be carried out by hands; a choice is made at once. None
        if there are others."""
        steps = [0] * game.max_steps
        if game.steps(steps) != 1:
            return None
        if game.choice(steps[0]) == NOWHERE:
            return steps[0]
        command = {"c": "choose", "move": game.move_text(steps[:1])}
        self._board.send_line(json.dumps(command))
        return None

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

    def _goes_on(self, travel: Travel) -> bool:
        on = travel.go_on()
        if not on and travel.cell is not None:
            self._set_ms[travel.cell] = self._board.now_ms
        return on

    def _answer(self, goal: Goal) -> int:
        """Return the button that answers the board's question before it plays."""
        question = (self._state.phase, self._state.ask)
        now_ms = self._board.now_ms
        if question != self._question:
            self._question = question
            self._presses = 0
            self._pressed_ms = now_ms
        button = _ANSWERS.get(question, 0)
        ready = self._lie_ready(question, goal)
        if question == _RESUME and not ready:
            self._pressed_ms = now_ms  # the board must sense the last tiles first
        wait_ms = _PRESS_AGAIN_MS if self._presses else _WAITS_MS.get(question, _PRESS_AGAIN_MS)
        due = now_ms - self._pressed_ms >= wait_ms
        if not button or not ready or not due or self._presses == _MOST_PRESSES:
            return 0
        self._presses += 1
        self._pressed_ms = now_ms
        return button

    def _lie_ready(self, question: tuple[str, str], goal: Goal) -> bool:
        """Return whether the tiles are as this question needs them. A game continued with other
        tiles may take the difference for a step."""
        if question == _RESUME:
            return not self._travels and not (goal and self._ways(goal))
        return question[1] not in _OF_A_BARE_PLATE or not (self._travels or self._on_plate())

    # Moving the tiles

    def _on_plate(self) -> list[Tile]:
        world = self._board.world
        return [t for t in world.tiles if not t.held and world.plate.covers(t.x_mm, t.y_mm)]

    def _in_cells(self) -> dict[int, Tile]:
        """Return the tiles that lie properly in a cell, by cell."""
        plate = self._board.world.plate
        found = {}
        for tile in self._on_plate():
            cell, off = plate.nearest(tile.x_mm, tile.y_mm)
            if tile.rest == "well" and off < _NEAR_MM:
                found[cell] = tile
        return found

    def _set_out(self, goal: Goal) -> None:
        """Start the next tile, or move all at once if they do not travel."""
        at_once = self.still or self._at_once
        ways = self._ways(goal)
        if not ways and self._at_once and self._state.ask != "gain":
            self._at_once = False
            self._plan = None
        taken = {
            self._board.world.plate.nearest(tile.x_mm, tile.y_mm)[0]: tile
            for tile in self._on_plate()
        }
        for tile, cell in ways:
            if cell is not None and not self._free(cell, tile, taken):
                continue
            self._send(tile, cell, goal)
            if not at_once:
                return
        if ways and not self._travels and all(_waits(tile, cell, taken) for tile, cell in ways):
            self._send(ways[0][0], None, goal)  # each waits for the cell of the other

    def _free(self, cell: int, tile: Tile, taken: dict[int, Tile]) -> bool:
        if _waits(tile, cell, taken):
            return False
        left = self._board.now_ms - self._freed_ms.get(cell, -_SEEN_MS)
        return not self.still or left >= _SEEN_MS

    def _send(self, tile: Tile, cell: int | None, goal: Goal) -> None:
        world = self._board.world
        if world.plate.covers(tile.x_mm, tile.y_mm):
            self._freed_ms[world.plate.nearest(tile.x_mm, tile.y_mm)[0]] = self._board.now_ms
        turn = cell is not None and tile.up != (goal[cell] % 2 == 1)
        travel = Travel(self._board, tile, cell, turn, TRAVEL_MS * SHARES[self.speed])
        if self.still or self._at_once:
            travel.end_now()
            if cell is not None:
                self._set_ms[cell] = self._board.now_ms
        else:
            self._travels.append(travel)

    def _doubted(self) -> set[int]:
        """Return the cells that the board reports as wrong although nobody has touched them for a
        while. If the right tile lies there, the board cannot recognize it."""
        names = self._state.wrong
        profile, before_ms = self._board.profile, self._board.now_ms - _DOUBT_MS
        return {
            cell
            for cell in range(profile.cells)
            if profile.cell_name(cell) in names and self._set_ms.get(cell, before_ms) <= before_ms
        }

    def _ways(self, goal: Goal) -> list[tuple[Tile, int | None]]:
        """Return the targets of tiles that are not in place or are doubted by the board; tiles that
        go to their tray come first."""
        lying = self._in_cells()
        coming = {travel.cell for travel in self._travels}
        doubted = self._doubted()
        right = {
            cell: tile
            for cell, tile in lying.items()
            if sensed_code(tile) == goal[cell] and cell not in doubted
        }
        again = [
            lying[cell] for cell in doubted & set(lying) if sensed_code(lying[cell]) == goal[cell]
        ]
        if self.still and again:  # if tiles do not travel, sending one to its tray lifts it
            return [(tile, None) for tile in again]
        wrong = [tile for tile in self._on_plate() if tile not in right.values()]
        ways: list[tuple[Tile, int | None]] = []
        for cell, code in enumerate(goal):
            if not code or cell in right or cell in coming:
                continue
            tile = self._choose(cell, (code - 1) // 2, wrong, [way[0] for way in ways])
            if tile is None:
                continue
            if tile in wrong:
                wrong.remove(tile)
            ways.append((tile, cell))
        return [(tile, None) for tile in wrong] + ways

    def _choose(
        self, cell: int, owner: int, wrong: Sequence[Tile], used: Sequence[Tile]
    ) -> Tile | None:
        """Return a tile of this player for a cell: the nearest misplaced one on the board, or one
        from the tray; None if none is left."""
        world = self._board.world
        x, y = world.plate.centre(cell)
        there = [tile for tile in wrong if tile.owner == owner] or [
            tile
            for tile in world.tiles
            if tile.owner == owner
            and not tile.held
            and tile not in used
            and not world.plate.covers(tile.x_mm, tile.y_mm)
        ]
        return min(
            there, key=lambda tile: (tile.x_mm - x) ** 2 + (tile.y_mm - y) ** 2, default=None
        )


def _waits(tile: Tile, cell: int | None, taken: dict[int, Tile]) -> bool:
    """Return whether another tile occupies this one's target."""
    return cell is not None and taken.get(cell, tile) is not tile


def sensed_code(tile: Tile) -> int:
    """Return the code that the board senses for a tile in a cell."""
    return 1 + 2 * tile.owner + (not tile.up)
