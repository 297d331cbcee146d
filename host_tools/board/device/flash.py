"""Puts a firmware on a board: survey, plan, execute, restart, wait for its hello."""

import contextlib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Protocol

from host_tools.build import chips, layout
from host_tools.build.changes import Changes
from host_tools.build.layout import Firmware, Manifest
from host_tools.build.revision import Revision

from . import onboard
from .advice import ADVICE
from .errors import (
    LEFT,
    DamagedError,
    LacksError,
    NoEarlierError,
    NotMicroPythonError,
    OtherBoardError,
    StillStashedError,
    TooFullError,
    TooOldError,
    TooSmallError,
    WrongChipError,
)
from .find import serial_number
from .found import OURS, File, Survey
from .hello import HELLO_S, await_hello
from .plan import Check, Copy, MakeFolder, NoRoomError, Remove, Replace, Step, make_plan
from .reach import reach
from .room import truly_free
from .transport import Prompt, chunks
from .versions import Versions, compare, name_of

OLDEST = (1, 24, 0)  # the oldest MicroPython tested with this firmware
# Bytes that MicroPython must leave. Its 1.25.0 for a Pico leaves 245 952; with 16 KiB less flip
# tiles still play on the emulated chip, with 24 KiB less they do not start.
LEAST_HEAP = 245_952 - 16 * 1024
TRIED = ((1, 24, 1), (1, 25, 0))  # all of docs/developer/micropython.md
_SUMMED = [name for name in OURS if name not in (layout.DATA, layout.STASH)]
_OTHERS_SHOWN = 5


@dataclass(frozen=True)
class Identity:
    """What answers on a port."""

    python: str
    version: tuple[int, ...]
    machine: str
    mpy: int
    platform: str

    @property
    def number(self) -> str:
        """Name and version."""
        return f"{self.python} {'.'.join(map(str, self.version))}"

    def __str__(self) -> str:
        return f"{self.number} on {self.machine or self.platform}"


class Progress(Protocol):
    """Shows the progress of the work."""

    def update(self) -> None: ...

    def close(self) -> None: ...


def identify(prompt: Prompt) -> Identity:
    """Ask the board what it is."""
    prompt.run(onboard.IMPORTS)
    name, version, machine, mpy, platform = prompt.ask(onboard.WHO)
    python = "MicroPython" if name == "micropython" else str(name)
    return Identity(python, tuple(version), machine, mpy, platform)


# A firmware, or what makes the one for a chip.
Making = Firmware | Callable[[str], Firmware]


def chip_of(port: str, board: Identity) -> str:
    """The chip of a board, as named in `chips.CHIPS`. Raises a DeviceError if no firmware is built
    for it."""
    if board.python != "MicroPython":
        raise NotMicroPythonError(port, str(board))
    chip = chips.of_machine(board.machine) if board.platform == "rp2" else ""
    if not chip:
        raise WrongChipError(port, board.machine or board.platform)
    return chip


def check_identity(port: str, board: Identity, firmware: Firmware) -> None:
    """Raise a DeviceError if this board cannot run the firmware."""
    chip = chips.CHIPS[chip_of(port, board)]
    if board.version < OLDEST:
        wanted = f"MicroPython {'.'.join(map(str, OLDEST))} or newer"
        raise TooOldError(port, str(board), wanted)
    for data in firmware.modules.values():
        # Header of a compiled file: "M", version, flags with the sub-version of native code.
        if data[:1] != b"M":
            continue
        native = data[2] >> 2 & 0x3F
        if data[1] != board.mpy & 0xFF or (native and data[2] & 3 != board.mpy >> 8 & 3):
            found = f"{board}, which reads .mpy {board.mpy & 0xFF}.{board.mpy >> 8 & 3}"
            raise TooOldError(port, found, f"one that reads .mpy {data[1]}.{data[2] & 3}")
        # An RP2350 would run code for an RP2040, which writes to other registers there.
        if native and native != chip.ARCHITECTURE:
            raise WrongChipError(port, board.machine)


