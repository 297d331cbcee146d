"""Mates in one to four of Magician Chess, each with its proof, in mates.txt beside this file.

A line is a mate: rule set, the attacker's moves, the position, and the proof behind `|`:

    standard 2 k6/.../3K3 w - - 0 1 | a1a6(a7b7 g2g7 a7a8 @c3c4)

The attacker's move, in brackets all replies, and behind each reply the attacker's move there; a
move without brackets is mate. Each mate is the shortest, and only one first move keeps it.

`lodeboard lab magician-mates` finds them in games played at random, and those that
begin with a spell or a promotion, which are rare there, also in positions set up at random: in
one game and so many positions after another, by their number. It goes on behind the last that the
file names.
"""

import random
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from host_tools.build import compiled
from host_tools.games.magician.exact import GaveUp, Prover
from host_tools.games.moves import legal_moves, make_move, take_back
from host_tools.jobs.command import INTERRUPTED, OK, Parser, UsageError, at_least_one
from host_tools.jobs.files import write_whole
from host_tools.jobs.progress import progress_bar
from lodeboard.games.contract import NOWHERE, UNDECIDED, GameError
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician.rules import Magician

FILE = Path(__file__).with_name("mates.txt")
#: Wanted of each length for each player who mates, by rule set.
WANTED = {"standard": 20, "immune": 10}
LENGTHS = (1, 2, 3, 4)
_TOTAL = sum(WANTED.values()) * 2 * len(LENGTHS)
#: At most so many of these begin with a move of the same kind.
_ALIKE = {"standard": 8, "immune": 4}
_OPENING = 10  # turns before anybody looks for a mate
_LONGEST_GAME = 130  # turns; random play goes on and on
_SET_UP = 60  # positions
_COMMON = ("move", "capture")
_NEAR = 5  # of the holes in a position set up at random, so many are this near to a king:
_DISTANCE = 2
_MOST_TURNS = 400_000  # tried for a position: nearly all mates in four take fewer
_MOST_PROVING = 40_000_000  # and for all replies of one that was found
_LARGEST_PROOF = 2_400  # characters
# How likely a move is: what thins the board out, but leaves magicians there, finds most mates.
_TAKING = 6
_MOVING = 3
_OTHERS = 1
# Kinds of pieces set up for each player, the fewest and the most.
_PIECES = (
    (layout.MAGICIAN, 1, 2),
    (layout.ROOK, 0, 1),
    (layout.KNIGHT, 0, 2),
    (layout.PAWN, 0, 3),
)
_CELLS = 49
_HOLES = 9
_HEAD = "# lodeboard lab magician-mates, games played: "
_LINE = re.compile(r"(standard|immune) (\d) ([^|]+) \| (\S.*)")


class Mate(NamedTuple):
    """A line of the file."""

    rules: str
    moves: int  # the attacker's, the mating one included
    position: str
    proof: str

    @property
    def first(self) -> str:
        """The only first move that mates as soon."""
        return self.proof.split("(")[0]

    @property
    def line(self) -> str:
        return f"{self.rules} {self.moves} {self.position} | {self.proof}"


def read_mates(text: str) -> tuple[int, list[Mate]]:
    """How many games were played for a file of mates, and the mates. ValueError names a line that
    is none."""
    games = 0
    mates = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith(_HEAD) and line[len(_HEAD) :].isdigit():
            games = int(line[len(_HEAD) :])
            continue
        found = _LINE.fullmatch(line)
        if found is None:
            raise ValueError(f"line {number} is no mate: {line[:60]}")
        mates.append(Mate(found[1], int(found[2]), found[3], found[4]))
    return games, mates


def all_mates() -> Iterator[tuple[str, str, int, list[str]]]:
    """Of each mate: position, rule set, moves to mate, and the first moves that keep the shortest
    mate. A position is solved by a player whose first move is one of these."""
    for mate in read_mates(FILE.read_text(encoding="utf-8"))[1]:
        yield mate.position, mate.rules, mate.moves, [mate.first]


