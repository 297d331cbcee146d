"""Runs a board in real time in a thread of its own, with the hands of the pages.

The board may be slow (it thinks with the firmware's own code) and must not hold up the
server, so it ticks in a worker thread; acts come in and pictures go out between ticks. A
board that falls behind is not hurried to catch up for long: its clock then simply runs
slower than the one on the wall.
"""

import json
import threading
from collections import deque
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from host_tools.board.contract import Board, BoardView
from host_tools.hands.helper import HOLDER, HelperHand
from host_tools.hands.page import PageHand
from host_tools.simulator.clock import Pacer
from host_tools.web.aside import Aside
from host_tools.web.bench_acts import BenchAct, Help, Scene
from host_tools.web.picture import Picture, take
from host_tools.web.protocol import BUTTONS, Act, Button, Grab, Lay, PutAside, Tell
from host_tools.web.workbench import Workbench

ACTS_PER_PAGE = 256  # waiting for the next tick
CLEARED_MS = 400  # the plate stays empty before tiles are laid out
_NEAR_MM = 30.0  # a tile nearer to the middle of a well than this may be felt there
LAST_TICKS = 100  # at most, to bring a game back before the power goes
SHORTEST_PRESS_MS = 80  # a key may be up again before the board has looked; a finger is slower


@dataclass(frozen=True, slots=True)
class Moment:
    """What is new after a tick."""

    ms: int
    picture: Picture
    lines: tuple[str, ...]  # what the board said
    tones: tuple[tuple[int, int], ...]  # (ms, hertz)
    problems: tuple[tuple[int, str], ...]  # (page, why its hand could not do something)
    notes: tuple[dict[str, object], ...] = ()  # of the helping hand and the workbench


