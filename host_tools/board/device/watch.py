"""Flashes the firmware whenever its source changes, and shows the board's output."""

import importlib
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import serial

from host_tools import FIRMWARE
from host_tools.board.messages import FAULT
from host_tools.build import firmware
from host_tools.build.firmware import CompileError
from host_tools.build.layout import Firmware

from .errors import DeviceError
from .faults import last_fault, read_faults, with_source
from .find import find_port
from .listen import Listener
from .reach import reach

_LOOK_S = 0.2  # between checks of the files and of the line
_AGAIN = " The board starts again"  # the rest of the notice is not about the fault
_AWAY = OSError, TypeError  # TypeError: raised by pyserial for a closed port

Say = Callable[[str], None]


def tree_state(root: Path = FIRMWARE) -> object:
    """The state of the firmware's source files; equal as long as none has changed."""
    tables = [(path.name, path.stat().st_mtime_ns) for path in sorted(root.glob("tables/*.table"))]
    return firmware.state(root), tables, (root / "main.py").stat().st_mtime_ns


def build(board: str) -> Firmware:
    """The firmware of the tree in its current state, for this board. Raises CompileError."""
    try:
        # Reload the module with the board's data, which may have been edited.
        importlib.reload(importlib.import_module(f"lodeboard.boards.{board}"))
    except Exception as error:
        raise CompileError(f"lodeboard/boards/{board}.py: {error}") from error
    return firmware.build(board=board)


@dataclass
class Work:
    """The actions of watching: `state` of the files, `make` the firmware from them, `put` it on the
    board, `listen` to the board until the given function returns True."""

    state: Callable[[], object]
    make: Callable[[], Firmware]
    put: Callable[[Firmware], None]
    listen: Callable[[Callable[[], bool]], None]


def watch(
    work: Work,
    say: Say,
    clock: Callable[[], float] = time.monotonic,
    sleep: Callable[[float], None] = time.sleep,
) -> None:
    """Flash, listen, and flash again after each change, until an exception. Compile and board
    errors are shown, and watching continues."""
    there = ""  # id of the firmware on the board
    while True:
        seen = _settled(work.state, sleep)
        began = clock()
        try:
            made = work.make()
            if made.manifest.id == there:
                say("nothing in the firmware has changed")
            else:
                work.put(made)
                there = made.manifest.id
                say(f"{clock() - began:.1f} s from the change to the board's hello")
        except CompileError as error:
            say(f"the firmware does not compile: {error}")
        except DeviceError as error:
            there = ""
            say(str(error))
        say("waiting for changes; Ctrl-C ends")
        work.listen(lambda seen=seen: work.state() != seen)  # type: ignore[misc]


def _settled(state: Callable[[], object], sleep: Callable[[float], None]) -> object:
    """The state once it is the same twice: an editor may write several files."""
    seen = state()
    while True:
        sleep(_LOOK_S)
        now = state()
        if now == seen:
            return now
        seen = now


class LineListener:
    """Shows the output of the board on the named port, or of the only one there is. When it reports
    a fault, its log is read, once per flashing, and the traceback is shown with source."""

    def __init__(self, named: str | None, say: Say, root: Path = FIRMWARE) -> None:
        self._named = named
        self._say = say
        self._root = root
        self._reported = ""

    def say(self, line: str) -> None:
        """Show a line reported during flashing; a fault is looked up afterwards."""
        if line.startswith(FAULT):
            self._reported = line
        self._say(line)

    def listen(self, enough: Callable[[], bool]) -> None:
        """Listen until `enough()`. If the board is away, wait for it."""
        looked_up: set[str] = set()  # do not stop the board twice for the same fault
        listener = Listener(self._say, self._root)
        listener.fault, self._reported = self._reported, ""
        while not enough():
            try:
                here = find_port(self._named)
                with serial.Serial(here, timeout=_LOOK_S, exclusive=True) as line:
                    self._read(line, listener, enough)
            except (DeviceError, *_AWAY):
                time.sleep(_LOOK_S)
                continue
            words, listener.fault = listener.fault.partition(_AGAIN)[0], ""
            if words and words not in looked_up:
                looked_up.add(words)
                self._show_fault(here)

    @staticmethod
    def _read(line: Any, listener: Listener, enough: Callable[[], bool]) -> None:
        while not listener.fault and not enough():
            listener.take(line.read(max(1, line.in_waiting)))

    def _show_fault(self, port: str) -> None:
        """Read the log through the prompt, which restarts the board."""
        try:
            with reach(port, self._say) as prompt:
                log = read_faults(prompt)
        except DeviceError as error:
            self._say(str(error))
            return
        last = last_fault((log or b"").decode(errors="replace"))
        self._say(with_source(last, self._root) if last else "the board's fault log is empty")
