"""Runs a board in real time in a separate thread, with the hands of the pages.

The board may be slow (it thinks with the firmware's own code) and must not block the server, so it
ticks in a worker thread; acts and frames are exchanged between ticks. A board that falls behind
catches up only briefly: after that its clock runs slower than real time.
"""

import json
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args

from host_tools.board.contract import Board, BoardView
from host_tools.board.hands.acts import Grab, HandAct, Help, Play, Screen
from host_tools.board.hands.automatic import HOLDER, AutomaticHands
from host_tools.board.hands.page_hand import PageHand
from host_tools.board.messages import State, listen
from host_tools.board.simulator.clock import Pacer
from host_tools.games.loader import host_game
from host_tools.play.web.fingers import Fingers
from host_tools.play.web.laying import TileDealer
from host_tools.play.web.messages import Act, BenchAct, Lay, Park, Press, Release, Scene, Tell
from host_tools.play.web.pace import Pace
from host_tools.play.web.parked_game import ParkedGame
from host_tools.play.web.picture import Picture, take
from host_tools.play.web.told import Parked
from host_tools.play.web.workbench import Workbench

if TYPE_CHECKING:
    from host_tools.play.web.recordings import Recordings

ACTS_PER_PAGE = 256  # waiting for the next tick
LAST_TICKS = 100  # at most, to bring a game back before the power goes
_BY_HAND = (Lay, Park, *get_args(HandAct))  # what moves tiles
_NO_HELP = "a real board has no automatic hand"
_NO_TILES = "nothing here can move the tiles of a real board"


@dataclass(frozen=True, slots=True)
class Moment:
    """What is new after a tick."""

    ms: int
    picture: Picture
    lines: tuple[str, ...]  # what the board said
    tones: tuple[tuple[int, int], ...]  # (ms, hertz)
    problems: tuple[tuple[int, str], ...]  # (page, why its hand could not do something)
    notes: tuple[dict[str, object], ...] = ()  # of the helping hand and the workbench
    answers: tuple[tuple[int, dict[str, object]], ...] = ()  # (page, message)

    @property
    def lights_alone(self) -> bool:
        """Whether only the picture may have changed."""
        return not (self.lines or self.tones or self.problems or self.notes or self.answers)


