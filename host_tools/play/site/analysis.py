"""Answers the page's questions about games in a worker of its own, so that the board's ticks need
not wait for it."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from host_tools.games.analysis.pasted import RecordError
from host_tools.games.loader import host_game
from host_tools.play.web.analysis import Desk, opened
from host_tools.play.web.messages import Question, Study
from host_tools.play.web.protocol import ProtocolError, encode, parse
from lodeboard.games.contract import GameError

PAGE = 1  # the worker's only one
VALUES = "values"  # the site's folder of what searches read


class AtOnce(Executor):
    """Does what it is given before it returns: a worker has no threads."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **named))
        except Exception as error:  # noqa: BLE001 - as an executor's thread does
            future.set_exception(error)
        return future


class SiteDesk:
    """`post` takes each answer to the page; `get` fetches a file of the site by its name, and gives
    None where there is none to be had."""

    def __init__(self, post: Callable[[str], None], get: Callable[[str], bytes | None]) -> None:
        self._get = get
        self._desk = Desk(lambda _, message: post(encode(message)), AtOnce(), alone=True)

    def receive(self, text: str) -> None:
        """A question of the page; returns when all of its answers are posted. ProtocolError for
        anything else."""
        question = parse(text)
        if not isinstance(question, Question):
            raise ProtocolError("this is no question")
        if isinstance(question, Study):
            self._fetch_for(question)
        self._desk.ask(PAGE, question)

    def _fetch_for(self, question: Study) -> None:
        """Get the files that the search of the question's game reads."""
        try:
            game, _ = opened(question)
        except (GameError, RecordError):
            return  # the desk says why
        for path in host_game(game.name).search_files(game.rules):
            self._have(path)

    def _have(self, path: Path) -> None:
        """Have a file of the project lie in its place: it is too large to come with the board."""
        if path.exists():
            return
        data = self._get(f"{VALUES}/{path.name}")
        if data is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
