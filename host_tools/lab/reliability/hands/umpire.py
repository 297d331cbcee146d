"""Reads the firmware's state: which game it has, and whether hands caused it.

It decides nothing for the hand; it reports when the hand is back in the game, and what was lost.
"""

from array import array
from typing import Any, NamedTuple

from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.tiles import FOREIGN
from lodeboard.games.contract import EMPTY, FIXED, NOWHERE, UNCLEAR, UNDO, Game
from lodeboard.play.guide import HELD, READY
from lodeboard.play.scene import LEFT, NEW_GAME
from lodeboard.storage import fault_log, journal
from lodeboard.system.loader import make_game, playable

_CONVERTER_MV = 8  # a reading is off by as much (INL of the RP2040's converter)
_PRESSED_MS = 1000  # a button counts as the reason of what follows within


class GameState(NamedTuple):
    """The state of a game in the firmware."""

    variant: int
    start: str
    steps: tuple[int, ...]
    over: bool


class Umpire:
    """Watches one board whose firmware runs under its supervisor.

    `lost`: changes of the game without a cause. `phantoms`: steps taken while tiles lay
    differently, with an explanation: a foreign magnet, a tile in a hand, or a tile on a cell that
    the step does not concern.
    """

    def __init__(self, board: SimulatedBoard) -> None:
        self._board = board
        self._variants = playable(board.profile)
        self.lost: list[str] = []
        self.phantoms: list[str] = []
        self.steps = 0  # since it began to watch
        self._flow: Any = None
        self._opened: Any = None  # the menu, when last open
        self._fresh = True  # the firmware has stopped or started, and has no game since
        self._asked = False  # when it stopped, people had just asked for another position
        self._now: GameState | None = None
        self._before: GameState | None = None  # before the last change
        self._steps: Any = None
        self._over = False
        self._left_ms = -_PRESSED_MS
        self._expected = bytearray(board.profile.cells)
        board.ticks.subscribe(self._ticked)

    # State

    @property
    def flow(self) -> Any:
        """The firmware's flow of scenes; None without power or after a fault."""
        app = getattr(self._board.app, "app", None)
        return None if app is None else app.flow

    @property
    def match(self) -> Any:
        """The match on the board, or None."""
        flow = self.flow
        if flow is None or flow.match is None or flow.scene.phase == "resume":
            return None
        return flow.match

    @property
    def now(self) -> GameState | None:
        """The game as last seen."""
        return self._now

    @property
    def scene(self) -> str:
        """What the firmware is doing, in one or two words."""
        flow = self.flow
        if flow is None:
            return "fault" if self._board.powered else "off"
        if flow.scene is not flow.match:
            gains = type(flow.scene).__name__ == "Gains"
            return "gains" if gains else str(flow.scene.phase)
        match = flow.match
        if match.over:
            return "over"
        if match._timers.wrong_shown:
            return "restoring" if match._restoring else "mistake"
        if match._thinking.on:
            return "thinking"
        if match._guide.seen == HELD:
            return "step under way"
        if match._choosing.on:
            return "choosing"
        return "machine's step" if match._guide.asked else "person's step"

    def back(self) -> bool:
        """True when the game goes on: the board asks only for its next step, and the tiles lie as
        required."""
        flow, match = self.flow, self.match
        if match is None or flow.scene is not match or any(h.tile for h in self._hands()):
            return False
        if match.over:
            return not match._restoring
        if match._restoring or match._timers.wrong_shown or match._guide.seen != READY:
            return False
        return self.lies(match.game)

    def lies(self, game: Game) -> bool:
        """True when the lowest tile on each cell, even if it leans, matches the position."""
        game.expected(self._expected)
        return all(game.alike[self._code(cell)] == code for cell, code in enumerate(self._expected))

    def refused(self) -> list[int]:
        """The cells for which the firmware refuses its zeros although the plate is bare: it takes
        the sensor's offset for a magnet, because the offset is that large. Other refused cells do
        not count: the hand must clear those."""
        flow = self.flow
        # Compare by name: loading a game removes the module from memory and imports it again.
        if flow is None or type(flow.scene).__name__ != "Zeros" or flow.scene._measuring:
            return []
        world, profile = self._board.world, self._board.profile
        if any(world.plate.covers(body.x_mm, body.y_mm) for body in world.bodies()):
            return []
        least = profile.sensing["zero_magnet_mv"][0] - _CONVERTER_MV
        offsets = self._board.frontend.sensors.offset_mv
        report: dict[str, Any] = {}
        flow.scene.report(report)
        return [
            cell
            for cell in range(profile.cells)
            if profile.cell_name(cell) in report["wrong"] and abs(offsets[cell]) > least
        ]

    def faults(self) -> list[str]:
        """The firmware's fault log, and whether it put a game aside as damaged."""
        found = []
        log = self._board.store.load(fault_log.NAME)
        if log:
            found.append(log.decode().strip())
        if self._board.store.load(journal.DAMAGED) is not None:
            found.append("the game was put aside as damaged")
        return found

    def begin(self) -> None:
        """Take the present state as correct."""
        self.lost.clear()
        self.phantoms.clear()
        self._look_at(self.match)
        self._before = None

    def _hands(self) -> list[Any]:
        return list(self._board.hands)

    def _code(self, cell: int) -> int:
        here = self._board.world.on_cell(cell)
        if not here:
            return EMPTY
        tile = here[0]
        if tile.owner == FOREIGN:
            return UNCLEAR
        return 1 + 2 * tile.owner + (not tile.up)

    # Events

    def _ticked(self, now_ms: int, _: None) -> None:
        flow = self.flow
        if self._board.port.finger.down & LEFT:
            self._left_ms = now_ms
        if flow is None:
            if self._flow is not None:
                # In this tick a button may have taken effect, also that of the question whether to
                # continue a game, or a step may have been taken.
                asked = self._fresh and self._asked
                self._asked = asked or self._left(now_ms) or self._menu()
                self._flow, self._fresh = None, True
            return
        if flow.scene.phase == "menu":
            self._opened = flow.scene
        if flow is not self._flow:
            self._flow, self._fresh, self._steps = flow, True, None
        match = self.match
        if match is not None:
            steps = match.record.steps
            if self._steps is None or steps != self._steps or match.over != self._over:
                self._changed(match, now_ms)

    def _look_at(self, match: Any) -> None:
        self._before = self._now
        self._now = None
        if match is not None:
            self._steps = array("H", match.record.steps)
            self._over = match.over
            record = match.record
            self._now = GameState(record.variant, record.start, tuple(record.steps), match.over)

    def _changed(self, match: Any, now_ms: int) -> None:
        before, earlier, fresh = self._now, self._before, self._fresh
        self._fresh = False
        self._look_at(match)
        now = self._now
        if before is None or now is None:
            return
        if fresh:
            known = [each for each in (before, earlier) if each is not None]
            self._started(known, now, self._left(now_ms))
            self._asked = False
            return
        if now.steps == before.steps and now.start == before.start:
            self._before = earlier  # only its end was undone, or it was resigned
            return
        fewer = now.start == before.start and now.steps == before.steps[: len(now.steps)]
        grown = len(now.steps) > len(before.steps) and now.start == before.start
        if grown and now.steps[: len(before.steps)] == before.steps:
            self._made(match, before, now)
        elif fewer and now.steps and self._left(now_ms):
            pass  # taken back
        elif self._amended(before, now):
            self.steps += 1
        elif fewer and now.steps:
            self._need(False, "taken back", before, now)
        elif not now.steps:
            wanted = self._left(now_ms) or self._menu() or before.over or not before.steps
            self._need(wanted, "begun again", before, now)
        else:
            self._need(False, "changed", before, now)

    def _amended(self, before: GameState, now: GameState) -> bool:
        """Hands have changed the last turn as the game allows."""
        game = make_game(*self._variants[before.variant])
        game.load(before.start)
        for step in before.steps:
            game.push(step)
        may = game.amend() if before.steps else FIXED
        if now.start != before.start or may == FIXED:
            return False
        game.expected(self._expected)
        there = bytes(self._expected)
        steps = list(before.steps)
        under_way = not game.between_moves()
        ways = []
        while True:
            game.pop()
            steps.pop()
            if under_way:
                ways.append(tuple(steps))
            if game.between_moves():
                break
        if may != UNDO:
            ways.append((*steps, may))
        if now.steps not in ways:
            return False
        for step in now.steps[len(steps) :]:
            game.push(step)
        if not self.lies(game):
            self.taken_for_made(game, there, before, now)
        return True

    def _started(self, known: list[GameState], now: GameState, dropped: bool) -> None:
        """Check the game after a start: as before, or as before the last step. `dropped`: people
        declined to continue it."""
        if self._asked or dropped or any(now[:3] == each[:3] for each in known):
            return
        if not now.steps:
            ended = any(each.over or not each.steps for each in known)
            self._need(ended or self._menu(), "lost by a start", known[0], now)
        else:
            one_more = any((now.start, now.steps[:-1]) == each[1:3] for each in known)
            self._need(one_more, "changed by a start", known[0], now)

    def _made(self, match: Any, before: GameState, now: GameState) -> None:
        """Check the added steps: by the rules, and by what hands did."""
        game = make_game(*self._variants[now.variant])
        game.load(now.start)
        buffer = array("H", [0] * game.max_steps)
        for number, step in enumerate(now.steps):
            if number >= len(before.steps):
                legal = step in buffer[: game.steps(buffer)]
                self._need(legal, "an illegal step", before, now)
                self.steps += 1
                if game.choice(step) == NOWHERE:
                    game.expected(self._expected)
                    there = bytes(self._expected)
                    game.push(step)
                    if not self.lies(game):
                        self.taken_for_made(game, there, before, now)
                    continue
            game.push(step)
        self._need(game.text() == match.game.text(), "another position", before, now)

    def taken_for_made(self, game: Game, there: bytes, before: GameState, now: GameState) -> None:
        """The tiles lie differently from this step's position; `there`: the position before it. A
        foreign magnet or a tile in a hand may read as the step; a leaning tile may go unnoticed on
        a cell that the step empties or does not concern."""
        world = self._board.world
        strange = any(world.plate.covers(body.x_mm, body.y_mm) for body in world.foreign)
        changed = [cell for cell, code in enumerate(self._expected) if code != there[cell]]
        made = all(
            game.alike[self._code(cell)] == self._expected[cell]
            or (self._expected[cell] == EMPTY and world.on_cell(cell)[0].rest == "leaning")
            for cell in changed
        )
        if made or strange or any(tile.held for tile in world.tiles):
            self.phantoms.append(game.text())
        else:
            self._need(False, "a step that no hand made", before, now)

    def _left(self, now_ms: int) -> bool:
        return now_ms - self._left_ms <= _PRESSED_MS

    def _menu(self) -> bool:
        """Whether the menu was closed with a request for a new game."""
        menu = self._opened
        return menu is not None and bool(menu.changed or menu.action == NEW_GAME)

    def _need(self, holds: bool, what: str, before: GameState, now: GameState) -> None:
        if not holds:
            self.lost.append(f"{what}: {_said(before)}, now {_said(now)}")


def _said(state: GameState) -> str:
    return f"{state.start} + {list(state.steps)}{' over' if state.over else ''}"
