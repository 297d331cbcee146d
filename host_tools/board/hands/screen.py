"""Hands for a board on a screen: they carry out at once whatever is not a player's own move.

They set zeros and gains of a new board, set a game up, carry out the board's moves, bring the tiles
to where a game that was taken back or set up stands, and take back what cannot be. They are the
second hand of a player: they take away what is captured, and finish castling. What is to lie
where follows from the board's state messages and the rules of the game. Tiles are seen to
travel, several at a time, but not where they only come to be measured. Where it is wanted, they
carry out a player's only legal step, too.
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

TRAVEL_MS = 300  # of one tile, however far
STAGGER_MS = 90  # between two that set out
SHARES = {"slow": 3.0, "normal": 1.0, "fast": 0.4}  # of these times, and of _MOVE_MS, by speed
_ARC_MM = 30.0
_PRESS_MM = 1.0  # deeper than the floor, so that a tile set down touches it
_NEAR_MM = 9.0  # a tile nearer to the middle of its cell lies in it
_SEEN_MS = 400  # a cell stays empty so long before it gets another tile at once
_RESTORE_MS = 150  # until tiles set out, when the board wants them elsewhere
_MOVE_MS = 450  # the same for a move of the board, so that it is seen where it begins
_SLIP_MS = 2500  # people may put right their own slips
_FORCED_MS = 900  # a player's only step waits so long, and while they hold a tile
_REST_MS = 300  # the rest of a step that a player has begun
_CLEAR_MM = 25.0  # a tile so far from the middle of a cell is in nobody's way there
_PRESS_AGAIN_MS = 600
_GAINS_MS = 4000  # it plays without those that are not measured by then
_MOST_PRESSES = 3  # for one question; then it is for people
_LEFT, _MIDDLE, _RIGHT = 1, 2, 4
_RESUME = ("resume", "resume")
# What the board asks before it plays, by phase and ask, and the button that says yes.
_ANSWERS = {
    ("calibrate", "calibrate"): _MIDDLE,
    ("calibrate", "accept"): _RIGHT,
    ("calibrate", "gain"): _LEFT,
    _RESUME: _MIDDLE,
}
_WAITS_MS = {("calibrate", "calibrate"): 0, ("calibrate", "gain"): _GAINS_MS}  # until it is pressed
_OF_A_BARE_PLATE = ("calibrate", "accept")

_DOUBT_MS = 3000  # a board that is in doubt for so long about a tile will not come to know it
_STEPS = ("lift", "place", "give")  # what a player is asked for who has not begun a step

Goal = Sequence[int]  # of each cell the code of the tile that is to lie there, 0 for none


class Travel:
    """A tile on its way to a cell (None: to its tray)."""

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
        """One tick further; False when it has been set down."""
        for _ in self._way:
            return True
        self._carried.set_down()
        return False

    def end_now(self) -> None:
        """Lie where it is on its way to."""
        self._carried.lay(*self.end, self._up)


class ScreenHands:
    """`step` is called once a tick, before the board's. on: they are at work. still: tiles do
    not travel, they lie at once where they belong. force: a player's only legal step is theirs,
    too, but not right after a take-back. speed: one of SHARES."""

    def __init__(self, board: Board, on: bool = False) -> None:
        self._board = board
        self.on = on
        self.still = False
        self.force = False
        self.speed = "normal"
        self._made = 0  # moves, and a part of one, in the last position
        self._taken_back = False  # the last position is one that was there before
        self._state = NO_STATE
        self._played: dict[str, int] = {}  # steps of the move to carry out, by position
        self._plan: tuple[tuple[int, ...], int] | None = None  # what the last state makes wanted
        self._travels: list[Travel] = []
        self._goal: tuple[int, ...] = ()
        self._wrong_since_ms = 0  # since when tiles do not lie as they are to
        self._next_ms = 0  # when the next one may set out
        self._freed_ms: dict[int, int] = {}  # when a tile left a cell
        self._set_ms: dict[int, int] = {}  # when one was set down there
        self._question = ("", "")
        self._presses = 0
        self._pressed_ms = 0
        self._restoring = False
        self._at_once = False  # tiles do not travel just now: gains are measured, or were
        self._busy = False
        listen(board.lines, {State: self._take_state})

    @property
    def measuring(self) -> bool:
        """Tiles lie on the board only for their strength to be measured, for a moment."""
        return self._at_once and self.on and not self._busy

    @property
    def tiles(self) -> list[int]:
        """Numbers of the tiles that are on their way."""
        return [travel.tile.id for travel in self._travels]

    def report(self) -> dict[str, object]:
        """What pages show of them; `to`: the cells that tiles are on their way to, where these
        will be what the position says."""
        to = {
            str(travel.tile.id): travel.cell
            for travel in self._travels
            if self._restoring and travel.cell is not None
        }
        return ScreenTold(self.on, self.force, self.speed, to).as_dict()

    def ask(self, act: Screen) -> None:
        """Be as somebody wants them."""
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
        """Carry out this move of the player to act. Returns why that cannot be."""
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
        """Go on by one tick. `people_hold`: a page's hand has a tile. `busy`: tiles are being laid
        out by something else. Returns a button to press, 0 for none."""
        self._busy = busy
        if not self.on or not self._board.powered:
            self._at_once = False
            self.let_go()
            return 0
        self._travels = [travel for travel in self._travels if self._goes_on(travel)]
        # Nobody wants to see the tiles come for their strength to be measured, and go again.
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
        """Within a cell's own part of the board a tile comes to lie in its middle."""
        return self._board.profile.pitch_mm / 2 if self.on else GUIDE_MM

    def room(self, origin: int | None, cell: int) -> Room:
        """Whether a player's tile from the cell `origin` (None: from a tray) can be set down on
        this cell: REFUSED where another one lies that it does not capture. One that it does
        capture goes to its tray first."""
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
        """The game as it stands, where a player is to act."""
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

    # What is to be done

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
        """What is to lie on each cell, and how long to wait before it is done; nothing where all
        is the players' affair."""
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
        """What is to lie on each cell after a step of the game, None: as it stands."""
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
        """The step that a player has begun and that the second hand finishes."""
        game = self._game()
        if game is None or any(tile.held for tile in self._board.world.tiles):
            return None
        codes = bytearray(self._board.profile.cells)
        for cell, tile in self._in_cells().items():
            codes[cell] = _code(tile)
        return second.begun(game, codes)

    def _only_step(self, game: Game) -> int | None:
        """A player's only step, for hands to carry out; a choice is made at once. None where there
        are others."""
        steps = [0] * game.max_steps
        if game.steps(steps) != 1:
            return None
        if game.choice(steps[0]) == NOWHERE:
            return steps[0]
        command = {"c": "choose", "move": game.move_text(steps[:1])}
        self._board.send_line(json.dumps(command))
        return None

    def _to_measure(self, names: Sequence[str]) -> tuple[int, ...]:
        """A tile on each of these cells, up side showing, as far as there are tiles."""
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
        """The button that answers what the board asks before it plays."""
        question = (self._state.phase, self._state.ask)
        now_ms = self._board.now_ms
        if question != self._question:
            self._question = question
            self._presses = 0
            self._pressed_ms = now_ms
        button = _ANSWERS.get(question, 0)
        ready = self._lie_ready(question, goal)
        if question == _RESUME and not ready:
            self._pressed_ms = now_ms  # the board has to see the tiles that came last
        wait_ms = _PRESS_AGAIN_MS if self._presses else _WAITS_MS.get(question, _PRESS_AGAIN_MS)
        due = now_ms - self._pressed_ms >= wait_ms
        if not button or not ready or not due or self._presses == _MOST_PRESSES:
            return 0
        self._presses += 1
        self._pressed_ms = now_ms
        return button

    def _lie_ready(self, question: tuple[str, str], goal: Goal) -> bool:
        """Whether the tiles lie as this question needs it. A game that is continued on tiles that
        lie otherwise may take the difference for a step."""
        if question == _RESUME:
            return not self._travels and not (goal and self._ways(goal))
        return question[1] not in _OF_A_BARE_PLATE or not (self._travels or self._on_plate())

    # How it is done

    def _on_plate(self) -> list[Tile]:
        world = self._board.world
        return [t for t in world.tiles if not t.held and world.plate.covers(t.x_mm, t.y_mm)]

    def _in_cells(self) -> dict[int, Tile]:
        """The tiles that lie well in a cell, by cell."""
        plate = self._board.world.plate
        found = {}
        for tile in self._on_plate():
            cell, off = plate.nearest(tile.x_mm, tile.y_mm)
            if tile.rest == "well" and off < _NEAR_MM:
                found[cell] = tile
        return found

    def _set_out(self, goal: Goal) -> None:
        """Send the next tile on its way, or all at once where they do not travel."""
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
            self._send(ways[0][0], None, goal)  # each waits for the other's cell

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
        """The cells that the board calls wrong though nobody has touched them for a while: where a
        tile lies as it is to, the board cannot tell."""
        names = self._state.wrong
        profile, before_ms = self._board.profile, self._board.now_ms - _DOUBT_MS
        return {
            cell
            for cell in range(profile.cells)
            if profile.cell_name(cell) in names and self._set_ms.get(cell, before_ms) <= before_ms
        }

    def _ways(self, goal: Goal) -> list[tuple[Tile, int | None]]:
        """Where each tile is to go that does not lie as it is to, or that the board doubts: those
        that go home first."""
        lying = self._in_cells()
        coming = {travel.cell for travel in self._travels}
        doubted = self._doubted()
        right = {
            cell: tile
            for cell, tile in lying.items()
            if _code(tile) == goal[cell] and cell not in doubted
        }
        again = [lying[cell] for cell in doubted & set(lying) if _code(lying[cell]) == goal[cell]]
        if self.still and again:  # where nothing travels, a tile is lifted by going home
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
        """A tile of this player for a cell: the nearest that lies wrong on the board, or one
        from the tray; None where none is left."""
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
    """Whether another tile lies where this one is to go."""
    return cell is not None and taken.get(cell, tile) is not tile


def _code(tile: Tile) -> int:
    """What the board feels of a tile that lies in a cell."""
    return 1 + 2 * tile.owner + (not tile.up)
