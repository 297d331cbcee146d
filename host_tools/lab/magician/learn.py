"""Learn what a position of Magician Chess is worth from games of the engine against itself.

    lodeboard lab magician-learn --games 3000            print the quality of the fit
    lodeboard lab magician-learn --games 3000 --write    also write the tables

The search plays itself from random openings and evaluates material only, so that good and bad
arrangements both occur. Games of players who know the tables teach less, because both sides avoid
the same arrangements (tried: no gain over material alone). A logistic regression with a ridge
(Newton's method) fits the tables of `firmware/lodeboard/games/magician/weights.py` to the results
of the games; positions in check and captures are left out. Everything is seeded: the same command
makes the same tables.
"""

import random
from array import array
from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from host_tools import FIRMWARE
from host_tools.build import compiled
from host_tools.jobs.command import Parser, at_least_one
from host_tools.jobs.files import write_whole
from host_tools.jobs.progress import progress_bar
from host_tools.lab.matches import any_move, openings
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.magician import board_layout as layout
from lodeboard.games.magician import weights
from lodeboard.games.magician.rules import Magician
from lodeboard.games.magician.search import DEEPEST, MagicianSearch

PAGE = FIRMWARE / "lodeboard" / "games" / "magician" / "weights.py"

KINDS = 4  # kinds of piece with a value; kings have none
TABLES = layout.FOLD - layout.PLACES  # words of PLACES, HOLES, MOBILITY and the rest
FEATURES = KINDS + TABLES
MATERIAL = (53, 277, 345, 525)  # of the engine that plays the games; it hardly affects the result
WORK = 30_000  # units a turn
NOISE = 15
LONGEST = 240  # turns; an undecided game is then a draw
OPENING_TURNS = (4, 10)
RIDGE = 300.0
LINE = 100  # characters, see pyproject.toml
PIECES = 1200  # what a pawn, a knight, a magician and a rook are worth together
ROUNDS = 8


class Sample(NamedTuple):
    """features: one row per position, counts of the player to act minus those of the other, as
    int8; results for that player: 1 won, 0.5 drawn, 0 lost."""

    features: NDArray[np.int8]
    results: NDArray[np.float32]


def fold(square: int) -> int:
    """See weights.fill."""
    row, column = divmod(square - layout.FIRST_SQUARE, 9)
    return 4 * (6 - row) + min(column, 6 - column)


def features(words: Any) -> NDArray[np.int8]:
    """How often each word of the tables counts in the evaluation of a position: first the material
    of four kinds, then the words from PLACES on. `words` are those of the board kernel."""
    counts = np.zeros(FEATURES, np.int8)
    sign = -1 if words[layout.TO_ACT] else 1
    offsets = list(words[layout.OFFSETS : layout.OFFSETS + 24])
    sideways, reach = offsets[4:8], offsets[8:16]
    for square in range(layout.FIRST_SQUARE, layout.LAST_SQUARE + 1):
        piece = words[square]
        kind = piece & 7
        if kind == layout.HOLE:
            beside = [words[square + step] for step in sideways]
            lies = [words[square + step] for step in reach]
            for black in (0, layout.BLACK):
                if layout.MAGICIAN + black in lies:
                    side = -sign if black else sign
                    counts[KINDS + layout.REACH - layout.PLACES] += side
                    for other in beside:
                        if layout.EMPTY < other & 7 < layout.HOLE and other & layout.BLACK != black:
                            index = layout.THREAT - layout.PLACES + (other & 7) - 1
                            counts[KINDS + index] += side
        elif layout.EMPTY < kind < layout.HOLE:
            side = -sign if piece & layout.BLACK else sign
            if kind <= KINDS:
                counts[kind - 1] += side
            index = fold(100 - square if piece & layout.BLACK else square)
            counts[KINDS + 28 * (kind - 1) + index] += side
            holes = sum(words[square + step] == layout.HOLE for step in sideways)
            index = layout.HOLES - layout.PLACES + 4 * (kind - 1) + min(holes, 3)
            counts[KINDS + index] += side
            if kind != layout.PAWN:
                index = layout.MOBILITY - layout.PLACES + mobility(words, square, kind, offsets)
                counts[KINDS + index] += side
    counts[KINDS + layout.TEMPO - layout.PLACES] = 1
    return counts


