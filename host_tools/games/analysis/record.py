"""A written game, checked move by move."""

from host_tools.games.analysis.pasted import (
    CUT,
    Move,
    Pasted,
    Record,
    RecordError,
    read_record,
    unwrap,
)
from host_tools.games.contract import HostGame
from host_tools.games.loader import host_game
from host_tools.games.moves import make_move
from lodeboard.games.contract import Game, GameError


def begin(game: Game, pasted: Pasted) -> Record:
    """Read pasted text as a record of this game and set the game to its start. Raises
    RecordError."""
    game.reset()
    record = read_record(pasted.text, len(game.text().split()), pasted.notes)
    if record.start is not None:
        try:
            game.load(record.start)
        except GameError as error:
            raise RecordError(f"position {record.start}: {error}") from error
    return record


def read_move(game: Game, host: HostGame, move: Move, pasted: Pasted) -> list[int]:
    """Return the steps of a move of the record. Raises GameError with the reason if it has none."""
    try:
        return host.read_move(game, move.text)
    except GameError:
        usual = host.respell(game, move.text)
        if usual == move.text:
            raise
        steps = host.read_move(game, usual)
        pasted.notes.notice(f"{move.text} is read as {usual}.")
        return steps


def replay(game: Game, pasted: Pasted | str) -> list[str]:
    """Play a record through. Returns the corrections made, as sentences. Raises RecordError at the
    first illegal move."""
    if isinstance(pasted, str):
        pasted = unwrap(pasted)
    record = begin(game, pasted)
    host = host_game(game.name)
    for move in record.moves:
        try:
            steps = read_move(game, host, move, pasted)
        except GameError as error:
            raise RecordError(
                f"move {move.number} (line {move.line}), {move.text}: {error}"
            ) from error
        make_move(game, steps)
    if pasted.ends_early(len(record.moves)):
        pasted.notes.notice(CUT)
    return pasted.notes
