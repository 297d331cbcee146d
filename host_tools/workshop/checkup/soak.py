"""Plays games over the line without a break, for a number of minutes of the board's clock."""

import itertools
import time
from collections.abc import Callable, Sequence

from host_tools.board.device.faults import fault_log, last_fault
from host_tools.board.device.reach import reach
from host_tools.board.device.transport import Prompt
from host_tools.board.hands.listener import LineListener
from host_tools.board.hands.soak import QuickHand, SoakError, kinds, played, ready
from host_tools.board.scenario.oncable import Borrowed, CableBoard
from host_tools.jobs.progress import BAR, progress_bar
from host_tools.workshop.checkup.parts import FAULTY, LOOK, OK
from host_tools.workshop.checkup.steps import Game, Played, Row, Step
from lodeboard.boards.profile import Profile
from lodeboard.games.catalogue import LEVELS
from lodeboard.system.loader import playable

_SEED = 1
# Bytes; more may be a leak. Boards without a leak showed up to 5056, depending on where they were
# interrupted.
_LESS_FREE = 8192
_MINUTE_MS = 60_000
_NAMED = 5  # mistakes shown in a game's row
_FREE = "import gc; gc.collect(); print(gc.mem_free())"


def play(
    board: CableBoard,
    minutes: float,
    game: str,
    step: Step,
    progress: Callable[[float], None] = lambda _: None,
) -> None:
    """Play this game on a board that has started as new, all its rule sets and levels in turn,
    until the time is over, and finish the last one; store the results in the step. SoakError.
    `progress` is called after each game, with minutes of the board's clock. At the end a game of
    the first kind has begun."""
    begun_s = time.monotonic()
    hand = ready(board, game)
    listener = LineListener(board)
    seen = Played(game)
    step.played.append(seen)
    begun_ms, unread = board.now_ms, board.unread
    every = kinds(len(hand.variants) * len(LEVELS[game]), game, among=hand.variants)

    def count() -> None:
        seen.board_min = round((board.now_ms - begun_ms) / _MINUTE_MS, 1)
        seen.wall_min = round((time.monotonic() - begun_s) / 60, 1)
        seen.starts = listener.starts
        seen.line_errors = board.unread - unread + listener.refused

    try:
        for outcome in played(hand, itertools.cycle(dict.fromkeys(every)), listener):
            took_s = round(outcome.took_ms / 1000, 1)
            step.games.append(Game(outcome.name, outcome.moves, took_s, outcome.slowest_ms))
            seen.games += 1
            seen.moves += outcome.moves
            seen.mistakes += len(outcome.mistakes)
            name = f"game {seen.games}, {outcome.name}"
            seen.differences += [f"{name}: {what}" for what in outcome.wrong]
            seen.seen += [f"{name}: {what}" for what in outcome.mistakes]
            count()
            progress((board.now_ms - begun_ms) / _MINUTE_MS)
            if board.now_ms - begun_ms >= minutes * _MINUTE_MS:
                hand.begin(every[0])
                return
    finally:
        count()
        step.rows += seen_rows(seen, listener.faults)


def seen_rows(seen: Played, faults: Sequence[str]) -> list[Row]:
    """Return a row for each kind of failure in a game, or a single one if there is none."""
    game = seen.game
    rows = []
    if seen.starts:
        fix = "its supply, the cable, a short that comes and goes; then: lodeboard log"
        rows.append(Row(f"{game}: restarts", FAULTY, f"{seen.starts} by itself", fix))
    if faults:
        rows.append(Row(f"{game}: faults on the line", FAULTY, " ".join(faults), "lodeboard log"))
    if seen.differences:
        found = "; ".join(seen.differences)
        fix = f"the same in the simulator: lodeboard soak --game {game}"
        rows.append(Row(f"{game}: records", FAULTY, found, fix))
    if seen.mistakes:
        found = f"{seen.mistakes} times the board saw a mistake in what its lights had asked for"
        found = "; ".join([found, *seen.seen[:_NAMED]])
        fix = f"the same in the simulator: lodeboard soak --game {game}"
        rows.append(Row(f"{game}: mistakes", LOOK, found, fix))
    if seen.line_errors:
        found = f"{seen.line_errors} lines came damaged, or were refused"
        rows.append(Row(f"{game}: line", LOOK, found, "another cable; no hub in between"))
    found = f"{seen.games} games, {seen.moves} moves: no restart, no fault, as the rules say"
    return rows or [Row(f"{game}: games", OK, found)]


