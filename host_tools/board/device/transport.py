"""A board's Python prompt through mpremote: run code, send files.

All errors are raised as DeviceError.
"""

import ast
import contextlib
import errno
import io
import os
import re
import struct
import time
from collections.abc import Callable, Iterator
from typing import Any

import serial
from mpremote.transport import TransportError, TransportExecError
from mpremote.transport_serial import SerialTransport

from .errors import (
    DeviceError,
    NoBoardError,
    NoPermissionError,
    PortBusyError,
    RefusedError,
    SilentError,
    UnpluggedError,
)
from .probe import probe

SILENCE_S = 30.0  # a working board is never silent for this long
_GOODBYE_S = 3.0
_START_S = 10.0
_STARTED = re.compile(rb'soft reboot.*("t": |>>> )', re.DOTALL)  # a message, or the prompt
_ENTER_S = 5.0
_LOOK_S = 0.1
_ATTEMPTS = 3
_CHUNK_BYTES = 1024
_RESET = "import machine, time\ntime.sleep_ms(100)\nmachine.reset()"
_DENIED = frozenset({errno.EACCES, errno.EPERM})
_BUSY = frozenset({errno.EBUSY, errno.EAGAIN, errno.EWOULDBLOCK})
_ABSENT = frozenset({errno.ENOENT, errno.ENODEV, errno.ENXIO})


def opening_error(port: str, error: OSError) -> DeviceError:
    """The error that explains why a port cannot be opened."""
    # pyserial puts Windows' error only into the text; there, no access means that the port is in
    # use.
    busy_on_windows = error.errno is None and "PermissionError" in str(error)
    if error.errno in _BUSY or busy_on_windows or (os.name == "nt" and error.errno in _DENIED):
        return PortBusyError(port)
    if error.errno in _DENIED:
        return NoPermissionError(port)
    if error.errno in _ABSENT or "FileNotFoundError" in str(error):
        return NoBoardError(port, [])
    return DeviceError(
        f"cannot open {port}: {error.strerror or error}. Is it the serial port of a board?"
    )


def _open(port: str) -> SerialTransport:
    try:
        return SerialTransport(port, timeout=SILENCE_S)
    except TransportError as error:
        # mpremote does not say why, so try with pyserial.
        try:
            serial.serial_for_url(port, exclusive=True).close()
        except OSError as reason:
            raise opening_error(port, reason) from error
        return SerialTransport(port, timeout=SILENCE_S)


class Prompt:
    """The raw REPL of the board on a port; the running program is stopped. A context manager.
    `empty`: free the board's memory."""

    def __init__(self, port: str, empty: bool = True) -> None:
        self.port = port
        self._empty = empty
        self._transport = _open(port)
        self._transport.serial.write_timeout = SILENCE_S

    def __enter__(self) -> "Prompt":
        try:
            self.enter()
        except BaseException:
            self.close()
            raise
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def enter(self) -> None:
        """Stop the running program and enter the REPL.

        Raises MuteError, EchoError, StrangerError, SilentError, UnpluggedError.
        """
        line = self._transport.serial
        # mpremote waits for a byte until the port's time limit, whatever limit it is given.
        line.timeout, line.write_timeout = _LOOK_S, _GOODBYE_S
        try:
            with self._explained():
                probe(line, self.port)
            for attempt in range(_ATTEMPTS):
                try:
                    with self._explained(), contextlib.redirect_stdout(io.StringIO()):
                        self._transport.enter_raw_repl(
                            soft_reset=self._empty, timeout_overall=_ENTER_S
                        )
                    break
                except SilentError:
                    if attempt == _ATTEMPTS - 1:
                        raise
        finally:
            with contextlib.suppress(OSError):  # the port is gone
                line.timeout = line.write_timeout = SILENCE_S

    def run(self, source: str) -> str:
        """Run code and return what it printed. Raises RefusedError if the code raised."""
        with self._explained():
            printed, raised = self._transport.exec_raw(source, timeout=SILENCE_S)
        if raised:
            raise RefusedError(self.port, raised.decode(errors="replace"))
        text: str = printed.decode(errors="replace")
        return text.replace("\r\n", "\n")

    def ask(self, expression: str) -> Any:
        """The value of an expression made of numbers, texts and tuples."""
        return ast.literal_eval(self.run(f"print(repr({expression}))"))

    def send_file(self, path: str, data: bytes, advance: Callable[[], None]) -> None:
        """Write a file on the board; `advance` is called for each KiB begun."""
        with self._explained():
            self._transport.fs_writefile(
                path,
                data,
                chunk_size=_CHUNK_BYTES,
                progress_callback=lambda _written, _size: advance(),
            )

    def restart(self) -> None:
        """Restart the board as after a power cut, and close the port."""
        # The board disappears before it answers, or soon after.
        with contextlib.suppress(UnpluggedError), self._explained():
            self._transport.exec_raw_no_follow(_RESET)
        self.close()

    def leave(self) -> None:
        """Restart the stopped program if that is still possible, and wait until it runs: a Ctrl-C
        that the next program sends before is lost."""
        with (
            contextlib.suppress(DeviceError),
            self._explained(),
            contextlib.redirect_stdout(io.StringIO()),
        ):
            self._transport.enter_raw_repl(soft_reset=False, timeout_overall=_GOODBYE_S)
            self._transport.exit_raw_repl()
            line = self._transport.serial
            line.timeout = _LOOK_S
            line.write(b"\x04")  # a soft reset runs main.py
            end = time.monotonic() + _START_S
            said = b""
            while time.monotonic() < end and not _STARTED.search(said):
                said += line.read(max(1, line.in_waiting))
        self.close()

    def close(self) -> None:
        with contextlib.suppress(OSError):  # the port is gone
            self._transport.close()

    @contextlib.contextmanager
    def _explained(self) -> Iterator[None]:
        """Turn exceptions of mpremote and pyserial into a DeviceError."""
        try:
            yield
        except TransportExecError as error:
            raise RefusedError(self.port, error.error_output) from error
        except (TransportError, struct.error, serial.SerialTimeoutException) as error:
            raise SilentError(self.port, str(error)) from error
        except OSError as error:
            if isinstance(error, serial.SerialException) or error.errno in (errno.EIO, errno.EBADF):
                raise UnpluggedError(self.port) from error
            # mpremote's text for an OSError on the board.
            name = errno.errorcode.get(error.errno or 0, "OSError")
            raise RefusedError(self.port, f"{name}: {error}") from error


def chunks(data: bytes) -> int:
    """The number of calls of `advance` by `send_file`."""
    return -(-len(data) // _CHUNK_BYTES)
