"""Answers the page's questions about games in a separate worker, so that the board's ticks do not
wait for them."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

from host_tools.games.analysis.pasted import RecordError
from host_tools.games.loader import host_game
from host_tools.play.web.analysis import AnalysisService, opened
from host_tools.play.web.messages import Question, Study
from host_tools.play.web.protocol import ProtocolError, encode, parse
from lodeboard.games.contract import GameError

PAGE = 1  # the worker's only page
VALUES = "values"  # the site's folder of files that searches read


class AtOnce(Executor):
    """Runs each task before `submit` returns: a worker has no threads."""

    def submit(self, fn: Callable[..., Any], /, *args: Any, **named: Any) -> "Future[Any]":
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args, **named))
        except Exception as error:  # noqa: BLE001 - as an executor's thread does
            future.set_exception(error)
        return future


class SiteAnalysis:
    """Answers questions. `post` sends each answer to the page; `get` fetches a file of the site by
    its name, or returns None."""

    def __init__(self, post: Callable[[str], None], get: Callable[[str], bytes | None]) -> None:
        self._get = get
        self._analysis = AnalysisService(
            lambda _, message: post(encode(message)), AtOnce(), alone=True
        )

    def receive(self, text: str) -> None:
        """Answer a question of the page; returns when all answers are posted. Raises ProtocolError
        for any other message."""
        question = parse(text)
        if not isinstance(question, Question):
            raise ProtocolError("this is no question")
        if isinstance(question, Study):
            self._fetch_for(question)
        self._analysis.ask(PAGE, question)

    def _fetch_for(self, question: Study) -> None:
        """Fetch the files that a search of the question's game reads."""
        try:
            game, _ = opened(question)
        except (GameError, RecordError):
            return  # the service reports the error
        for path in host_game(game.name).search_files(game.rules):
            self._have(path)

    def _have(self, path: Path) -> None:
        """Put a file of the project in its place: it is too large to be loaded with the board."""
        if path.exists():
            return
        data = self._get(f"{VALUES}/{path.name}")
        if data is not None:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(data)
