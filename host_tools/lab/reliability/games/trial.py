"""Games by number: those of one batch run one after the other on a board that stays on."""

import os
import statistics
import time
from collections.abc import Mapping, Sequence
from contextlib import nullcontext
from typing import Any

from msgspec import to_builtins

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.serialport import SerialPort
from host_tools.board.hands.listener import LineListener
from host_tools.board.hands.soak import Player, SoakError, kinds, played, ready
from host_tools.build import profiles
from host_tools.build.layout import DATA
from host_tools.lab.reliability.games.careless import CarelessPlayer
from host_tools.lab.reliability.games.conditions import (
    EMULATED,
    GAMES_IN_BOOT,
    ROOM,
    SERIAL,
    Condition,
    Counts,
)
from host_tools.lab.reliability.games.speaking import SpeakingBoard
from host_tools.lab.reliability.hands.trial import swiftly
from host_tools.workshop.checkup import reports, soak
from host_tools.workshop.checkup.parts import FAULTY
from host_tools.workshop.checkup.steps import Step
from lodeboard.storage import fault_log, journal
from lodeboard.system.loader import playable

SOAK_MIN = 60.0  # of the board's clock at a serial port
# The weakest level moves at once on the chip; others think for seconds of board time.
_LEVELS = 1
_SEED = 1
_START_MS = 200


class Simulated:
    """A careless hand at its own board, with the games by number."""

    def __init__(self, condition: Condition, number: int, count: int) -> None:
        self.player = CarelessPlayer(condition, number)
        self.numbers = range(number * count, (number + 1) * count)
        self.kinds = [condition.kind(index) for index in self.numbers]
        self._condition = condition
        self._number = number

    def memory(self) -> int:
        """Bytes that the firmware holds, between games."""
        return self.player.held()

    def finish(self, counts: Counts, memory: list[int], _listener: LineListener) -> None:
        """Count the findings of all games together, and switch the board off."""
        counts.acts, counts.slips = self.player.acts, self.player.slips
        begun = settled(self._condition, self.numbers)
        counts.held, counts.grown = growth(memory[begun:])
        if counts.grown > ROOM:
            name = f"{self._condition.name}, board {self._number}"
            counts.wrong.append(f"{name}: {counts.grown} bytes more, {memory}")
        self.player.table.close()


class Emulated:
    """A fast hand at the emulated chip; the board plays both sides at its weakest level."""

    def __init__(self, condition: Condition, number: int, count: int) -> None:
        self._board = SpeakingBoard(profiles.of_game(condition.game))
        self.player = ready(self._board, condition.game)
        self.numbers = range(number * count, (number + 1) * count)
        self.kinds = kinds(count, condition.game, _LEVELS, playable(self._board.profile))
        self._condition = condition

    def memory(self) -> int:
        """Bytes free at the start of a game of the same settings."""
        self.player.begin(self.kinds[0])
        return self._board.free_bytes()

    def finish(self, counts: Counts, memory: list[int], listener: LineListener) -> None:
        """Count the findings of all games together."""
        counts.free = memory
        found = [*amiss(memory), *logged(self._board.chip.files())]
        if listener.starts:
            found.append(f"{listener.starts} starts in between")
        counts.wrong += [f"{self._condition.name}: {what}" for what in found]


def try_games(condition: Condition, number: int, count: int = GAMES_IN_BOOT) -> Counts:
    """Play this many games on one board, simulated or emulated."""
    counts = Counts(boards=1)
    begun = time.process_time()
    on_board = Emulated if condition.board == EMULATED else Simulated
    session: Emulated | Simulated = on_board(condition, number, count)
    player: Player[Any] = session.player
    listener = LineListener(player.board)  # a change to another game restarts the firmware
    memory = []
    try:
        for outcome in played(player, session.kinds, listener):
            name = f"{condition.name}, game {session.numbers[counts.games]} ({outcome.name})"
            counts.games += 1
            counts.kinds[outcome.name] = counts.kinds.get(outcome.name, 0) + 1
            if outcome.verdict:
                counts.moves += outcome.moves
                counts.results[outcome.verdict] = counts.results.get(outcome.verdict, 0) + 1
            counts.wrong += [f"{name}: {what}" for what in outcome.wrong]
            memory.append(session.memory())
    except SoakError as error:
        counts.wrong.append(f"{condition.name}, after {counts.games} games: {error}")
    session.finish(counts, memory, listener)
    counts.seconds = player.board.now_ms / 1000
    counts.processor_seconds = time.process_time() - begun
    return counts


def settled(condition: Condition, numbers: Sequence[int]) -> int:
    """The index of the first of these games after which everything that stays in memory is loaded:
    each level has been played, and some open a table."""
    missing = {kind.level for kind in condition.kinds}
    missing.intersection_update(condition.kind(number).level for number in numbers)
    for index, number in enumerate(numbers):
        missing.discard(condition.kind(number).level)
        if index and not missing:
            return index
    return len(numbers) - 1


def growth(held: Sequence[int]) -> tuple[int, int]:
    """Median of the bytes held in the earlier half of some games, and its increase in the later
    half. Medians, because the last touches of a game change it by some hundred bytes."""
    later = len(held) // 2
    before = statistics.median_high(held[: len(held) - later])
    return before, statistics.median_high(held[-later:]) - before if later else 0


def amiss(free: list[int]) -> list[str]:
    """Faults in the free memory after each game, from the second on: the first loads what stays in
    memory."""
    settled = [-each for each in free[1:]]
    grown = growth(settled)[1] if settled else 0
    return [f"{grown} bytes less are free: {free}"] if grown > ROOM else []


def logged(files: Mapping[str, bytes]) -> list[str]:
    """Entries of a board's fault log, and any game that it put aside as damaged."""
    wanted = tuple(f"{DATA}/{name}." for name in (fault_log.NAME, journal.DAMAGED))
    return [f"{name}: {data!r}" for name, data in files.items() if name.startswith(wanted)]


def try_soak(minutes: float, port: str | None = None) -> Counts:
    """All games of a board at this serial port, played by the soak of `lodeboard bringup`; without
    a port, of an emulated board. Raises DeviceError if it cannot be reached."""
    profile = profiles.profile(profiles.DEFAULT)
    if port is None:
        board = EmulatedBoard(profile, _SEED)
        board.plug(False)
        with SerialPort(board.chip, board.advance, hurry=True) as emulated:
            emulated.wait(_START_MS)
            return try_soak(minutes, emulated.path)
    step, begun, begun_s = Step("soak"), reports.now(), time.monotonic()
    soak.soak(step, profile, port, minutes, print)
    step.took_s = time.monotonic() - begun_s
    counts = Counts(boards=1, games=len(step.games))
    counts.soak = {"board": profile.name, "begun": begun, "step": to_builtins(step)}
    counts.moves = sum(game.moves for game in step.games)
    counts.seconds = 60 * sum(each.board_min for each in step.played)
    faulty = [row for row in step.rows if row.verdict == FAULTY]
    counts.wrong = [f"serial, {row.name}: {row.found}" for row in faulty]
    return counts


def try_batch(condition: Condition, number: int) -> Counts:
    """The counts of one board. SOAK_ON=PORT in the environment soaks a real board."""
    if condition.board == SERIAL:
        return try_soak(SOAK_MIN, os.environ.get("SOAK_ON"))
    with nullcontext() if condition.board == EMULATED else swiftly():
        return try_games(condition, number)
