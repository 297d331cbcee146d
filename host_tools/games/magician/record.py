"""The notation of published games of Magician Chess, beside the firmware's own.

    Nc4 Nxc4 Rgd7     a piece: its letter, where it is from if needed, x for a capture, where to
    c4 bxc3 b7R       a pawn; what it becomes
    0-0(b)            castling, and the file that the king goes to
    He6 Hxe4 Hgf3     a spell: where the hole goes; x where the piece there leaves the game

`+` follows for check, `#` for mate.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from host_tools.games.moves import legal_moves, make_move, take_back
from lodeboard.games.contract import LOSE, UNDECIDED, VERDICTS, Game, GameError
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician.notation import cell_of
from lodeboard.games.magician.rules import Magician

_COORDINATES = re.compile(r"@|[a-g][1-7][a-g][1-7]")
_PUBLISHED = re.compile(
    r"""(?: 0-0\((?P<castling>[bf])\)
      | (?P<piece>[KRNMH]) (?P<file>[a-g]?) (?P<rank>[1-7]?) (?P<takes>x?) (?P<end>[a-g][1-7])
      | (?: (?P<from>[a-g]) (?P<captures>x) )? (?P<to>[a-g][1-7]) (?: =?(?P<what>[RNM]) )?
    ) (?P<sign>[+#]?)""",
    re.VERBOSE,
)
_CASTLING = re.compile(r"[0Oo]-[0Oo](?:\(([a-gA-G])\))?([+#]?)")
_LETTERS = {
    layout.PAWN: "",
    layout.KNIGHT: "N",
    layout.MAGICIAN: "M",
    layout.ROOK: "R",
    layout.KING: "K",
}


class _Move(NamedTuple):
    """A move in the notation of published games."""

    piece: str  # "" for a pawn, "H" for a hole
    start: str
    takes: bool
    end: str
    becomes: str  # "" unless a pawn is promoted
    castling: bool

    def fits(self, other: "_Move") -> bool:
        """Whether both have the same name except for the origin."""
        return self._replace(start="") == other._replace(start="")


def read_move(game: Game, text: str) -> list[int]:
    """Return the steps of a move in either notation. Raises GameError if there is none, or if `+`
    or `#` is wrong; moves by coordinates need neither."""
    game = _magician(game)
    bare = text.rstrip("+#")
    if not game.between_moves() or _COORDINATES.match(bare):
        steps = game.parse_move(bare)
        expected = _sign(game, steps) if bare != text else ""
    else:
        read = _PUBLISHED.fullmatch(text)
        if read is None:
            raise GameError(
                f'"{text}" is no move: write Nxc4, c4, 0-0(b), He6 (the hole goes to e6), Hxe4'
                " (and the piece there leaves the game), or c2c4, @d4e4, @d4xe4"
            )
        bare = text[: read.start("sign")]
        steps = _find(game, read, bare)
        expected = _sign(game, steps)
    if text != bare + expected:
        said = {"": "gives no check", "+": "gives check", "#": "is mate"}[expected]
        raise GameError(f"{bare} {said}: write {bare}{expected}")
    return steps


def respell(game: Game, text: str) -> str:
    """Return castling in standard notation, if it is written with letters or without the king's
    target file and only one is possible; any other text unchanged."""
    game = _magician(game)
    found = _CASTLING.fullmatch(text)
    if found is None or not game.between_moves() or game.verdict() != UNDECIDED:
        return text
    files = [move.end[0] for move in _all_seen(game) if move.castling]
    if found[1] is None and len(files) != 1:
        return text
    return f"0-0({(found[1] or files[0]).lower()}){found[2]}"


def write_move(game: Game, steps: Sequence[int]) -> str:
    """Return a legal move in the notation of published games."""
    game = _magician(game)
    move = _seen(game, steps)
    sign = _sign(game, steps)
    if move.castling:
        return f"0-0({move.end[0]}){sign}"
    takes = "x" if move.takes else ""
    if not move.piece:
        return (move.start[0] + takes if takes else "") + move.end + move.becomes + sign
    starts = {each.start for each in _all_seen(game) if each.fits(move)} - {move.start}
    start = ""
    if any(each[0] == move.start[0] for each in starts):
        start = move.start[1]
        if any(each[1] == start for each in starts):
            start = move.start
    elif starts:
        start = move.start[0]
    return move.piece + start + takes + move.end + sign


def _magician(game: Game) -> Magician:
    if not isinstance(game, Magician):
        raise GameError("these records are of Magician Chess")
    return game


def _find(game: Magician, read: "re.Match[str]", bare: str) -> list[int]:
    """The one legal move of this name."""
    if read["castling"]:
        wanted = _Move("K", "", False, read["castling"] + "17"[game.turn], "", True)
    elif read["piece"]:
        wanted = _Move(read["piece"], "", bool(read["takes"]), read["end"], "", False)
    else:
        wanted = _Move("", "", bool(read["captures"]), read["to"], read["what"] or "", False)
    file = read["file"] or read["from"] or ""
    rank = read["rank"] or ""
    found = [
        steps
        for steps in legal_moves(game)
        if (move := _seen(game, steps)).fits(wanted)
        and move.start[0] in (file or move.start[0])
        and move.start[1] in (rank or move.start[1])
    ]
    if len(found) == 1:
        return found[0]
    verdict = game.verdict()
    if verdict != UNDECIDED:
        raise GameError(f"the game is over here: {VERDICTS[verdict]} for the player to act")
    if found:
        either = " or ".join(write_move(game, steps) for steps in found)
        raise GameError(f"{bare} can be several moves: write {either}")
    near = [
        write_move(game, steps)
        for steps in legal_moves(game)
        if (move := _seen(game, steps)).end == wanted.end and move.piece == wanted.piece
    ]
    hint = f": {' or '.join(near)} would be" if near else ""
    raise GameError(f"{bare} is not legal here{hint}")


def _all_seen(game: Magician) -> list[_Move]:
    return [_seen(game, steps) for steps in legal_moves(game)]


def _seen(game: Magician, steps: Sequence[int]) -> _Move:
    text = game.move_text(list(steps))
    if text[0] == "@":
        return _Move("H", text[1:3], "x" in text, text[-2:], "", False)
    start, end = text[:2], text[2:4]
    piece = game.piece(cell_of(start)) & 7
    files = abs(ord(start[0]) - ord(end[0]))
    takes = game.piece(cell_of(end)) != layout.EMPTY or (piece == layout.PAWN and files > 0)
    castling = piece == layout.KING and files > 1
    return _Move(_LETTERS[piece], start, takes, end, text[4:].upper(), castling)


def _sign(game: Magician, steps: Sequence[int]) -> str:
    """The suffix of a move for check or mate."""
    make_move(game, steps)
    sign = "" if not game.in_check() else "#" if game.verdict() == LOSE else "+"
    take_back(game, steps)
    return sign
