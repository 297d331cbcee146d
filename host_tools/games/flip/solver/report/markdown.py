"""The report as a Markdown page with two pictures."""

from collections.abc import Sequence

from host_tools.games.flip.solver.index import Tier
from host_tools.games.flip.solver.report import boards, charts, svg
from host_tools.games.flip.solver.report.census import ALL
from host_tools.games.flip.solver.report.findings import Findings
from host_tools.games.flip.solver.report.sample import DRAWN, SEED
from host_tools.games.tiers.masks import CELLS
from host_tools.games.tiers.report import Count, values_table
from host_tools.jobs.charts import words
from lodeboard.games.contract import LOSE, TIE, WIN

TITLE = "Flip tiles, solved"
VALUES, OPENING = "solution-values.svg", "solution-opening.svg"

_INTRODUCTION = """\
{verdicts}

The solution has the exact value, and the turns to the end, of every arrangement of flip tiles,
reachable or not. There are {all:,}, the sum over k of C(16, k) C(k, k/2) 2^k; the
counts below add up to that. All values are those of the player to act.

![Wins, ties and losses by number of tiles](pictures/{values})

![The worth of each first placement, and of each answer to a corner](pictures/{opening})

W wins, D draws, L loses, with the turns it takes. Upper row: the first placement, either side up.
Lower row: the first player has placed on a1, the second has flipped that tile to b1 and places.

*Longest win*: turns of the longest forced win. *Random move keeps*: the mean share of legal moves
that keep the value, over the undecided ones of {drawn:,} arrangements for each number of tiles
(drawn uniformly, seed {seed})."""

_METHOD = """\
## How it is computed

```
make solve                                       # both rule sets
lodeboard solve flip --report docs/measured/flip-solution.md   # and this page
```

**Tiers.** A turn adds one tile, so the tier of k tiles is computed from the tier of k + 1; that of
16 comes from the rules. Two passes: the best placement for every arrangement, then the best flip.

**Scores.** One signed byte: 64 - r for a win in r turns, r - 64 for a loss, 0 for a tie. An open
position has the negated minimum of the scores that its moves lead to, one step nearer to 0. So the
winner hurries and the loser delays.

**Index.** Three masks: occupied cells, those of the player to act, down sides. The occupied mask is
replaced by the smallest of its eight symmetric images, and each player's lowest tile counts as
showing its up side. That makes
{slots:,} slots for {all:,} arrangements, one for {ratio:.1f} of them.

**Verification.** `make verify` solves both rule sets again and compares thousands of positions with
a full search that shares only the rules."""


def verdict(found: Findings) -> tuple[str, str]:
    """The value of the empty board and the first moves that keep it, in two sentences."""
    value, turns = found.empty
    said = {
        WIN: f"The empty board is a win in {turns} turns for the first player.",
        LOSE: f"The empty board is lost in {turns} turns for the first player.",
        TIE: "The empty board is a tie: neither player can force a win.",
    }[value]
    cells = sorted({move[:2] for move in found.keepers})
    if len(cells) == CELLS:
        return said, "Every first move keeps that."
    return said, f"The first moves that keep that: {', '.join(cells)}, either side up."


def make_markdown(all_found: Sequence[Findings]) -> str:
    """The page's body; its pictures are those of `pictures`."""
    said = [f"**{found.rules}**: " + "\n".join(verdict(found)) for found in all_found]
    sections = [
        _INTRODUCTION.format(
            verdicts="\n\n".join(said),
            all=ALL,
            values=VALUES,
            opening=OPENING,
            drawn=DRAWN,
            seed=SEED,
        )
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
    census = found.census
    counts = []
    for k in range(CELLS + 1):
        won, tied, lost = (census.of_value(k, value) for value in (WIN, TIE, LOSE))
        counts.append(Count(str(k), won, tied, lost, census.longest_win(k) or 0))
    kept = ["" if share is None else charts.percent(share) for share in found.keeping]
    counted = values_table("tiles", counts, ("random move keeps", [*kept, ""]))
    return (
        f"## {found.rules.capitalize()}: arrangements by value\n\n{counted}\n\n"
        f"{found.disk_bytes / 1e6:.0f} MB on disk."
    )


def _longest(found: Findings) -> str:
    title = f"## {found.rules.capitalize()}: the longest forced win\n\n"
    if found.longest is None:
        return title + "Nobody can force a win from any arrangement."
    line = found.longest
    return (
        title + f"{line.turns} turns, for one from `{line.positions[0]}`. Best play:\n\n"
        "```\n" + "\n".join(
            " ".join(line.moves[first : first + 8]) for first in range(0, len(line.moves), 8)
        ) + "\n```"
    )  # fmt: skip
