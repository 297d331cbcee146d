"""The report as one self-contained HTML file."""

import html
from collections.abc import Iterable, Sequence
from pathlib import Path

from host_tools.games.flip.solver.index import Tier
from host_tools.games.flip.solver.report import boards, charts
from host_tools.games.flip.solver.report.census import ALL
from host_tools.games.flip.solver.report.findings import Findings
from host_tools.games.flip.solver.report.lines import Line, Opening
from host_tools.games.flip.solver.report.sample import DRAWN, SEED, Share
from host_tools.games.flip.solver.report.svg import STYLE, patterns
from host_tools.games.tiers.masks import CELLS
from host_tools.jobs.html_page import html_page
from host_tools.jobs.report import circumstances
from lodeboard.games.contract import LOSE, TIE, WIN

_TITLE = "Flip tiles, solved"
_BODY = """\
<svg width="0" height="0" aria-hidden="true" style="position:absolute">{patterns}</svg>
<header><h1>{title}</h1><p class="note">{note}</p></header>
<main>
{body}
</main>"""

_OUTCOMES = {WIN: "win", TIE: "tie", LOSE: "loss"}


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


def make_page(all_found: Sequence[Findings], command: str) -> str:
    """The whole file."""
    body = [
        _verdicts(all_found),
        _values(all_found),
        _remoteness(all_found),
        _openings(all_found),
        _random_moves(all_found),
        _longest(all_found),
    ]
    seconds = " and ".join(f"{found.seconds:.0f} s ({found.rules})" for found in all_found)
    style = STYLE + Path(__file__).with_name("page.css").read_text(encoding="utf-8")
    whole = _BODY.format(
        title=_TITLE,
        patterns=patterns(),
        note=html.escape(f"{circumstances(command)} Gathered from the tier files in {seconds}."),
        body="\n".join(body),
    )
    return html_page(_TITLE, style, whole)


def _verdicts(all_found: Sequence[Findings]) -> str:
    cards = []
    for found in all_found:
        said, moves = verdict(found)
        share = [
            f"{found.census.total() and sum(found.census.of_value(k, value) for k in _TIERS):,}"
            f" {name}"
            for value, name in ((WIN, "won"), (TIE, "tied"), (LOSE, "lost"))
        ]
        cards.append(
            f'<section class="verdict"><h2>{found.rules}</h2><p class="said">{said}</p>'
            f'<p>{moves}</p><p class="note">Of all arrangements: {", ".join(share)} for the'
            " player to act.</p></section>"
        )
    total = (
        f"<p>Counted are <b>arrangements</b>: every way in which tiles can lie on the board,"
        f" half of them each player's, whether play can lead there or not. There are {ALL:,} of"
        " them, the sum over k of C(16, k) C(k, k/2) 2<sup>k</sup>; the figures of each rule set"
        " below add up to exactly that. Everything is said for the player to act.</p>"
    )
    return f'<div class="verdicts">{"".join(cards)}</div>{total}'


_TIERS = range(CELLS + 1)


def _values(all_found: Sequence[Findings]) -> str:
    rows = [
        [str(k), f"{Tier(k).arrangements:,}"]
        + [f"{found.census.of_value(k, v):,}" for found in all_found for v in (WIN, TIE, LOSE)]
        for k in _TIERS
    ]
    rows.append(
        ["all", f"{ALL:,}"]
        + [
            f"{sum(found.census.of_value(k, v) for k in _TIERS):,}"
            for found in all_found
            for v in (WIN, TIE, LOSE)
        ]
    )
    titles = [f"{found.rules}: {word}" for found in all_found for word in ("win", "tie", "loss")]
    return (
        "<h2>Values by number of tiles</h2><p>Shares of the arrangements with so many tiles, in"
        " per cent.</p>"
        + _pair(charts.values(found.census) for found in all_found)
        + _table("Arrangements by value", ["tiles", "arrangements", *titles], rows)
    )


def _remoteness(all_found: Sequence[Findings]) -> str:
    rows = [
        [str(turns)]
        + [f"{found.census.of_turns(v, turns):,}" for found in all_found for v in (WIN, LOSE)]
        for turns in _TIERS
    ]
    titles = [f"{found.rules}: {word}" for found in all_found for word in ("won", "lost")]
    tiers = "".join(
        f'<h3>{found.rules}, by number of tiles</h3><div class="minis">'
        + "".join(charts.tier_remoteness(found.census, k) for k in _TIERS)
        + "</div>"
        for found in all_found
    )
    return (
        "<h2>Turns to the end</h2><p>The winner hurries, the loser delays. A turn puts one tile on"
        " the board, so that with k tiles no game takes more than 16 less k.</p>"
        + _pair(charts.remoteness(found.census) for found in all_found)
        + _table("Arrangements by turns to the end", ["turns", *titles], rows)
        + "<p>The same for each number of tiles, as shares of its arrangements; the highest bar is"
        " named. Wins stand above, losses hang below.</p>" + tiers
    )


