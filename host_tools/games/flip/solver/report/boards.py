"""Pictures of positions, with the value of a placement on each cell."""

from host_tools.games.flip.exact import Outcome
from host_tools.games.flip.solver.report.svg import picture
from host_tools.jobs.charts import tag, words
from lodeboard.games.contract import LOSE, TIE, WIN

SIZE = 196.0
PITCH = 42
_TURNED = {"U": "D", "D": "U", "u": "d", "d": "u"}
_WAYS = {"N": -4, "E": 1, "S": 4, "W": -1}
_OWNERS = {"U": "sun", "D": "sun", "u": "moon", "d": "moon"}
_LETTERS = {WIN: "W", TIE: "D", LOSE: "L"}
_KINDS = {WIN: "win", TIE: "tie", LOSE: "lose"}
_SHAPES = {
    WIN: "M-14 0A14 14 0 0 1 14 0A14 14 0 0 1-14 0Z",
    TIE: "M0-16L16 0L0 16L-16 0Z",
    LOSE: "M-12.6-12.6H12.6V12.6H-12.6Z",
}
_RAYS = (
    "M0-8V-11M0 8V11M-8 0H-11M8 0H11"
    "M5.7-5.7L7.8-7.8M-5.7-5.7L-7.8-7.8M5.7 5.7L7.8 7.8M-5.7 5.7L-7.8 7.8"
)
_FACES = (
    f"M-5 0A5 5 0 0 1 5 0A5 5 0 0 1-5 0Z{_RAYS}",
    "M3.2-8.6A9 9 0 1 0 3.2 8.6A8.8 8.8 0 0 1 3.2-8.6Z",
)


def letters(text: str) -> list[str]:
    """The letters of the cells; of half a turn with its flip made."""
    position, _, flip = text.partition(";")
    found = list(position[2:])
    if flip:
        source = "abcd".index(flip[0]) + 4 * (int(flip[1]) - 1)
        found[source + _WAYS[flip[2]]] = _TURNED[found[source]]
        found[source] = "-"
    return found


def outcome_text(outcome: Outcome) -> str:
    """W16, D or L3."""
    value, turns = outcome
    return _LETTERS[value] + (str(turns) if value != TIE else "")


def board(text: str, worth: dict[int, Outcome]) -> str:
    """A position. `worth`: the values for the player to place, by cell."""
    shown = letters(text)
    parts = [tag("rect", x=1, y=1, width=SIZE - 2, height=SIZE - 2, rx=10, class_="plate")]
    for index in range(4):
        parts.append(words("abcd"[index], 38 + index * PITCH, 11.5, "cell-name"))
        parts.append(words(index + 1, 8, 37 + index * PITCH, "cell-name"))
    for cell, letter in enumerate(shown):
        x, y = 38 + cell % 4 * PITCH, 34 + cell // 4 * PITCH
        inside = [tag("circle", r=18, class_="cell")]
        if letter != "-":
            inside += _tile(letter)
        elif cell in worth:
            inside += _mark(worth[cell])
        parts.append(tag("g", *inside, transform=f"translate({x} {y})"))
    return picture(SIZE, SIZE, _label(text, worth), parts)


def _tile(letter: str) -> list[str]:
    owner = 0 if letter in "UD" else 1
    side = "up" if letter in "Uu" else "down"
    return [
        tag("circle", r=16, class_=f"body-{owner}"),
        tag("path", d=_FACES[owner], class_=f"face {side}"),
    ]


def _mark(outcome: Outcome) -> list[str]:
    value, _ = outcome
    return [
        tag("path", d=_SHAPES[value], class_=f"mark-{_KINDS[value]}"),
        words(outcome_text(outcome), 0, 4.2, "mark"),
    ]


def _label(text: str, worth: dict[int, Outcome]) -> str:
    tiles = [
        f"{cell_name(cell)} {_OWNERS[letter]} {'up' if letter in 'Uu' else 'down'}"
        for cell, letter in enumerate(letters(text))
        if letter != "-"
    ]
    marks = [f"{cell_name(cell)} {outcome_text(outcome)}" for cell, outcome in worth.items()]
    return "; ".join([", ".join(tiles) or "The empty board", *marks])


def cell_name(cell: int) -> str:
    return f"{'abcd'[cell % 4]}{cell // 4 + 1}"
