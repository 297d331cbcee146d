"""Plays whole games without a break on any board: simulated (`lodeboard soak`), on a cable (the
checkup's soak) or emulated (`lodeboard lab`).

The board plays both sides. The hand does only what the lights ask: white is a tile to lift, orange
and blue ask for a tile of the first and the second player, and the direction of the brightness ramp
shows which side goes up. It reads lights quickly and carries tiles in no time, so a game takes
about twenty seconds of board time.
"""

import gc
import json
import sys
import time
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Protocol, TypeVar

from host_tools.board.contract import Board
from host_tools.board.hands.judging import judged
from host_tools.board.hands.listener import LineListener
from host_tools.board.messages import NO_STATE, Handlers, Menu, State, listen, take
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.leds import Colour
from host_tools.build import profiles
from host_tools.games.loader import GAMES, host_game
from host_tools.jobs.progress import progress_bar
from lodeboard.games.catalogue import LEVELS, NAMES, VARIANTS
from lodeboard.games.contract import NOWHERE
from lodeboard.storage.settings import MACHINES
from lodeboard.system.loader import make_game, playable

MANY = 500
FIRST = GAMES[0]
_MIDDLE, _RIGHT = 2, 4
# More than in any game: at Magician Chess up to a hundred quiet turns lie between two of some sixty
# captures and pawn's moves.
_STEPS = 7000
_ANSWER_MS = 3000
_GONE_MS = 1500  # time for a light to go out once it is obeyed
_PRESS_MS = 60
_THOUGHT_MS = 60_000
_LOOK_TICKS = 60  # maximum time to watch the ramp of a light
_SURE = 4  # surplus of ticks in one direction that decides
_JUMP = 30.0  # in perceived brightness, 0..255: a larger change in a tick is not a ramp
_LEAST = 6  # of the brightest channel: darker colours are unclear

Kind_contra = TypeVar("Kind_contra", contravariant=True)


class SoakError(RuntimeError):
    """The board asked for nothing that can be done; the text quotes it."""


