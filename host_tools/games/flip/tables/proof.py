"""Coverage of `lodeboard tables verify`, as lines and as a dated page."""

from collections.abc import Sequence

from host_tools import ROOT
from host_tools.games.flip.tables.grading import Tally
from host_tools.games.flip.tables.played import Parts
from host_tools.games.flip.tables.portions import SEARCHED
from host_tools.games.flip.tables.verify import Proof
from host_tools.jobs import report

PAGE = ROOT / "docs" / "measured" / "flip-proof.md"
TITLE = "Proof that the board plays perfectly"
COMMAND = "make prove ARGS=--write"

_INTRO = """\
`make prove` runs it again, in some minutes: it needs the solution, which `make solve` computes.
[flip-perfect.md](../developer/flip-perfect.md) explains how the player works.

**{decisions:,} decisions of the tables, all there are, and {positions:,} random positions played
whole: {misses}.**

A move is right when the solution gives the position after it the value of the position before.
The kernels that play here are those of the chip, compiled by Numba from the same text; the tests
hold the plain text, Numba's machine code and the chip's to the same results."""
_TABLES = """\
Every slot of every tier, decoded from the bytes that the board reads and played by the board's
own code. A slot is an arrangement up to the square's symmetries and turning over all tiles of a
player; it is played twice, as a position between turns (the flip) and as one in which the flip
has been made (the placement). *Lost anyway*: every step keeps the value. *Not asked*: decided
as it lies, no flip to make, or no undecided position leads there."""
_SEARCH = """\
From eight tiles on the move comes from a search to the full board, and that is exact by
construction:

- Every line of play is followed to a position that the rules decide or to the sixteenth tile;
  nothing undecided is ever guessed at.
- Each reply is looked at unless the window says that it cannot matter: alpha-beta with the
  bounds -1 and 1 distinguishes win, tie and loss, and no limit of work ends that search.
- The learned weights only order the replies. A bad order costs time, not truth.
- A table entry holds all three masks of its position, no hash alone, and is used only where
  what it says is a fact: it was searched to the same horizon, or its score is a sure end within
  the horizon that it was searched to.
- What the short look before it finds is a forced win or loss, or the full board. The moves that
  set problems in a tied position are played only after a search has shown that they keep it.

So the random positions test the program, not the method. They are arrangements drawn uniformly
among the undecided ones of each number of tiles, reachable or not, a quarter of those that have
a flip with the flip made. The first table is of the positions that search decides; the second of
smaller numbers of tiles, where the player asks its table unless the end is near. *Quickest*: of
the won positions, those in which the win goes on as quick as can be; *longer*: turns more than
that, the mean over all won positions, and the most."""


def lines(rules: str, parts: Parts, wrong: Sequence[str]) -> list[str]:
    """The coverage of playing: a line for each number of tiles, and a sum."""
    reported = []
    for (tiles, way), tally in parts.items():
        reported.append(
            f"{rules}: {tiles:2} tiles, {tally.positions:8,} positions decided by {way:6},"
            f" {tally.halves:6,} of them with the flip made, won as quick as can be"
            f" {_share(tally.quickest, tally.won):>6}, {tally.misses} wrong"
        )
    total = whole(parts)
    verdict = "every move played keeps the value"
    if wrong:
        verdict = f"{total.misses:,} MOVES DO NOT, the first in {wrong[0]}"
    reported.append(f"{rules}: {total.positions:,} random positions played: {verdict}")
    return reported


def whole(parts: Parts) -> Tally:
    """The sum of all parts."""
    total = Tally()
    for tally in parts.values():
        total.add(tally)
    return total


def page(covered: dict[str, tuple[Sequence[Proof], Parts]]) -> str:
    """The body of the page, from the coverage of each rule set."""
    proofs = {rules: several for rules, (several, _) in covered.items()}
    played = {rules: parts for rules, (_, parts) in covered.items()}
    rows = [
        [rules, str(proof.k), "flips" if proof.flipping else "placements"]
        + [f"{n:,}" for n in (proof.slots, proof.matter, proof.lost, proof.decided, proof.misses)]
        for rules, several in proofs.items()
        for proof in several
    ]
    decisions = sum(proof.matter for several in proofs.values() for proof in several)
    misses = sum(proof.misses for several in proofs.values() for proof in several)
    total = Tally()
    for parts in played.values():
        total.add(whole(parts))
    misses += total.misses
    found = "no value given away" if not misses else f"VALUE GIVEN AWAY {misses:,} TIMES"
    titles = ["rules", "tiles", "step", "slots", "proved", "lost anyway", "not asked", "wrong"]
    searched = _played({rules: _only(parts, True) for rules, parts in played.items()})
    rest = _played({rules: _only(parts, False) for rules, parts in played.items()})
    return "\n\n".join(
        [
            _INTRO.format(decisions=decisions, positions=total.positions, misses=found),
            "## Decided by a table",
            _TABLES,
            report.table(titles, rows),
            "## Decided by search",
            _SEARCH,
            searched,
            rest,
        ]
    )


def _only(parts: Parts, many: bool) -> Parts:
    return {part: parts[part] for part in parts if (part[0] in SEARCHED) == many}


def _played(played: dict[str, Parts]) -> str:
    titles = ["rules", "tiles", "by", "positions", "flip made", "won", "quickest", "longer",
              "most", "tied", "lost", "wrong"]  # fmt: skip
    rows = []
    for rules, parts in played.items():
        for (tiles, way), tally in parts.items():
            mean = f"{tally.excess / tally.won:.2f}" if tally.won else ""
            rows.append(
                [rules, str(tiles), way, f"{tally.positions:,}", f"{tally.halves:,}"]
                + [f"{tally.won:,}", _share(tally.quickest, tally.won), mean]
                + [str(tally.longest) if tally.won else ""]
                + [f"{n:,}" for n in (tally.tied, tally.lost, tally.misses)]
            )
    return report.table(titles, rows)


def _share(part: int, of: int) -> str:
    return f"{100 * part / of:.1f} %" if of else ""
