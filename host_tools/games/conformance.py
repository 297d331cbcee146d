"""The properties that the firmware expects of every game, each tested on a game.

`check` tests all of them on random games, always the same ones, and reports failures. A property
either holds, or raises Broken with what was seen and in which position.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import zip_longest
from typing import Any, NamedTuple, cast

from host_tools.games.analysis.pasted import RecordError, unwrap
from host_tools.games.analysis.record import begin
from host_tools.games.analysis.study import read_course
from host_tools.games.engine import Memory
from host_tools.games.moves import legal_moves, make_move, take_back
from host_tools.games.table_files import open_table
from lodeboard.games.catalogue import BOARDS, VARIANTS
from lodeboard.games.contract import (
    EMPTY,
    LOSE,
    NOWHERE,
    TIE,
    UNCLEAR,
    UNDECIDED,
    UNDO,
    VERDICTS,
    WIN,
    Game,
    GameError,
    Plugin,
    RollPainter,
)
from lodeboard.games.dice import Dice
from lodeboard.games.tiles import TileGame
from lodeboard.lights import palette
from lodeboard.play.rolling import fall
from lodeboard.storage.journal import Journal, Saved
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.replay import load, replay

GAMES = 4  # random games that a property is tried on
MOST = 60  # steps of each
_THINKING = 3  # positions that player and coach are asked about
_SPARE = 64  # how much longer than promised a buffer is, to see what is written too much
_ENDS = 16  # games played to the end
_SLICE = 100_000  # evaluations
_THROWS = 2000


class Broken(Exception):
    """A property does not hold; the text says what was seen."""


class Subject:
    """A game to test: its plugin under a rule set. level: names of its levels, weakest first."""

    def __init__(self, plugin: Plugin, rules: str, levels: Sequence[str]) -> None:
        self.plugin = plugin
        self.rules = rules
        self.levels = levels

    def game(self) -> Game:
        """A new game."""
        return self.plugin.open(self.rules)[0]

    def walk(self, games: int = GAMES, most: int = MOST) -> Iterator[Game]:
        """Positions of random games, including the last ones. The caller must restore the game."""
        for seed in range(games):
            source = random.Random(seed)
            game = self.game()
            for _ in range(most):
                yield game
                steps = steps_of(game)
                if not steps:
                    break
                _need(game.length < game.max_length, game, f"max_length is {game.max_length}")
                game.push(source.choice(steps))


def _need(held: bool, game: Game, what: str) -> None:
    if not held:
        raise Broken(f"{what}, in {game.text()}")


def steps_of(game: Game) -> list[int]:
    """The legal steps. Raises Broken if there are more than `max_steps`."""
    out = [-1] * (game.max_steps + _SPARE)
    count = game.steps(out)
    most = game.max_steps
    _need(count <= most, game, f"{count} steps, and max_steps is {most}")
    _need(out[most] == -1, game, f"steps are written beyond max_steps, {most}")
    return out[:count]


def _expected(game: Game) -> bytearray:
    codes = bytearray([UNCLEAR]) * (game.rows * game.columns)
    game.expected(codes)
    return codes


def _seen(game: Game) -> dict[str, Any]:
    """Everything that a position shows."""
    return {
        "text": game.text(),
        "turn": game.turn,
        "length": game.length,
        "verdict": game.verdict(),
        "steps": steps_of(game),
        "expected": _expected(game),
        "between_moves": game.between_moves(),
        "count_moves": game.count_moves(),
        "chosen": game.chosen(),
        "amend": game.amend(),
        "key": game.key(),
    }


def _same(before: dict[str, Any], after: dict[str, Any], what: str) -> None:
    for name, value in before.items():
        if after[name] != value:
            raise Broken(f"{what} {name} is {after[name]!r}, was {value!r}, in {before['text']}")


def steps_are_numbers_of_16_bits(subject: Subject) -> None:
    for game in subject.walk():
        steps = steps_of(game)
        _need(all(0 <= step < UNDO for step in steps), game, f"steps {steps}")
        _need(len(set(steps)) == len(steps), game, f"the same step twice: {steps}")


def games_end_in_time(subject: Subject) -> None:
    for game in subject.walk(_ENDS, 1 << 16):
        _need(game.length <= game.max_length, game, f"{game.length} steps")


def pop_undoes_push(subject: Subject) -> None:
    for game in subject.walk():
        before = _seen(game)
        for step in before["steps"]:
            game.push(step)
            _need(game.pop() == step, game, f"pop does not return the step {step}")
            _same(before, _seen(game), f"after push and pop of {step}")


def a_game_is_taken_back_whole(subject: Subject) -> None:
    course: list[dict[str, Any]] = []
    last: Game | None = None
    for game in subject.walk(2):
        if game is not last:
            _take_back(last, course)
            course, last = [], game
        course.append(_seen(game))
    _take_back(last, course)


def _take_back(game: Game | None, course: list[dict[str, Any]]) -> None:
    if game is None:
        return
    while game.length:
        if game.length < len(course):
            _same(course[game.length], _seen(game), "taken back so far,")
        game.pop()
    _same(course[0], _seen(game), "taken back whole,")
    try:
        game.pop()
    except GameError:
        return
    raise Broken("pop takes back a step where there is none")


def changes_are_what_happens(subject: Subject) -> None:
    for game in subject.walk():
        before = _expected(game)
        for step in steps_of(game):
            changes = _changes(game, step)
            game.push(step)
            after = _expected(game)
            game.pop()
            wanted = bytearray(before)
            for cell, old, new in changes:
                _need(before[cell] == old != new, game, f"step {step} changes {changes}")
                wanted[cell] = new
            _need(wanted == after, game, f"step {step} changes {changes}, but the board otherwise")


def _changes(game: Game, step: int) -> list[tuple[int, int, int]]:
    out = [-1] * 3 * (game.max_changes + _SPARE)
    count = game.changes(step, out)
    most = game.max_changes
    _need(count <= most and out[3 * most] == -1, game, f"{count} changes, max_changes is {most}")
    found = [(out[index], out[index + 1], out[index + 2]) for index in range(0, 3 * count, 3)]
    cells = [cell for cell, _, _ in found]
    inside = all(0 <= cell < game.rows * game.columns for cell in cells)
    _need(inside and len(set(cells)) == count, game, f"step {step} changes the cells {cells}")
    codes = {code for _, *both in found for code in both}
    _need(
        all(code < UNCLEAR and game.alike[code] == code for code in codes), game, f"codes {codes}"
    )
    return found


def choices_are_choices_of_cells(subject: Subject) -> None:
    for game in subject.walk():
        steps = steps_of(game)
        chosen = [step for step in steps if not _changes(game, step)]
        by_hand = steps[: len(steps) - len(chosen)]
        _need(steps == by_hand + chosen, game, "a choice comes before a step made by hand")
        mixed = bool(by_hand) and bool(chosen)
        _need(game.match == "rolling" or not mixed, game, "some steps are choices and some are not")
        _need(game.choices or not chosen, game, "a choice in a game without any")
        cells = [game.choice(step) for step in chosen]
        inside = all(0 <= cell < game.rows * game.columns for cell in cells)
        _need(inside and len(set(cells)) == len(cells), game, f"choices on {cells}")
        others = {game.choice(step) for step in by_hand}
        _need(others <= {NOWHERE}, game, f"choices on {others} of steps made by hand")
        lit = {change[0] for step in by_hand for change in _changes(game, step)}
        _need(not lit & set(cells), game, "a choice on a cell of a step made by hand")


def _rolls(game: Game) -> list[int]:
    """The weights of the steps where chance acts; none where a player does."""
    if game.match != "rolling":
        return []
    weights = [-1] * (game.max_steps + _SPARE)
    whole = game.chances(weights)
    return weights[: len(steps_of(game))] if whole else []


def chance_makes_rolls(subject: Subject) -> None:
    """Where chance acts, weights are positive and their sum is right, every step is a choice and a
    move of its own, and the same player acts before and after it."""
    for game in subject.walk():
        weights = _rolls(game)
        if not weights:
            continue
        whole = game.chances([0] * game.max_steps)
        _need(min(weights) > 0, game, f"weights {weights}")
        _need(sum(weights) == whole <= 1000, game, f"weights {weights}, and their sum is {whole}")
        for step in steps_of(game):
            _need(not _changes(game, step), game, f"chance makes the step {step} by hand")
            turn = game.turn
            game.push(step)
            same = game.turn == turn and game.between_moves()
            game.pop()
            _need(same, game, f"after the roll {step} another player acts")


def rolls_fall_by_their_weights(subject: Subject) -> None:
    """A chi-square test at one in ten thousand, with the dice of the board and fixed seeds."""
    for game in subject.walk(1, 12):
        weights = _rolls(game)
        if not weights:
            continue
        seen = [0] * len(weights)
        dice = Dice()
        for seed in range(_THROWS):
            text = f"{seed} {game.length} {game.text()}"
            seen[fall(dice, text, weights, sum(weights))] += 1
        wanted = [_THROWS * weight / sum(weights) for weight in weights]
        square = sum((a - b) ** 2 / b for a, b in zip(seen, wanted, strict=True))
        free = len(weights) - 1
        # Wilson and Hilferty's approximation
        most = free * (1 - 2 / (9 * free) + 3.72 * (2 / (9 * free)) ** 0.5) ** 3 if free else 0
        _need(square <= most, game, f"of {_THROWS} rolls {seen} fall, chi-square {square:.1f}")


def rolls_are_painted_apart(subject: Subject) -> None:
    """Other cells are lit for each roll: colour alone does not tell it."""
    for seed in range(GAMES):
        source = random.Random(seed)
        game, painter, _ = subject.plugin.open(subject.rules)
        while (steps := steps_of(game)) and game.length < MOST:
            if _rolls(game):
                lit = set()
                for step in steps:
                    marks = bytearray(game.rows * game.columns)
                    cast(RollPainter, painter).roll(marks, step)
                    _need(max(marks) < palette.MEANINGS, game, f"marks {list(marks)}")
                    lit.add(bytes(mark != palette.OFF for mark in marks))
                _need(len(lit) == len(steps), game, "two rolls light the same cells")
            game.push(source.choice(steps))


def verdicts_go_with_steps(subject: Subject) -> None:
    for game in subject.walk():
        verdict, count = game.verdict(), len(steps_of(game))
        _need(0 <= verdict < len(VERDICTS), game, f"verdict {verdict}")
        _need((verdict == UNDECIDED) == (count > 0), game, f"{VERDICTS[verdict]}, {count} steps")
        _need(verdict == UNDECIDED or game.between_moves(), game, "decided within a move")
        moves = len(legal_moves(game))
        _need(game.count_moves() == moves, game, f"count_moves is not the {moves} moves there are")


def positions_are_read_as_written(subject: Subject) -> None:
    other = subject.game()
    for game in subject.walk():
        before = _seen(game)
        other.load(before["text"])
        after = _seen(other)
        wanted = {
            name: before[name] for name in ("text", "turn", "expected", "between_moves", "key")
        }
        if before["verdict"] != TIE:  # which the earlier course may decide
            wanted |= {"verdict": before["verdict"], "count_moves": before["count_moves"]}
            wanted["steps"] = sorted(before["steps"])
        after["steps"] = sorted(after["steps"])
        _same(wanted, after, "read again,")
    for text in ("", "?", before["text"] + "?"):
        _refused(other, other.load, text, "position")


def moves_are_read_as_written(subject: Subject) -> None:
    for game in subject.walk():
        for move in legal_moves(game)[:24]:
            text = game.move_text(move)
            make_move(game, move)
            wanted = game.text()
            take_back(game, move)
            read = game.parse_move(text)
            make_move(game, read)
            found = game.text()
            take_back(game, read)
            _need(found == wanted, game, f"the move {text} is read as {read}, which is another")
        for text in ("", "?", "a1a1a1a1"):
            _refused(game, game.parse_move, text, "move")


def _refused(game: Game, read: Callable[[str], object], text: str, kind: str) -> None:
    """Check for GameError, and that it changes nothing."""
    before, what = game.text(), f'the {kind} "{text}"'
    try:
        read(text)
    except GameError as error:
        _need(bool(str(error)), game, f"{what} is refused without a reason")
        _need(game.text() == before, game, f"{what} is refused, and has changed the position")
        return
    raise Broken(f"{what} is not refused")


def keys_are_of_equal_positions(subject: Subject) -> None:
    """Positions with equal keys have equally many steps, with equal outcomes and equal keys."""
    known: dict[int, tuple[Any, str]] = {}
    for game in subject.walk(2 * GAMES, 12):
        if game.verdict() != TIE:
            _compare(game, (*_about(game), _children(game)), known)
    near: dict[int, tuple[Any, str]] = {}
    for game in subject.walk(2, 12):
        for step in steps_of(game):  # positions that differ by little
            game.push(step)
            if game.verdict() != TIE:
                _compare(game, _about(game), near)
            game.pop()


def _about(game: Game) -> tuple[Any, ...]:
    return game.between_moves(), game.verdict(), game.count_moves()


def _compare(game: Game, about: Any, known: dict[int, tuple[Any, str]]) -> None:
    other, text = known.setdefault(game.key(), (about, game.text()))
    _need(about == other, game, f"the key of {text}, another position")


def _children(game: Game) -> list[tuple[int, int]]:
    found = []
    for step in steps_of(game):
        game.push(step)
        # The earlier course may have ended the game.
        found.append((UNDECIDED if game.verdict() == TIE else game.verdict(), game.key()))
        game.pop()
    return sorted(found)


def symmetric_positions_have_one_key(subject: Subject) -> None:
    other = subject.game()
    for game in subject.walk():
        text = game.text()
        if not isinstance(game, TileGame) or len(text) != 2 + game.grid.cells:
            return  # only a game itself knows the symmetries of what else it has
        for permutation in game.grid.symmetries:
            cells = [""] * len(permutation)
            for cell, to in enumerate(permutation):
                cells[to] = text[2 + cell]
            other.load(text[:2] + "".join(cells))
            _need(other.key() == game.key(), game, f"another key than {other.text()}")


def painter_stays_in_the_frame(subject: Subject) -> None:
    for seed in range(GAMES):
        source = random.Random(seed)
        game, painter, _ = subject.plugin.open(subject.rules)
        cells = game.rows * game.columns
        for _ in range(MOST):
            before = game.text()
            for mark in (palette.OFF, palette.MAY_LIFT, palette.MAY_GO, palette.COACH):
                marks = bytearray([mark]) * cells
                painter.lines(marks)
                _need(max(marks) < palette.MEANINGS, game, f"marks {list(marks)}")
            for verdict in (WIN, LOSE, TIE) if game.between_moves() else ():
                for span in range(4):
                    marks = bytearray(cells)
                    painter.end(marks, verdict, span)
                    _need(len(marks) == cells, game, "marks grow")
                    _need(max(marks) < palette.MEANINGS, game, f"marks {list(marks)}")
            _need(game.text() == before, game, "painting changes the position")
            steps = steps_of(game)
            if not steps:
                _need(any(marks), game, "the end shows nothing")
                break
            game.push(source.choice(steps))


def every_sentence_is_there(subject: Subject) -> None:
    for seed in range(GAMES):
        source = random.Random(seed)
        game, _, sentences = subject.plugin.open(subject.rules)
        _need(
            bool(sentences.THING) and sentences.TOO_EARLY[-1:] == ".", game, "no THING, TOO_EARLY"
        )
        for _ in range(MOST):
            steps = steps_of(game)
            if not steps:
                ended = sentences.ended()
                _need(isinstance(ended, str), game, f"ended says {ended!r}")
                break
            for ask, cell in _asked(game, steps):
                for asked in (False, True):
                    for coaching in (False, True):
                        said = sentences.say(ask, "Your turn", asked, cell, coaching)
                        whole = said[-1:] in (".", "?") and said.isprintable()
                        _need(whole, game, f"asked to {ask}, it says {said!r}")
            game.push(source.choice(steps))


def _asked(game: Game, steps: Sequence[int]) -> list[tuple[str, int]]:
    """What people may be asked to do here, and the cell of the menu."""
    if _rolls(game):
        return []  # the board says it
    choices = [step for step in steps if not _changes(game, step)]
    changes = [_changes(game, step) for step in steps[: len(steps) - len(choices)]]
    asked = [("give", game.choice(step)) for step in choices]
    if not changes:
        return [("give", NOWHERE), *asked]
    if any(change[0][1] != EMPTY for change in changes):
        return [("lift", NOWHERE), ("put", NOWHERE), *asked]
    return [("place", NOWHERE), *asked]


def coach_is_sound(subject: Subject) -> None:
    _, coach = _engine(subject)
    for game in _undecided(subject):
        steps, before = steps_of(game), game.text()
        coach.start(game, steps, len(steps))
        while not coach.run(_SLICE):
            pass
        _need(game.text() == before, game, "the coach changes the position")
        for step, value in zip(steps, coach.values, strict=False):
            turn = game.turn
            game.push(step)
            verdict = game.verdict()
            passed = game.turn != turn
            game.pop()
            if passed and verdict in (WIN, LOSE):
                verdict = WIN + LOSE - verdict
            known = value in (UNDECIDED, verdict) or verdict == UNDECIDED
            _need(known and value < len(VERDICTS), game, f"the coach calls step {step} {value}")


def player_plays_legal_moves(subject: Subject) -> None:
    player, _ = _engine(subject)
    for game in _undecided(subject):
        for level in range(len(subject.levels)):
            before = game.text()
            played = []
            for budget in (_SLICE, 2000):
                player.start(game, level)
                while not player.run(budget):
                    pass
                played.append(list(player.steps))
            name = subject.levels[level]
            _need(game.text() == before, game, f"{name} changes the position")
            _need(played[0] == played[1], game, f"{name} plays {played}, as it is sliced")
            if not played[0]:
                _need(
                    bool(player.take_trouble()), game, f"{name} plays nothing, and says no reason"
                )
                continue
            for index, step in enumerate(played[0]):
                _need(step in steps_of(game), game, f"{name} plays {played[0]}, not legal")
                game.push(step)
                whole = index + 1 == len(played[0])
                _need(game.between_moves() == whole, game, f"{name} plays {played[0]}, no move")
            take_back(game, played[0])


def _engine(subject: Subject) -> Any:
    return subject.plugin.engine(Memory(), open_table)


def _undecided(subject: Subject) -> Iterator[Game]:
    """A few positions between two moves, early and late."""
    for seed in range(_THINKING):
        source = random.Random(seed)
        game = subject.game()
        for _ in range(12 * (seed + 1)):
            steps = steps_of(game)
            game.push(source.choice(steps))
            if game.verdict() != UNDECIDED:
                game.pop()
                break
        while not game.between_moves() or _rolls(game):
            if not game.length:
                game.push(steps_of(game)[0])
                break
            game.pop()
        yield game


def journals_are_read_as_written(subject: Subject) -> None:
    for last in _lasts(subject):
        game, steps = last
        start = subject.game().text()
        store = MemoryStore()
        Journal(store, "board").save(Saved(0, 0, start, steps))
        saved = load(store, "board")
        if saved is None or list(saved.steps) != steps:
            raise Broken(f"the journal has other steps than {steps}")
        again = subject.game()
        replay(again, saved)
        _same(_seen(game), _seen(again), "from the journal,")


def records_are_read_as_written(subject: Subject) -> None:
    for game, steps in _lasts(subject):
        again = subject.game()
        moves, move = [], []
        for step in steps:
            move.append(step)
            again.push(step)
            if again.between_moves():
                take_back(again, move)
                moves.append(again.move_text(move))
                make_move(again, move)
                move = []
        take_back(again, move)
        course = read_course(subject.game(), " ".join(moves))
        _need(course.positions[-1] == again.text(), game, f"the record {moves} leads elsewhere")


def _lasts(subject: Subject) -> Iterator[tuple[Game, list[int]]]:
    """Random games with their steps."""
    for seed in range(GAMES):
        source = random.Random(seed)
        game = subject.game()
        steps: list[int] = []
        while len(steps) < MOST and (legal := steps_of(game)):
            steps.append(source.choice(legal))
            game.push(steps[-1])
        yield game, steps


def links_hold_positions_and_moves(subject: Subject) -> None:
    """A link or a record with all moves of a position gives them back, though it is no game: what
    is around them, such as punctuation, is left out by its reader."""
    other = subject.game()
    for game in subject.walk():
        if not game.between_moves():
            continue
        start = game.text()
        moves = [game.move_text(move) for move in legal_moves(game)[:24]]
        words = ["position", *start.split(), *moves]
        link = f"#game={game.name}&rules={subject.rules}&g={'.'.join(words)}&n={len(moves)}"
        _held(other, link, start, moves)
        _held(other, " ".join(words), start, moves)
        for move in moves if not game.length else ():  # a record may begin with it
            _held(other, move, None, [move])


def _held(game: Game, text: str, start: str | None, moves: Sequence[str]) -> None:
    try:
        record = begin(game, unwrap(text))
    except RecordError as error:
        raise Broken(f"{error}, in {text}") from error
    read = [record.start, *(move.text for move in record.moves)]
    for wanted, found in zip_longest([start, *moves], read):
        if wanted != found:
            raise Broken(f"{wanted} is read as {found}, in {text}")


def the_board_has_its_size(subject: Subject) -> None:
    game = subject.game()
    boards = BOARDS[VARIANTS.index((game.name, subject.rules))]
    size = (game.rows, game.columns)
    _need(tuple(boards) == (size,), game, f"it is of {size}, and VARIANTS say {boards}")


PROPERTIES: tuple[Callable[[Subject], None], ...] = (
    steps_are_numbers_of_16_bits,
    games_end_in_time,
    pop_undoes_push,
    a_game_is_taken_back_whole,
    changes_are_what_happens,
    choices_are_choices_of_cells,
    chance_makes_rolls,
    rolls_fall_by_their_weights,
    rolls_are_painted_apart,
    verdicts_go_with_steps,
    positions_are_read_as_written,
    moves_are_read_as_written,
    keys_are_of_equal_positions,
    symmetric_positions_have_one_key,
    painter_stays_in_the_frame,
    every_sentence_is_there,
    coach_is_sound,
    player_plays_legal_moves,
    journals_are_read_as_written,
    records_are_read_as_written,
    links_hold_positions_and_moves,
    the_board_has_its_size,
)


class Result(NamedTuple):
    """name: of a property, in words; trouble: the failure, or nothing."""

    name: str
    trouble: str


def check(subject: Subject) -> Iterator[Result]:
    """Test every property, one after another. An exception raised by a game is a failure, too."""
    for prove in PROPERTIES:
        yield Result(prove.__name__.replace("_", " "), trouble(prove, subject))


def trouble(prove: Callable[[Subject], None], subject: Subject) -> str:
    """The failure of a property, or nothing."""
    try:
        prove(subject)
    except Broken as broken:
        return str(broken)
    except Exception as error:  # noqa: BLE001  (whatever a game raises)
        trace = error.__traceback__
        while trace is not None and trace.tb_next is not None:
            trace = trace.tb_next
        where = (
            f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace is not None else ""
        )
        return f"{type(error).__name__}: {error} ({where})"
    return ""