class BoardRunner:
    """Ticks the board, `speed` times as fast as real time. `publish` is called from the board's
    thread with the news."""

    def __init__(
        self,
        board: BoardView,
        tick_ms: int,
        centres: Sequence[tuple[float, float]],
        publish: Callable[[Moment], None],
        speed: float = 1.0,
        pacer: Pacer | None = None,
        pace: Pace | None = None,
        folder: Path | None = None,
    ) -> None:
        """`folder`: for what must outlast a program that is killed."""
        self._board = board
        self._pace = pace
        self._tick_ms = tick_ms
        self._speed = speed
        self._centres = centres
        self._publish = publish
        self._stop = threading.Event()
        self._pacer = pacer or Pacer(sleep=self._rest)
        self._lock = threading.Lock()
        self._acts: dict[int, deque[Act]] = {}
        self._gone: set[int] = set()
        self._hands: dict[int, PageHand] = {}
        self._fingers = Fingers(board)
        self._parked = ParkedGame(board, folder)
        self._dealer = TileDealer(board, centres, self._free)
        self._automatic: AutomaticHands | None = None
        self._workbench: Workbench | None = None
        self._hands_off = ""  # why pages cannot move the tiles of this board
        self._picture = Picture()
        self._lines: list[str] = []
        self._tones: list[tuple[int, int]] = []
        self._answers: list[tuple[int, dict[str, object]]] = []
        self._handlers: dict[type[Act], Callable[[int, Any], str | None]] = {
            **dict.fromkeys(get_args(HandAct), self._use_hand),
            **dict.fromkeys(get_args(BenchAct), self._use_bench),
            Press: lambda page, act: self._fingers.press(page, act.button),
            Release: lambda page, act: self._fingers.release(page, act.button),
            Tell: lambda _, act: board.send_line(json.dumps(act.line)),
            Lay: lambda _, act: self._dealer.lay(act),
            Park: lambda page, act: self._park(page, act.on),
            **dict.fromkeys((Help, Screen, Play), self._use_automatic),
        }
        board.lines.subscribe(lambda _, line: self._lines.append(line))
        listen(board.lines, {State: self._take_state})
        board.sounds.subscribe(lambda ms, hertz: self._tones.append((ms, hertz)))

    def equip(
        self, board: Board, recordings: "Recordings | None" = None, on_screen: bool = False
    ) -> None:
        """Add automatic hands and a workbench. `on_screen`: they carry out whatever is not a
        player's own move."""
        self._automatic = AutomaticHands(board, on_screen)
        self._workbench = Workbench(board, self._free, recordings)

    def attach(self, workbench: Workbench, hands_off: str) -> None:
        """Attach the workbench of a real board. `hands_off`: why pages cannot move its tiles, empty
        if they can."""
        self._workbench = workbench
        self._hands_off = hands_off

    @property
    def free(self) -> Callable[[], str | None]:
        """Called by a workbench to make the pages' hands let go."""
        return self._free

    @property
    def parked(self) -> bool:
        """Whether the game is parked or not yet restored."""
        return self._parked.busy or self._parked.owned_by(None)

    @property
    def laying(self) -> bool:
        """Whether tiles are still being placed, so that their positions do not count yet."""
        return self._dealer.busy

    def ask(self, page: int, act: Act) -> str | None:
        """Queue an act of a page (from any thread). Returns the reason if it is refused."""
        with self._lock:
            acts = self._acts.setdefault(page, deque())
            if len(acts) >= ACTS_PER_PAGE:
                return "too many messages at once; this one was dropped"
            acts.append(act)
        return None

    def leave(self, page: int) -> None:
        """A page has closed: its hand puts the tile back and its fingers release the buttons."""
        with self._lock:
            self._acts.pop(page, None)
            self._gone.add(page)

    def stop(self) -> None:
        """End `run` after the current tick (any thread)."""
        self._stop.set()

    def run(self) -> None:
        """Tick until stopped; then all hands let go."""
        self.begin()
        try:
            while not self._stop.is_set():
                self.tick()
                self._pacer.wait(self._tick_ms / self._speed)
        finally:
            self.end()

    def begin(self) -> None:
        """Restore what a killed program had parked, for callers of `tick`."""
        self._bring_back(None)

    def end(self) -> None:
        """Do what is still asked, make all hands let go and restore a parked game, for callers of
        `tick`."""
        self._collect()
        self._let_go()
        self._bring_back(None)
        for _ in range(LAST_TICKS):
            if not self._parked.busy and not self._dealer.busy:
                break
            self._push_buttons()
            self._dealer.step()
            self._board.step()
        self._board.step()
        if self._workbench is not None:
            self._workbench.close()

    def _take_state(self, state: State) -> None:
        if state.position:
            self._dealer.want_set(host_game(state.game).alike)

    def _rest(self, seconds: float) -> None:
        self._stop.wait(seconds)

    def tick(self) -> None:
        """One tick: acts, hands, board and news."""
        problems = self._collect()
        self._dealer.exchange_set(self._parked.busy)
        self._dealer.step()
        for page, hand in list(self._hands.items()):
            problems += [(page, text) for text in hand.step(self._tick_ms)]
            if not hand.busy:
                del self._hands[page]
        if self._automatic:
            people = any(hand.tile is not None for hand in self._hands.values())
            busy = self._parked.busy or self._dealer.busy
            button = self._automatic.step(people, self.parked, busy)
            if button:
                self._fingers.tap(button)
        self._board.step()
        self._report(problems)

    def _collect(self) -> list[tuple[int, str]]:
        with self._lock:
            acts, self._acts = self._acts, {}
            gone, self._gone = self._gone, set()
        problems = []
        for page, queue in acts.items():
            for act in queue:
                problem = self._do(page, act)
                problems += _of(page, problem)
                if act == Park(True):
                    self._answers.append((page, Parked(on=problem is None).as_dict()))
        for page in gone:
            if self._parked.owned_by(page):
                problems += _of(page, self._park(page, False))
            if self._workbench:
                self._workbench.leave(page)
            self._fingers.leave(page)
            if page in self._hands:
                self._hands[page].put_back()
        self._push_buttons()
        return problems

    def _let_go(self) -> None:
        for hand in self._hands.values():
            hand.open()
        self._hands.clear()
        if self._automatic:
            self._automatic.let_go()

    def _free(self) -> str | None:
        """Make all hands of pages let go; the reason if another hand holds a tile."""
        self._let_go()
        if any(tile.held for tile in self._board.world.tiles):
            return "a hand holds a tile; wait until it has set it down"
        return None

    # What pages ask, by type of message; each returns why it cannot be done

    def _do(self, page: int, act: Act) -> str | None:
        if self._hands_off and type(act) in _BY_HAND:
            begins = type(act) in (Grab, Lay) or act == Park(True)
            return self._hands_off if begins else None
        return self._handlers[type(act)](page, act)

    def _use_hand(self, page: int, act: HandAct) -> str | None:
        if isinstance(act, Grab) and self._automatic:
            self._automatic.hand_over(act.tile)
        new = PageHand(self._board.world, self._centres, self._automatic)
        return self._hands.setdefault(page, new).ask(act)

    def _use_automatic(self, _page: int, act: Help | Screen | Play) -> str | None:
        if self._automatic is None:
            return _NO_HELP if isinstance(act, Help) else _NO_TILES
        return self._automatic.ask(act)

    def _use_bench(self, page: int, act: BenchAct) -> str | None:
        if self._workbench is None:
            return "this board has no workbench"
        if isinstance(act, Scene) and self._parked.busy:
            return "the game is parked; bring it back first"
        return self._workbench.ask(page, act)

    def _notes(self) -> list[dict[str, object]]:
        pace = self._pace.news() if self._pace is not None else None
        notes = [pace] if pace is not None else []
        if self._workbench is not None:
            notes += self._workbench.news()
        if self._automatic is not None:
            notes += self._automatic.news()
        return notes

    def _bring_back(self, page: int | None) -> None:
        alike, tiles = self._parked.end(page)

        def lay() -> None:
            self._dealer.unpack(alike)
            for tile_id, x, y, up in tiles:
                self._board.world.lay(tile_id, x, y, up)

        if tiles:
            self._dealer.lay_later(lay)

    def _park(self, page: int, on: bool) -> str | None:
        if on:
            return self._parked.begin(page)
        problem = None
        if self._parked.owned_by(page):
            problem = self._free()
            if problem is None:
                self._bring_back(page)
        return problem

    def _push_buttons(self) -> None:
        wanted = self._parked.step(self._dealer.busy)
        if wanted:
            self._fingers.tap(wanted)
        self._fingers.step()

    def _report(self, problems: list[tuple[int, str]]) -> None:
        board = self._board
        holders = {hand.tile: page for page, hand in self._hands.items() if hand.tile is not None}
        if self._automatic:
            holders.update(dict.fromkeys(self._automatic.tiles, HOLDER))
        picture = take(board, holders)
        if self._automatic and self._automatic.measuring:
            picture = replace(picture, tiles=self._picture.tiles)
        notes = tuple(self._notes())
        news = self._lines or self._tones or problems or notes or self._answers
        if not news and picture == self._picture:
            return
        lines, self._lines = tuple(self._lines), []
        tones, self._tones = tuple(self._tones), []
        answers, self._answers = tuple(self._answers), []
        self._picture = picture
        self._publish(Moment(board.now_ms, picture, lines, tones, tuple(problems), notes, answers))


def _of(page: int, problem: str | None) -> list[tuple[int, str]]:
    return [(page, problem)] if problem else []
