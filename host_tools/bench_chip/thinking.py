"""How long the machine thinks: counted for many positions, timed whole on the chip for some.

Thinking runs from the first tick that searches to the end of the one that has the move. A
tick takes its slice of the search and, beside it, what a tick takes anyway; what is left of
the tick's length it sleeps.
"""

from collections.abc import Sequence
from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from host_tools.bench_chip.counting import CountingKernel, Slices, fit
from host_tools.bench_chip.parts import PRELUDE
from host_tools.bench_chip.positions import Position, sample
from host_tools.bench_chip.probe import CYCLES_PER_MS, MHZ, Marks, Probe
from lodeboard.boards.profile import Profile
from lodeboard.boards.tile4x4 import DATA
from lodeboard.engine.flip_player import LEVELS, FlipPlayer
from lodeboard.games.flip import Flip

POSITIONS = 500  # for each rule set, at least
LEARNT = 12  # for each rule set: searches of the highest level that teach what they cost
LEARNT_BELOW = 4  # ... and for each of the other levels
WHOLE = 6  # for each rule set and level: decisions timed whole, one of them to learn from
LONG_EVALS = 5000  # a speed is told of decisions of at least so many evaluations
TICK_CYCLES = Profile(DATA).tick_ms * CYCLES_PER_MS
HERTZ = 1_000_000 * MHZ
_LONGEST_MS = 30_000
_THINK = """
player = GAMES["flip"].player(port.kernels)

def think(rules, position, level):
    game = GAMES["flip"].game(rules)
    game.load(position)
    gc.collect()
    player.start(game, level)
    before = player.search.evals
    done = False
    while not done:
        mark()
        done = player.run(port.think_evals)
        mark()
        now = player.search.evals
        print(now - before if now >= before else now, end=" ")
        before = now
"""

Figures = dict[str, Any]


class Slice(NamedTuple):
    """One call of the player's `run` on the chip."""

    evals: int
    cycles: int


def learn(rules: str, count: int = LEARNT) -> Figures:
    """Decisions made slice by slice on the chip: evaluations and cycles of every
    slice. `budget` is the port's allowance for a slice."""
    marks = Marks(PRELUDE + _THINK)
    budget = int(marks.say("print(port.think_evals)"))
    decisions = []
    for position in teachers(rules, count):
        printed = marks.say(f"think({rules!r}, {position.text!r}, {position.level})")
        evals = [int(word) for word in printed.split()]
        decisions.append({"evals": evals, "cycles": marks.between()})
    return {"budget": budget, "count": count, "decisions": decisions}


