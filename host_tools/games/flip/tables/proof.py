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
It takes some minutes and needs the solution (`make solve`).
[flip-perfect.md](../developer/flip-perfect.md) explains how the player works.

**{decisions:,} decisions of the tables, all there are, and {positions:,} random positions played by
the whole player: {misses}.**

A move is right if the solution gives the position after it the value of the position before. The
kernels are those of the chip, compiled by Numba from the same source; tests compare plain Python,
Numba's machine code and the chip's."""
_TABLES = """\
The proof decodes every slot of every tier from the table's bytes with the board's own code. A slot
is an arrangement up to the square's symmetries and turning over all tiles of a player. It is played
twice: between turns (the flip), and with the flip made (the placement). *Lost anyway*: every step
keeps the value. *Not asked*: decided already, no flip to make, or no undecided position leads
there."""
_SEARCH = """\
From eight tiles on the move comes from a search to the full board, [exact by
construction](../developer/flip-perfect.md#the-search). Random positions test the program, not the
method. They are drawn uniformly among the undecided
arrangements of each number of tiles, reachable or not; a quarter of those that have a flip with the
flip made. Up to seven tiles the player uses its table unless the end is near. *Quickest*: of the
won positions, those won in the fewest turns; *most*: turns more than that, at most."""


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
        [rules, step, *(f"{sum(column):,}" for column in zip(*counts, strict=True))]
        for rules, several in proofs.items()
        for step, flipping in (("flips", True), ("placements", False))
        if (counts := [_counts(proof) for proof in several if proof.flipping == flipping])
    ]
    decisions = sum(proof.matter for several in proofs.values() for proof in several)
    misses = sum(proof.misses for several in proofs.values() for proof in several)
    total = Tally()
    for parts in played.values():
        total.add(whole(parts))
    misses += total.misses
    found = "no value given away" if not misses else f"VALUE GIVEN AWAY {misses:,} TIMES"
    titles = ["rules", "step", "slots", "proved", "lost anyway", "not asked", "wrong"]
    return "\n\n".join(
        [
            _INTRO.format(decisions=decisions, positions=total.positions, misses=found),
            "## Decided by a table",
            _TABLES,
            report.table(titles, rows),
            "## Decided by search",
            _SEARCH,
            _played(played),
        ]
    )


def _counts(proof: Proof) -> tuple[int, ...]:
    return proof.slots, proof.matter, proof.lost, proof.decided, proof.misses


_LATE = 11  # from here on every win is the quickest


def _group(tiles: int) -> str:
    if tiles not in SEARCHED:
        return f"up to {SEARCHED[0] - 1}"
    return str(tiles) if tiles < _LATE else f"{_LATE} and more"


def _played(played: dict[str, Parts]) -> str:
    titles = ["rules", "tiles", "by", "positions", "won", "quickest", "most", "tied", "lost"]
    groups: dict[tuple[str, str, str], Tally] = {}
    for rules, parts in played.items():
        for (tiles, way), tally in sorted(parts.items()):
            groups.setdefault((rules, way, _group(tiles)), Tally()).add(tally)
    rows = []
    for (rules, way, group), tally in groups.items():
        counts = [f"{n:,}" for n in (tally.tied, tally.lost, tally.misses)]
        quickest = f"{100 * tally.quickest / tally.won:.0f} %" if tally.won else ""
        longest = str(tally.longest) if tally.won else ""
        row = [rules, group, way, f"{tally.positions:,}", f"{tally.won:,}"]
        rows.append([*row, quickest, longest, *counts])
    return report.table([*titles, "wrong"], rows)


def _share(part: int, of: int) -> str:
    return f"{100 * part / of:.1f} %" if of else ""