class QuickHand:
    """Plays the hands' part in a game on a board that plays both sides."""

    def __init__(self, board: Board) -> None:
        self.board = board
        self.state = NO_STATE
        self.wrong: list[str] = []
        self.variants: tuple[tuple[str, str], ...] = ()  # offered by the board's menu, in order
        self._restarted = False  # since the game began
        self._lifted: list[int] = []  # off the board while a step is under way
        handlers: Handlers = {State: self._take_state, Menu: self._take_menu}
        for line in board.serial_out:  # a board on a cable has sent its state already
            take(line, handlers)
        listen(board.lines, handlers)
        self._frames = 0  # shown so far
        self._given = 0  # moves made when the last given piece was seen
        board.frames.subscribe(self._shown)

    def _shown(self, _now_ms: int, _leds: list[Colour]) -> None:
        self._frames += 1

    def _take_state(self, state: State) -> None:
        if state.moves is None:  # zeros, or whether to continue: asked only after a start
            self._restarted = True
        self.state = state

    def _take_menu(self, menu: Menu) -> None:
        self.variants = _offered(menu)

    def send(self, **command: object) -> None:
        """Send a command on the serial line."""
        self.board.send_line(json.dumps(command))

    def press(self, button: int, ms: int = 100) -> None:
        """Press and release this button."""
        self.board.press(button)
        self.board.run_ms(ms)
        self.board.release(button)

    def _begin_anew(self) -> None:
        earlier = self.state
        self.send(c="new")
        self.board.run_until(lambda: self.state is not earlier, _ANSWER_MS)

    def _is(self, wanted: dict[str, object]) -> bool:
        """Whether the last state has these values."""
        return all(getattr(self.state, name) == value for name, value in wanted.items())

    def wait(self, limit_ms: float = _ANSWER_MS, **wanted: object) -> None:
        """Wait until the last state has these values. SoakError after `limit_ms`."""
        if not self.board.run_until(lambda: self._is(wanted), limit_ms):
            raise SoakError(f"no state with {wanted}; the last one: {self.state}")

    def describe(self, kind: tuple[int, int]) -> tuple[str, str, str]:
        """Game, rule set, and the kind in words."""
        variant, level = kind
        game, rules = self.variants[variant]
        return game, rules, f"{' '.join(filter(None, (game, rules)))}, {LEVELS[game][level]}"

    def begin(self, kind: tuple[int, int]) -> None:
        """Begin a new game of this variant and level; the board must be empty."""
        variant, level = kind
        game, rules = self.variants[variant]
        wanted: dict[str, object] = {
            "level": LEVELS[game][level],
            "game": game,
            "rules": rules,
        }
        self.send(c="set", players=MACHINES, variant=variant, level=level)
        if self.state.moves:  # a gift already made
            self._begin_anew()
        # The board may have made its first gift of the game before just then.
        self.board.run_until(lambda: self._is(wanted) or bool(self.state.moves), _THOUGHT_MS)
        if not self._is(wanted):
            self._begin_anew()
        self.wait(_THOUGHT_MS, phase="match", **wanted)
        self._lay_out(game)
        self._wait_for_first(**wanted)
        # The lights still show the previous game; wait for the board's new state.
        before = self._frames
        self.board.run_until(lambda: self._frames > before, _ANSWER_MS)
        self._restarted = False  # the board restarts for another game

    def play(self) -> bool:
        """Play the game to its end; return True. The tiles stay on the board. SoakError also if the
        board restarts meanwhile."""
        for _ in range(_STEPS):
            if self._game.ask == "over":
                return True
            self._step()
        raise SoakError(f"the game does not end: {self.state}")

    def clear(self) -> None:
        """Remove all tiles and wait until the board begins a new game."""
        self._lifted.clear()
        self.board.world.arrange([None] * self.board.profile.cells)
        self.wait(_THOUGHT_MS, phase="match", result=None)
        self._lay_out(self.state.game)
        self._wait_for_first()

    @property
    def _game(self) -> State:
        """Return the state of the game in progress. A board that has restarted has none at
        first."""
        if self._restarted:
            raise SoakError("the board started again in the middle of a game")
        return self.state

    def _lay_out(self, game: str) -> None:
        """Lay out the tiles that this game begins with, if any."""
        self.board.world.arrange(begins(game, self.board.profile.cells))

    def _wait_for_first(self, **wanted: object) -> None:
        """Wait until the first step of such a game is asked for."""
        name = str(wanted.get("game", self.state.game))
        game = make_game(name)
        wanted["start"] = game.text()
        steps = [0] * game.max_steps
        game.steps(steps)
        chosen = game.choice(steps[0]) != NOWHERE  # the board may have made choices by then
        first = "lift" if any(begins(name, self.board.profile.cells)) else "place"
        wanted |= {"phase": "match", "ask": first}
        self.wait(_THOUGHT_MS, **wanted if chosen else {**wanted, "length": 0})

    def _step(self) -> None:
        """Wait for the lights to ask for something and do it. First confirm a given piece with the
        right button."""
        self.board.run_until(lambda: self._game.ask != "wait", _THOUGHT_MS)
        moves = self._game.length
        if self._game.hand is not None and self._game.ask == "place" and self._given != moves:
            self._given = moves
            self.press(_RIGHT, _PRESS_MS)
        end = self.board.now_ms + _THOUGHT_MS
        while self._game.ask != "over":
            for cell, colour in enumerate(self.board.leds):
                if _white(colour) and self._lift(cell):
                    return
                owner = _asked_of(colour)
                if owner is not None and self._put(cell, owner):
                    return
            if self.board.now_ms >= end:
                raise SoakError(f"no light asks for anything: {self.state}")
            self.board.step()

    def _lift(self, cell: int) -> bool:
        """Remove the tile that this cell's light asks to lift; False if it is gone already."""
        world = self.board.world
        if not world.on_cell(cell):
            return False
        tile = world.on_cell(cell)[0]
        self._lifted.append(tile.id)
        world.lay(tile.id, *world.home(tile), up=tile.up)
        # The board may ask for several tiles in turn.
        lit = self.board.leds[cell]
        self.board.run_until(
            lambda: self._game.ask != "lift" or self.board.leds[cell] != lit, _GONE_MS
        )
        return True

    def _put(self, cell: int, owner: int) -> bool:
        """Place the tile that this cell's light asks for; False if it stops asking."""
        climbs = 0
        before = _seen(self.board.leds[cell])
        for _ in range(_LOOK_TICKS):
            self.board.step()
            now = _seen(self.board.leds[cell])
            if abs(now - before) < _JUMP:  # a ramp jumps the other way when it restarts
                climbs += (now > before) - (now < before)
            before = now
            if abs(climbs) >= _SURE:
                break
        else:
            return False
        world = self.board.world
        own = [tile for tile in self._lifted if world.tile(tile).owner == owner]
        tile = own[0] if own else world.spare(owner).id
        self._lifted.clear()
        reported = self._game.length, self._game.position, self._game.ask
        world.lay(tile, *world.plate.centre(cell), up=climbs > 0)
        self.board.run_until(
            lambda: (self._game.length, self._game.position, self._game.ask) != reported,
            _ANSWER_MS,
        )
        return True