def teachers(rules: str, count: int) -> list[Position]:
    """Positions to learn the costs from, none of which is timed whole later: from all stages
    of the game, so many for the highest level and some for each of the others."""
    found = []
    for level in range(len(LEVELS)):
        some = count if level == len(LEVELS) - 1 else min(count, LEARNT_BELOW)
        stages = sample(rules, 3 * some, f"costs {level}")
        for at in range(some):
            found.append(stages[at * len(stages) // some]._replace(level=level))
    return found


class Model:
    """Cycles from counts. `learnt`: what `learn` brought home, by rule set."""

    def __init__(self, learnt: dict[str, Figures]) -> None:
        self.budget: int = next(iter(learnt.values()))["budget"]
        kernel = CountingKernel()
        self._slices = Slices(FlipPlayer(kernel), kernel, self.budget)
        counts = []
        cycles: list[int] = []
        for rules, figures in learnt.items():
            positions = teachers(rules, figures["count"])
            for position, decision in zip(positions, figures["decisions"], strict=True):
                rows, evals = self._slices.of(position)
                if evals != decision["evals"]:
                    raise RuntimeError(
                        f"the chip counts other evaluations than the computer at {position}:"
                        f" {decision['evals']}, not {evals}"
                    )
                counts.append(rows)
                cycles += decision["cycles"]
        self._costs = fit(np.concatenate(counts), np.array(cycles, float))

    def cycles(self, position: Position) -> tuple[NDArray[np.float64], int]:
        """Cycles of each slice of a decision, and evaluations of all of them together."""
        rows, evals = self._slices.of(position)
        return rows @ self._costs, sum(evals)


def whole(rules: str, level: int, count: int = WHOLE) -> list[Figures]:
    """Decisions of the App itself on the chip, tiles on the board and lights at work. For each
    the position, the work and the length of every tick that thought, but for the first: that
    is the one that takes the command to set the position up."""
    probe = Probe()
    probe.calibrate()
    probe.send(c="set", players=2, level=level, variant=Flip.rule_sets.index(rules))
    probe.wait(_LONGEST_MS, ask="place")
    return [_decide(probe, position) for position in timed(rules, level, count)]


def timed(rules: str, level: int, count: int) -> list[Position]:
    """Positions to time whole, from all stages of the game."""
    stages = sample(rules, 4 * count, f"whole {level}")
    found = [stages[at * len(stages) // count] for at in range(count)]
    return [position._replace(level=level) for position in found]


def _decide(probe: Probe, position: Position) -> Figures:
    cells = ["UDud".find(letter) for letter in position.text[2:]]
    probe.board.world.arrange([(at // 2, at % 2 == 0) if at >= 0 else None for at in cells])
    probe.board.run_ms(600)
    probe.free_bytes()  # collects, so that a short decision does not meet a collection by chance
    first = len(probe.ticks)
    probe.send(c="setup", position=position.text, moves=[])
    heard = len(probe.board.messages())

    def decided() -> bool:
        states = [said for said in probe.board.messages()[heard:] if said["t"] == "state"]
        waited = [at for at, said in enumerate(states) if said["ask"] == "wait"]
        return bool(waited) and any(
            said["ask"] in ("lift", "place") for said in states[waited[0] :]
        )

    probe.board.run_until(decided, _LONGEST_MS, f"move at {position.text}")
    probe.run_ticks(1)
    start = probe.said_in_tick("wait", first) + 1
    end = probe.said_in_tick("(lift|place)", start)
    ticks = probe.ticks[start : end + 2]
    pairs = list(pairwise(ticks))
    return {
        "position": position.text,
        "work": [after.worked - before.worked for before, after in pairs],
        "length": [after.clock - before.clock for before, after in pairs],
    }


class Beside(NamedTuple):
    """What a thinking tick does beside its slice, in cycles: usually; in the last tick of a
    decision, which tells the move; by how much a decision is longer than that on the average
    (memory is collected once, after the news that it began with); at the longest."""

    usual: float
    last: float
    more: float
    longest: float


def summary(learnt: dict[str, Figures], wholes: list[tuple[str, int, list[Figures]]]) -> Figures:
    """Everything about thinking. `learnt`: what `learn` brought home, by rule set; `wholes`:
    what `whole` did, with rule set and level. The first decision of each of these tells what
    a tick does beside thinking, the others are compared with the count."""
    model = Model(learnt)
    beside = _beside(model, [(rules, level, some[:1]) for rules, level, some in wholes])
    levels, still = _levels(model, beside, list(learnt))
    compared = [
        _compare(model, beside, level, [(rules, at, some[1:]) for rules, at, some in wholes])
        for level in range(len(LEVELS))
    ]
    decisions = [decision for run in wholes for decision in run[2]]
    lengths = [length for decision in decisions for length in decision["length"]]
    return {
        **_speeds(learnt),
        "still": round(max(still, *lengths)),
        "length": lengths,
        "work": [work for decision in decisions for work in decision["work"]],
        "levels": levels,
        "whole": compared,
        "worst": max(row["apart"] for row in compared),
    }


def _slices(model: Model, level: int, rules: str, decision: Figures) -> NDArray[np.float64]:
    """The counted slices of a decision timed whole, without the first."""
    cycles = model.cycles(Position(rules, decision["position"], level))[0][1:]
    if len(cycles) != len(decision["work"]):
        raise RuntimeError(
            f"the chip thought for {len(decision['work'])} ticks, not {len(cycles)},"
            f" at {decision['position']} ({rules}, {LEVELS[level]})"
        )
    return cycles


def _beside(model: Model, runs: Sequence[tuple[str, int, list[Figures]]]) -> Beside:
    rests: list[float] = []
    lasts: list[float] = []
    decided = []
    for rules, level, decisions in runs:
        for decision in decisions:
            slices = _slices(model, level, rules, decision)
            rest = (np.array(decision["work"]) - slices).tolist()
            rests += rest[:-1]
            lasts.append(rest[-1])
            decided.append((slices, sum(decision["length"])))
    beside = Beside(float(np.median(rests)), float(np.median(lasts)), 0.0, max(rests + lasts))
    more = sum(length - _duration(slices, beside) for slices, length in decided)
    return beside._replace(more=more / len(decided))


def _duration(cycles: NDArray[np.float64], beside: Beside) -> float:
    """Cycles that ticks with these slices take, sleep included."""
    work = cycles + beside.usual
    work[-1] += beside.last - beside.usual
    return float(np.maximum(work, TICK_CYCLES).sum()) + beside.more


def _levels(model: Model, beside: Beside, rule_sets: list[str]) -> tuple[list[Figures], float]:
    """Thinking times of each level under each rule set, and the longest tick of all."""
    rows: list[Figures] = []
    still = 0.0
    for rules in rule_sets:
        positions = sample(rules, POSITIONS, "thinking")
        for level in range(len(LEVELS)):
            times, evals = [], []
            for position in positions:
                cycles, made = model.cycles(position._replace(level=level))
                times.append(_duration(cycles, beside))
                evals.append(made)
                still = max(still, float(cycles.max()) + beside.longest)
            rows.append(
                {
                    "rules": rules,
                    "level": level,
                    "positions": len(positions),
                    "median": round(float(np.median(times))),
                    "most": round(float(np.quantile(times, 0.99, method="inverted_cdf"))),
                    "longest": round(max(times)),
                    "evals": max(evals),
                }
            )
    return rows, still


def _compare(
    model: Model, beside: Beside, level: int, runs: Sequence[tuple[str, int, list[Figures]]]
) -> Figures:
    """The decisions of a level, timed and counted; `apart`: the farthest of all, as a share."""
    timed_cycles, counted, apart = [], [], []
    for rules, at, decisions in runs:
        for decision in decisions if at == level else ():
            timed_cycles.append(sum(decision["length"]))
            counted.append(_duration(_slices(model, level, rules, decision), beside))
            apart.append(abs(counted[-1] / timed_cycles[-1] - 1))
    return {
        "level": level,
        "decisions": len(apart),
        "timed": sum(timed_cycles),
        "counted": round(sum(counted)),
        "apart": max(apart),
    }


def _speeds(learnt: dict[str, Figures]) -> Figures:
    """Evaluations a second over all that the chip made, and of single decisions."""
    decisions = [decision for figures in learnt.values() for decision in figures["decisions"]]
    sums = [(sum(decision["evals"]), sum(decision["cycles"])) for decision in decisions]
    evals = sum(made for made, _ in sums)
    cycles = sum(took for _, took in sums)
    long = [made * HERTZ / took for made, took in sums if made >= LONG_EVALS]
    return {
        "rate": evals * HERTZ / cycles,
        "evals": evals,
        "per evaluation": cycles / evals,
        "fastest": max(long),
        "slowest": min(long),
    }
