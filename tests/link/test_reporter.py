"""When the board sends its state."""

from types import SimpleNamespace
from typing import Any

import pytest

from lodeboard.play.changes import Changes
from lodeboard.storage.settings import Settings
from lodeboard.system.reporter import Reporter


class Link:
    """Keeps what is sent."""

    def __init__(self) -> None:
        self.sent: list[dict[str, Any]] = []

    def send(self, message: dict[str, Any]) -> None:
        self.sent.append(message)

    def menu(self, items: object) -> None:
        self.sent.append({"t": "menu", "items": items})

    def hello(self, firmware: str) -> None:
        self.sent.append({"t": "hello", "firmware": firmware})

    def tell_notices(self) -> None:
        self.sent.append({"t": "notices"})


@pytest.fixture
def changes() -> Changes:
    return Changes()


@pytest.fixture
def link() -> Link:
    return Link()


@pytest.fixture
def reporter(changes: Changes, link: Link) -> Reporter:
    """Of a board without a game."""
    scene = SimpleNamespace(phase="start", ask="wait", say="", report=lambda message: None)
    store = SimpleNamespace(unsaved=None)
    stands_in: Any = SimpleNamespace(changes=changes, settings=Settings(), store=store, fair=None)
    menu = SimpleNamespace(on_page=lambda: ())
    flow: Any = SimpleNamespace(scene=scene, menu=lambda: menu, match=None)
    loader: Any = SimpleNamespace(variants=(), variant=-1, tell_trouble=lambda: None)
    line: Any = link
    return Reporter(stands_in, line, flow, loader, "1.2 abc")


@pytest.mark.parametrize("news", [0, 1, 2])
def test_the_first_state_is_sent_whatever_was_counted_before(
    reporter: Reporter, changes: Changes, link: Link, news: int
) -> None:
    for _ in range(news):
        changes.report()
    assert reporter.report()
    assert [message["t"] for message in link.sent] == ["notices", "menu", "state"]
    assert link.sent[-1]["number"] == 0


def test_a_state_is_sent_for_news_only(reporter: Reporter, changes: Changes, link: Link) -> None:
    reporter.report()
    link.sent.clear()
    assert not reporter.report()
    changes.show()
    assert not reporter.report()
    assert link.sent == []
    changes.report()
    assert reporter.report()
    assert [message["t"] for message in link.sent] == ["notices", "state"]
    assert link.sent[-1]["number"] == 1


def test_who_asks_hears_who_it_is_the_menu_and_the_state(reporter: Reporter, link: Link) -> None:
    reporter.report()
    link.sent.clear()
    reporter.hello()
    assert reporter.report()
    assert [message["t"] for message in link.sent] == ["hello", "menu", "notices", "state"]
    assert link.sent[0]["firmware"] == "1.2 abc"
