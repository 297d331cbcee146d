"""Answers the pages' questions about games, in separate threads.

Questions take turns, a slice of work each, so that a long question does not delay the others; a
study begins with the position that is shown. A page's new question cancels its old one. Results are
cached by position, so a game in progress costs one new position per move.

Values come from the solution if it has been computed, even while the server runs. Where it is
missing or damaged, search answers as far as it can, and each incomplete answer says how to fix
that.
"""

import random
import threading
import traceback
from collections import Counter, OrderedDict, deque
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

from host_tools.board.hands.acts import Told
from host_tools.games.analysis import turnlink
from host_tools.games.analysis.choice import choose
from host_tools.games.analysis.pasted import Pasted, RecordError, unwrap
from host_tools.games.analysis.scorecard import grade, score
from host_tools.games.analysis.study import Course, advice, examine, random_position, read_course
from host_tools.games.contract import Search, Solution, StoreError
from host_tools.games.engine import make_engine
from host_tools.games.loader import host_game
from host_tools.games.moves import legal_moves
from host_tools.jobs.printable import printable_lines
from host_tools.play.web import told
from host_tools.play.web.messages import (
    DrawCode,
    Guess,
    Legal,
    Question,
    RandomPosition,
    ReadTurn,
    Study,
    Write,
    WriteTurn,
)
from host_tools.play.web.qrcode import draw
from host_tools.play.web.turns import Turns
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import UNDECIDED, Game, GameError, Player
from lodeboard.system.loader import make_game

MOST_KNOWN = 2000  # positions; a few kilobytes each
MOST_AT_ONCE = 8  # questions that take turns; the others wait until one is answered
MOST_WAITING = 64  # questions of a page without an answer
_OF_MOVES = ("children", "values", "chances")  # of a study: a page looks at `steps`
_RECORD = str(told.RecordRead.__struct_config__.tag)
# The type of an answer, by that of its question; _RECORD for all others.
ANSWERS: dict[type, str] = {
    question: str(answer.__struct_config__.tag)
    for question, answer in (
        (Write, told.Written),
        (Guess, told.Guessed),
        (Legal, told.LegalMoves),
        (ReadTurn, told.TurnRead),
        (WriteTurn, told.TurnWritten),
        (DrawCode, told.CodeDrawn),
    )
}

T = TypeVar("T")
Answer = Callable[[int, dict[str, Any]], None]
Variant = tuple[str, str]  # a game's name and a rule set
Slow = Study | RandomPosition | Guess  # questions that take time


class Cancelled(Exception):
    """The question was cancelled."""


def opened(question: Study | Write) -> tuple[Game, Pasted]:
    """Return the game that a question is about (a link may name it) and the pasted record. Raises
    GameError, RecordError."""
    pasted = unwrap(question.record)
    return make_game(*pasted.variant(question.game, question.rules)), pasted


def _written(question: Write) -> Told:
    return told.Written(question.id, **read_course(*opened(question))._asdict())


def _legal(question: Legal) -> Told:
    game = make_game(question.game, question.rules)
    game.load(question.position)
    moves = legal_moves(game) if game.verdict() == UNDECIDED else []
    host = host_game(question.game)
    # The rest of a move that is half done has no name of its own.
    name = host.move_name if game.between_moves() else lambda game, move: game.move_text(move)
    return told.LegalMoves(
        question.id,
        [game.move_text(move) for move in moves],
        [name(game, move) for move in moves],
    )


def _received(question: ReadTurn) -> Told:
    turn, course = turnlink.read(question.link)
    link = turnlink.write(turn, turnlink.record(course))
    rest = turn._asdict()
    return told.TurnRead(question.id, **(course._asdict() | rest), link=link)


def _passed(question: WriteTurn) -> Told:
    parts = {name: getattr(question, name) for name in turnlink.TurnLink._fields}
    link = turnlink.write(turnlink.TurnLink(**parts), question.record)
    _, course = turnlink.read(link)
    return told.TurnWritten(question.id, **course._asdict(), link=link)


def _drawn(question: DrawCode) -> Told:
    return told.CodeDrawn(question.id, draw(question.text))


AT_ONCE: dict[type, Callable[[Any], Told]] = {
    Write: _written,
    Legal: _legal,
    ReadTurn: _received,
    WriteTurn: _passed,
    DrawCode: _drawn,
}
AtOnce = Write | Legal | ReadTurn | WriteTurn | DrawCode  # questions that take no time


