"""Builds the table from which a board plays a solved game, and proves it. The firmware's
games/solved defines the format and reads it."""

from collections.abc import Callable, Iterator
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np

from host_tools.build import outside
from host_tools.games.book_file import assemble, word
from host_tools.games.contract import Outcome, StoreError
from host_tools.games.engine import Memory
from host_tools.games.moves import legal_moves, make_move, take_back
from host_tools.games.retrograde.expand import KEY_BYTES
from host_tools.games.retrograde.solution import OPPOSITE, Values
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import VERDICTS, BaseGame, Game
from lodeboard.games.search import SearchPlayer
from lodeboard.games.solved import MOST_BITS, PERFECT, ScoreTable, slots_of
from lodeboard.system.loader import make_game, plugin

Report = Callable[[int, int], None]  # done, of so many

SEEDS = 256
_DECIDED = 2  # the largest score of a solution that only decided positions have
_OFTEN = 1000  # positions between two reports


class TableError(Exception):
    """A table is wrong, or the game can have none; the text says why."""


def check(game: Game) -> None:
    """Raise TableError if the board could not play this game by a table."""
    player, _ = plugin(game.name).engine(None, None)
    kind: Any = type(game)
    single = isinstance(game, BaseGame) and kind.between_moves is BaseGame.between_moves
    if not isinstance(player, SearchPlayer) or not single:
        raise TableError(
            f"{game.name} can have no table: that is for games of tiles with one step a move"
        )


def build(game: Game, values: Values) -> bytes:
    """The table of a game from outside. Raises TableError."""
    check(game)
    keys, scores = _stored(values)
    bits = max(1, int(max(scores, default=0)).bit_length())
    if bits > MOST_BITS:
        raise TableError(f"{game.name} lasts too long for a table")
    third = max(2, int(1.23 * len(keys)) // 3 + 11)
    for seed in range(SEEDS):
        slots = _assign([slots_of(key, seed, third) for key in keys], scores, 3 * third)
        if slots is not None:
            break
    else:
        raise TableError(f"the positions of {game.name} have keys of which some are equal")
    form = bytes([bits, seed]) + word(third, 4)
    made = outside.fingerprint(outside.added()[game.name])
    return assemble(game.rules, {"form": form, "slots": _packed(slots, bits), "made": made})


def _stored(values: Values) -> tuple[list[int], list[int]]:
    """Keys and scores of the undecided positions, as the table has them."""
    stored = np.flatnonzero((values.scores == 0) | (values.scores > _DECIDED))
    raw = values.keys[stored].tobytes()
    keys = [
        int.from_bytes(raw[offset : offset + KEY_BYTES], "big")
        for offset in range(0, len(raw), KEY_BYTES)
    ]
    return keys, [max(0, score - _DECIDED) for score in values.scores[stored].tolist()]


def _assign(places: list[list[int]], scores: list[int], count: int) -> list[int] | None:
    """Slots that give each key's score, found by peeling: a key that has a slot to itself can be
    assigned after all others. None if keys remain of which none has."""
    users, last = [0] * count, [0] * count
    for key, slots in enumerate(places):
        for slot in slots:
            users[slot] += 1
            last[slot] ^= key
    free = [slot for slot in range(count) if users[slot] == 1]
    order: list[tuple[int, int]] = []
    for slot in free:
        if users[slot] != 1:
            continue
        key = last[slot]
        order.append((key, slot))
        for other in places[key]:
            users[other] -= 1
            last[other] ^= key
            if users[other] == 1:
                free.append(other)
    if len(order) < len(places):
        return None
    found = [0] * count
    for key, slot in reversed(order):
        found[slot] = scores[key]
        for other in places[key]:
            if other != slot:
                found[slot] ^= found[other]
    return found


def _packed(slots: list[int], bits: int) -> bytes:
    """Numbers of so many bits, one after the other, and two bytes more."""
    each = np.array(slots, "<u4")[:, None] >> np.arange(bits, dtype="<u4") & 1
    return np.packbits(each.astype(np.uint8).ravel(), bitorder="little").tobytes() + bytes(2)


def prove(path: Path, name: str, rules: str, values: Values, report: Report) -> tuple[int, int]:
    """Compare the score of each position in this file with the solution; then let the board's
    player decide as either player, against every reply. Returns the number of scores and of
    decisions. Raises TableError, BookError."""
    try:
        data = path.read_bytes()
    except OSError as error:
        raise StoreError(f"{path}: {error.strerror}") from error
    table = ScoreTable(lambda _: BytesIO(data), name, rules)
    keys, scores = _stored(values)
    for done, (key, score) in enumerate(zip(keys, scores, strict=True)):
        if done % _OFTEN == 0:
            report(done, len(keys))
        found = table.score(key)
        if found != score:
            raise TableError(f"the position with the key {key} has {score}, not {found}")
    decided = 0
    for own in (0, 1):
        for _ in _decisions(data, make_game(name, rules), own, values):
            if decided % _OFTEN == 0:
                report(decided, len(keys))
            decided += 1
    return len(keys), decided


def _decisions(data: bytes, game: Game, own: int, values: Values) -> Iterator[None]:
    """Each decision of the board as this player, whatever the other does, checked. Raises
    TableError."""
    player, _ = plugin(game.name).engine(Memory(), lambda _: BytesIO(data))
    level = LEVELS[game.name].index(PERFECT)
    game.reset()
    texts, seen = [game.text()], {game.key()}
    for text in texts:
        game.load(text)
        moves = legal_moves(game)
        if game.turn == own and moves:
            player.start(game, level)
            while not player.run(1):
                pass
            moves = [player.steps]
            if not player.steps:
                raise TableError(f"no move in {text}: {player.take_trouble()}")
            _check_kept(game, player.steps, values)
            yield
        for move in moves:
            make_move(game, move)
            if game.key() not in seen:
                seen.add(game.key())
                texts.append(game.text())
            take_back(game, move)


def _check_kept(game: Game, move: list[int], values: Values) -> None:
    """Raise TableError if a move gives the value away, or time."""
    before, mover = values.value(game), game.turn
    make_move(game, move)
    after, same = values.value(game), game.turn == mover
    take_back(game, move)
    if before is None or after is None or before[1] is None:
        raise TableError(f"the solution does not know {game.text()}")
    value = after[0] if same else OPPOSITE[after[0]]
    if (value, after[1]) != (before[0], max(0, before[1] - 1)):
        text = game.move_text(move)
        raise TableError(f"{text} in {game.text()}, {_said(before)}, leads to {_said(after)}")


def _said(outcome: Outcome) -> str:
    return f"a {VERDICTS[outcome[0]]} in {outcome[1]}" if outcome[1] else VERDICTS[outcome[0]]
