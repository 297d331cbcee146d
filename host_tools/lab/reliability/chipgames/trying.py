"""Games by their numbers on the emulated chip, all of one batch in one boot."""

import time
from collections.abc import Mapping
from typing import NamedTuple

from host_tools.board.hands.judging import judged
from host_tools.board.hands.soak import SoakError, kinds, ready
from host_tools.board.messages import Hello, listen
from host_tools.build import profiles
from host_tools.build.layout import DATA
from host_tools.lab.reliability.chipgames.board import SpeakingBoard
from host_tools.lab.reliability.chipgames.brisk import BriskHand
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
    among = playable(board.profile)
    hellos: list[Hello] = []
    listen(board.lines, {Hello: hellos.append})
    hand = BriskHand(board)
    hand.state = ready(board, condition.game).state
    started = len(hellos)  # another game than the first takes a start of the firmware
    played = kinds(count, condition.game, _LEVELS, among)
    for number, (variant, level) in enumerate(played):
        name = f"{condition.name}, game {number}"
        try:
            hand.begin(variant, level)
            counts.moves += len(hand.play())
        except SoakError as error:
            counts.wrong.append(f"{name}: {error}")
            break
        counts.games += 1
        verdict, wrong = judged(*among[variant], hand.state)
        counts.results[verdict] = counts.results.get(verdict, 0) + 1
        counts.wrong += [f"{name}: {what}" for what in wrong]
        hand.clear()
        hand.begin(*played[0])
        counts.free.append(board.free_bytes())
    counts.wrong += [f"{condition.name}: {what}" for what in amiss(counts.free)]
    if len(hellos) != started:
        counts.wrong.append(f"{condition.name}: {len(hellos) - started} starts in between")
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
