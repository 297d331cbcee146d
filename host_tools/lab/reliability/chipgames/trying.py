"""Games by their numbers on the emulated chip, all of one batch in one boot."""

import time
from collections.abc import Mapping
from typing import NamedTuple

from host_tools.board.hands.listener import LineListener
from host_tools.board.hands.soak import SoakError, kinds, played, ready
from host_tools.build import profiles
from host_tools.build.layout import DATA
from host_tools.lab.reliability.chipgames.board import SpeakingBoard
from host_tools.lab.reliability.chipgames.counts import Counts
from lodeboard.games.catalogue import GAMES
from lodeboard.storage import fault_log, journal
from lodeboard.system.loader import playable

GAMES_IN_BOOT = 50
ROOM = 256  # bytes by which free memory may differ from one game to another
# The weakest level moves at once on the chip; others think for seconds of board time.
_LEVELS = 1


class Condition(NamedTuple):
    """A game: its rule sets in turn, both sides played by the board at its weakest level."""

    game: str

    @property
    def name(self) -> str:
        """What its results are kept under."""
        return self.game


def plan() -> dict[Condition, int]:
    """Games for each condition, in the order in which they are played."""
    return {Condition(game): GAMES_IN_BOOT for game in GAMES}


def try_games(condition: Condition, count: int) -> Counts:
    """So many games in one boot."""
    counts = Counts(boots=1)
    begun = time.process_time()
    board = SpeakingBoard(profiles.of_game(condition.game))
    hand = ready(board, condition.game)
    listener = LineListener(board)  # another game than the first takes a start of the firmware
    kinds_played = kinds(count, condition.game, _LEVELS, playable(board.profile))
    try:
        for outcome in played(hand, kinds_played, listener):
            name = f"{condition.name}, game {counts.games}"
            counts.games += 1
            counts.moves += outcome.moves
            counts.results[outcome.verdict] = counts.results.get(outcome.verdict, 0) + 1
            counts.wrong += [f"{name}: {what}" for what in outcome.wrong]
            hand.begin(kinds_played[0])
            counts.free.append(board.free_bytes())
    except SoakError as error:
        counts.wrong.append(f"{condition.name}, game {counts.games}: {error}")
    counts.wrong += [f"{condition.name}: {what}" for what in amiss(counts.free)]
    if listener.starts:
        counts.wrong.append(f"{condition.name}: {listener.starts} starts in between")
    counts.wrong += [f"{condition.name}: {what}" for what in logged(board.chip.files())]
    counts.board_seconds = board.now_ms / 1000
    counts.processor_seconds = time.process_time() - begun
    return counts


def amiss(free: list[int]) -> list[str]:
    """What is wrong with the memory free after each game, from the second one on: the first
    has brought in what stays."""
    settled = free[1:]
    if settled and max(settled) - min(settled) > ROOM:
        return [f"free memory is not flat: {free}"]
    return []


def logged(files: Mapping[str, bytes]) -> list[str]:
    """What a board has put into its fault log, and a game that it put aside as damaged."""
    kept = tuple(f"{DATA}/{name}." for name in (fault_log.NAME, journal.DAMAGED))
    return [f"{name}: {data!r}" for name, data in files.items() if name.startswith(kept)]


def try_batch(condition: Condition, _number: int) -> Counts:
    """The counts of one boot."""
    return try_games(condition, GAMES_IN_BOOT)
