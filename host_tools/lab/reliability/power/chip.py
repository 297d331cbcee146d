"""A session on the emulated chip. People play, and each command to the flash is recorded with its
time, so that the flash can be restored as a power cut at any cycle leaves it.

The chip runs the official MicroPython and the firmware of this tree; its flash takes the typical
times of its data sheet. The chip is deterministic and only commands change its flash: a cut leaves
the result of the commands before it and of the completed part of the one it interrupts.
"""

import json
import random
from array import array
from bisect import bisect_right
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from host_tools.board.emulator import filesystem
from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.flashwaits import TYPICAL, FlashWaits
from host_tools.board.emulator.pll import BOOT_HERTZ
from host_tools.build import firmware, profiles
from host_tools.build.layout import DATA
from host_tools.games.loader import host_game
from host_tools.lab.reliability.power import nor, storing
from host_tools.lab.reliability.power.flashcuts import FlashCut, FlashLog, changed_blobs
from host_tools.lab.reliability.power.stored_state import MATCH, RESUME, Told
from lodeboard.boards.rp2040 import FILES_OFFSET
from lodeboard.games.contract import EMPTY, NOWHERE, UNDECIDED, UP_0, UP_1, Game, owner_of
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.settings import NAME as SETTINGS
from lodeboard.storage.settings import TWO_PLAYERS, Settings
from lodeboard.system.loader import make_game, playable

LEFT, MIDDLE, RIGHT = 1, 2, 4
_SLOW_MS = 20_000  # of board time: nothing that is waited for takes so long
_SEEN_MS = 600  # until what lies on the board is seen
_GAP_MS = 15.0  # without a command to the flash: another save
_STEPS = 7  # of a game


class Person:
    """A person at an emulated board who lays tiles instantly and sends lines."""

    def __init__(self, board: EmulatedBoard) -> None:
        self.board = board
        self.told = Told(board.profile, self.cycle)
        self._end = board.lines.subscribe(lambda _, line: self.told.hear(line))

    def cycle(self) -> int:
        """Cycles since the first power-on."""
        return _cycles(self.board.chip.now_ms)

    def leave(self) -> None:
        """Stop listening."""
        self._end()

    def wait(self, what: str, holds: Callable[[], bool]) -> None:
        """Let board time pass until the condition holds; raises ChipError."""
        self.board.run_until(holds, _SLOW_MS, what)

    def say(self, **command: object) -> None:
        """Send a line to the board."""
        self.board.send_line(json.dumps(command))

    def look(self) -> None:
        """Make the board send its zeros and gains."""
        cells = len(self.board.serial_out)
        self.say(c="watch", on=True)
        self.wait("cells", lambda: any('"cells"' in s for s in self.board.serial_out[cells:]))
        self.say(c="watch", on=False)

    def lay(self, game: Game) -> None:
        """Arrange the tiles for a position."""
        codes = array("B", [EMPTY] * self.board.profile.cells)
        game.expected(codes)
        self.board.world.arrange(
            [None if code == EMPTY else (owner_of(code), code in (UP_0, UP_1)) for code in codes]
        )

    def position(self) -> Game:
        """The game as last reported by the board."""
        state = self.told.state
        game = make_game(state["game"], state["rules"])
        game.load(state["position"])
        return game

    def calm(self) -> None:
        """Arrange the tiles for the position and wait until the board asks for the next step."""
        self.lay(self.position())
        self.board.run_ms(_SEEN_MS)
        wanted = ("lift", "place", "give", "put")
        self.wait("next step", lambda: self.told.ask in wanted)

    def step(self, rng: random.Random) -> bool:
        """Make a random step; False if the game is over."""
        game = self.position()
        steps = array("H", [0] * game.max_steps)
        count = game.steps(steps)
        if game.verdict() != UNDECIDED or not count:
            return False
        step = steps[rng.randrange(count)]
        before = self.told.state["moves"][:]
        if game.choice(step) != NOWHERE:
            self.say(c="choose", move=game.move_text([step]))
        else:
            game.push(step)
            self.lay(game)
        self.wait("step", lambda: self.told.state.get("moves", before) != before)
        return True

    def play(self, rng: random.Random, steps: int) -> None:
        """Make some random steps."""
        for _ in range(steps):
            if self.told.state["result"] is not None or not self.step(rng):
                break

    def settle(self) -> None:
        """Let a few ticks pass without any action."""
        self.board.run_ms(3 * self.board.profile.tick_ms)


class Recording:
    """Records every command to a chip's flash, with the cycles at which the flash is busy with it:
    from `starts` to before `ends`. The chip waits meanwhile."""

    def __init__(self, chip: Chip) -> None:
        self._chip = chip
        self.log = FlashLog(chip.file_system())
        self.starts: list[int] = []
        self.ends: list[int] = []
        FlashWaits(chip)
        chip.on_flash = self._on_flash

    def _on_flash(self, address: int, data: bytes, carry_out: Callable[[], None]) -> None:
        command = nor.from_chip(address, data, filesystem.BLOCK_BYTES)
        self.starts.append(_cycles(self._chip.now_ms))
        self.ends.append(self.starts[-1] + _busy(command))
        carry_out()
        self.log.add(command)

    def end(self) -> None:
        """Stop recording."""
        self._chip.on_flash = None

    def cut(self, cycle: int, rng: np.random.Generator) -> FlashCut:
        """The effect of a cut at this cycle; a command in progress is left half done in a random
        way."""
        index = bisect_right(self.starts, cycle) - 1
        if index < 0 or cycle >= self.ends[index]:
            return FlashCut(index + 1)
        share = (cycle - self.starts[index]) / (self.ends[index] - self.starts[index])
        return FlashCut(index, str(rng.choice(self.log.commands[index].ways)), share)


