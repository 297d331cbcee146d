"""Studies a game record position by position, for the page and `lodeboard review`."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from host_tools.games.analysis.pasted import CUT, Move, Pasted, RecordError, unwrap
from host_tools.games.analysis.record import begin, read_move
from host_tools.games.contract import HostGame, Solver, go_on
from host_tools.games.finding import Finding, Reply, answer, find, value_of_replies, word
from host_tools.games.loader import host_game
from host_tools.games.moves import legal_moves, make_move
from lodeboard.games.contract import TIE, UNDECIDED, VERDICTS, Game, GameError
from lodeboard.system.loader import plugin


class Course(NamedTuple):
    """How a game went. positions[0] is the start, positions[k] what the k-th move led to;
    turns[k] is the player (0 or 1) to act there. The last move may be half done. names: the moves
    as people write them; check: whether the player to act at the end is in check; drawn: why the
    game is a draw, in a sentence, or ""."""

    start: str
    positions: list[str]
    turns: list[int]
    moves: list[str]
    verdict: str
    game: str  # its name
    rules: str
    names: list[str]
    check: bool
    drawn: str
    notes: list[str]  # what was corrected in the record, in sentences

    @property
    def half(self) -> bool:
        """True where the last move still lacks its placement."""
        return ";" in self.positions[-1] and bool(self.moves)


def read_course(game: Game, pasted: Pasted | str) -> Course:
    """Play a record through with `game`: moves with an optional first line `position ...`, a
    bare position, or a link, with all that people paste around them. RecordError says where it
    goes wrong."""
    if isinstance(pasted, str):
        pasted = unwrap(pasted)
    moves = begin(game, pasted).moves
    if len(moves) > game.max_length:
        raise RecordError(f"{len(moves)} moves: no game is longer than {game.max_length}")
    host = host_game(game.name)
    positions, turns = [game.text()], [game.turn]
    written: list[str] = []
    names: list[str] = []
    for move in moves:
        last = move is moves[-1]
        try:
            text, name = _play(game, host, move, last, pasted)
        except GameError as error:
            if last and pasted.link and pasted.length is None and _was_cut(game, host, move.text):
                pasted.notes.notice(CUT)
                break
            raise RecordError(f"move {move.number}, {move.text}: {error}") from error
        written.append(text)
        names.append(name)
        positions.append(game.text())
        turns.append(game.turn)
    if pasted.ends_early(len(written)):
        pasted.notes.notice(CUT)
    return Course(
        positions[0],
        positions,
        turns,
        written,
        VERDICTS[game.verdict()],
        game.name,
        game.rules,
        names,
        host.in_check(game),
        _drawn(game),
        pasted.notes,
    )


def _drawn(game: Game) -> str:
    """Why the game is a draw, as its board says it; "" if it is none."""
    if game.verdict() != TIE:
        return ""
    return f"The game is a draw{plugin(game.name).sentences(game).ended()}."


def _play(game: Game, host: HostGame, move: Move, last: bool, pasted: Pasted) -> tuple[str, str]:
    """Make a written move, or the first part of the last move of a record. Returns its notation in
    the game and for people."""
    try:
        steps = read_move(game, host, move, pasted)
    except GameError:
        if not last or not _begin(game, move.text):
            raise
        return move.text, move.text
    written = game.move_text(steps), host.move_name(game, steps)
    make_move(game, steps)
    return written


def _was_cut(game: Game, host: HostGame, text: str) -> bool:
    """Whether a legal move begins with this text."""
    if game.verdict() != UNDECIDED:
        return False
    moves = legal_moves(game)
    names = [game.move_text(move) for move in moves]
    names += [host.move_name(game, move) for move in moves]
    return any(name.startswith(text) for name in names)


def _begin(game: Game, text: str) -> bool:
    """Make the part of a move written here; False if no move begins with it."""
    steps = [0] * game.max_steps
    for step in steps[: game.steps(steps)]:
        part = game.move_text([step])
        if not part or not text.startswith(part):
            continue
        game.push(step)
        if not game.between_moves() and (part == text or _begin(game, text[len(part) :])):
            return True
        game.pop()
    return False


def examine(game: Game, position: str, solver: Solver) -> dict[str, Any]:
    """What `lodeboard analyse --moves` says of a position, and `steps`: what may be done next,
    each as [step, value for the mover, turns to the end], null where not known. The value of
    a flip is that of the best placement after it."""
    game.load(position)
    finding = find(game, solver, with_moves=True)
    return answer(game, finding, with_moves=True) | {"steps": _steps(game, finding)}


def _steps(game: Game, finding: Finding) -> list[list[Any]]:
    groups: dict[str, list[Reply]] = {}
    for reply in finding.replies:
        groups.setdefault(_first_step(game, reply.move), []).append(reply)
    steps = []
    for step, group in groups.items():
        value, turns = value_of_replies(group)
        if len(group) == 1:
            value, turns = group[0].value, group[0].turns
        steps.append([step, word(value), None if value == TIE else turns])
    return steps


def _first_step(game: Game, move: str) -> str:
    return game.move_text(game.parse_move(move)[:1])


def random_position(
    game: Game, choose: Callable[[int], int], between: Callable[[], None] = go_on
) -> str:
    """Return an undecided reachable position: from the start, the number of moves that `choose`
    gives, each at random. If they end the game, try again with one move less. choose(n) returns an
    integer from 0 to n - 1; `between` is called before each try."""
    buffer = [0] * game.max_steps
    moves = 4 + choose(10)
    while True:
        between()
        game.reset()
        left = moves
        while left and game.verdict() == UNDECIDED:
            count = game.steps(buffer)
            game.push(buffer[choose(count)])
            left -= game.between_moves()
        if not left and game.verdict() == UNDECIDED:
            return game.text()
        moves -= 1


def advice(host: HostGame, rules: str, study: Mapping[str, Any]) -> str | None:
    """How to get what `examine` could not find; None if it found everything."""
    if "chance" in study:
        return None
    if study["value"] is not None and all(value is not None for _, value, _ in study["steps"]):
        return None
    return f"Not all values are known here: {host.how_to_know(rules)}."