def check_image(prompt: Prompt, board: Identity) -> None:
    """Raise LacksError if a module that the firmware imports is not there, TooSmallError if this
    MicroPython leaves too little memory."""
    prompt.run(onboard.LACKS)
    radio = chips.has_radio(chip_of(prompt.port, board))
    needed = onboard.MODULES + (onboard.OF_RADIO if radio else ())
    lacking = prompt.ask(f"_lacks({needed!r})")
    if lacking:
        raise LacksError(prompt.port, str(board), lacking)
    heap = prompt.ask(onboard.HEAP)
    if heap < LEAST_HEAP:
        raise TooSmallError(prompt.port, str(board), LEAST_HEAP - heap)


def survey(prompt: Prompt) -> Survey:
    """List what is on the board."""
    prompt.run(onboard.HELPERS)
    listing = prompt.run(f"_tree('', {_SUMMED!r})")
    files: dict[str, File] = {}
    folders = []
    for line in listing.splitlines():
        kind, size, total, path = line.split(" ", 3)
        if kind == "D":
            folders.append(path[1:])
        else:
            files[path[1:]] = File(int(size), "" if total == "-" else total)
    block, blocks, reported = prompt.ask(onboard.ROOM)
    sizes = {path: file.size for path, file in files.items()}
    free = truly_free(reported, blocks, sizes, len(folders), block)
    manifests = {
        slot: _contents(prompt, f"{slot}/{layout.MANIFEST}")
        for slot in layout.SLOTS
        if f"{slot}/{layout.MANIFEST}" in files
    }
    named, board = (
        _contents(prompt, path) if path in files else b"" for path in (layout.POINTER, layout.BOARD)
    )
    return Survey(files, tuple(folders), manifests, named, board, free * block, block)


def _contents(prompt: Prompt, path: str) -> bytes:
    contents: bytes = prompt.ask(f"open('/{path}', 'rb').read()")
    return contents