class BoardRunner:
    """Ticks the board, `speed` times as fast as the clock on the wall. `publish` is called
    from the board's thread with whatever is new."""

    def __init__(
        self,
        board: BoardView,
        tick_ms: int,
        wells: Sequence[tuple[float, float]],
        publish: Callable[[Moment], None],
        speed: float = 1.0,
        pacer: Pacer | None = None,
    ) -> None:
        self._board = board
        self._tick_ms = tick_ms
        self._speed = speed
        self._wells = wells
        self._publish = publish
        self._stop = threading.Event()
        self._pacer = pacer or Pacer(sleep=self._rest)
        self._lock = threading.Lock()
        self._acts: dict[int, deque[Act]] = {}
        self._gone: set[int] = set()
        self._hands: dict[int, PageHand] = {}
        self._buttons: dict[int, int] = {}
        self._pressed = 0
        self._press_ends_ms = dict.fromkeys(BUTTONS, 0)
        self._aside = Aside(board)
        self._to_lay: Callable[[], None] | None = None
        self._lay_ms = 0
        self._alike: bool | None = None  # whether the game asks for the set of equal tiles
        self._exchange = False  # it has just become another game, with another set
        self._helper: HelperHand | None = None
        self._workbench: Workbench | None = None
        self._hands_off = ""  # why pages cannot move the tiles of this board
        self._helper_told: dict[str, object] = {}
        self._picture = Picture()
        self._lines: list[str] = []
        self._tones: list[tuple[int, int]] = []
        board.lines.subscribe(self._hear)
        board.sounds.subscribe(lambda ms, hertz: self._tones.append((ms, hertz)))

    def equip(self, board: Board) -> None:
        """Give the board a helping hand and a workbench."""
        self._helper = HelperHand(board)
        self._workbench = Workbench(board, self._free)

    def attach(self, workbench: Workbench, hands_off: str) -> None:
        """Give a real board its workbench. `hands_off`: why pages cannot move its tiles, empty
        where they can."""
        self._workbench = workbench
        self._hands_off = hands_off

    @property
    def free(self) -> Callable[[], str | None]:
        """What a workbench calls to make the pages' hands let go."""
        return self._free

    def ask(self, page: int, act: Act) -> str | None:
        """Hand in an act of a page (any thread). Returns why it was not taken."""
        with self._lock:
            acts = self._acts.setdefault(page, deque())
            if len(acts) >= ACTS_PER_PAGE:
                return "too many messages at once; this one was left out"
            acts.append(act)
        return None

    def leave(self, page: int) -> None:
        """A page is gone: its hand puts the tile back, its fingers leave the buttons."""
        with self._lock:
            self._acts.pop(page, None)
            self._gone.add(page)

    def stop(self) -> None:
        """End `run` after the current tick (any thread)."""
        self._stop.set()

    def run(self) -> None:
        """Tick until stopped; then all hands let go."""
        try:
            while not self._stop.is_set():
                self.tick()
                self._pacer.wait(self._tick_ms / self._speed)
        finally:
            self._let_go()
            self._bring_back(None)
            for _ in range(LAST_TICKS):
                if not self._aside.busy and self._to_lay is None:
                    break
                self._push_buttons()
                self._lay_now()
                self._board.step()
            self._board.step()

    def _hear(self, _ms: int, line: str) -> None:
        self._lines.append(line)
        if '"t": "state"' not in line or '"position"' not in line:
            return
        # Pieces that are given carry the same magnet all: so says who tells what is given.
        alike = "hand" in json.loads(line)
        if alike != self._alike:
            self._alike = alike
            self._exchange = True

    def _rest(self, seconds: float) -> None:
        self._stop.wait(seconds)

    def tick(self) -> None:
        """One tick: acts, hands, board, and the news."""
        problems = self._collect()
        self._exchange_set()
        self._lay_now()
        for page, hand in list(self._hands.items()):
            problems += [(page, text) for text in hand.step(self._tick_ms)]
            if not hand.busy:
                del self._hands[page]
        if self._helper:
            people = any(hand.tile is not None for hand in self._hands.values())
            self._helper.step(people, self._aside.busy or self._aside.owned_by(None))
        self._board.step()
        self._report(problems)

    def _collect(self) -> list[tuple[int, str]]:
        with self._lock:
            acts, self._acts = self._acts, {}
            gone, self._gone = self._gone, set()
        problems = []
        for page, queue in acts.items():
            for act in queue:
                if isinstance(act, Button):
                    self._finger(page, act)
                    continue
                if isinstance(act, Tell):
                    self._board.send_line(act.line)
                    continue
                if self._hands_off and not isinstance(act, Help | BenchAct):
                    if isinstance(act, Grab | Lay) or act == PutAside(True):
                        problems.append((page, self._hands_off))
                    continue
                if isinstance(act, Lay):
                    problems += self._lay(page, act)
                    continue
                if isinstance(act, PutAside):
                    problems += self._put_aside(page, act.on)
                    continue
                if isinstance(act, Help | BenchAct):
                    problems += self._at_bench(page, act)
                    continue
                if isinstance(act, Grab) and self._helper and self._helper.tile == act.tile:
                    self._helper.let_go()  # handed over
                hand = self._hands.setdefault(page, PageHand(self._board.world, self._wells))
                problem = hand.ask(act)
                if problem:
                    problems.append((page, problem))
        for page in gone:
            if self._aside.owned_by(page):
                problems += self._put_aside(page, False)
            if self._workbench:
                self._workbench.leave(page)
            self._buttons.pop(page, None)
            if page in self._hands:
                self._hands[page].put_back()
        self._push_buttons()
        return problems

    def _finger(self, page: int, act: Button) -> None:
        held = self._buttons.get(page, 0)
        if act.down:
            self._buttons[page] = held | act.mask
            self._press_ends_ms[act.mask] = self._board.now_ms + SHORTEST_PRESS_MS
        else:
            self._buttons[page] = held & ~act.mask

    def _let_go(self) -> None:
        for hand in self._hands.values():
            hand.open()
        self._hands.clear()
        if self._helper:
            self._helper.let_go()

    def _free(self) -> str | None:
        """Make all hands of pages let go; the reason if another hand holds a tile."""
        self._let_go()
        if any(tile.held for tile in self._board.world.tiles):
            return "a hand holds a tile; wait until it has set it down"
        return None

    def _at_bench(self, page: int, act: Help | BenchAct) -> list[tuple[int, str]]:
        problem: str | None = None
        if self._workbench is None:
            problem = "this board has no workbench"
        elif isinstance(act, Help):
            if self._helper is None:
                problem = "a real board has no helping hand"
            else:
                self._helper.ask(act)
        elif isinstance(act, Scene) and self._aside.busy:
            problem = "the game is put aside; bring it back first"
        else:
            problem = self._workbench.ask(page, act)
        return [(page, problem)] if problem else []

    def _notes(self) -> list[dict[str, object]]:
        if self._workbench is None:
            return []
        notes = self._workbench.news()
        if self._helper is None:
            return notes
        told = self._helper.told()
        if told != self._helper_told:
            self._helper_told = told
            notes.append(told)
        return notes

    def _lay(self, page: int, act: Lay) -> list[tuple[int, str]]:
        owners = [tile.owner for tile in self._board.world.tiles]
        wanted = [cell[0] for cell in act.cells if cell]
        if len(act.cells) != len(self._wells):
            return [(page, f'"cells" must have {len(self._wells)} letters')]
        most = [len(owners), 0] if act.alike else [len(owners) // 2, len(owners) // 2]
        if any(wanted.count(owner) > most[owner] for owner in (0, 1)):
            return [(page, "there are not so many tiles")]
        problem = self._free()
        if problem:
            return [(page, problem)]
        self._lay_later(partial(self._arrange, act))
        return []

    def _arrange(self, act: Lay) -> None:
        self._unpack(act.alike)
        self._board.world.arrange(act.cells)

    def _unpack(self, alike: bool) -> None:
        """The other set of tiles comes out of its box, where that is another."""
        self._exchange = False
        if self._board.world.alike != alike:
            self._board.world.unpack(alike)

    def _exchange_set(self) -> None:
        """When a game of another kind has begun, people put away the one set and take out the
        other. Not while tiles are about to be laid out: that knows what it wants."""
        if not self._exchange or self._to_lay or self._aside.busy:
            return
        assert self._alike is not None
        if self._board.world.alike != self._alike and self._free():
            return
        self._unpack(self._alike)

    def _lay_later(self, lay: Callable[[], None]) -> None:
        """Clear the plate, and lay tiles out when the board has seen that: a tile that
        becomes another one in no time is nothing a board could understand."""
        if not self._plate_taken():
            self._to_lay = None
            lay()
            return
        self._board.world.arrange([None] * len(self._wells))
        self._to_lay = lay
        self._lay_ms = self._board.now_ms + CLEARED_MS

    def _plate_taken(self) -> bool:
        """True when any tile lies in or near a well."""
        return any(
            abs(tile.x_mm - x) < _NEAR_MM and abs(tile.y_mm - y) < _NEAR_MM
            for tile in self._board.world.tiles
            for x, y in self._wells
        )

    def _lay_now(self) -> None:
        if self._to_lay is None or self._board.now_ms < self._lay_ms or self._free():
            return
        self._to_lay()
        self._to_lay = None

    def _bring_back(self, page: int | None) -> None:
        alike, tiles = self._aside.end(page)

        def lay() -> None:
            self._unpack(alike)
            for tile_id, x, y, up in tiles:
                self._board.world.lay(tile_id, x, y, up)

        if tiles:
            self._lay_later(lay)

    def _put_aside(self, page: int, on: bool) -> list[tuple[int, str]]:
        problem: str | None = None
        if on:
            problem = self._aside.begin(page)
        elif self._aside.owned_by(page):
            problem = self._free()
            if problem is None:
                self._bring_back(page)
        return [(page, problem)] if problem else []

    def _push_buttons(self) -> None:
        wanted = self._aside.step()
        if wanted:
            self._press_ends_ms[wanted] = self._board.now_ms + SHORTEST_PRESS_MS
        pressed = 0
        for mask in self._buttons.values():
            pressed |= mask
        for mask, end_ms in self._press_ends_ms.items():
            if self._board.now_ms < end_ms:
                pressed |= mask
        if pressed & ~self._pressed:
            self._board.press(pressed & ~self._pressed)
        if self._pressed & ~pressed:
            self._board.release(self._pressed & ~pressed)
        self._pressed = pressed

    def _report(self, problems: list[tuple[int, str]]) -> None:
        board = self._board
        holders = {hand.tile: page for page, hand in self._hands.items() if hand.tile is not None}
        if self._helper and self._helper.tile is not None:
            holders[self._helper.tile] = HOLDER
        picture = take(board, holders)
        notes = tuple(self._notes())
        news = self._lines or self._tones or problems or notes
        if not news and picture == self._picture:
            return
        lines, self._lines = tuple(self._lines), []
        tones, self._tones = tuple(self._tones), []
        self._picture = picture
        self._publish(Moment(board.now_ms, picture, lines, tones, tuple(problems), notes))
