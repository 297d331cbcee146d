"""How long the machine thinks: counted for many positions, compared with whole decisions.

Thinking runs from the news that the machine is to move to the end of the tick that has the
move. In the first of these ticks, and once more in a long decision, the board collects its memory
and does not think. Each other takes its slice of the thinking and, beside it, what a tick takes
anyway; what is left of the tick's length it sleeps. Where the book is asked, memory may run out
and is collected once more.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from host_tools.lab.bench.chip.counting import Counting, fit
from host_tools.lab.bench.chip.parts import Figures
from host_tools.lab.bench.chip.probe import CYCLES_PER_MS, MHZ
from host_tools.lab.flip.bench.positions import Position, arrangements, sample
from host_tools.lab.flip.bench.slices import THINKING, Slices
from host_tools.lab.flip.bench.thinking import BOOKED, PERFECT, opening, teachers
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.games.flip.perfect import FROM_TABLE
from lodeboard.games.flip.player import LEVELS
from lodeboard.play.thinking import GC_TICK

POSITIONS = 500  # for each rule set and level, at least
POSITIONS_PERFECT = 5000  # ... for the last level
LONG_EVALS = 5000  # a speed is given for decisions of at least so many evaluations
TICK_CYCLES = Profile(DATA).tick_ms * CYCLES_PER_MS
HERTZ = 1_000_000 * MHZ

Cycles = NDArray[np.float64]
Run = tuple[str, int, list[Figures]]  # rule set, level, decisions timed whole


class Model:
    """Cycles from counts. `learnt`: what `thinking.learn` brought home, by rule set."""

    def __init__(self, learnt: dict[str, Figures]) -> None:
        self._counting = Counting(THINKING)
        self._budget: int = next(iter(learnt.values()))["budget"]
        counts = []
        cycles: list[int] = []
        for rules, figures in learnt.items():
            slices = Slices(self._counting, self._budget)
            positions = teachers(rules)
            for position, decision in zip(positions, figures["decisions"], strict=True):
                rows, evals = slices.of(position)
                if evals != decision["evals"]:
                    raise RuntimeError(
                        f"the chip counts other evaluations than the computer at {position}:"
                        f" {decision['evals']}, not {evals}"
                    )
                counts.append(rows)
                cycles += decision["cycles"]
        self._costs = fit(np.concatenate(counts), np.array(cycles, float))

    def board(self, rules: str, level: int) -> "Board":
        """A board that is to play this level, the last with its book open already."""
        board = Board(Slices(self._counting, self._budget), self._costs)
        if level == PERFECT:
            board.cycles(opening(rules))
        return board


class Board:
    """One that is counted only. `booked`: whether its last move was from the book."""

    def __init__(self, slices: Slices, costs: Cycles) -> None:
        self._slices = slices
        self._costs = costs

    @property
    def booked(self) -> bool:
        return bool(self._slices.player.source == FROM_TABLE)

    def cycles(self, position: Position) -> tuple[Cycles, int]:
        """Cycles of each slice of a decision, and evaluations of all of them together."""
        rows, evals = self._slices.of(position)
        return rows @ self._costs, sum(evals)


class Beside(NamedTuple):
    """Cycles of a tick of some level beside its slice of thinking: usually; in the last tick of
    a decision, which reports the move. Of the first, which collects memory; of the one that does
    so in a long decision. And what a decision takes longer where the book is asked: memory runs
    out in the midst of it."""

    usual: float
    last: float
    first: float
    tidied: float
    booked: float = 0.0

    def duration(self, cycles: Cycles, booked: bool = False, twice: bool = False) -> float:
        """Cycles that a decision of these slices takes, sleep included. twice: the news came
        twice, as in decisions timed whole, and the ticks count from the first."""
        work = np.concatenate(([self.first], cycles + self.usual))
        work[-1] += self.last - self.usual
        if len(work) + twice >= GC_TICK:
            work = np.append(work, self.tidied)
        took = float(np.maximum(work, TICK_CYCLES).sum())
        return took + self.booked if booked else took


def beside(model: Model, last_level: bool, wholes: list[Run]) -> Beside:
    """Learnt from some of the decisions timed whole: the last level's, or those of all others."""
    rests: list[float] = []
    lasts: list[float] = []
    firsts: list[float] = []
    tidied: list[float] = []
    taught = []
    for rules, level, decisions in (run for run in wholes if (run[1] == PERFECT) == last_level):
        board = model.board(rules, level)
        for decision in _lessons(level, decisions):
            cycles = _cycles(board, Position(rules, "", level), decision)
            work = decision["work"]
            rest = (np.array(work[1:]) - cycles).tolist()
            firsts.append(work[0])
            tidied += decision["tidied"][:1]
            rests += rest[:-1]
            if not board.booked:
                lasts.append(rest[-1])
            taught.append((_took(decision), cycles, board.booked))
    more = Beside(*(float(np.median(some)) for some in (rests, lasts, firsts, tidied)))
    longer = [took - more.duration(cycles, twice=True) for took, cycles, booked in taught if booked]
    return more._replace(booked=float(np.median(longer)) if longer else 0.0)


