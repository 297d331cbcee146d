"""Damaged settings, calibration and journal: read alone, and by a whole board that starts."""

from abc import ABC, abstractmethod
from array import array
from binascii import crc32
from collections.abc import Sequence
from random import Random
from typing import Any

from host_tools.build import profiles
from host_tools.lab.reliability.hostile.kinds import Made, Wrong, reason
from host_tools.lab.reliability.hostile.mutations import mutated
from host_tools.lab.reliability.hostile.starting import Restarted
from lodeboard.boards.profile import Profile
from lodeboard.games.catalogue import GAMES
from lodeboard.games.contract import UNDECIDED
from lodeboard.sensing import calibration
from lodeboard.sensing.calibration import Calibration
from lodeboard.sensing.cells import Cells
from lodeboard.sensing.layout import GAIN_ONE
from lodeboard.storage import journal, replay, settings, stored
from lodeboard.storage.blobs import BlobError, pack
from lodeboard.storage.journal import Journal, Saved
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.settings import Settings
from lodeboard.system import loader

HEADER = 26  # bytes; see lodeboard.storage.blobs
_MOST = 0xFFFF  # bytes of a payload
_WHOLE = 50  # one input in so many is also given to a whole board
_GAMES = 16  # to take journals from, of each variant


def sealed(data: bytes) -> bytes:
    """The same data with a matching length and checksum."""
    if len(data) < HEADER:
        return data
    size = (len(data) - HEADER) & _MOST
    head = data[:4] + size.to_bytes(2, "little")
    return head + crc32(head + data[10:]).to_bytes(4, "little") + data[10:]


class _Blob(ABC):
    """Blobs of one name. `payloads`: those of valid blobs, with their versions."""

    def __init__(
        self,
        name: str,
        letter: str,
        payloads: Sequence[tuple[int, bytes]],
        profile: Profile | None = None,
    ) -> None:
        self.profile = profile or profiles.profile()
        self._name = name
        self._letter = letter
        self._payloads = payloads
        self._blobs = [pack(letter, version, self.profile.name, data) for version, data in payloads]
        self._board = Restarted(self.profile)

    @property
    def sound(self) -> bytes:
        """An undamaged blob."""
        return self._blobs[-1]

    def make(self, source: Random) -> Made:
        """One damaged anywhere; some get a matching checksum."""
        index = source.randrange(len(self._payloads))
        version, payload = self._payloads[index]
        way = source.random()
        whole = source.randrange(_WHOLE) == 0
        if way < 0.4:
            data = mutated(source, self._blobs[index], self._blobs)
        elif way < 0.6:
            data = sealed(mutated(source, self._blobs[index], self._blobs))
        else:
            others = [other for _, other in self._payloads]
            payload = mutated(source, payload, others)[:_MOST]
            data = pack(self._letter, version, self.profile.name, payload)
        return Made((data, whole, way >= 0.4), way >= 0.4)

    def read(self, made: tuple[bytes, bool, bool]) -> str:
        """The reason for its refusal, "" if it is valid."""
        data, whole, fits = made
        store = MemoryStore()
        store.save(self._name, data)
        try:
            self.use(store, data)
            said = ""
        except BlobError as error:
            said = reason(error)
        if not said and not fits and data not in self._blobs:
            raise Wrong("a damaged blob is read")
        if whole:
            self._board.start({self._name: data}, bool(said))
        return said

    @abstractmethod
    def use(self, store: MemoryStore, data: bytes) -> None:
        """Read it and check the limits of everything read. Raises BlobError, Wrong."""


class SettingsBlob(_Blob):
    """The settings."""

    def __init__(self) -> None:
        source = Random("settings")
        profile = profiles.profile(profiles.DEFAULT)
        self._limits = Restarted(profile).limits
        self._variants = loader.playable(profile)
        payloads = []
        for variant in range(len(self._variants)):
            limits = self._limits(variant)
            values: list[Any] = [variant, *map(source.randrange, limits[1:])]
            payloads.append((1, bytes(values)))
            words = [
                f"{field}={value}" for field, value in zip(Settings.FIELDS, values, strict=True)
            ]
            words[0] = f"variant={settings.name_of(variant, self._variants)}"
            payloads.append((settings.VERSION, " ".join(words).encode()))
        super().__init__(settings.NAME, "S", payloads)

    def use(self, store: MemoryStore, data: bytes) -> None:
        found = Settings()
        found.variants = self._variants
        before = vars(found).copy()
        name = self.profile.name
        if loader.first_game(store, self.profile) not in GAMES:
            raise Wrong("the board would begin with a game that there is not")
        for field in ("variant", "fast"):
            if stored.get(store, name, field, self._variants) < 0:
                raise Wrong(f"{field} out of range")
        try:
            stored.load(found, store, name, self._limits)
        except BlobError:
            if vars(found) != before:
                raise Wrong("refused, and some of it taken over") from None
            raise
        limits = self._limits(found.variant)
        for index, field in enumerate(Settings.FIELDS):
            if not 0 <= getattr(found, field) < limits[index]:
                raise Wrong(f"{field} is {getattr(found, field)}")


