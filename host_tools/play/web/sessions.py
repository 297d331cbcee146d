"""Handles the messages of pages, independent of their transport: acts for the board, and questions
about games."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from host_tools.play.web.analysis import AnalysisService
from host_tools.play.web.hub import Hub, Page
from host_tools.play.web.messages import OtherBoard, Question
from host_tools.play.web.protocol import ProtocolError, encode, hello, parse
from host_tools.play.web.runner import BoardRunner
from host_tools.play.web.seats import ONLY_WATCHING, WATCHING


@dataclass(frozen=True, slots=True)
class Setting:
    """What pages need to know of the board: its data file; id, owner, x and y of each
    tile in its tray; how fast its time runs. `others`: the variants of each kind of board that
    `change` puts in its place, giving the reason where it cannot; `only`: why there is none."""

    data: dict[str, object]
    homes: Sequence[Sequence[object]]
    speed: float = 1.0
    others: Mapping[str, Sequence[str]] = field(default_factory=dict)
    only: str = ""
    change: Callable[[str], str | None] = lambda _: None


class Sessions:
    """The pages of one board. `open_analysis` is called at the first question."""

    def __init__(
        self,
        runner: BoardRunner,
        hub: Hub,
        setting: Setting,
        open_analysis: Callable[[], AnalysisService],
    ) -> None:
        self._runner = runner
        self._hub = hub
        self._setting = setting
        self._open_analysis = open_analysis
        self._analysis: AnalysisService | None = None
        self._handlers: dict[type, Callable[[int, Any], str | None]] = {
            **dict.fromkeys(get_args(Question), self._answer),
            OtherBoard: self._change,
        }

    def join(self, seat: str = "") -> tuple[Page, str]:
        """Add a page; returns its number and the first message to it. `seat`: of a shared board,
        see seats.py; "" if it is not shared."""
        page, known = self._hub.join(), self._setting
        page.seat = seat
        dimensions = known.data, known.homes, known.speed
        return page, encode(hello(page.number, *dimensions, known.others, known.only, seat))

    def receive(self, page: Page, text: str | None) -> None:
        """Handle a message of a page; None for one that is not text."""
        if text is None:
            page.tell_error("messages are JSON text, not bytes")
            return
        try:
            message = parse(text)
            if page.seat == WATCHING and not isinstance(message, Question):
                page.tell_error(ONLY_WATCHING)
                return
            handler = self._handlers.get(type(message), self._runner.ask)
            problem = handler(page.number, message)
        except ProtocolError as error:
            problem = str(error)
        if problem:
            page.tell_error(problem)

    def _answer(self, page: int, question: Question) -> None:
        if self._analysis is None:
            self._analysis = self._open_analysis()
        self._analysis.ask(page, question)

    def _change(self, _page: int, other: OtherBoard) -> str | None:
        known, name = self._setting, other.name
        if name in known.others:
            return known.change(name)
        return known.only or f"no other board is called {name}; there is {', '.join(known.others)}"

    def leave(self, page: Page) -> None:
        """Remove a page."""
        self._hub.leave(page)
        self._runner.leave(page.number)
        if self._analysis is not None:
            self._analysis.leave(page.number)

    def close(self) -> None:
        """Cancel all questions; returns when the work has ended."""
        if self._analysis is not None:
            self._analysis.close()
