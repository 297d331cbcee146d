"""Keeps every page up to date, each at its own pace.

All pages see the same board. A page receives the difference between its last update and now, so a
slow or hidden page skips frames in between and does not delay the others.
"""

import asyncio
import contextlib
from collections import deque
from collections.abc import Awaitable, Callable

from host_tools.play.web.picture import Picture, difference, flicker
from host_tools.play.web.protocol import encode, error, said
from host_tools.play.web.runner import Moment
from host_tools.play.web.told import Frame

LINES_KEPT = 200  # lines of the board queued for a slow page
TONES_KEPT = 50
STREAMS = ("scans",)  # notes that a page receives all, in order; a joining page receives none
SCREEN = "screen"
LIGHTS_S = 0.25  # lights that change by themselves are collected for so long
MOMENTS_KEPT = 40  # of the lights, in that time
ANSWERS = ("error", "past")  # lines of the board that a joining page has not asked for
FLEETING = ("cells",)  # lines of the board of which only the latest counts


class Page:
    """One open page, as the server sees it."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.seat = ""  # see seats.py
        self.seen = Picture()
        self.lines: deque[str] = deque(maxlen=LINES_KEPT)
        self.tones: deque[tuple[int, int]] = deque(maxlen=TONES_KEPT)
        self.notes: dict[str, dict[str, object]] = {}  # by type, only the latest counts
        self.errors: deque[str] = deque(maxlen=LINES_KEPT)
        self.answers: deque[dict[str, object]] = deque(maxlen=LINES_KEPT)
        self.lights: deque[tuple[int, bytes]] = deque(maxlen=MOMENTS_KEPT)  # ms and bytes, unseen
        self.news = asyncio.Event()
        self.urgent = asyncio.Event()  # news other than of lights

    def hurry(self) -> None:
        """Wake the page: something must not wait."""
        self.news.set()
        self.urgent.set()

    def tell_error(self, reason: str) -> None:
        """Send the page an error message."""
        self.errors.append(reason)
        self.hurry()


class Hub:
    """The open pages and the latest moment. Used from the event loop only."""

    def __init__(self) -> None:
        self._pages: dict[int, Page] = {}
        self._next_number = 1
        self._picture = Picture()
        self._ms = 0
        self._notes: dict[str, dict[str, object]] = {}
        self._latest: dict[str, str] = {}  # the last line of each kind, for a page that joins

    def join(self) -> Page:
        """A new page; it starts with the last line of each kind that the board said."""
        page = Page(self._next_number)
        self._next_number += 1
        page.lines.extend(self._latest.values())
        page.notes.update(self._notes)
        page.hurry()
        self._pages[page.number] = page
        return page

    def leave(self, page: Page) -> None:
        """Remove a page."""
        self._pages.pop(page.number, None)

    def publish(self, moment: Moment) -> None:
        """Store the news and wake the pages."""
        lights_alone = moment.lights_alone and moment.picture.tiles == self._picture.tiles
        self._picture = moment.picture
        self._ms = moment.ms
        lines = []
        notes = {str(note["t"]): note for note in moment.notes if note["t"] not in STREAMS}
        streams = [note for note in moment.notes if note["t"] in STREAMS]
        for line in moment.lines:
            kind = _kind(line)
            if kind in FLEETING:
                notes[kind] = said(line)
            else:
                lines.append(line)
                if kind == "hello":
                    self._latest.pop("keeping", None)  # a board that restarts sends it again
                if kind not in ANSWERS:
                    self._latest[kind] = line
        self._notes.update(notes)
        for page in self._pages.values():
            page.lines.extend(lines)
            page.notes.update(notes)
            page.answers.extend(streams)
            page.tones.extend(moment.tones)
            page.lights.append((moment.ms, moment.picture.leds))
            page.news.set()
            if not lights_alone:
                page.urgent.set()
        for number, reason in moment.problems:
            if number in self._pages:
                self._pages[number].tell_error(reason)
        for number, answer in moment.answers:
            self.answer(number, answer)

    def answer(self, number: int, message: dict[str, object]) -> None:
        """An answer for one page, if it is still there."""
        page = self._pages.get(number)
        if page is not None:
            page.answers.append(message)
            page.hurry()

    async def serve(self, page: Page, send: Callable[[str], Awaitable[None]]) -> None:
        """Send a page its news until it closes."""
        while True:
            await page.news.wait()
            if not page.urgent.is_set():
                with contextlib.suppress(TimeoutError):
                    await asyncio.wait_for(page.urgent.wait(), LIGHTS_S)
            page.news.clear()
            page.urgent.clear()
            for message in self.news(page):
                await send(encode(message))

    def news(self, page: Page) -> list[dict[str, object]]:
        """The messages with what is new for a page since the last time."""
        # The targets of moving tiles come first: a page then shows at once what they are.
        messages = [note for kind, note in page.notes.items() if kind == SCREEN]
        keys = difference(page.seen, self._picture)
        keys.update(flicker(page.seen, page.lights))
        if page.tones:
            keys["tones"] = list(page.tones)
        if keys:
            messages.append(Frame(self._ms, **keys).as_dict())
        messages += [said(line) for line in page.lines]
        messages += [note for kind, note in page.notes.items() if kind != SCREEN]
        messages += page.answers
        messages += [error(reason) for reason in page.errors]
        page.seen = self._picture
        page.tones.clear()
        page.lights.clear()
        page.lines.clear()
        page.notes.clear()
        page.answers.clear()
        page.errors.clear()
        return messages


def _kind(line: str) -> str:
    message = said(line).get("line")
    return str(message.get("t")) if isinstance(message, dict) else ""
