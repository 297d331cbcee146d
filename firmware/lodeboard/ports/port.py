"""The interface to the hardware: what the App needs from a port.

Every port (chip, CircuitPython, simulator) is one object with these parts. The classes are
protocols, never run: mypy checks each port against them.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from array import array
    from collections.abc import MutableSequence, Sequence
    from typing import Protocol

    from lodeboard.ports.budget import Budget
    from lodeboard.storage.blobs import Blobs

    class Sensors(Protocol):
        def read(self, out: MutableSequence[int]) -> None:
            """Write one reading per cell to `out`, in cell order: the sum of `oversample` 12-bit
            conversions (for 16: 0..65520)."""

    class Lights(Protocol):
        def show(self, frame: bytearray) -> None:
            """Send the final bytes unchanged: 3 per LED, in chain order."""

    class Sound(Protocol):
        def tone(self, hertz: int) -> None:
            """Sound this frequency (hertz) from now on; 0 is silence."""

    class Buttons(Protocol):
        def read(self) -> int:
            """Return the buttons held down: the sum of 1 left, 2 middle, 4 right. Not debounced."""

    class Table(Protocol):
        def seek(self, offset: int) -> int: ...
        def readinto(self, buffer: "bytearray | memoryview") -> int: ...
        def close(self) -> None: ...

    class BlobStore(Protocol):
        def load(self, name: str) -> "bytes | None":
            """Return the blob last saved under this name, or None."""

        def save(self, name: str, data: bytes) -> None:
            """Save a small blob. After a power cut either the old or the new one exists."""

        def delete(self, name: str) -> None:
            """Delete a blob; no error if there is none."""

        def table(self, name: str) -> "Table | None":
            """Return a read-only table as an open file, or None."""

    class Store(BlobStore, Protocol):
        """Any method may raise OSError; the data stored under that name is then unchanged."""

        def open(self) -> bool:
            """Prepare the store again after an error. True if the stored data is lost."""

    class Serial(Protocol):
        def read_line(self) -> "str | None":
            """Return the next whole line received, without its line end, or None. Never waits."""

        def write_line(self, line: str) -> None:
            """Send one line of printable text. Never waits: drops the line if nobody reads."""

    class PhoneLine(Serial, Protocol):
        """A phone's WebSocket. open: it may still be used; ending: it is closed once all is
        sent."""

        @property
        def open(self) -> bool: ...
        @property
        def ending(self) -> bool: ...

        def finish(self) -> None:
            """Close it once all is sent."""

    class Radio(Protocol):
        """Of a board with one (boards/radio.py). links: the open WebSockets. address: of the board,
        "" while it has none; name: of the network."""

        @property
        def links(self) -> Sequence[PhoneLine]: ...
        @property
        def address(self) -> str: ...
        @property
        def name(self) -> str: ...

        def begin(self, home: "tuple[str, str] | None", site: str, now_ms: int) -> None:
            """Join the network with this name and password, or open one; then serve the page. See
            ports/web.py. Takes up to a second. Raises OSError."""

        def end(self) -> None:
            """Switch it off."""

        def poll(self, now_ms: int) -> bool:
            """Send and receive what is possible without waiting. False if the network at home does
            not answer. Raises OSError."""

        def chance(self, below: int) -> int:
            """Return a number from 0 to `below` - 1 that nobody can foresee."""

    class WithRadio(Protocol):
        """What a port has, too, where boards/radio.py says that there is a radio."""

        @property
        def radio(self) -> Radio: ...

    class Clock(Protocol):
        def now_ms(self) -> int:
            """Return milliseconds since an arbitrary start, wrapping at 2**30."""

    class Memory(Protocol):
        def words(self, count: int) -> array[int]:
            """Return an array of at least `count` 32-bit integers, always the same: allocated once,
            since later no free block may be large enough."""

        def as_bytes(
            self, words: array[int], begin: int = 0, count: int = -1
        ) -> "bytearray | memoryview":
            """Return a view of bytes of such an array, by default all. The array must outlive the
            view."""

    class Port(Protocol):
        sensors: Sensors
        lights: Lights
        sound: Sound
        buttons: Buttons
        store: Blobs
        serial: Serial
        clock: Clock
        budget: Budget

        def set_fast(self, on: bool) -> None:
            """Run the processor at its higher or its usual clock, if it has two. Changes
            `budget.think_evals`."""

        def collect(self) -> None:
            """Collect garbage, unless the platform does it well by itself. The caller chooses a
            moment where the pause does no harm."""
