"""The short report: a Markdown page with two pictures."""

from collections.abc import Sequence

from host_tools.games.flip.solver.index import Tier
from host_tools.games.flip.solver.report import boards, charts, svg
from host_tools.games.flip.solver.report.census import ALL
from host_tools.games.flip.solver.report.findings import Findings
from host_tools.games.flip.solver.report.page import verdict
from host_tools.games.flip.solver.report.sample import DRAWN, SEED
from host_tools.games.tiers.masks import CELLS
from host_tools.jobs.charts import words
from host_tools.jobs.report import table
from lodeboard.games.contract import LOSE, TIE, WIN

TITLE = "Flip tiles, solved"
VALUES, OPENING = "solution-values.svg", "solution-opening.svg"

_INTRODUCTION = """\
{verdicts}

That is read from the solution: the exact value, and the turns to the end, of every arrangement
of flip tiles, whether play can lead there or not. There are {all:,} of them, the
sum over k of C(16, k) C(k, k/2) 2^k; the counts below add up to exactly that. Everything is said
for the player to act.

![Wins, ties and losses by number of tiles](pictures/{values})

![The worth of each first placement, and of each answer to a corner](pictures/{opening})

W wins, D draws, L loses, with the turns it takes. The upper row is the first player's, either
side up; in the lower row the first player has placed on a1, the second has flipped that tile to
b1 and places: each answer is worth what its cell says."""

_METHOD = """\
## How it is made, and made again

```
make solve                                       # both rule sets
lodeboard solve flip --report                    # flip-solution.html: all charts and tables
lodeboard solve flip --report docs/measured/flip-solution.md   # this page and its pictures
```

**Tiers.** A turn puts one tile on the board, so arrangements of k tiles lead to such of k + 1
only. The tier of 16 tiles is what the rules say of full boards; each other tier is made from the
one above it, and no more than two are in memory. It takes two passes: what a flip leads to has as
many tiles, so first the best placement is found for every arrangement, then the best flip.

**Scores.** One signed byte: 64 - r for a win in r turns, r - 64 for a loss, 0 for a tie. What the
rules decide as it stands comes first; else a position's score is the least among those of the
positions that its moves lead to, negated and one step nearer to 0. So the winner hurries and the
loser delays.

**Index.** The player to act owns half of the tiles, rounded down, so three masks say all:
occupied, own, down sides. The occupied mask is brought to the least of its eight images under
turning and mirroring the board; the least ones of a tier are numbered. Turning over all tiles of
one player changes nothing in the rules, so each player's lowest tile counts as showing its up
side and is left out. A slot is then orbit, rank of the own cells among the occupied ones, sides.
That makes {slots:,} slots for {all:,} arrangements, one for {ratio:.1f} of them.
What an occupied mask's own symmetry doubles is left in: it costs a fortieth and saves a test.

**Linear side maps.** For one orbit and one set of own cells, every flip and every placement leads
to one block, and takes the bits of the sides here to those there by a map that is linear modulo 2:
a permutation, a constant for the tile turned over and for the one placed, and an inversion of all
of a player's tiles where its lowest would show its down side. It takes one player's sides to that
player's. So a block, of at most 16 KiB, is read row by row with one list of columns
([where the time goes](answered.md#flip-tiles)).

**Storage.** A file a tier: header, index, checksum, then blocks of 65 536 scores, each compressed
by zstd and with a CRC-32 of its own, so that one position costs one block.
`host_tools/games/flip/solver` has the game's part, `index`, `kernel`, `compute`, `solution`;
`host_tools/games/tiers` has what solutions of games share.

**Trust.** The counts of every tier add up to the closed formula. `make verify` solves both rule
sets again and holds thousands of positions against full search, a search that shares nothing with
the solver but the rules; symmetric positions agree; each position is worth what its moves are.

**On the board.** [flip-perfect.md](../developer/flip-perfect.md) explains how a chip with
no room for any of this plays as well; it was compared with this solution."""


def make_markdown(all_found: Sequence[Findings]) -> str:
    """The page's body; its pictures are those of `pictures`."""
    said = [f"**{found.rules}**: " + "\n".join(verdict(found)) for found in all_found]
    sections = [
        _INTRODUCTION.format(verdicts="\n\n".join(said), all=ALL, values=VALUES, opening=OPENING)
    ]
    sections += [_counts(found) for found in all_found]
    sections += [_longest(found) for found in all_found]
    slots = sum(Tier(k).slots for k in range(CELLS + 1))
    sections.append(_METHOD.format(slots=slots, all=ALL, ratio=ALL / slots))
    return "\n\n".join(sections)


def pictures(all_found: Sequence[Findings]) -> dict[str, str]:
    """The pictures' files by name."""
    values = svg.grid(
        [[(charts.WIDE, charts.HIGH, charts.values(found.census)) for found in all_found]],
        "Wins, ties and losses by number of tiles",
    )
    rows = []
    for number, said in ((0, "first placement"), (1, "a1, flipped to b1; the answer")):
        row = []
        for found in all_found:
            opening = found.opening if number == 0 else found.answers[0][1][0]
            title = words(f"{found.rules}: {said}", 8, 16, "title")
            shown = boards.board(opening.text, opening.cells)
            whole = title + svg.place(shown, 4, 22, boards.SIZE, boards.SIZE)
            label = f"{found.rules}: {said}"
            row.append((250.0, 230.0, svg.picture(250, 230, label, [whole])))
        rows.append(row)
    return {VALUES: values, OPENING: svg.grid(rows, "The opening")}


def _counts(found: Findings) -> str:
    rows = []
    for k in range(CELLS + 1):
        turns = found.census.longest_win(k)
        counts = [found.census.of_value(k, value) for value in (WIN, TIE, LOSE)]
        kept = found.samples[k].all.mean if k < CELLS else None
        rows.append(
            [str(k)]
            + [f"{number:,}" for number in counts]
            + ["" if turns is None else str(turns), "" if kept is None else charts.percent(kept)]
        )
    whole = [
        sum(found.census.of_value(k, value) for k in range(CELLS + 1)) for value in (WIN, TIE, LOSE)
    ]
    rows.append(["all", *(f"{number:,}" for number in whole), "", ""])
    return (
        f"## {found.rules.capitalize()}: arrangements by value\n\n"
        + table(["tiles", "win", "tie", "loss", "longest win", "random move keeps"], rows)
        + f"\n\n*Longest win*: turns of the forced win that takes longest. *Random move keeps*: the"
        f" mean\nshare of legal moves that keep the value, over the undecided ones of {DRAWN:,}"
        f" arrangements for\neach number of tiles (drawn uniformly, seed {SEED})."
        f" {found.disk_bytes / 1e6:.0f} MB on disk."
    )


def _longest(found: Findings) -> str:
    title = f"## {found.rules.capitalize()}: the longest forced win\n\n"
    if found.longest is None:
        return title + "Nobody can force a win from any arrangement."
    line = found.longest
    return (
        title + f"{line.turns} turns, for one from `{line.positions[0]}`. A line of best play:\n\n"
        "```\n" + "\n".join(
            " ".join(line.moves[at : at + 8]) for at in range(0, len(line.moves), 8)
        ) + "\n```"
    )  # fmt: skip