class Session(NamedTuple):
    """A recorded session. Cycles count from power-on; cuts are drawn between `first` and `last`.
    `blobs`: the blob that each command to the flash saves."""

    board: EmulatedBoard
    told: Told
    flash: Recording
    blobs: list[str]
    first: int
    last: int


def first_files(name: str) -> dict[str, bytes]:
    """The firmware, and settings for two people who play this game."""
    settings = Settings()
    settings.players = TWO_PLAYERS
    profile = profiles.of_game(name)
    settings.variant = next(
        index for index, each in enumerate(playable(profile)) if each[0] == name
    )
    store = MemoryStore()
    settings.save(store, profile.name)
    blob = store.load(SETTINGS)
    return firmware.board_files(board=profile.name) | {f"{DATA}/{SETTINGS}.blob": blob or b""}


def play(name: str, seed: int) -> Session:
    """Play: zeros, a game with a step taken back, settings changed during it, resignation; another
    game; zeros again; and one more game."""
    board = EmulatedBoard(profiles.of_game(name), seed, files=first_files(name))
    board.world.unpack(host_game(name).alike)
    flash = Recording(board.chip)
    person = Person(board)
    person.wait("zeros asked for", lambda: person.told.phase == "calibrate")
    first = person.cycle()
    _use(person, random.Random(f"{name} {seed}"))
    last = person.cycle()
    flash.end()
    return Session(board, person.told, flash, _blobs(flash), first, last)


def _use(person: Person, rng: random.Random) -> None:
    person.look()
    person.told.begin_again()
    _set_zeros(person)
    person.calm()
    person.play(rng, 3)
    person.say(c="set", brightness=rng.randrange(2), sound=0)
    person.settle()
    person.play(rng, _STEPS)
    if person.told.state["result"] is None:
        moves = len(person.told.state["moves"])
        person.say(c="back")
        person.wait("step back", lambda: len(person.told.state["moves"]) < moves)
        person.calm()
        person.play(rng, 2)
    if person.told.state["result"] is None:
        person.say(c="resign")
        person.wait("end", lambda: person.told.state["result"] is not None)
    person.say(c="new")
    person.wait("new game", lambda: person.told.state["result"] is None)
    person.calm()
    person.play(rng, 2)
    person.board.world.arrange(())
    person.settle()
    for button in [MIDDLE] + [LEFT] * 7 + [RIGHT] * 3 + [MIDDLE]:
        person.board.tap(button, 80)
    _set_zeros(person)
    person.calm()
    person.play(rng, _STEPS)
    person.settle()


def _set_zeros(person: Person) -> None:
    person.wait("zeros", lambda: person.told.phase == "calibrate")
    person.board.tap(MIDDLE, 80)
    person.wait("gains", lambda: person.told.state["ask"] != "calibrate")
    if person.told.state["ask"] == "gain":
        person.board.tap(MIDDLE, 80)
    person.wait("game", lambda: person.told.phase == MATCH)
    person.look()


def _blobs(flash: Recording) -> list[str]:
    """The blob that each command saves: commands without a pause between them are one save."""
    gap = _cycles(_GAP_MS)
    log, starts = flash.log, flash.starts
    groups: list[list[int]] = []
    for index, start in enumerate(starts):
        pause = start - flash.ends[index - 1] if index else gap
        if pause >= gap:
            groups.append([])
        groups[-1].append(index)
    rng = np.random.default_rng(0)
    images = [log.image(FlashCut(group[0]), rng) for group in groups]
    images.append(log.image(FlashCut(len(starts)), rng))
    names = changed_blobs([filesystem.read_folder(image, DATA) for image in images])
    return [name for group, name in zip(groups, names, strict=True) for _ in group]


def _busy(command: nor.Command) -> int:
    """Cycles for which a command keeps the flash busy."""
    return _cycles(TYPICAL.page if command.data else TYPICAL.sector)


def _cycles(ms: float) -> int:
    return round(ms * BOOT_HERTZ / 1000)


class At(NamedTuple):
    """A cut at a cycle."""

    cycle: int
    cut: FlashCut


def draw(session: Session, number: int, rng: np.random.Generator) -> At:
    """A random cut. Of every four, one is at any cycle of the session, one at any cycle at which
    the flash is busy, and two in any command, so that short commands are hit as often as long
    ones."""
    kind = number % 4
    flash = session.flash
    if kind == 0:
        cycle = int(rng.integers(session.first, session.last))
    else:
        lengths = np.array(flash.ends) - np.array(flash.starts)
        weights = lengths if kind == 1 else np.ones(len(lengths))
        index = int(rng.choice(len(lengths), p=weights / weights.sum()))
        cycle = int(rng.integers(flash.starts[index], flash.ends[index]))
    return At(cycle, flash.cut(cycle, rng))


def start_again(board: EmulatedBoard, image: bytes) -> storing.Started:
    """Start the chip with this file system in its flash, and continue the game it offers."""
    board.power_cut()
    board.world.arrange(())
    begin = FILES_OFFSET
    board.chip.mcu.flash[begin : begin + filesystem.SIZE] = image
    board.boot()
    person = Person(board)
    told = person.told
    try:
        started = board.run_until(lambda: told.phase in storing.BEGUN, _SLOW_MS)
        if started and told.phase == RESUME:
            board.press(MIDDLE)
            started = board.run_until(lambda: told.phase == MATCH, _SLOW_MS)
            board.release(MIDDLE)
        if started:
            person.look()
    finally:
        person.leave()
    return storing.Started(told.now, started, told.notices)


def firmware_files(image: bytes) -> dict[str, Any]:
    """All files of a file system except the board's stored data."""
    files = filesystem.read_image(image)
    return {name: data for name, data in files.items() if not name.startswith(f"{DATA}/")}