def first_moves(game: Magician, prover: Prover, moves: int) -> list[list[int]]:
    """The moves after which the opponent is mated in time: the game's position must be in the
    prover's hands. GaveUp."""
    found = []
    for move in legal_moves(game):
        make_move(game, move)
        prover.follow(game)
        if prover.is_mated(moves - 1):
            found.append(move)
        take_back(game, move)
    prover.follow(game)
    return found


def shortest(prover: Prover, most: int) -> int | None:
    """The moves within which the player to act mates; None where it takes more than `most`.
    GaveUp."""
    return next((moves for moves in range(1, most + 1) if prover.mates(moves)), None)


def proof(game: Magician, prover: Prover, moves: int) -> str:
    """The proof of a mate that is there in so many moves. GaveUp."""
    move, replies = None, game.max_steps
    for each in first_moves(game, prover, moves):
        make_move(game, each)
        count = game.count_moves()
        take_back(game, each)
        if count < replies:
            move, replies = each, count
    assert move is not None
    written = game.move_text(move)
    if not replies:
        return written
    lines = []
    make_move(game, move)
    for reply in legal_moves(game):
        text = game.move_text(reply)
        make_move(game, reply)
        prover.follow(game)
        left = shortest(prover, moves - 1)
        assert left is not None
        lines.append(f"{text} {proof(game, prover, left)}")
        take_back(game, reply)
    take_back(game, move)
    prover.follow(game)
    return f"{written}({' '.join(lines)})"


def kind(game: Magician, move: Sequence[int]) -> str:
    """What kind of move it is, for a fair mix."""
    text = game.move_text(list(move))
    start, end = move[0] >> 6 & 63, move[0] & 63
    if text[0] == "@":
        return "drop" if "x" in text else "carry" if len(move) == 1 else "swap"
    if len(move) > 1:
        return "promotion"
    if game.piece(start) & 7 == layout.KING and abs(start - end) == 2:
        return "castling"
    return "move" if game.piece(end) == layout.EMPTY else "capture"


class Finder:
    """Plays games and keeps the mates that are in them, as far as more of their kind are wanted."""

    def __init__(self, mates: list[Mate]) -> None:
        compiled.install("magician")
        self.mates = mates
        self._prover = Prover()
        self._count: Counter[tuple[str | int, ...]] = Counter()
        for mate in mates:
            game = _game(mate)
            self._take(mate, kind(game, game.parse_move(mate.first)))

    @property
    def complete(self) -> bool:
        return len(self.mates) >= _TOTAL

    def _take(self, mate: Mate, how: str) -> None:
        player = mate.position.split()[1]
        self._count[mate.rules, mate.moves, player] += 1
        self._count[mate.rules, mate.moves, player, how] += 1

    def _wants(self, mate: Mate, how: str) -> bool:
        player = mate.position.split()[1]
        all_there = self._count[mate.rules, mate.moves, player]
        alike = self._count[mate.rules, mate.moves, player, how]
        return all_there < WANTED[mate.rules] and alike < _ALIKE[mate.rules]

    def go_on(self, number: int) -> None:
        """Play this game, and set up as many positions; of the mates that are wanted there, the
        first of each length and kind is kept."""
        dice = random.Random(f"magician mates {number}")
        game = Magician("immune" if number % 3 == 2 else "standard")
        found: set[tuple[int, str]] = set()
        self._play(game, dice, found)
        found |= {(moves, how) for moves in LENGTHS for how in _COMMON}
        for _ in range(_SET_UP):
            _set_up(game, dice)
            self._look(game, found)

    def _play(self, game: Magician, dice: random.Random, found: set[tuple[int, str]]) -> None:
        for turn in range(_LONGEST_GAME):
            if game.verdict() != UNDECIDED:
                return
            if turn >= _OPENING:
                self._look(game, found)
            moves = legal_moves(game)
            make_move(game, dice.choices(moves, [_weight(game, move) for move in moves])[0])

    def _look(self, played: Magician, found: set[tuple[int, str]]) -> None:
        """Keep the mate in the position of a game, if there is one that is wanted. found: lengths
        and kinds that this game has given."""
        prover = self._prover
        mate = Mate(played.rules, 0, played.text(), "")
        try:
            game = _game(mate)
        except GameError:
            return  # set up with the wrong king in check
        if game.verdict() != UNDECIDED:
            return
        try:
            prover.load(game, _MOST_TURNS)
            moves = shortest(prover, LENGTHS[-1])
            if moves is None:
                return
            prover.left = _MOST_PROVING
            first = first_moves(game, prover, moves)
            mate = mate._replace(moves=moves)
            how = kind(game, first[0])
            if len(first) > 1 or (moves, how) in found or not self._wants(mate, how):
                return
            mate = mate._replace(proof=proof(game, prover, moves))
        except GaveUp:
            return
        if len(mate.proof) <= _LARGEST_PROOF:
            found.add((moves, how))
            self._take(mate, how)
            self.mates.append(mate)


