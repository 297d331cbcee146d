"""Sends the board's identity, settings and state to a computer."""

from lodeboard.games.catalogue import LEVELS, level_of
from lodeboard.link.link import Link
from lodeboard.play.scene import Board
from lodeboard.scenes.flow import Flow
from lodeboard.system.loader import Loader


class Reporter:
    """Sends a state whenever `board.changes.news` has changed. firmware: its version and id."""

    def __init__(self, board: Board, link: Link, flow: Flow, loader: Loader, firmware: str):
        self._board = board
        self._link = link
        self._flow = flow
        self._loader = loader
        self._firmware = firmware
        self._levels: "tuple[str, ...] | None" = None  # in the menu last sent
        self._news = -1  # last sent
        self._number = 0  # number of the next state

    def hello(self) -> None:
        """Send hello and the menu now, and the whole state in the next tick."""
        self._link.hello(self._firmware)
        self._tell_menu()
        if self._flow.match is not None:
            self._flow.match.record.reported = 0
        unsaved = self._board.store.unsaved
        if unsaved is not None:
            unsaved.reported = False
        self._board.changes.report()

    def _tell_menu(self) -> None:
        self._levels = self._board.settings.levels
        self._link.menu(self._flow.menu().on_page())

    def report(self) -> bool:
        """Send the state if it has changed; True if it was sent."""
        changes = self._board.changes
        if self._news == changes.news:
            return False
        self._news = changes.news
        self._loader.tell_trouble()
        self._link.tell_notices()
        if self._levels is not self._board.settings.levels:
            self._tell_menu()
        self._send_state()
        return True

    def _send_state(self) -> None:
        scene = self._flow.scene
        settings = self._board.settings
        variants = self._loader.variants
        variant = self._loader.variant if self._loader.variant >= 0 else settings.variant
        name, rules = variants[variant] if variants else ("", "")
        message: dict[str, object] = {
            "t": "state",
            "number": self._number,
            "phase": scene.phase,
            "game": name,
            "rules": rules,
            "ask": scene.ask,
            "say": scene.say,
            "level": LEVELS[name][level_of(name, settings.wanted)] if name else "",
            "settings": {field: getattr(settings, field) for field in settings.FIELDS},
        }
        if self._board.fair is not None:
            message["fair"] = self._board.fair
        self._number += 1
        scene.report(message)
        self._link.send(message)
