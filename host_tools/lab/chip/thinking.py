"""How long the emulated chip thinks about positions of a game, and how much memory it needs.

The firmware's own player makes each decision, slice by slice. Besides the listed positions, it
times those that take the most slices on the computer out of a larger set. The slowest are timed
again with the flash's waits.
"""

from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any, NamedTuple

from msgspec import Struct, field

from host_tools.build import compiled, firmware, profiles
from host_tools.games.engine import Memory
from host_tools.games.table_files import open_table
from host_tools.lab.chip.parts import prelude, ticks_of
from host_tools.lab.chip.probe import MHZ, Marks, Probe, milliseconds
from host_tools.lab.experiment import Tally
from lodeboard.boards.profile import Profile
from lodeboard.games.catalogue import LEVELS, rule_sets
from lodeboard.play.thinking import GC_TICK
from lodeboard.system.loader import make_game, playable, plugin

HARDEST = 3  # positions of many, by the slices that they take on the computer
WAITED = 3  # of the decisions that take longest, and of those with the longest slices
TIDY_MS = 35.0  # a tick that collects memory and does not think
IDLE_TICKS = 40
LIMIT_MS = 30_000
BOARD = "board"  # instead of a rule set: the whole board makes a decision
_THINK = """
name, rules = {name!r}, {rules!r}
engine = plugin(name).engine
game = make_game(name, rules)

def free():
    gc.collect()
    return gc.mem_free()

start = free()
port.budget.memory.words(MEMORY_WORDS[name])
words = free()
player, coach = engine(port.budget.memory, port.store.table)
made = free()
gc.threshold(-1)

def think(position, level):
    game.load(position)
    gc.collect()
    player.start(game, level)
    before, work, done = {work}, 0, False
    while not done:
        if gc.mem_free() < 25000:
            gc.collect()
        mark()
        done = player.run(port.budget.think_evals)
        mark()
        now = {work}
        work += now - before if now >= before else now
        before = now
    print(work, {depth}, free())
"""


@dataclass(frozen=True)
class ChipGame:
    """What to time of a game. `positions`, `many`: by rule set and level, the positions to time and
    those to search for the hardest. `opens`: a position that the strongest level decides first, so
    that its book is open. `work`, `depth`: expressions on the chip's player that give its work and
    depth; `unit`: of the work. `kernel`: its module, compiled."""

    name: str
    positions: Callable[[str, int], list[str]]
    many: Callable[[str, int], list[str]] = lambda _rules, _level: []
    opens: str = ""
    work: str = "player.nodes"
    depth: str = "0"
    unit: str = "nodes"
    kernel: str = ""

    @property
    def levels(self) -> tuple[str, ...]:
        return LEVELS[self.name]

    @property
    def strongest(self) -> int:
        return len(self.levels) - 1

    @property
    def profile(self) -> Profile:
        return profiles.of_game(self.name)

    def plan(self) -> dict["Condition", int]:
        """Each rule set and level, and the whole board."""
        found = [
            Condition(rules, level)
            for rules in rule_sets(self.name)
            for level in range(len(self.levels))
        ]
        return dict.fromkeys([*found, Condition(BOARD, self.strongest)], 1)


class Condition(NamedTuple):
    """A rule set, or BOARD, and a level."""

    rules: str
    level: int

    @property
    def name(self) -> str:
        return f"{self.rules}-{self.level}-{MHZ}"


class Decision(Struct, frozen=True):
    """Cycles of each slice; work and depth as the player counts them."""

    position: str
    slices: list[int]
    work: int
    depth: int

    @property
    def longest_ms(self) -> float:
        return milliseconds(max(self.slices))


class Timed(Tally):
    """`decisions`: of a rule set and level. `waits`: relative increase by the flash's waits for the
    slowest decisions, in total and for the longest slice. `free`: bytes free before the large
    arrays, with them, with the player, and the minimum after a decision. `whole`: of the whole
    board: bytes free in play, while it thinks and afterwards; work of an idle tick and the time of
    a game's first decision, in milliseconds."""

    done: int = 0
    decisions: list[Decision] = field(default_factory=list)
    waits: list[tuple[float, float]] = field(default_factory=list)
    free: list[int] = field(default_factory=list)
    kernel: int = 0
    whole: dict[str, float] = field(default_factory=dict)