def mobility(words: Any, square: int, kind: int, offsets: list[int]) -> int:
    """The word of MOBILITY that counts for a piece."""
    if kind == layout.ROOK:
        count = 18
        for step in offsets[4:8]:
            to = square + step
            while words[to] == layout.EMPTY:
                count += 1
                to += step
        return count
    begin = {layout.KNIGHT: 16, layout.MAGICIAN: 0, layout.KING: 4}[kind]
    count = {layout.KNIGHT: 0, layout.MAGICIAN: 9, layout.KING: 31}[kind]
    ways = offsets[begin : begin + 8]
    return count + sum(int(words[square + step] == layout.EMPTY) for step in ways)


def count_pieces_only(search: MagicianSearch, material: Sequence[int]) -> None:
    """Clear a search's tables except the values of pawn, knight, magician and rook."""
    for word in range(layout.PLACES, layout.FOLD):
        kind = (word - layout.PLACES) // 28
        search.state[word] = material[kind] if kind < KINDS else 0


def best_turn(search: MagicianSearch, game: Magician, work: int, noise: int) -> int:
    """The turn found by iterative deepening with this much work; `search.value` is its value."""
    turns = array("i", [0] * layout.MAX_TURNS)
    count = game.turns(turns)
    search.load(game, noise)
    depth = 0
    while depth < DEEPEST:
        depth += 1
        search.begin(turns, 0, count, depth, work if depth > 1 else 1 << 29)
        status = search.run(1 << 29)
        if search.best:
            index = turns.index(search.best)
            turns.insert(0, turns.pop(index))
        if status == layout.EXHAUSTED or abs(search.value) > layout.FAIR:
            break
    return int(turns[0])


def play(game: Magician, search: MagicianSearch) -> Sample:
    """Play to the end; return the positions to learn from."""
    rows: list[NDArray[np.int8]] = []
    sides: list[int] = []
    white = 0.5
    for _ in range(LONGEST):
        if game.verdict() != UNDECIDED:
            break
        turn = best_turn(search, game, WORK, NOISE)
        if abs(search.value) > layout.FAIR:
            white = float((search.value > 0) == (game.turn == 0))
            break
        before = game.board[: layout.SIZE].count(layout.EMPTY)
        checked = game.in_check()
        row = None if checked else features(game.board)
        sides.append(game.turn)
        for step in game.steps_of(turn):
            game.push(step)
        if row is not None and before == game.board[: layout.SIZE].count(layout.EMPTY):
            rows.append(row)
        else:
            sides.pop()
    results = [1 - white if side else white for side in sides]
    return Sample(np.array(rows, np.int8).reshape(-1, FEATURES), np.array(results, np.float32))


def self_play(count: int, seed: int) -> Sample:
    """Play this many games, with a progress bar."""
    compiled.install("magician")
    source = random.Random(f"learn magician {seed}")
    game = Magician()
    low, high = OPENING_TURNS
    starts = openings(game, count, lambda _: source.randint(low, high), any_move(source))
    search = MagicianSearch()
    count_pieces_only(search, MATERIAL)
    samples = []
    with progress_bar(count) as bar:
        for text in starts:
            game.load(text)
            samples.append(play(game, search))
            bar.update()
    return Sample(*(np.concatenate(parts) for parts in zip(*samples, strict=True)))


def fit(sample: Sample) -> NDArray[np.float64]:
    """The value of each feature in units of the logistic curve: Newton's method for the logistic
    loss, with a ridge on everything but material."""
    worth = np.zeros(FEATURES)
    ridge = np.full(FEATURES, RIDGE)
    ridge[:KINDS] = 1e-3
    rows = sample.features.astype(np.float32)
    for _ in range(ROUNDS):
        chance = 1 / (1 + np.exp(-(rows @ worth)))
        slope = rows.T @ (sample.results - chance) - ridge * worth
        weight = (chance * (1 - chance)).astype(np.float32)
        bend = (rows * weight[:, None]).T @ rows + np.diag(ridge)
        worth += np.linalg.solve(bend, slope)
    return worth


