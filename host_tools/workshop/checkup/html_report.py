"""The report as one self-contained HTML file."""

import html
from pathlib import Path

from host_tools.jobs.html_page import html_page
from host_tools.workshop.checkup import charts
from host_tools.workshop.checkup.parts import FAULTY, LOOK, OK
from host_tools.workshop.checkup.steps import BROKEN_OFF, DONE, Bringup, Played, Row, Step

_STYLE = Path(__file__).with_name("html_report.css")
_TITLE = "Bring-up of a board"
TITLES = {
    "selftest": "Self-test",
    "chip": "Chip",
    "zeros": "Zeros",
    "gains": "Gains",
    "scenarios": "Scenarios",
    "soak": "Soak",
}
# Each verdict has a word and a sign besides its colour.
_SIGNS = {OK: "\N{CHECK MARK}", FAULTY: "\N{BALLOT X}", LOOK: "?"}
_NO_SIGN = "\N{EN DASH}"


def make_page(bringup: Bringup) -> str:
    """Return the HTML file."""
    note = f"Board {bringup.id}, a {bringup.board}, on {bringup.port}. Begun {bringup.begun}."
    head = f'<header><h1>{_TITLE}</h1><p class="note">{html.escape(note)}</p>{_state(bringup)}'
    body = _overview(bringup) + "\n".join(_section(step) for step in bringup.steps)
    style = charts.STYLE + _STYLE.read_text(encoding="utf-8")
    return html_page(_TITLE, style, f"{head}</header>\n<main>\n{body}\n</main>")


def _state(bringup: Bringup) -> str:
    if bringup.state == BROKEN_OFF:
        text = f"The bring-up was broken off. {bringup.why}"
    elif bringup.state != DONE:
        text = "The bring-up is not finished: this report was written while it went on."
    elif bringup.failed:
        text = "Faults were found. Each is below, with what to check first."
    else:
        text = "No fault was found in what was done."
    kind = "faulty" if bringup.failed else "ok" if bringup.state == DONE else "look"
    return f'<p class="state {kind}">{html.escape(text)}</p>'


def _verdict(verdict: str) -> str:
    kind = verdict.replace(" ", "-")
    return f'<span class="verdict {kind}">{_SIGNS.get(verdict, _NO_SIGN)} {verdict}</span>'


def _took(step: Step) -> str:
    if not step.took_s:
        return ""
    minutes, seconds = divmod(round(step.took_s), 60)
    return f"{minutes} min {seconds} s" if minutes else f"{step.took_s:.1f} s"


def _overview(bringup: Bringup) -> str:
    items = [
        f'<li><a href="#{step.name}">{TITLES[step.name]}</a><br>{_verdict(step.verdict)}'
        f'<br><span class="note">{_took(step)}</span></li>'
        for step in bringup.steps
    ]
    return f'<ol class="steps">{"".join(items)}</ol>\n'


def _section(step: Step) -> str:
    figures = "".join(
        f"<dt>{html.escape(what)}</dt><dd>{html.escape(str(figure))}</dd>"
        for what, figure in step.figures.items()
    )
    wrong = [row for row in step.rows if row.verdict in (FAULTY, LOOK)]
    rest = [row for row in step.rows if row.verdict not in (FAULTY, LOOK)]
    wrong.sort(key=lambda row: row.verdict != FAULTY)
    parts = [
        f'<section id="{step.name}"><h2>{TITLES[step.name]}: {_verdict(step.verdict)}</h2>',
        f"<p>{html.escape(step.why)}</p>",
        f"<dl>{figures}</dl>" if figures else "",
        _played(step.played),
        _table(wrong),
        *(f"<figure>{drawn}</figure>" for drawn in _pictures(step)),
        _folded(f"All else that was tried: {len(rest)}", _table(rest)) if rest else "",
        _sensors(step),
        "</section>",
    ]
    return "\n".join(filter(None, parts))


def _pictures(step: Step) -> list[str]:
    drawn = [charts.offsets(step.sensors), charts.noise(step.sensors)] if step.sensors else []
    return [*drawn, charts.slowest(step.games)] if step.games else drawn


def _folded(summary: str, inside: str) -> str:
    return f"<details><summary>{html.escape(summary)}</summary>{inside}</details>"


def _table(rows: list[Row]) -> str:
    if not rows:
        return ""
    lines = [
        f'<tr><td class="verdict">{_verdict(row.verdict)}</td><td>{html.escape(row.name)}</td>'
        f"<td>{html.escape(row.found)}"
        + (f'<br><span class="fix">Do: {html.escape(row.fix)}</span>' if row.fix else "")
        + "</td></tr>"
        for row in rows
    ]
    return f"<table><tbody>{''.join(lines)}</tbody></table>"


def _played(played: list[Played]) -> str:
    if not played:
        return ""
    rows = [
        {
            "game": html.escape(each.game),
            "games": each.games,
            "moves": each.moves,
            "mistakes seen": each.mistakes,
            "not as the rules say": len(each.differences),
            "line errors": each.line_errors,
            "change of memory": "-" if each.free is None else each.free[1] - each.free[0],
            "minutes": each.board_min,
            "on the wall": each.wall_min,
        }
        for each in played
    ]
    lines = [
        "".join(f'<td data-title="{title}">{count}</td>' for title, count in row.items())
        for row in rows
    ]
    head = "".join(f"<th>{title}</th>" for title in rows[0])
    body = "".join(f"<tr>{line}</tr>" for line in lines)
    return f'<table class="counts"><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>'


def _sensors(step: Step) -> str:
    if not step.sensors:
        return ""
    lines = [
        f"<tr><td>{html.escape(cell)}</td><td>rests at {one.rest_mv:.1f} mV ({one.offset_mv:+.1f} "
        f"from the middle)</td><td>noise {one.noise_mv:.1f} mV"
        + (f", a tile changes {one.tile_mv:+.1f} mV" if one.tile_mv is not None else "")
        + f"; least margin {min(one.margins.values()):.1f} mV</td></tr>"
        for cell, one in step.sensors.items()
    ]
    table = f"<table><tbody>{''.join(lines)}</tbody></table>"
    return _folded(f"The numbers of {len(step.sensors)} sensors", table)
