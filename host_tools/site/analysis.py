"""Answers the page's questions about games in a worker of its own, so that the board's ticks need
not wait for it."""

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import Any

from host_tools.web.analysis import Desk
from host_tools.web.messages import Question
from host_tools.web.protocol import ProtocolError, encode, parse

PAGE = 1  # the worker's only one


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
    """`post` takes each answer to the page."""

    def __init__(self, post: Callable[[str], None]) -> None:
        self._desk = Desk(lambda _, message: post(encode(message)), AtOnce(), alone=True)

    def receive(self, text: str) -> None:
        """A question of the page; returns when all of its answers are posted. ProtocolError for
        anything else."""
        question = parse(text)
        if not isinstance(question, Question):
            raise ProtocolError("this is no question")
        self._desk.ask(PAGE, question)
