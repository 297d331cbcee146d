"""Finds the errata of xtic's opening books: where the board's search errs after the book's end, of
all positions that a game in which one player follows the book can reach (see walk).

The errata are written beside the facts of the game, from which `lodeboard tables build` takes them.
They belong to the search as it is: after a change of it the walk begins again.
"""

from collections.abc import Mapping, Sequence
from hashlib import sha256

from host_tools.games.xtic.errata import files
from host_tools.games.xtic.tables.pack import Answers, pack
from host_tools.jobs import report
from host_tools.jobs.budgets import thousands
from host_tools.lab.experiment import Experiment
from host_tools.lab.xtic.walk import PLAYERS, TOGETHER, Side, Walked, walk
from lodeboard.games.xtic.book import CHECK_AT, ERRATUM_BITS, check_of, slot_in
from lodeboard.games.xtic.rules import Xtic

#: The positions with six pieces in which the strategies end.
ENDS = {
    Side("torus", 1): 3960,
    Side("nodiags", 1): 1007,
    Side("nodiags", 0): 2143,
    Side("normal", 1): 10270,
    Side("normal", 0): 15896,
}


def moves(results: Mapping[Side, Walked], rules: str) -> dict[str, str]:
    """The errata of a rule set, with the positions that would be taken for one of them."""
    mine = [one for side, one in results.items() if side.rules == rules]
    errata = dict(each.split(" ", 1) for one in mine for each in one.errata)
    kept = dict(each.split(" ", 1) for one in mine for each in one.kept)
    kept_steps = files.answers(rules, kept)
    texts = dict(zip(kept_steps, kept, strict=True))
    while errata:
        mistaken = taken_for_errata(files.answers(rules, errata), kept_steps)
        if not mistaken:
            break
        errata |= {texts[image]: kept[texts[image]] for image in mistaken}
    return errata


def taken_for_errata(errata: Answers, others: Answers) -> list[bytes]:
    """Those of other positions for which a table of the errata has an answer, and a wrong one."""
    about, data = pack(errata, ERRATUM_BITS)
    seed, third = about[:1], int.from_bytes(about[3:5], "little")
    joined = int.from_bytes(data, "little")
    least = (1 << ERRATUM_BITS) - 1
    slots = [joined >> ERRATUM_BITS * slot & least for slot in range(3 * third)]
    found = []
    for image, step in others.items():
        sums = sha256(seed + image).digest()
        answer = 0
        for index in range(3):
            answer ^= slots[index * third + slot_in(sums, index, third)]
        if answer >> CHECK_AT == check_of(sums, ERRATUM_BITS) and answer & 15 != step:
            found.append(image)
    return [image for image in found if image not in errata]


def faults(_: Side, one: Walked) -> Sequence[str]:
    """Positions in which no step keeps what is guaranteed."""
    return [f"no right move found in {text}" for text in one.open]


def said(_: Side, one: Walked) -> str:
    return f"{thousands(len(one.errata))} errata of {thousands(decisions(one))} decisions"


def decisions(one: Walked) -> int:
    """Decisions of the board that were looked at."""
    return len(one.errata) + len(one.kept)


def body(results: Mapping[Side, Walked]) -> str:
    """The page below its title."""
    rows = []
    for side, ends in ENDS.items():
        one = results.get(side, Walked())
        counts = decisions(one), one.proved, one.searched, len(one.errata), len(one.open)
        who = f"who {PLAYERS[side.player]} first"
        rows.append([side.rules, who, f"{one.ends:,} of {ends:,}", *(f"{n:,}" for n in counts)])
    heads = ["rule set", "player", "ends of the book", "decisions", "proved by the board",
             "proved by the solver", "errata", "open"]  # fmt: skip
    return f"{NOTES}\n\n{report.table(heads, rows)}"


NOTES = """\
From each position with six pieces that the opening book leads to, the board's search plays for the
player for whom the book guarantees something, and the other player makes every step, until eight
pieces lie; from then on the board sees the end. A decision with seven pieces counts as proved by
the board if its own search proves that the step keeps the guarantee, else the solver searches it.
What follows proves a decision with six pieces. An erratum is a position in which the board's step
would give the guarantee away: its table has another step for it. Open is what neither can keep."""


def write_errata(results: Mapping[Side, Walked]) -> None:
    """Write what the books take in."""
    for rules in Xtic.rule_sets:
        if found := moves(results, rules):
            files.write(rules, found)


EXPERIMENT = Experiment(
    name="xtic-errata",
    unit="ends",
    tally=Walked,
    in_batch=TOGETHER,
    plan=lambda: dict(ENDS),
    trial=walk,
    said=said,
    faults=faults,
    title="Where the board's search errs after the book of xtic",
    body=body,
    also=write_errata,
)