def trial(game: ChipGame, condition: Condition) -> Timed:
    """Time everything of a condition."""
    if condition.rules == BOARD:
        return Timed(1, whole=_whole(game), kernel=_kernel(game))
    rules, level = condition
    marks = _begin(game, condition)
    hardest = _hardest(game, condition, int(marks.say("print(port.budget.think_evals)")))
    texts = dict.fromkeys(game.positions(rules, level) + hardest)
    free = [int(word) for word in marks.say("print(start, words, made)").split()]
    pairs = [_decide(marks, text, level) for text in texts]
    decisions = [decision for decision, _ in pairs]
    return Timed(
        1,
        decisions=decisions,
        waits=_with_waits(game, condition, decisions),
        free=[*free, min(left for _, left in pairs)],
    )


def _begin(game: ChipGame, condition: Condition, waits: bool = False) -> Marks:
    """A chip ready to think about a game. `waits`: reads wait for the flash."""
    code = _THINK.format(name=game.name, rules=condition.rules, work=game.work, depth=game.depth)
    marks = Marks(prelude() + code, waits, game.profile.name)
    if game.opens and condition.level == game.strongest:
        _decide(marks, game.opens, condition.level)
    return marks


def _decide(marks: Marks, text: str, level: int) -> tuple[Decision, int]:
    """Make a decision; also returns the bytes free after it."""
    work, depth, free = map(int, marks.say(f"think({text!r}, {level})").split())
    return Decision(text, marks.between(), work, depth), free


def _hardest(game: ChipGame, condition: Condition, budget: int) -> list[str]:
    """Those of many positions that take the most slices, with the same player on the computer."""
    rules, level = condition
    slices: dict[str, int] = {}
    compiled.install(game.name)
    player, _ = plugin(game.name).engine(Memory(), open_table)
    here = make_game(game.name, rules)
    for text in game.many(rules, level):
        here.load(text)
        player.start(here, level)
        slices[text] = 1
        while not player.run(budget):
            slices[text] += 1
    return sorted(slices, key=lambda text: -slices[text])[:HARDEST]


def _with_waits(
    game: ChipGame, condition: Condition, decisions: list[Decision]
) -> list[tuple[float, float]]:
    whole = sorted(decisions, key=lambda one: -sum(one.slices))[:WAITED]
    still = sorted(decisions, key=lambda one: -max(one.slices))[:WAITED]
    marks = _begin(game, condition, waits=True)
    found = []
    for plain in {one.position: one for one in (*whole, *still)}.values():
        late, _ = _decide(marks, plain.position, condition.level)
        share = sum(late.slices) / sum(plain.slices)
        found.append((share, max(late.slices) / max(plain.slices)))
    return found


def _kernel(game: ChipGame) -> int:
    """Size of the kernel's compiled module, in bytes."""
    return len(firmware.modules(board=game.profile.name)[game.kernel]) if game.kernel else 0


def _whole(game: ChipGame) -> dict[str, float]:
    """The whole board decides the first move of a game at its strongest level."""
    profile = game.profile
    probe = Probe(profile=profile)
    first = make_game(*playable(profile)[0])
    probe.calibrate("restore" if _lies(first, profile) else "place")
    variant = [name for name, _ in playable(profile)].index(game.name)
    probe.send(c="set", variant=variant, players=0, level=game.strongest)
    probe.board.world.arrange(_lies(make_game(*playable(profile)[variant]), profile))
    probe.wait(phase="match", game=game.name, limit_ms=LIMIT_MS)
    probe.board.run_ms(1000)
    free = probe.free_bytes()
    rest = ticks_of(probe, IDLE_TICKS)["work"]
    start = probe.board.now_ms
    probe.send(c="set", players=2, level=game.strongest)
    probe.wait(ask="wait", limit_ms=LIMIT_MS)
    thinking = probe.free_bytes()
    probe.board.run_until(lambda: _asks(probe) != "wait", LIMIT_MS, "move of the machine")
    took = probe.board.now_ms - start
    probe.board.run_ms(500)
    return {
        "free": free,
        "thinking": thinking,
        "after": probe.free_bytes(),
        "beside": milliseconds(median(rest)),
        "took": took,
    }


def _asks(probe: Probe) -> str:
    return str([said["ask"] for said in probe.board.messages() if said["t"] == "state"][-1])


def _lies(game: Any, profile: Profile) -> list[tuple[int, bool] | None]:
    """What is on each cell at the start of a game: owner, and whether the up side shows."""
    codes = bytearray(profile.cells)
    game.expected(codes)
    lies = [((code - 1) // 2, code % 2 == 1) if code else None for code in codes]
    return lies if any(lies) else []


def decision_ms(slices: list[int], beside_ms: float, tick_ms: int) -> float:
    """How long the board takes for a decision with these slices, in milliseconds."""
    tidied = 1 if len(slices) < GC_TICK - 1 else 2
    ticks = (max(milliseconds(one) + beside_ms, tick_ms) for one in slices)
    return TIDY_MS * tidied + sum(ticks)