def loss(sample: Sample, worth: NDArray[np.float64]) -> float:
    """Mean logistic loss, in nats."""
    score = sample.features.astype(np.float32) @ worth
    return float(np.mean(np.logaddexp(0, score) - sample.results * score))


def in_points(worth: NDArray[np.float64]) -> NDArray[np.int64]:
    """In whole points, see PIECES. The mean over all cells of a kind goes into its material."""
    worth = worth.copy()
    for kind in range(5):
        cells = worth[KINDS + 28 * kind : KINDS + 28 * kind + 28]
        mean = cells.mean()
        cells -= mean
        if kind < KINDS:
            worth[kind] += mean
    found: NDArray[np.int64] = np.rint(worth * PIECES / worth[:KINDS].sum()).astype(np.int64)
    return found


def as_text(tables: NDArray[np.int64]) -> str:
    """The module of the tables."""
    limit = 127 * weights.UNIT
    halves = np.clip(tables, -limit, limit)[KINDS:] // weights.UNIT + weights.ZERO
    rows = {
        "PLACES": (28, 140),
        "HOLES": (20, 20),
        "MOBILITY": (40, 40),
        "OTHERS": (7, 7),
    }
    notes = {
        "PLACES": "Pawn, knight, magician, rook, king: rows from one's own first on, four of seven"
        " cells.",
        "HOLES": "The same kinds: none, one, two, more holes right beside it.",
        "MOBILITY": "Cells that knights, magicians (from 9 on), rooks (18), kings (31) may go to.",
        "OTHERS": "A hole in reach; each kind of the other's beside it; to be the player to act.",
    }
    lines = [
        '"""What the search of Magician Chess adds up, learned from games of the engine against',
        "itself: written by host_tools.lab.magician.learn. Bytes less ZERO, times UNIT, are",
        'points: a pawn, a knight, a magician and a rook have 1200 together."""',
        "",
        f"ZERO = {weights.ZERO}",
        f"UNIT = {weights.UNIT}",
        "# Pawn, knight, magician, rook, in points.",
        f"MATERIAL = ({', '.join(str(each) for each in tables[:KINDS])})",
    ]
    begin = 0
    for name, (each, count) in rows.items():
        lines.append(f"# {notes[name]}")
        texts = [
            f'"{bytes(halves[offset : offset + each].tolist()).hex()}"'
            for offset in range(begin, begin + count, each)
        ]
        whole = f"{name} = bytes.fromhex({texts[0]})"
        if len(texts) == 1 and len(whole) <= LINE:
            lines.append(whole)
        else:
            lines += [f"{name} = bytes.fromhex(", *(f"    {text}" for text in texts), ")"]
        begin += count
    return "\n".join(lines) + "\n"


def main(arguments: list[str] | None = None) -> int:
    parser = Parser(prog="lodeboard lab magician-learn", description=__doc__)
    parser.add_argument(
        "--games", type=at_least_one, default=3000, metavar="N", help="default: 3000"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="N", help="of the games")
    parser.add_argument("--write", action="store_true", help="also write the firmware's tables")
    chosen = parser.parse_args(arguments)
    sample = self_play(chosen.games, chosen.seed)
    held = np.arange(len(sample.results)) % 10 == 0  # held out, to validate the fit
    learned = fit(Sample(sample.features[~held], sample.results[~held]))
    unseen = Sample(sample.features[held], sample.results[held])
    plain = fit(
        Sample(sample.features[~held] * (np.arange(FEATURES) < KINDS), sample.results[~held])
    )
    print(f"{len(sample.results)} positions; loss of a tenth not learned from:")
    print(f"all tables {loss(unseen, learned):.4f}, material alone {loss(unseen, plain):.4f}")
    tables = in_points(fit(sample))
    print("material", *tables[:KINDS])
    if chosen.write:
        write_whole(PAGE, as_text(tables))
    return 0