class Flasher:
    """Puts one firmware on one board. `say` gets lines for the user."""

    def __init__(self, prompt: Prompt, firmware: Firmware, say: Callable[[str], None]) -> None:
        self._prompt = prompt
        self._firmware = firmware
        self._say = say

    def look(self, erase: bool, other_board: bool = False) -> list[Step]:
        """Check the board and its content, and return the steps to take. Changes nothing.

        `other_board`: accept the firmware or data of another board.
        """
        prompt, wanted = self._prompt, self._firmware.manifest
        board = identify(prompt)
        check_identity(prompt.port, board, self._firmware)
        check_image(prompt, board)
        self._say(f"found {board} at {prompt.port}; reading what is on it")
        if board.version not in TRIED:
            self._say(f"{board.number} has not been tried with this firmware, but fits")
        chip = chips.CHIPS[chip_of(prompt.port, board)]
        if not chip.TRIED:
            self._say(
                f"this firmware has not been tried on an {chip.NAME}: its register addresses were "
                "only compared with the published headers. Please report what works and what does "
                "not"
            )
        self.found = found = survey(prompt)
        if layout.STASH in found.folders:
            self._say(str(StillStashedError(LEFT, prompt.port)))
        running = found.running
        there = found.read_manifest(running) if running else None
        if there is None:
            self._say(f"there is no firmware on it yet; {found.free_bytes // 1024} KiB are free")
        else:
            self._say(
                f"it has firmware {there.version} {there.id} in slot {running}; "
                f"{found.free_bytes // 1024} KiB are free"
            )
        if not other_board:
            self.check_board(found, there)
        if self._firmware.parts and found.revision is None:
            lost = "is damaged" if found.board else "was not stored yet"
            self._say(f"what the board is built of {lost}; from now on: {self._firmware.parts}")
        try:
            steps = make_plan(self._firmware, found, erase)
        except NoRoomError as error:
            names = list(found.others.items())[:_OTHERS_SHOWN] if error.others else []
            others = [f"{name} ({size} bytes)" for name, size in names]
            raise TooFullError(prompt.port, error.missing, others, error.erase) from error
        self._say(f"firmware {wanted.version} {wanted.id}: {summary(steps)}")
        return steps

    def check_board(self, found: Survey, there: Manifest | None) -> None:
        """Raise OtherBoardError if anything on the board is for another board or revision."""
        wanted = self._firmware.manifest.revision
        self._prompt.run(onboard.KEPT_FOR)
        kept = {"the calibration": Revision(str(self._prompt.ask("_kept_for('calibration')")))}
        if found.revision is not None:
            kept["the stored revision"] = found.revision
        elif there is not None:
            kept["the firmware"] = there.revision
        for what, revision in kept.items():
            if revision.differs(wanted):
                raise OtherBoardError(self._prompt.port, wanted, revision, what)

    def carry_out(self, steps: Sequence[Step], advance: Callable[[], None]) -> None:
        """Execute the steps. If interrupted at any point, the board still starts a complete
        firmware.

        `advance` is called `work(steps)` times.
        """
        prompt = self._prompt
        for step in steps:
            if isinstance(step, Remove):
                prompt.run(f"_remove({'/' + step.path!r})")
                advance()
            elif isinstance(step, Copy):
                prompt.run(f"_copy({'/' + step.source!r}, {'/' + step.path!r})")
                advance()
            elif isinstance(step, MakeFolder):
                prompt.run(f"_parents({'/' + step.path + '/'!r})")
                advance()
            elif isinstance(step, Check):
                self._check(step.sums)
                advance()
            else:
                new = step.path + layout.NEW
                self._send(new, step.data, advance)
                self._check({new: layout.sha256(step.data)})
                prompt.run(f"os.rename({'/' + new!r}, {'/' + step.path!r})")
                advance()

    def _send(self, path: str, data: bytes, advance: Callable[[], None]) -> None:
        if path.count("/"):
            self._prompt.run(f"_parents({'/' + path!r})")
        self._prompt.send_file("/" + path, data, advance)

    def _check(self, sums: Mapping[str, str]) -> None:
        code = "".join(f"print(_total({'/' + path!r}))\n" for path in sums)
        totals = self._prompt.run(code).split()
        wrong = [path for path, total in zip(sums, totals, strict=True) if sums[path] != total]
        if wrong:
            raise DamagedError(self._prompt.port, wrong)


def flash(
    firmware: Making,
    port: str | None,
    say: Callable[[str], None],
    make_progress: Callable[[int], Progress],
    *,
    dry_run: bool = False,
    erase: bool = False,
    other_board: bool = False,
    changes: Changes = MappingProxyType({}),
    hello_s: float = HELLO_S,
) -> None:
    """Put a firmware on the board at `port`, or on the only one there is. Raises DeviceError.

    The firmware may be a function of the board's chip, called when the board has answered, so that
    a wrong port is noticed before compiling. Whatever it raises, the board is restarted.
    `other_board`: accept the firmware or data of another board. `changes`: those for players, of
    which the ones between the firmware that is there and this one are said before anything is
    written.
    """
    with stopped(port, say) as prompt:
        number = serial_number(prompt.port)
        made = _made(firmware, prompt)
        flasher = Flasher(prompt, made, say)
        steps = flasher.look(erase, other_board)
        versions = compare(flasher.found, made.manifest, changes)
        for line in versions.lines():
            say(line)
        if dry_run:
            for step in steps:
                say(f"would {step}")
        elif steps:
            progress = make_progress(work(steps))
            try:
                flasher.carry_out(steps, progress.update)
            finally:
                progress.close()
    if dry_run:
        say("nothing was changed; the board was restarted")
        return
    _await(prompt.port, number, made.manifest.id, hello_s, say)
    if versions.there not in ("", versions.wanted):
        say(f"firmware {versions.there} stays on the board, too. {ADVICE['back']}")


