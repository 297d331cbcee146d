"""The HTML file of `lodeboard review`, made from the page's own modules and styles."""

import html
import json
from collections.abc import Mapping, Sequence
from typing import Any

from host_tools.games.analysis.study import Course
from host_tools.jobs.html_page import html_page
from host_tools.play.web.bundle import FOLDER, scripts

STYLES = ("style.css", "analysis.css", "choice.css", "magician.css", "review.css")
ENTRY = "review"

_BODY = """\
<header><h1>{title}</h1><p class="note">{summary}</p></header>
<main id="review"></main>
<noscript><pre>{plain}</pre></noscript>
<script type="application/json" id="data">{data}</script>
<script type="module">
{script}
</script>"""


def make_page(
    title: str,
    game: str,
    rules: str,
    course: Course,
    studies: Sequence[Mapping[str, Any]],
    graded: Sequence[Mapping[str, Any]],
    players: Sequence[Mapping[str, Any]],
) -> str:
    """The whole file. `game` is the game's title; `studies`, `graded` and `players` are what
    `study.examine`, `scorecard.grade` and `scorecard.score` say of the course."""
    fields = (
        "position",
        "verdict",
        "value",
        "remoteness",
        "moves",
        "best",
        "steps",
        "fix",
        "chance",
    )
    data = {
        "course": course._asdict(),
        "studies": [{key: study[key] for key in fields if key in study} for study in studies],
        "graded": graded,
        "players": players,
    }
    moves = "1 move" if len(course.moves) == 1 else f"{len(course.moves)} moves"
    return _page(
        title=html.escape(title),
        summary=f"{game}, rules {rules}, {moves}. Only proved values are shown.",
        plain=html.escape(_plain(course, studies)),
        # Nothing in the data may end the element it stands in.
        data=json.dumps(data, separators=(",", ":")).replace("<", "\\u003c"),
    )


def template() -> str:
    """The file with a @name@ for each of its parts: the page fills it in for a game on it."""
    return _page(title="@title@", summary="@summary@", plain="@plain@", data="@data@")


def _page(title: str, summary: str, plain: str, data: str) -> str:
    body = _BODY.format(title=title, summary=summary, plain=plain, data=data, script=scripts(ENTRY))
    style = "\n".join((FOLDER / name).read_text(encoding="utf-8") for name in STYLES)
    return html_page(title, style, body, kind="review", scripts=True)


def _plain(course: Course, studies: Sequence[Mapping[str, Any]]) -> str:
    """The game for a browser without scripts: position, value and turns to the end."""
    lines = []
    for number, (position, study) in enumerate(zip(course.positions, studies, strict=True)):
        move = course.moves[number - 1] if number else "start"
        left = "" if study["remoteness"] is None else f" in {study['remoteness']}"
        lines.append(f"{number:2} {move:8} {position}  {study['value'] or 'not known'}{left}")
    return "\n".join(lines)