def _took(decision: Figures) -> int:
    """Cycles of a decision timed whole."""
    return int(sum(decision["length"]) + sum(decision["tidied"][1:]))


def _lessons(level: int, decisions: list[Figures]) -> list[Figures]:
    """The decisions of a run that teach what a tick does beside thinking: from the middle of
    the game, for the more tiles there are, the longer the last takes. They are not compared
    later, nor is the one that opens the book."""
    return decisions[3::5] if level == PERFECT else decisions[2:3]


def _cycles(board: Board, of: Position, decision: Figures) -> Cycles:
    """The counted slices of a decision timed whole. The first may have fallen into the tick with
    the command, which was not timed."""
    position = of._replace(text=decision["position"])
    cycles = board.cycles(position)[0]
    thought = len(decision["work"]) - 1
    if thought not in (len(cycles), len(cycles) - 1):
        raise RuntimeError(
            f"the chip thought for {thought} ticks, not {len(cycles)},"
            f" at {position.text} ({position.rules}, {LEVELS[position.level]})"
        )
    return cycles[len(cycles) - thought :]


def count(model: Model, rules: str, level: int, more: Beside) -> Figures:
    """Thinking times of many positions: `median`, `most` (99 %) and `longest` in cycles, also
    of those with few tiles, which the last level decides with its book; `slowest`: where, and
    `stillest`: where the longest slice was counted, `stillest many`: of those by search. Single
    slices are counted less truly than decisions, so it only says which one to time on the chip."""
    find, least = (arrangements, POSITIONS_PERFECT) if level == PERFECT else (sample, POSITIONS)
    board = model.board(rules, level)
    times: list[tuple[float, int, str]] = []
    evals = 0
    still = {True: 0.0, False: 0.0}  # with few tiles, and with many
    stillest = {True: "", False: ""}
    for position in find(rules, least, "thinking"):
        cycles, made = board.cycles(position._replace(level=level))
        times.append((more.duration(cycles, board.booked), position.tiles, position.text))
        evals = max(evals, made)
        kind = position.tiles <= BOOKED
        if cycles.max() > still[kind]:
            still[kind], stillest[kind] = float(cycles.max()), position.text
    few = [time for time, tiles, _ in times if tiles <= BOOKED]
    many = [time for time, tiles, _ in times if tiles > BOOKED]
    return {
        "rules": rules,
        "level": level,
        **_spread([time for time, _, _ in times]),
        "few": _spread(few),
        "many": _spread(many),
        "evals": evals,
        "stillest": stillest[still[True] > still[False]],
        "stillest many": stillest[False],
        "slowest": max(times)[2],
        "slowest few": max(time for time in times if time[1] <= BOOKED)[2],
    }


def _spread(times: list[float]) -> Figures:
    return {
        "positions": len(times),
        "median": round(float(np.median(times))),
        "most": round(float(np.quantile(times, 0.99, method="inverted_cdf"))),
        "longest": round(max(times)),
    }


def compare(model: Model, more: Beside, level: int, wholes: list[Run]) -> Figures:
    """The decisions of a level, timed and counted, but for those that taught; `apart`: the
    farthest of all, as a share."""
    took, counted, apart = [], [], []
    for rules, _, decisions in (run for run in wholes if run[1] == level):
        board = model.board(rules, level)
        taught = _lessons(level, decisions)
        opens = 1 if level == PERFECT else 0
        for decision in decisions[opens:]:
            cycles = _cycles(board, Position(rules, "", level), decision)
            if decision in taught:
                continue
            took.append(_took(decision))
            counted.append(more.duration(cycles, board.booked, twice=True))
            apart.append(abs(counted[-1] / took[-1] - 1))
    return {
        "level": level,
        "decisions": len(apart),
        "timed": sum(took),
        "counted": round(sum(counted)),
        "longest": max(took),
        "apart": max(apart),
    }


