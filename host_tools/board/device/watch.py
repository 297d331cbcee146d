"""Puts the firmware on a board again whenever its source changes, and says what the board says."""

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

_LOOK_S = 0.2  # between two looks at the files, and at the line
_AGAIN = " The board starts again"  # what follows in the sentence is not the fault's
_AWAY = OSError, TypeError  # TypeError: pyserial, of a port that has gone

Say = Callable[[str], None]


def tree_state(root: Path = FIRMWARE) -> object:
    """How the files of which a firmware is made are now; equal as long as none is changed."""
    tables = [(path.name, path.stat().st_mtime_ns) for path in sorted(root.glob("tables/*.table"))]
    return firmware.state(root), tables, (root / "main.py").stat().st_mtime_ns


def build(board: str) -> Firmware:
    """The firmware of the tree as it is now, for this board. CompileError."""
    try:
        # The build reads a board's data from its module, which may have been edited.
        importlib.reload(importlib.import_module(f"lodeboard.boards.{board}"))
    except Exception as error:
        raise CompileError(f"lodeboard/boards/{board}.py: {error}") from error
    return firmware.build(board=board)


@dataclass
class Work:
    """What watching does: `state` of the files, `make` the firmware from them, `put` it on the
    board, `listen` to the board until the function given says that it is time to stop."""

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
    """Flash, listen, and flash again after each change, until an exception ends it. What a board
    or a compiler refuses is said, and watching goes on."""
    there = ""  # the id of the firmware that the board has
    while True:
        seen = _settled(work.state, sleep)
        began = clock()
        try:
            made = work.make()
            if made.manifest.id == there:
                say("nothing that a board gets has changed")
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
    """The state when it is the same twice: an editor may write several files."""
    seen = state()
    while True:
        sleep(_LOOK_S)
        now = state()
        if now == seen:
            return now
        seen = now


class Ear:
    """Listens to the board on the port named, or to the only one there is. When it reports a
    fault, its log is read, once after each flashing, and the traceback is shown with its source."""

    def __init__(self, named: str | None, say: Say, root: Path = FIRMWARE) -> None:
        self._named = named
        self._say = say
        self._root = root
        self._reported = ""

    def say(self, line: str) -> None:
        """Pass on what is said of a board while it is flashed; a fault is looked up afterwards."""
        if line.startswith(FAULT):
            self._reported = line
        self._say(line)

    def listen(self, enough: Callable[[], bool]) -> None:
        """Until `enough`. A board that is away is waited for."""
        looked_up: set[str] = set()  # a board is not stopped twice for the same words
        listener = Listener(self._say, self._root)
        listener.fault, self._reported = self._reported, ""
        while not enough():
            try:
                here = find_port(self._named)
                with serial.Serial(here, timeout=_LOOK_S, exclusive=True) as line:
                    self._hear(line, listener, enough)
            except (DeviceError, *_AWAY):
                time.sleep(_LOOK_S)
                continue
            words, listener.fault = listener.fault.partition(_AGAIN)[0], ""
            if words and words not in looked_up:
                looked_up.add(words)
                self._show_fault(here)

    @staticmethod
    def _hear(line: Any, listener: Listener, enough: Callable[[], bool]) -> None:
        while not listener.fault and not enough():
            listener.take(line.read(max(1, line.in_waiting)))

    def _show_fault(self, port: str) -> None:
        """The log is read through the prompt, so the board is started again."""
        try:
            with reach(port, self._say) as prompt:
                log = read_faults(prompt)
        except DeviceError as error:
            self._say(str(error))
            return
        last = last_fault((log or b"").decode(errors="replace"))
        self._say(with_source(last, self._root) if last else "the board has written nothing down")