def compare_versions(
    firmware: Making, port: str | None, say: Callable[[str], None], changes: Changes, erase: bool
) -> Versions:
    """Compare the firmware on the board with this one, without changing anything. `erase`: as
    `erase` and `other_board` of `flash`. The board restarts. Raises DeviceError like `flash`."""
    with stopped(port, say) as prompt:
        made = _made(firmware, prompt)
        flasher = Flasher(prompt, made, say)
        flasher.look(erase, erase)
    return compare(flasher.found, made.manifest, changes)


def _made(firmware: Making, prompt: Prompt) -> Firmware:
    """The firmware for the board's chip."""
    return firmware(chip_of(prompt.port, identify(prompt))) if callable(firmware) else firmware


def go_back(
    port: str | None,
    say: Callable[[str], None],
    *,
    dry_run: bool = False,
    changes: Changes = MappingProxyType({}),
    hello_s: float = HELLO_S,
) -> None:
    """Start the firmware again that ran on the board before the present one. Raises DeviceError;
    NoEarlierError if it is not there any more."""
    with stopped(port, say) as prompt:
        number = serial_number(prompt.port)
        found = survey(prompt)
        slot = found.before
        before = found.read_manifest(slot) if slot else None
        there = found.read_manifest(found.running) if found.running else None
        if slot is None or before is None:
            raise NoEarlierError(prompt.port)
        its = Firmware(before.version, b"", {}, board=before.board, parts=before.parts)
        flasher = Flasher(prompt, its, say)
        flasher.check_board(found, there)
        say(f"it has firmware {name_of(there)}; firmware {name_of(before)} ran before")
        if any(path[1:] not in found.files for path in before.sums if path[0] == "/"):
            say("tables of that firmware are gone: it plays less well until it is flashed again")
        for line in compare(found, before, changes).lines():
            say(line)
        step = Replace(layout.POINTER, layout.pointer(slot))
        if dry_run:
            say(f"would {step}")
        else:
            flasher.carry_out([step], lambda: None)
    if dry_run:
        say("nothing was changed; the board was restarted")
    else:
        _await(prompt.port, number, before.id, hello_s, say)


@contextlib.contextmanager
def stopped(port: str | None, say: Callable[[str], None]) -> Iterator[Prompt]:
    """The prompt of the board at `port`, or of the only one there is, which restarts at the end,
    whatever happens. Raises DeviceError."""
    with reach(port, say) as prompt:
        restarted = False
        try:
            yield prompt
            prompt.restart()
            restarted = True
        finally:
            if not restarted:
                prompt.leave()


def _await(
    port: str, number: str | None, wanted: str, hello_s: float, say: Callable[[str], None]
) -> None:
    """Wait until the restarted board says hello with the wanted firmware. Raises DeviceError."""
    say("restarting the board and waiting for it to answer")
    plays = await_hello(port, number, wanted, hello_s, say).get("firmware")
    say(f"the board answers and runs firmware {plays}" if plays else "the board answers")


def work(steps: Sequence[Step]) -> int:
    """The number of calls of `advance` by `carry_out`."""
    total = 0
    for step in steps:
        total += 1 + (chunks(step.data) if isinstance(step, Replace) else 0)
    return total


def summary(steps: Sequence[Step]) -> str:
    """The steps as one line of text."""
    if not steps:
        return "nothing to do"
    sent = [step for step in steps if isinstance(step, Replace)]
    size = sum(len(step.data) for step in sent)
    copied = sum(isinstance(step, Copy) for step in steps)
    removed = sum(isinstance(step, Remove) for step in steps)
    return f"send {len(sent)} files ({-(-size // 1024)} KiB), copy {copied}, remove {removed}"