class Waits(NamedTuple):
    """Thinking with the flash's waits: the longest tick in cycles, and how much longer a decision
    takes, at most, as a share of what it takes without them: one by search of the levels that
    search below the last, one by the last level's book, one by its search."""

    still: int
    below: float
    book: float
    search: float


def with_waits(plain: list[Run], waited: list[Run]) -> Waits:
    """From decisions that were timed both ways."""
    without = {
        (rules, level, decision["position"]): _took(decision)
        for rules, level, decisions in plain
        for decision in decisions
    }
    shares: dict[str, list[float]] = {"below": [], "book": [], "search": []}
    for rules, level, decisions in waited:
        for decision in decisions:
            position = decision["position"]
            share = _took(decision) / without[rules, level, position]
            by_book = Position(rules, position).tiles <= BOOKED
            kind = "below" if level != PERFECT else "book" if by_book else "search"
            shares[kind].append(share)
    still = max(
        n for _, _, some in waited for one in some for n in one["length"] + one["tidied"][1:]
    )
    return Waits(still, *(max(shares[kind]) for kind in ("below", "book", "search")))


def summary(
    model: Model,
    learnt: dict[str, Figures],
    wholes: list[Run],
    more: tuple[Beside, Beside],
    levels: list[Figures],
) -> Figures:
    """Everything about thinking. `more`: of all levels but the last, and of that; `levels`: what
    `count` gave for each."""
    decisions = [decision for run in wholes for decision in run[2]]
    lengths = [n for decision in decisions for n in decision["length"] + decision["tidied"][1:]]
    opened = [run[2][0] for run in wholes if run[1] == PERFECT]
    compared = [
        compare(model, more[level == PERFECT], level, wholes) for level in range(len(LEVELS))
    ]
    return {
        **_speeds(learnt),
        "still": max(lengths),
        "opening": max(map(_took, opened)),
        "free": min(decision["free"] for decision in decisions),
        "length": lengths,
        "work": [n for decision in decisions for n in decision["work"] + decision["tidied"][:1]],
        "levels": levels,
        "whole": compared,
        "worst": max(row["apart"] for row in compared),
    }


def _speeds(learnt: dict[str, Figures]) -> Figures:
    """Evaluations a second over all that the chip made, and of single decisions; those of the
    last level apart, which does more with each."""
    below: list[tuple[int, int]] = []
    perfect: list[tuple[int, int]] = []
    for rules, figures in learnt.items():
        for position, decision in zip(teachers(rules), figures["decisions"], strict=True):
            made = (sum(decision["evals"]), sum(decision["cycles"]))
            if position.level != PERFECT:
                below.append(made)
            elif position.tiles > BOOKED:
                perfect.append(made)
    evals, cycles = (sum(column) for column in zip(*below, strict=True))
    long = [made * HERTZ / took for made, took in below if made >= LONG_EVALS]
    return {
        "rate": evals * HERTZ / cycles,
        "evals": evals,
        "per evaluation": cycles / evals,
        "fastest": max(long),
        "slowest": min(long),
        "rate perfect": sum(e for e, _ in perfect) * HERTZ / sum(c for _, c in perfect),
    }


def to_time_with_waits(row: Figures) -> list[Position]:
    """Those of them that do not take the traced chip hours."""
    of_last = ("slowest few", "stillest", "stillest many")
    names = of_last if row["level"] == PERFECT else ("stillest",)
    return [Position(row["rules"], row[name], row["level"]) for name in names]


def to_time(row: Figures) -> list[Position]:
    """Where a level was counted to hold the lights up longest; the last level also where it was
    counted to think longest, and longest with few tiles."""
    of_last = ("slowest few", "slowest", "stillest", "stillest many")
    names = of_last if row["level"] == PERFECT else ("stillest",)
    return [Position(row["rules"], row[name], row["level"]) for name in names]