class CalibrationBlob(_Blob):
    """Zeros and gains."""

    def __init__(self) -> None:
        source = Random("calibration")
        profile = profiles.profile(profiles.DEFAULT)
        limits = profile.sensing
        self._far = profile.raw(limits["zero_magnet_mv"][1])
        low, high = (percent * GAIN_ONE // 100 for percent in limits["gain_percent"])
        self._gains = range(low, high + 1)
        payloads = []
        for _ in range(8):
            zeros = [profile.raw_middle + source.randint(-999, 999) for _ in range(profile.cells)]
            gains = [source.choice((GAIN_ONE, source.choice(self._gains))) for _ in zeros]
            payloads.append((1, bytes(array("H", zeros + gains))))
        super().__init__(calibration.NAME, "C", payloads)

    def use(self, store: MemoryStore, data: bytes) -> None:
        found = Calibration(self.profile)
        before = list(found.zero), list(found.gain)
        try:
            found.from_blob(data)
        except BlobError:
            if found.valid or (list(found.zero), list(found.gain)) != before:
                raise Wrong("refused, and some of it taken over") from None
            raise
        for cell in range(self.profile.cells):
            if abs(found.zero[cell] - self.profile.raw_middle) > self._far:
                raise Wrong(f"a zero of {found.zero[cell]}")
            if found.gain[cell] not in self._gains:
                raise Wrong(f"a gain of {found.gain[cell]}")
        cells = Cells(self.profile, found)
        for now_ms, reading in enumerate((0, self.profile.raw_full - 1)):
            for cell in range(self.profile.cells):
                cells.raw[cell] = reading
            cells.update(self.profile.tick_ms * now_ms)


class JournalBlob(_Blob):
    """Journals of one game, under all its rule sets, of each version."""

    def __init__(self, game: str) -> None:
        source = Random(f"journals of {game}")
        payloads: list[tuple[int, bytes]] = []
        profile = profiles.of_game(game)
        self._variants = loader.playable(profile)
        for variant, (name, rules) in enumerate(self._variants):
            for _ in range(_GAMES if name == game else 0):
                start, steps = played(source, name, rules)
                head = bytes((variant, source.randrange(4), len(start))) + start.encode()
                payloads.append((2, head + bytes(array("H", steps))))
                shown = settings.name_of(variant, self._variants).encode()
                head_now = bytes((len(shown),)) + shown + head[1:]
                payloads.append((journal.VERSION, head_now + bytes(array("H", steps))))
                if max(steps) < 256:
                    payloads.append((journal.BYTE_STEPS, head + bytes(steps)))
        super().__init__(journal.NAME, "J", payloads, profile)

    def use(self, store: MemoryStore, data: bytes) -> None:
        name = self.profile.name
        if not 0 <= stored.first(store, name, self._variants) < len(self._variants):
            raise Wrong("a variant out of range")
        try:
            saved = replay.load(store, name, self._variants)
            if saved is None:
                raise Wrong("a journal that is there was not found")
            if not 0 <= saved.variant < len(self._variants):
                raise BlobError("it is of a game this firmware does not have for this board")
            game = loader.make_game(*self._variants[saved.variant])
            replay.replay(game, saved)
        except BlobError:
            Journal(store, name).put_aside()  # as the loader does
            if store.load(journal.DAMAGED) != data:
                raise Wrong("refused, and not set aside") from None
            raise
        self._hold(saved, game)

    def _hold(self, saved: Saved, game: Any) -> None:
        """Check that it is a game by the rules."""
        if not 0 <= saved.machine <= 3:
            raise Wrong(f"the machine plays {saved.machine}")
        again = loader.make_game(*self._variants[saved.variant])
        again.load(saved.start)
        legal = array("H", [0] * again.max_steps)
        for step in saved.steps:
            if step not in legal[: again.steps(legal)]:
                raise Wrong(f"the step {step} is not legal")
            again.push(step)
        if again.text() != game.text():
            raise Wrong("the game does not stand where the journal ends")
        replay.unfinished(game, saved)


def played(source: Random, name: str, rules: str) -> tuple[str, list[int]]:
    """A game's start, and its steps up to a random point."""
    game = loader.make_game(name, rules)
    legal = array("H", [0] * game.max_steps)
    start = game.text()
    steps: list[int] = []
    for _ in range(source.randint(1, 12)):
        if game.verdict() != UNDECIDED:
            break
        count = game.steps(legal)
        step = legal[source.randrange(count)]
        game.push(step)
        steps.append(step)
        if source.randrange(12) == 0:
            start, steps = (game.text(), []) if game.between_moves() else (start, steps)
    return (start, steps) if steps else played(source, name, rules)