class AnalysisService:
    """`answer(page, message)` is called from the service's own threads, or from the executor that
    `pool` supplies. `alone`: there is no solution here and none can be made."""

    def __init__(self, answer: Answer, pool: Executor | None = None, alone: bool = False) -> None:
        self._answer = answer
        self._alone = alone
        self._pool = pool or ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="analysis")
        self._turns = Turns()
        # Writing moves down, and listing them, must not wait for what takes more time. A page's are
        # answered in order, and wait for no other page's.
        self._writing = pool or ThreadPoolExecutor(MOST_AT_ONCE, thread_name_prefix="writing")
        self._to_write: dict[int, deque[AtOnce]] = {}  # by page, the one being answered first
        self._waiting: Counter[int] = Counter()  # questions by page
        self._lock = threading.Lock()  # for these two
        self._asked: dict[int, threading.Event] = {}  # by page; set: cancelled
        self._now = threading.local()  # `cancelled` of the question that a thread works on
        self._players: dict[str, list[Player]] = {}  # by game, those that nobody uses
        self._searches: dict[Variant, list[Search]] = {}  # those that nobody uses
        self._solutions: dict[Variant, Solution] = {}
        self._damage: dict[Variant, str] = {}  # what is wrong with a game's solution
        self._known: OrderedDict[tuple[Variant, str], dict[str, Any]] = OrderedDict()

    def ask(self, page: int, question: Question) -> None:
        """Take in a page's question. An invalid question is answered with its error, and so is one
        of a page with too many."""
        with self._lock:
            full = self._waiting[page] >= MOST_WAITING
            self._waiting[page] += not full
        if full:
            self._fail(page, question, "too many questions at once")
            return
        if isinstance(question, AtOnce):
            with self._lock:
                asked = self._to_write.setdefault(page, deque())
                asked.append(question)
                alone = len(asked) == 1
            if alone:
                self._write_next(page)
            return
        if isinstance(question, Study):
            self.leave(page)
        cancelled = threading.Event()
        if isinstance(question, Study):
            self._asked[page] = cancelled
        job = self._pool.submit(self._work, page, question, cancelled)
        job.add_done_callback(partial(self._ended, page, question))

    def leave(self, page: int) -> None:
        """Cancel the page's question: the page is gone or asks something else."""
        cancelled = self._asked.pop(page, None)
        if cancelled is not None:
            cancelled.set()

    def close(self) -> None:
        """Cancel all work; returns when the threads have ended."""
        for page in list(self._asked):
            self.leave(page)
        with self._lock:
            for asked in self._to_write.values():
                while len(asked) > 1:
                    asked.pop()
        self._pool.shutdown(cancel_futures=True)
        self._writing.shutdown(cancel_futures=True)
        for solution in self._solutions.values():
            solution.close()

    def _write_next(self, page: int) -> None:
        question = self._to_write[page][0]
        job = self._writing.submit(self._answer_at_once, page, question)
        job.add_done_callback(partial(self._wrote, page, question))

    def _wrote(self, page: int, question: Question, job: "Future[None]") -> None:
        self._ended(page, question, job)
        with self._lock:
            self._to_write[page].popleft()
            more = bool(self._to_write[page]) and not job.cancelled()
            if not more:
                del self._to_write[page]
        if more:
            self._write_next(page)

    def _ended(self, page: int, question: Question, job: "Future[None]") -> None:
        with self._lock:
            self._waiting -= Counter([page])
        error = None if job.cancelled() else job.exception()
        if error is not None:
            traceback.print_exception(error)
            self._fail(page, question, "the analysis failed; the terminal says why")

    def _fail(self, page: int, question: Question, reason: str) -> None:
        refused = told.Refused(question.id, printable_lines(reason)).as_dict()
        self._answer(page, {**refused, "t": ANSWERS.get(type(question), _RECORD)})

    def _answer_at_once(self, page: int, question: AtOnce) -> None:
        try:
            self._answer(page, AT_ONCE[type(question)](question).as_dict())
        except (GameError, RecordError) as error:
            self._fail(page, question, str(error))

    def _work(self, page: int, question: Slow, cancelled: threading.Event) -> None:
        self._now.cancelled = cancelled
        with self._turns.taking():
            self._find_answer(page, question)

    def _find_answer(self, page: int, question: Slow) -> None:
        try:
            self._go_on()
            if isinstance(question, Study):
                self._study(page, question, *opened(question))
                return
            game = make_game(question.game, question.rules)
            if isinstance(question, Guess):
                self._guess(page, question, game)
            else:
                choose_one = random.Random(question.seed).randrange
                text = random_position(game, choose_one, self._go_on)
                self._tell_record(page, question.id, read_course(game, text))
        except (GameError, RecordError) as error:
            self._fail(page, question, str(error))
        except Cancelled:
            return

    def _tell_record(self, page: int, number: int, course: Course) -> None:
        self._answer(page, told.RecordRead(number, **course._asdict()).as_dict())

    def _guess(self, page: int, question: Guess, game: Game) -> None:
        game.load(question.position)
        best = len(LEVELS[game.name]) - 1
        idle = self._players.setdefault(game.name, [])
        with self._idle_or_new(idle, lambda: make_engine(game.name)[0]) as player:
            said = choose(game, player, best, between=self._go_on)
        name = host_game(game.name).move_name(game, game.parse_move(said["move"]))
        said["source"] = said.pop("from")
        self._answer(page, told.Guessed(id=question.id, name=name, **said).as_dict())

    def _study(self, page: int, question: Study, game: Game, pasted: Pasted) -> None:
        course = read_course(game, pasted)
        self._tell_record(page, question.id, course)
        studies: dict[int, dict[str, Any]] = {}
        self._look_for_solution((game.name, game.rules))
        # The user looks at the current position first.
        for index in reversed(range(len(course.positions))):
            studies[index] = found = self._examine(game, course.positions[index])
            shown = {key: found[key] for key in found if key not in _OF_MOVES}
            self._answer(page, told.Studied(id=question.id, at=index, **shown).as_dict())
        graded = grade(course, [studies[index] for index in range(len(studies))])
        card = told.Scorecard(question.id, graded, score(graded))
        self._answer(page, card.as_dict())

    def _look_for_solution(self, variant: Variant) -> None:
        """Open the solution if it was made, or made again, since the last look."""
        if self._alone or variant in self._solutions:
            return
        name, rules = variant
        try:
            solution = host_game(name).open_solution(rules)
        except StoreError as error:
            self._found_damage(variant, error)
            return
        if solution is None:
            self._damage.pop(variant, None)
            return
        self._solutions[variant] = solution
        for key in [key for key in self._known if key[0] == variant]:
            if self._known[key]["fix"] is not None:
                del self._known[key]

    def _found_damage(self, variant: Variant, error: StoreError) -> None:
        name, rules = variant
        self._damage[variant] = f"{error}; {host_game(name).how_to_repair(rules)}."

    def _examine(self, game: Game, position: str) -> dict[str, Any]:
        key = ((game.name, game.rules), position)
        if key in self._known:
            self._known.move_to_end(key)
            return self._known[key]
        self._go_on()
        found = self._known[key] = self._find_out(game, position)
        if len(self._known) > MOST_KNOWN:
            self._known.popitem(last=False)
        return found

    def _find_out(self, game: Game, position: str) -> dict[str, Any]:
        """Return what `study.examine` returns, and `fix`: how to get missing values or to repair
        the solution; None where nothing is missing."""
        variant, host = (game.name, game.rules), host_game(game.name)
        solution = self._solutions.get(variant)
        if solution is not None:
            try:
                found = examine(game, position, solution)
                self._damage.pop(variant, None)
                return found | {"fix": None}
            except StoreError as error:
                self._solutions.pop(variant).close()
                self._found_damage(variant, error)
        idle = self._searches.setdefault(variant, [])
        with self._idle_or_new(
            idle, lambda: host.open_search(game.rules, between=self._go_on)
        ) as search:
            found = examine(game, position, search)
            trouble = search.trouble
        if self._alone:
            fix = trouble and f"{trouble}. Reload this page to try again."
        else:
            fix = self._damage.get(variant) or advice(host, game.rules, found)
        return found | {"fix": fix}

    def _go_on(self) -> None:
        """The end of a slice."""
        self._turns.pass_on()
        if self._now.cancelled.is_set():
            raise Cancelled

    @contextmanager
    def _idle_or_new(self, idle: list[T], make: Callable[[], T]) -> Iterator[T]:
        """Take an idle one, or make one, which may take seconds: one that is working on a question
        cannot take another. At most one is kept for later."""
        if idle:
            one = idle.pop()
        else:
            with self._turns.released():
                one = make()
        try:
            yield one
        finally:
            if not idle:
                idle.append(one)