def _openings(all_found: Sequence[Findings]) -> str:
    return (
        "<h2>The opening</h2><p>What each placement is worth for the player who makes it: W wins,"
        " D draws, L loses, with the turns it takes, itself included. Either side up is worth the"
        " same here: turning over all tiles of a player changes nothing. Moves that are images of"
        " others by turning or mirroring the board are left out.</p>"
        f'<div class="pair">{"".join(_opening(found) for found in all_found)}</div>'
    )


def _opening(found: Findings) -> str:
    parts = [
        f'<section><h3>{found.rules}: the first player places</h3><div class="boards">',
        _figure(found.opening, "First moves"),
        "</div>",
    ]
    for first, answers in found.answers:
        value, _ = found.opening.cells["abcd".index(first[0]) + 4 * (int(first[1]) - 1)]
        parts.append(
            f"<h3>After {first[:2]} (a {_OUTCOMES[value]} for the first player) the second player"
            ' flips it, then places</h3><div class="boards">'
        )
        for answer in answers:
            flip = answer.text.partition(";")[2]
            parts.append(_figure(answer, f"After the flip {flip}"))
        parts.append("</div>")
    return "".join(parts) + "</section>"


def _figure(opening: Opening, caption: str) -> str:
    return (
        f"<figure>{boards.board(opening.text, opening.cells)}"
        f"<figcaption>{caption}</figcaption></figure>"
    )


def _random_moves(all_found: Sequence[Findings]) -> str:
    titles = [
        f"{found.rules}: {word}" for found in all_found for word in ("open", "won", "drawn", "only")
    ]
    rows = []
    for k in range(CELLS):
        row = [str(k)]
        for found in all_found:
            mine = found.samples[k]
            row += [_share(mine.all), _share(mine.won), _share(mine.tied)]
            settled = mine.won.positions + mine.tied.positions
            only = mine.won.only + mine.tied.only
            row.append(charts.percent(only / settled) if settled else "")
        rows.append(row)
    return (
        "<h2>How often a random move keeps the value</h2><p>The mean, over undecided positions, of"
        " the share of legal moves that keep the position's value; a lost position keeps it"
        f" whatever is played. A sample: {DRAWN:,} arrangements for each number of tiles and rule"
        f" set, drawn uniformly with seed {SEED}, the decided ones left out; the table gives the"
        " standard errors, and in the column “only” how many of the won and drawn positions have"
        " but one move that keeps the value.</p>"
        + _pair(charts.keeping(found.rules, found.samples) for found in all_found)
        + _table("Moves that keep the value", ["tiles", *titles], rows)
    )


def _share(share: Share) -> str:
    if share.mean is None:
        return ""
    return f"{100 * share.mean:.1f} ± {100 * share.error:.1f} %"


def _longest(all_found: Sequence[Findings]) -> str:
    rows = []
    for k in _TIERS:
        row = [str(k)]
        for found in all_found:
            turns = found.census.longest_win(k)
            row += (
                ["", ""]
                if turns is None
                else [str(turns), f"{found.census.of_turns(WIN, turns, k):,}"]
            )
        rows.append(row)
    titles = [f"{found.rules}: {word}" for found in all_found for word in ("turns", "arrangements")]
    return (
        "<h2>The longest forced wins</h2>"
        + "".join(_line(found.rules, found.longest) for found in all_found)
        + _table("Longest forced wins by number of tiles", ["tiles", *titles], rows)
    )


def _line(rules: str, line: Line | None) -> str:
    if line is None:
        return f"<p>Under {rules} nobody can force a win from any arrangement.</p>"
    steps = []
    for number, text in enumerate(line.positions):
        before = line.positions[number - 1] if number else None
        caption = f"{number}. {line.moves[number - 1]}" if number else "The start"
        steps.append(
            f"<figure>{boards.board(text, None, before)}<figcaption>{caption}</figcaption></figure>"
        )
    return (
        f"<h3>{rules}: {line.turns} turns</h3><p>From <code>{line.positions[0]}</code>, the first"
        " such position in the order of the solution, by best play: of equally good moves the"
        " first in the order of the rules. Wells that have changed have a bright rim.</p>"
        f'<div class="boards">{"".join(steps)}</div>'
    )


def _pair(pictures: Iterable[str]) -> str:
    return f'<div class="pair">{"".join(pictures)}</div>'


def _table(caption: str, titles: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    head = "".join(f'<th scope="col">{title}</th>' for title in titles)
    lines = "".join(
        f'<tr><th scope="row">{row[0]}</th>{"".join(f"<td>{cell}</td>" for cell in row[1:])}</tr>'
        for row in rows
    )
    return (
        f'<details><summary>{caption}, as a table</summary><div class="wide" tabindex="0"'
        f' role="region" aria-label="{caption}"><table><caption>{caption}</caption>'
        f"<thead><tr>{head}</tr></thead><tbody>{lines}</tbody></table></div></details>"
    )
