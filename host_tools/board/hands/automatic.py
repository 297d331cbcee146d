"""The automatic hands, which move a board's tiles as required.

Two sources say what is wanted, of which one works at a time. By the board's lights, as a person
would see them: the helping hand (helper.py). By the board's state and the rules of the game
(wanted.py), for a board on a screen, where the hands do everything except a player's own moves: set
zeros and gains of a new board, set up games, carry out the board's moves, restore the position
after a take-back, and undo illegal changes. As a player's second hand they remove captured tiles
and finish castling. As an option they carry out a player's only legal step. There, tiles travel
visibly, several at a time, except for those that are only measured.
"""

from typing import Any

from msgspec import UNSET

from host_tools.board.contract import Board
from host_tools.board.hands.acts import Help, Play, Screen, ScreenTold
from host_tools.board.hands.carrying import NEAR_MM
from host_tools.board.hands.helper import HelperHand
from host_tools.board.hands.page_hand import Room
from host_tools.board.hands.travels import Goal, Travels
from host_tools.board.hands.wanted import Wanted

HOLDER = -1  # pages are numbered from 1; this is the holder number of these hands
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


class AutomaticHands:
    """`step` is called once a tick, before the board's. `on_screen`: they work by the board's
    state."""

    def __init__(self, board: Board, on_screen: bool = False) -> None:
        self._board = board
        self._by_lights = HelperHand(board)
        self._travels = Travels(board)
        self._wanted = Wanted(board, self._travels)
        self._on = on_screen
        self._goal: Goal = ()
        self._wrong_since_ms = 0  # when tiles began to differ from the target
        self._question = ("", "")
        self._presses = 0
        self._pressed_ms = 0
        self._busy = False
        self._reported: dict[str, object] = {}  # by type of message

    @property
    def tiles(self) -> list[int]:
        """Numbers of the tiles in these hands, or travelling."""
        held = self._by_lights.tile
        travelling = [travel.tile.id for travel in self._travels.under_way]
        return [*travelling, *([] if held is None else [held])]

    @property
    def measuring(self) -> bool:
        """True while tiles are on the board only to measure their strength."""
        return self._wanted.measuring and self._on and not self._busy

    def ask(self, act: Help | Screen | Play) -> str | None:
        """Apply the settings. Returns why this is impossible, or None."""
        match act:
            case Help():
                self._by_lights.ask(act)
            case Play(move=move):
                return self._wanted.play(move, self._on)
            case Screen():
                self._change(act)
                if self._on:
                    self._by_lights.ask(Help("off"))
        return None

    def _change(self, act: Screen) -> None:
        if act.still is not UNSET:
            self._travels.still = act.still
        self._travels.speed = act.speed or self._travels.speed
        if act.force is not UNSET and act.force != self._wanted.force:
            self._wanted.force = act.force
            self._wrong_since_ms = self._board.now_ms
            self._wanted.forget()
        if act.on is not UNSET and act.on != self._on:
            self._on = act.on
            self._wrong_since_ms = self._board.now_ms
            if not self._on:
                self._stop()

    def step(self, people_hold: bool, parked: bool, busy: bool) -> int:
        """Advance by one tick. `people_hold`: a page's hand has a tile. `parked`: the board is not
        used for a game. `busy`: tiles are being laid out by other code. Returns a button to press,
        0 for none."""
        self._by_lights.step(people_hold, parked)
        self._busy = busy
        if not self._on or not self._board.powered:
            self._stop()
            return 0
        self._travels.step()
        goal, wait_ms, theirs = self._wanted.plan()
        now_ms = self._board.now_ms
        if goal != self._goal or busy or (people_hold and theirs):
            self._goal = goal
            self._wrong_since_ms = now_ms
        if busy:
            return 0
        if goal and now_ms - self._wrong_since_ms >= wait_ms:
            self._set_out(goal)
        return self._answer(goal)

    def hand_over(self, tile: int) -> None:
        """Release this tile if the helping hand holds it: a person takes it."""
        if self._by_lights.tile == tile:
            self._by_lights.let_go()

    def let_go(self) -> None:
        """Let go of all tiles now."""
        self._by_lights.let_go()
        self._travels.let_go()

    def news(self) -> list[dict[str, Any]]:
        """Return the messages to pages that have changed."""
        told = [self._by_lights.report(), self._report()]
        new = [each for each in told if each != self._reported.get(str(each["t"]))]
        self._reported.update({str(each["t"]): each for each in new})
        return new

    def _report(self) -> dict[str, object]:
        to = {
            str(travel.tile.id): travel.cell
            for travel in self._travels.under_way
            if self._wanted.restoring and travel.cell is not None
        }
        return ScreenTold(self._on, self._wanted.force, self._travels.speed, to).as_dict()

    def _stop(self) -> None:
        self._wanted.measuring = False
        self._travels.let_go()

    def _set_out(self, goal: Goal) -> None:
        wanted = self._wanted
        # Do not show tiles travelling just to be measured.
        moved = self._travels.set_out(goal, wanted.state.wrong, wanted.measuring)
        if not moved and wanted.measuring and wanted.state.ask != "gain":
            wanted.measuring = False
            wanted.forget()

    # For pages' hands: see page.Helper

    @property
    def guide_mm(self) -> float:
        """Return the guide distance: within a cell's part of the board a tile is put into its
        middle."""
        return self._board.profile.pitch_mm / 2 if self._on else NEAR_MM

    def room(self, origin: int | None, cell: int) -> Room:
        """Return whether a player's tile from the cell `origin` (None: from a tray) can be set down
        on this cell. REFUSED if another tile lies there that it does not capture. A captured tile
        goes to its tray first."""
        if not self._on:
            return Room.FREE
        for tile in self._board.world.on_cell(cell):
            if tile.held:
                continue
            if origin is None or not self._wanted.captures(origin, cell):
                return Room.REFUSED
            self._travels.send(tile, None, (), self._wanted.measuring)
        return Room.SOON if self._travels.near(cell) else Room.FREE

    # The board's questions

    def _answer(self, goal: Goal) -> int:
        """Return the button that answers the board's question before it plays."""
        question = (self._wanted.state.phase, self._wanted.state.ask)
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
        travels = self._travels
        if question == _RESUME:
            return not travels.under_way and not travels.ways(goal, self._wanted.state.wrong)
        return question[1] not in _OF_A_BARE_PLATE or not (travels.under_way or travels.on_plate())