def _game(mate: Mate) -> Magician:
    game = Magician(mate.rules)
    game.load(mate.position)
    return game


def _set_up(game: Magician, dice: random.Random) -> None:
    """Set up few pieces, magicians of both players among them, and most holes near the kings."""
    cells = dice.sample(range(_CELLS), _CELLS)
    codes = [layout.EMPTY] * _CELLS
    kings = cells[:2]
    for player, cell in enumerate(kings):
        codes[cell] = layout.KING + layout.BLACK * player
    near = [cell for cell in cells[2:] if min(_distance(cell, king) for king in kings) <= _DISTANCE]
    others = [cell for cell in cells[2:] if cell not in near[:_NEAR]]
    for cell in near[:_NEAR] + others[: _HOLES - _NEAR]:
        codes[cell] = layout.HOLE
    free = iter(others[_HOLES - _NEAR :])
    for player in range(2):
        for piece, least, most in _PIECES:
            for _ in range(dice.randint(least, most)):
                codes[next(free)] = piece + layout.BLACK * player
    game.set_up(codes, dice.randrange(2), 0, NOWHERE, 0)


def _distance(one: int, other: int) -> int:
    """King's steps."""
    return max(abs(one // 7 - other // 7), abs(one % 7 - other % 7))


def _weight(game: Magician, move: Sequence[int]) -> int:
    how = kind(game, move)
    taken = {"capture": move[-1] & 63, "drop": move[1] & 63 if len(move) > 1 else 0}.get(how)
    if taken is not None and game.piece(taken) & 7 != layout.MAGICIAN:
        return _TAKING
    return _MOVING if how in ("move", "promotion", "castling") else _OTHERS


def main(arguments: Sequence[str] | None = None) -> int:
    parser = Parser(
        prog="lodeboard lab magician-mates",
        description="Find mates of Magician Chess in games played at random, and keep them with"
        " their proofs. Ctrl-C at any moment leaves the file whole; the next run goes on.",
    )
    parser.add_argument("--file", type=Path, default=FILE, help=f"default: {FILE.name}, here")
    parser.add_argument(
        "--most", metavar="GAMES", type=at_least_one, help="games to play now (default: until all"
        " mates that are wanted have been found)",
    )  # fmt: skip
    given = parser.parse_args(arguments)
    try:
        return _find(given.file, given.most)
    except UsageError as error:
        parser.error(str(error))


def _find(file: Path, most: int | None) -> int:
    try:
        games, mates = read_mates(file.read_text(encoding="utf-8")) if file.exists() else (0, [])
        finder = Finder(mates)
    except (GameError, OSError, ValueError) as error:
        raise UsageError(f"{file}: {error}; remove it to begin again") from error
    bar = progress_bar(_TOTAL, "mates [{bar:30}] {n_fmt}/{total_fmt}{postfix}", initial=len(mates))
    try:
        last = None if most is None else games + most
        while not finder.complete and games != last:
            finder.go_on(games)
            games += 1
            lines = [f"{_HEAD}{games}", *(mate.line for mate in finder.mates)]
            write_whole(file, "\n".join(lines) + "\n")
            bar.set_postfix_str(f", {games} games", refresh=False)
            bar.update(len(finder.mates) - bar.n)
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        raise UsageError(f"cannot write {file}: {error.strerror}") from error
    finally:
        bar.close()
    print(f"{len(finder.mates)} mates in {games} games: {file}")
    return OK
