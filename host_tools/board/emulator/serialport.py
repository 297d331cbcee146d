"""The emulated chip's USB serial line as a port that any program can open.

    with SerialPort(chip) as port:
        ... mpremote connect port.path ...

A thread runs the chip and carries bytes between it and a pseudo-terminal. The chip never runs
faster than real time, except with `hurry`: then it runs as fast as the computer allows during its
start and while a program answers its output, and waits for these answers. The port behaves like
that of a real board: it appears when the chip's USB is up, disappears when the chip restarts or is
unplugged, and returns under the same name. Output is lost while no program has the port open; input
waits until the chip reads it.

The thread owns the chip while the port is open; `with port.held():` stops it to inspect or change
something. Requires pseudo-terminals: Linux and macOS, not Windows.
"""

import contextlib
import os
import pty
import select
import tempfile
import threading
import time
import tty
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from types import TracebackType

from .chip import Chip

_STEP_MS = 1.0
_PACKET_BYTES = 64
_MOST_WAITING = 1 << 16  # output kept for a program that has the port open and does not read
_PATIENCE_S = 30.0
# With `hurry`: how long the chip runs on after output without an answer, in board time, and how
# long it then waits, in real time. A program that simulates the sensors answers every second tick,
# and a tick may be slow. With less board time, both would wait for each other.
_UNANSWERED_MS = 120.0
_ANSWER_MS = 1000
_TALK_MS = 1000.0  # no input for this much board time: no program answers


class PowerCut(Exception):
    """Raised by `advance` to end the chip's run at any point."""


class SerialPort:
    """A chip's serial line at `path`, while the context lasts.

    `advance(ms)` lets board time pass, by default `chip.run_ms`. If it raises, the port closes for
    good, and leaving the context raises the same exception; PowerCut only sets `cut`.
    """

    def __init__(
        self, chip: Chip, advance: Callable[[float], None] | None = None, hurry: bool = False
    ) -> None:
        self._chip = chip
        self._hurry = hurry
        self._taken_ms = -_TALK_MS  # board time of the last input
        self._said_ms: float | None = None  # board time of the first output after it
        self._advance = advance or chip.run_ms
        self._folder = tempfile.TemporaryDirectory(prefix="lodeboard-port-")
        self.path = os.path.join(self._folder.name, "ttyACM0")
        self._master = -1
        self._poll = select.poll()
        self._carried = 0  # bytes of the chip's output already carried
        self._waiting = b""
        self._plugged = True
        self._ended = threading.Event()
        self._lock = threading.Lock()
        self._hold = threading.Lock()  # taken before _lock, so that callers of held() get a turn
        self._pool = ThreadPoolExecutor(1, "chip")
        self._life: Future[None] | None = None
        self.cut = threading.Event()

    def __enter__(self) -> "SerialPort":
        self._life = self._pool.submit(self._run)
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self._ended.set()
        self._pool.shutdown()
        self._folder.cleanup()
        if self._life is not None and kind is None:
            self._life.result()

    @contextlib.contextmanager
    def held(self) -> Iterator[Chip]:
        """The chip, stopped while the context lasts."""
        with self._hold, self._lock:
            yield self._chip

    def unplug(self) -> None:
        """Disconnect the cable's data lines: the port disappears, the chip runs on."""
        with self.held():
            self._plugged = False
            self._close()

    def plug(self) -> None:
        """Plug the cable in again."""
        with self.held():
            self._plugged = True

    @property
    def running(self) -> bool:
        """Whether the chip still runs."""
        return not self._ended.is_set()

    def wait(self, timeout_s: float = _PATIENCE_S) -> str:
        """Wait for the port and return its path. Raises TimeoutError after `timeout_s` seconds."""
        end = time.monotonic() + timeout_s
        while not Path(self.path).exists():
            if self._ended.is_set() or time.monotonic() > end:
                raise TimeoutError(f"no serial port after {timeout_s:.0f} s")
            time.sleep(0.01)
        return self.path

    # Run by the thread.

    def _run(self) -> None:
        start_s = time.monotonic() - self._chip.now_ms / 1000
        try:
            while not self._ended.is_set():
                with self._lock:
                    self._advance(_STEP_MS)
                    self._carry()
                    ahead_s = start_s + self._chip.now_ms / 1000 - time.monotonic()
                if self._hurry and self._talks():
                    start_s -= ahead_s
                    self._await_answer()
                elif ahead_s > 0:
                    self._rest(ahead_s)
                else:
                    start_s -= ahead_s  # a chip that is late does not catch up
                with self._hold:
                    pass
        except PowerCut:
            self.cut.set()
        finally:
            self._ended.set()
            self._close()

    def _talks(self) -> bool:
        """Whether the chip is starting, whose duration no program can see, or a program answers."""
        chip = self._chip
        starting = self._plugged and chip.powered and not chip.connected
        return starting or chip.now_ms - self._taken_ms < _TALK_MS

    def _await_answer(self) -> None:
        """Wait for an answer to output that is due one; without one, return to real time."""
        said_ms, chip = self._said_ms, self._chip
        if said_ms is None or chip.now_ms - said_ms < _UNANSWERED_MS:
            return
        nobody = self._master < 0 or not self._attached()
        if nobody or (chip.takes_input and not self._poll.poll(_ANSWER_MS)):
            self._taken_ms = -_TALK_MS

    def _carry(self) -> None:
        """Carry bytes out and in; open and close the port as the chip's USB comes and goes."""
        if not (self._plugged and self._chip.connected):
            self._close()
            self._carried = len(self._chip.output)
            return
        if self._master < 0:
            self._open()
        said = bytes(self._chip.output[self._carried :])
        self._carried += len(said)
        self._waiting += said
        if said and self._said_ms is None:
            self._said_ms = self._chip.now_ms
        # Input written before a program closed the port still arrives.
        with contextlib.suppress(OSError):  # no input, or port not open
            if self._chip.takes_input:
                self._chip.send(os.read(self._master, _PACKET_BYTES))
                self._taken_ms, self._said_ms = self._chip.now_ms, None
        if not self._attached():
            self._waiting = b""
        self._waiting = self._waiting[:_MOST_WAITING]
        with contextlib.suppress(BlockingIOError):
            if self._waiting:
                written = os.write(self._master, self._waiting)
                self._waiting = self._waiting[written:]

    def _attached(self) -> bool:
        """Whether some program has the port open."""
        return not any(events & select.POLLHUP for _, events in self._poll.poll(0))

    def _rest(self, seconds: float) -> None:
        """Sleep, but wake up when there is input to carry."""
        if self._master >= 0 and self._chip.takes_input and self._attached():
            self._poll.poll(max(1, round(seconds * 1000)))
        else:
            time.sleep(seconds)

    def _open(self) -> None:
        self._master, slave = pty.openpty()
        tty.setraw(slave)
        os.set_blocking(self._master, False)
        self._poll.register(self._master, select.POLLIN)
        link = f"{self.path}.new"
        os.symlink(os.ttyname(slave), link)
        os.replace(link, self.path)
        os.close(slave)

    def _close(self) -> None:
        if self._master >= 0:
            self._poll.unregister(self._master)
            os.close(self._master)
            self._master = -1
            self._waiting = b""
            Path(self.path).unlink(missing_ok=True)