def _offered(menu: Menu) -> tuple[tuple[str, str], ...]:
    """Return game and rule set of each variant in a board's menu. SoakError for an unknown one."""
    items = [item for item in menu.items if item.field == "variant"]
    names = [name for item in items for name in item.values]
    unknown = [name for name in names if name not in NAMES]
    if unknown:
        raise SoakError(f"the board's menu offers {unknown[0]}, which is no game of this version")
    return tuple(VARIANTS[NAMES.index(name)] for name in names)


def begins(game: str, cells: int) -> list[tuple[int, bool] | None]:
    """Return owner and side of the tile on each cell at the start of this game."""
    codes = bytearray(cells)
    make_game(game).expected(codes)
    # A code is 1 to 4: the first player's tile up or down, then the second's.
    return [((code - 1) // 2, code % 2 == 1) if code else None for code in codes]


def _seen(colour: Colour) -> float:
    """Return the perceived brightness of the brightest channel, 0..255."""
    return float(255 * (max(colour) / 255) ** (1 / 2.2))


def _white(colour: Colour) -> bool:
    red, green, blue = colour
    return red == green == blue and red >= _LEAST


def _asked_of(colour: Colour) -> int | None:
    """Return whose tile this light asks for: orange the first player's, blue the second's."""
    red, green, blue = colour
    if blue == 0 and red >= _LEAST and 0.2 * red < green < 0.5 * red:
        return 0
    if red == 0 and blue >= _LEAST and green < 0.5 * blue:
        return 1
    return None


def kinds(
    count: int,
    game: str = FIRST,
    levels: int | None = None,
    among: Sequence[tuple[str, str]] = VARIANTS,
) -> list[tuple[int, int]]:
    """Return variant and level for a number of games: all combinations of this game in turn,
    weakest first. `levels`: limit for the levels. `among`: the board's variants."""
    variants = [index for index, (name, _) in enumerate(among) if name == game]
    there = [(variant, level) for level in range(len(LEVELS[game])) for variant in variants]
    there = there[: None if levels is None else levels * len(variants)]
    return [there[index % len(there)] for index in range(count)]


@dataclass(frozen=True)
class Outcome:
    """One game: rule set and level in words, its moves, the verdict by the rules, and faults in its
    record. `mistakes`: mistakes that the board reported although the hand did what its lights
    asked. `slowest_ms`: the longest time between two readings, 0 if none was sent."""

    name: str
    moves: int
    verdict: str
    wrong: list[str]
    mistakes: list[str]
    took_ms: int
    slowest_ms: int


class Player(Protocol[Kind_contra]):
    """Plays games of some kinds on a board. `state`: the board's last state; `wrong`: failures in
    the last game, apart from its record."""

    @property
    def board(self) -> Board: ...
    @property
    def state(self) -> State: ...
    @property
    def wrong(self) -> list[str]: ...

    def describe(self, kind: Kind_contra) -> tuple[str, str, str]:
        """Game, rule set, and the kind in words."""

    def begin(self, kind: Kind_contra) -> None:
        """Begin a game of this kind."""

    def play(self) -> bool:
        """Play it to its end; False if it was aborted, see `wrong`."""

    def clear(self) -> None:
        """Take the tiles away."""


def played(
    player: Player[Kind_contra], kinds: Iterable[Kind_contra], listener: LineListener
) -> Iterator[Outcome]:
    """Play games of these kinds and check each by the rules; yield it when its tiles are removed.
    SoakError."""
    board = player.board
    for kind in kinds:
        game, rules, name = player.describe(kind)
        begun_ms, listener.slowest_ms = board.now_ms, 0
        player.begin(kind)
        listener.mistakes.clear()  # clearing the board counts too
        ended = player.play()
        took_ms, mistakes = board.now_ms - begun_ms, listener.mistakes[:]
        verdict, wrong = judged(game, rules, player.state) if ended else ("", [])
        moves, slowest_ms = player.state.length if ended else 0, listener.slowest_ms
        player.clear()
        board.serial_out.clear()
        board.tones.clear()
        yield Outcome(name, moves, verdict, [*wrong, *player.wrong], mistakes, took_ms, slowest_ms)


def ready(board: Board, game: str = FIRST) -> QuickHand:
    """Return a hand at a new board that has just been switched on and plays this game."""
    hand = QuickHand(board)
    board.boot()
    hand.wait(_THOUGHT_MS, phase="calibrate")
    hand.press(_MIDDLE)
    board.run_until(lambda: hand.state.ask != "calibrate", _THOUGHT_MS)
    if hand.state.ask == "gain":
        hand.press(_MIDDLE)
    hand.wait(_THOUGHT_MS, phase="match")
    board.world.unpack(host_game(game).alike)
    hand.begin(kinds(1, game, among=hand.variants)[0])
    return hand


def soak(games: int, game: str = FIRST, board_name: str = profiles.DEFAULT) -> dict[str, float]:
    """Play a number of games in the simulator, at all levels. Returns the bytes that the App holds
    after one game of each kind and at the end, both between games. SoakError if this board does not
    have the game."""
    profile = profiles.profile(board_name)
    among = playable(profile)
    if game not in [name for name, _ in among]:
        raise SoakError(f"{game} is not made for a {board_name}")
    board = SimulatedBoard(profile, seed=1)
    hand = ready(board, game)
    every = kinds(len(among) * len(LEVELS[game]), game, among=among)
    settled = min(games, len(set(every)))
    held = {}
    moves = 0
    start = time.perf_counter()
    with progress_bar(games) as bar:
        done = played(hand, kinds(games, game, among=among), LineListener(board))
        for number, outcome in enumerate(done, 1):
            if outcome.wrong:
                raise SoakError(f"game {number}, {outcome.name}: {'; '.join(outcome.wrong)}")
            moves += outcome.moves
            if number in (settled, games):
                hand.begin(every[0])
                held[number] = held_bytes(board.app)
            bar.update()
    seconds = time.perf_counter() - start
    return {
        "games": games,
        "moves": moves,
        "board seconds": board.now_ms / 1000,
        "seconds": seconds,
        "ticks a second": board.now_ms / board.profile.tick_ms / seconds,
        "bytes held after the first games": held[settled],
        "bytes held after the last game": held[games],
    }


def held_bytes(app: object) -> int:
    """Return the bytes of all objects reachable from the App, without those of the simulator."""
    gc.collect()
    seen = {id(app)}
    waiting = [app]
    total = 0
    while waiting:
        thing = waiting.pop()
        total += sys.getsizeof(thing)
        for other in gc.get_referents(thing):
            code = isinstance(other, type | ModuleType | FunctionType | BuiltinFunctionType)
            simulated = type(other).__module__.startswith(("host_tools", "numpy", "numba"))
            if not code and not simulated and id(other) not in seen:
                seen.add(id(other))
                waiting.append(other)
    return total
