"""The machine's thinking on the emulated chip: slice by slice, to learn what it costs, and
whole decisions of the App."""

from itertools import pairwise

from host_tools.lab.bench.chip.parts import Figures, prelude
from host_tools.lab.bench.chip.probe import Marks, Probe
from host_tools.lab.flip.bench.positions import Position, arrangements, sample
from lodeboard.games.flip.player import LEVELS
from lodeboard.games.flip.rules import Flip
from lodeboard.play.thinking import GC_TICK

LEARNT = 8  # for each rule set: decisions of the strongest level that searches so many evaluations
LEARNT_BELOW = 4  # ... and of each of the levels below
LEARNT_PERFECT = 31  # ... and of the last level, which plays perfectly
WHOLE = 6  # for each rule set and level: decisions timed whole, one of them to learn from
WHOLE_PERFECT = 30  # ... for the last level
PERFECT = len(LEVELS) - 1
BOOKED = 7  # the last level decides positions of so many tiles and fewer with its book
_LONGEST_MS = 30_000
# Which of the ticks of a decision timed whole tidies memory: thinking has begun twice before.
_TIDIED = GC_TICK - 2
_THINK = """
player, coach = plugin("flip").engine(port.memory, port.store.table)
gc.threshold(-1)

def think(rules, position, level):
    game = make_game("flip", rules)
    game.load(position)
    gc.collect()
    player.start(game, level)
    before = player.search.evals
    done = False
    while not done:
        if gc.mem_free() < 25000:
            gc.collect()
        mark()
        done = player.run(port.think_evals)
        mark()
        now = player.search.evals
        print(now - before if now >= before else now, end=" ")
        before = now
"""


def learn(rules: str) -> Figures:
    """Decisions made slice by slice on the chip: evaluations and cycles of every
    slice. `budget` is the port's allowance for a slice."""
    marks = Marks(prelude() + _THINK)
    budget = int(marks.say("print(port.think_evals)"))
    decisions = []
    for position in teachers(rules):
        printed = marks.say(f"think({rules!r}, {position.text!r}, {position.level})")
        evals = [int(word) for word in printed.split()]
        decisions.append({"evals": evals, "cycles": marks.between()})
    return {"budget": budget, "decisions": decisions}


def teachers(rules: str) -> list[Position]:
    """Positions to learn the costs from, none of which is timed whole later: from all stages
    of the game, the last level's in front."""
    found = [
        position._replace(level=PERFECT)
        for position in arrangements(rules, LEARNT_PERFECT, "costs")
    ]
    for level in range(PERFECT):
        some = LEARNT if level == PERFECT - 1 else LEARNT_BELOW
        stages = sample(rules, 3 * some, f"costs {level}")
        for at in range(some):
            found.append(stages[at * len(stages) // some]._replace(level=level))
    return found


def timed(rules: str, level: int) -> list[Position]:
    """Positions to time whole, from all stages of the game."""
    if level == PERFECT:
        stages = arrangements(rules, 2 * WHOLE_PERFECT, "whole")
        count = WHOLE_PERFECT
    else:
        stages = sample(rules, 4 * WHOLE, f"whole {level}")
        count = WHOLE
    found = [stages[at * len(stages) // count] for at in range(count)]
    return [position._replace(level=level) for position in found]


def opening(rules: str) -> Position:
    """What the last level decides first: with the book, which is opened for that."""
    few = [one for one in sample(rules, 32, "opening") if one.tiles == BOOKED - 2]
    return few[0]._replace(level=PERFECT)


def whole(rules: str, level: int) -> list[Figures]:
    """Decisions of the App itself on the chip, tiles on the board and lights at work, of the
    positions that `timed` names; see `decide`."""
    return decide(rules, level, timed(rules, level))


def decide(rules: str, level: int, positions: list[Position], waits: bool = False) -> list[Figures]:
    """For each of these positions the work and the length of every tick from the news that the
    machine is to move to the end of the one that has the move; apart from them, `tidied`, those
    of the tick in the midst that tidies memory; and the bytes of memory free at the end. The last
    level decides another position before them, with the book: the first in what is returned.
    `waits`: reads of the flash wait for it."""
    probe = Probe()
    probe.calibrate()
    probe.send(c="set", players=2, level=level, variant=Flip.rule_sets.index(rules))
    probe.wait(_LONGEST_MS, ask="place")
    if waits:
        probe.waits.slow_reads(True)
    before = [opening(rules)] if level == PERFECT else []
    return [_decide(probe, position) for position in before + positions]


def _decide(probe: Probe, position: Position) -> Figures:
    set_up(probe, position)
    first = len(probe.ticks)
    heard = len(probe.board.messages())
    # Twice, as the board takes one command a tick: in the tick of the second it does not think,
    # for the first brought news.
    for _ in range(2):
        probe.send(c="setup", position=position.text, moves=[])

    def waits() -> list[int]:
        """Which of the states sent since then say that the machine thinks, if it has done so."""
        asks = [said["ask"] for said in probe.board.messages()[heard:] if said["t"] == "state"]
        found = [at for at, ask in enumerate(asks) if at and ask == "wait"]
        decided = found and any(ask in ("lift", "place") for ask in asks[found[-1] :])
        return [at for at, ask in enumerate(asks) if ask == "wait"] if decided else []

    probe.board.run_until(lambda: bool(waits()), _LONGEST_MS, f"move at {position.text}")
    probe.run_ticks(1)
    start = first
    for _ in waits():
        start = probe.said_in_tick("wait", start) + 1
    end = probe.said_in_tick("(lift|place)", start)
    ticks = probe.ticks[start : end + 2]
    pairs = list(pairwise(ticks))
    work = [after.worked - before.worked for before, after in pairs]
    length = [after.clock - before.clock for before, after in pairs]
    return {
        "position": position.text,
        "tidied": [some.pop(_TIDIED) for some in (work, length) if len(some) > _TIDIED],
        "work": work,
        "length": length,
        "free": probe.free_bytes(),
    }


def set_up(probe: Probe, position: Position) -> None:
    """Lay the tiles of a position, and let the board collect its memory."""
    cells = ["UDud".find(letter) for letter in position.text[2:]]
    probe.board.world.arrange([(at // 2, at % 2 == 0) if at >= 0 else None for at in cells])
    probe.board.run_ms(600)
    probe.free_bytes()
