"""The interface to the hardware: what the App needs from a port.

Every port (chip, CircuitPython, simulator) offers one object with these parts. Nothing
here runs; the classes say what a port must provide and mypy holds each port to it.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import MutableSequence
    from typing import Protocol

    from lodeboard.storage.blobs import Blobs

    class Sensors(Protocol):
        def read(self, out: MutableSequence[int]) -> None:
            """One reading per cell into `out`, in cell order: the sum of `oversample`
            conversions of 12 bits (16 of them: 0..65520)."""

    class Lights(Protocol):
        def show(self, frame: bytearray) -> None:
            """Send the final bytes, 3 a LED in chain order, unchanged."""

    class Sound(Protocol):
        def tone(self, hertz: int) -> None:
            """Sound this frequency from now on; 0 is silence."""

    class Buttons(Protocol):
        def read(self) -> int:
            """Buttons held down now: 1 left, 2 middle, 4 right, added up. Not debounced."""

    class Table(Protocol):
        def seek(self, offset: int) -> int: ...
        def readinto(self, buffer: "bytearray | memoryview") -> int: ...
        def close(self) -> None: ...

    class BlobStore(Protocol):
        def load(self, name: str) -> "bytes | None":
            """The blob last saved under this name, or None."""

        def save(self, name: str, data: bytes) -> None:
            """Keep a small blob; after a power cut either the old or the new one is there."""

        def delete(self, name: str) -> None:
            """Forget a blob; no error when there is none."""

        def table(self, name: str) -> "Table | None":
            """A read-only table as an open file, or None."""

    class Store(BlobStore, Protocol):
        """Whatever it does may raise OSError; what was kept under that name is then unchanged."""

        def open(self) -> bool:
            """Make ready again after an error; True where what was kept had gone."""

    class Serial(Protocol):
        def read_line(self) -> "str | None":
            """The next whole line received, without its end, or None. Never waits."""

        def write_line(self, line: str) -> None:
            """Send one line of printable text. Never waits: drops it when nobody reads."""

    class Clock(Protocol):
        def now_ms(self) -> int:
            """Milliseconds since some start, wrapping at 2**30."""

    class Memory(Protocol):
        def words(self, count: int) -> array[int]:
            """At least so many 32-bit integers, always the same array: made once, as later
            there may be no free piece so large."""

        def as_bytes(
            self, words: array[int], begin: int = 0, count: int = -1
        ) -> "bytearray | memoryview":
            """The memory of such an array, which must outlive what is returned: so many bytes from
            one on, all by default."""

    class Port(Protocol):
        sensors: Sensors
        lights: Lights
        sound: Sound
        buttons: Buttons
        store: Blobs
        serial: Serial
        clock: Clock
        think_evals: int  # leaf evaluations' worth of thinking in a tick
        game_words: "int | None"  # most that a game's arrays may take to fit here; None: any
        levels: "int | None"  # levels of play quick enough here, weakest first; None: all
        memory: "Memory | None"  # None: who needs large arrays makes them

        def set_fast(self, on: bool) -> None:
            """Run the processor at its higher clock or at its usual one, where it has two. It
            changes `think_evals`."""

        def collect(self) -> None:
            """Collect garbage, if that is not done unasked: it would take long at the wrong
            moment, and this is a good one."""