def soak(
    step: Step,
    profile: Profile,
    port: str,
    minutes: float,
    say: Callable[[str], None],
    told: Callable[[], None] = lambda: None,
) -> None:
    """Complete the step: each game in the board's menu has its share of the time. `told` is called
    after each game, when its results are in the step. Results remain if this raises DeviceError or
    KeyboardInterrupt."""
    if not playable(profile):
        step.why = f"No game is made for a {profile.name}."
        return
    with reach(port, say):
        pass  # it may have been restarting; now it is at its prompt
    try:
        with (
            Borrowed(profile, port) as borrowed,
            progress_bar(minutes, BAR + " {n:.1f}/{total:g} min", stays=False) as bar,
        ):
            with borrowed.board(_SEED) as board:
                games = list(dict.fromkeys(game for game, _ in QuickHand(board).variants))
            for index, game in enumerate(games):
                before_min = _done_min(step)

                def progress(done: float, before_min: float = before_min) -> None:
                    bar.update(before_min + done - bar.n)
                    _total(step, minutes)
                    told()

                share = (minutes - before_min) / (len(games) - index)
                _one_game(step, borrowed, port, game, share, progress)
    finally:
        _total(step, minutes)
    step.judge()


def _one_game(
    step: Step,
    borrowed: Borrowed,
    port: str,
    game: str,
    minutes: float,
    progress: Callable[[float], None],
) -> None:
    """Play this game for its share of the time, and measure free memory before and after."""
    try:
        with borrowed.board(_SEED) as board:
            # Modules loaded by the first game stay in memory.
            play(board, 0, game, Step("first game"))
        before, _ = _looked_at(port)
        with borrowed.board(_SEED) as board:
            play(board, minutes, game, step, progress)
        after, log = _looked_at(port)
    except SoakError as error:
        fix = f"lodeboard log; then the same in the simulator: lodeboard soak --game {game}"
        step.rows.append(Row(f"{game}: stopped", FAULTY, str(error), fix))
        _, log = _looked_at(port)  # before the next game starts with a new board
        step.rows += fault_rows(game, log)
        return
    step.played[-1].free = before, after
    step.rows += memory_rows(game, before, after, log)


def _looked_at(port: str) -> tuple[int, str]:
    """Interrupt a board in play; return its free memory in bytes, and its fault log. It stays at
    its prompt."""
    with Prompt(port, empty=False) as prompt:
        free = int(prompt.run(_FREE))
        return free, (fault_log(prompt) or b"").decode(errors="replace")


def memory_rows(game: str, before: int, after: int, log: str) -> list[Row]:
    """Return rows for the board's state after a soak: free memory in bytes, and fault log."""
    found = f"{before} bytes free at the beginning, {after} at the end"
    rows = [Row(f"{game}: memory", OK, found)]
    if before - after > _LESS_FREE:
        fix = "play for twice as long: if twice as much is lost, this is a fault of the firmware"
        rows = [Row(f"{game}: memory", LOOK, found, fix)]
    return rows + fault_rows(game, log)


def fault_rows(game: str, log: str) -> list[Row]:
    """Return a row for the last fault in the board's log, with its traceback."""
    last = last_fault(log)
    fix = "lodeboard log shows the lines of source"
    return [Row(f"{game}: fault log", FAULTY, last, fix)] if last else []


def _done_min(step: Step) -> float:
    """Return the time played, by the board's clock, in minutes."""
    return sum(each.board_min for each in step.played)


def _total(step: Step, minutes: float) -> None:
    """Set the step's figures for the games so far, and its reason to the progress."""
    played = step.played
    games = sum(each.games for each in played)
    done_min = round(_done_min(step), 1)
    step.why = f"{games} games in {done_min:g} of {minutes:g} min of the board's clock."
    step.figures["games"] = games
    step.figures["moves"] = sum(each.moves for each in played)
    step.figures["minutes on the board"] = done_min
    slowest = max((each.slowest_ms for each in step.games), default=0)
    step.figures["longest time between two readings, ms"] = slowest
