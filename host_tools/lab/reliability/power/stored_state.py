"""What a board keeps over a power cut: as it reported it, and as read from its store."""

import json
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from lodeboard.boards.profile import Profile
from lodeboard.play.record import Record
from lodeboard.sensing import calibration
from lodeboard.storage import replay, stored
from lodeboard.storage.journal import Journal
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.settings import Settings
from lodeboard.system.loader import make_game, playable

if TYPE_CHECKING:
    from lodeboard.ports.port import Store

MATCH, MENU, RESUME = "match", "menu", "resume"  # phases of a board that has started
ANY = 256  # values that a byte of the settings can have


class Played(NamedTuple):
    """An unfinished game, with at least one step."""

    game: str
    rules: str
    machine: int
    start: str
    moves: tuple[str, ...]


class StoredState(NamedTuple):
    """Settings in the order of their fields; zero and gain of each cell; the game offered at the
    next start. None: unknown."""

    settings: tuple[int, ...] | None = None
    calibration: tuple[tuple[int, ...], tuple[int, ...]] | None = None
    game: Played | None = None


PARTS = StoredState._fields


def read(store: "Store", profile: Profile) -> StoredState:
    """Read a store with the firmware's own code; raises BlobError if it refuses any of it."""
    settings = Settings()
    settings.variants = playable(profile)
    stored.load(settings, store, profile.name, lambda _: (ANY,) * len(Settings.FIELDS))
    zeros = calibration.Calibration(profile)
    data = store.load(calibration.NAME)
    if data is not None:
        zeros.from_blob(data)
    return StoredState(
        tuple(getattr(settings, field) for field in Settings.FIELDS),
        (tuple(zeros.zero), tuple(zeros.gain)),
        _game(store, profile),
    )


def _game(store: "Store", profile: Profile) -> Played | None:
    saved = replay.load(store, profile.name, playable(profile))
    if saved is None:
        return None
    name, rules = playable(profile)[saved.variant]
    game = make_game(name, rules)
    replay.replay(game, saved)
    if not replay.unfinished(game, saved):
        return None
    record = Record(game, Journal(MemoryStore(), profile.name))
    record.resume(saved)
    return Played(name, rules, saved.machine, saved.start, tuple(record.moves))


class Told:
    """The values a board reports on its line, each with the moment of its report.

    States in the menu do not count, because settings are saved when the menu closes. A finished
    game counts as none: the next start need not offer it.
    """

    def __init__(self, profile: Profile, moment: Callable[[], int]) -> None:
        self._moment = moment
        new = read(MemoryStore(), profile)
        self.values: dict[str, list[tuple[int, Any]]] = {
            part: [(-1, value)] for part, value in new._asdict().items()
        }
        self.phase = ""
        self.ask = ""
        self.notices: list[str] = []
        self.state: dict[str, Any] = {}

    def hear(self, line: str) -> None:
        """A line of the board, with a whole state (`WholeStates`)."""
        message = json.loads(line)
        kind = message["t"]
        if kind == "notice":
            self.notices.append(message["say"])
        elif kind == "cells":
            self._note("calibration", (tuple(message["zero"]), tuple(message["gain"])))
        elif kind == "state":
            self.state = message
            self.phase = message["phase"]
            self.ask = message["ask"]
            if self.phase != MENU:
                fields = message["settings"]
                self._note("settings", tuple(fields[field] for field in Settings.FIELDS))
            if self.phase == MATCH:
                self._note("game", _played(message))

    def _note(self, part: str, value: object) -> None:
        if self.values[part][-1][1] != value:
            self.values[part].append((self._moment(), value))

    def begin_again(self) -> None:
        """Forget the history but keep the last values."""
        for values in self.values.values():
            values[:] = [(-1, values[-1][1])]

    @property
    def now(self) -> StoredState:
        """The values reported last."""
        return StoredState(*(self.values[part][-1][1] for part in PARTS))

    def around(self, moment: int) -> tuple[StoredState, StoredState]:
        """The values reported last before this moment, and those reported next."""
        before, after = [], []
        for part in PARTS:
            values = self.values[part]
            index = max(number for number, (told, _) in enumerate(values) if told <= moment)
            before.append(values[index][1])
            after.append(values[min(index + 1, len(values) - 1)][1])
        return StoredState(*before), StoredState(*after)


def _played(message: dict[str, Any]) -> Played | None:
    if message["result"] is not None or not message["moves"]:
        return None
    return Played(
        message["game"],
        message["rules"],
        message["machine"],
        message["start"],
        tuple(message["moves"]),
    )


# Outcomes of a cut.
NEW, OLD, REFUSED, LOST, DEAD = "new", "old", "refused", "lost", "does not start"
OUTCOMES = (NEW, OLD, REFUSED, LOST, DEAD)
WRONG = (REFUSED, LOST, DEAD)
_PART_OF = {"settings": "settings", "calibration": "calibration", "game": "game"}  # by blob


class Tried(NamedTuple):
    """The outcome of a cut, one of OUTCOMES, and the reason as text."""

    outcome: str
    why: str = ""


def judge(found: StoredState, around: tuple[StoredState, StoredState], blob: str) -> Tried:
    """Check that each part has either the value reported last or the one reported next; then tell
    whether the blob being written or removed (if any) is the NEW or still the OLD."""
    before, after = around
    for part in PARTS:
        is_now, was, was_to_be = (getattr(each, part) for each in (found, before, after))
        if is_now not in (was, was_to_be):
            return Tried(LOST, f"{part}: {is_now}, neither {was} nor {was_to_be}")
    changed = _PART_OF.get(blob)
    if changed is None or getattr(found, changed) == getattr(after, changed):
        return Tried(NEW)
    return Tried(OLD)
