"""The steps of a flash, carried out on a prompt over files in memory; and what hello says."""

import io
import json
from collections.abc import Callable
from contextlib import redirect_stdout
from hashlib import sha256
from types import SimpleNamespace
from typing import cast

import pytest

from host_tools.board.device.errors import DamagedError, OtherBoardError
from host_tools.board.device.flash import Flasher
from host_tools.board.device.found import Survey
from host_tools.board.device.hello import _Listener
from host_tools.board.device.plan import Check, Copy, MakeFolder, Remove, Replace, Step
from host_tools.board.device.transport import Prompt
from host_tools.build.layout import Firmware, Manifest
from host_tools.build.revision import Revision

KIND, PARTS = "tile4x4", "revision=1,piezo=GP16+GP17"


class Board:
    """Runs what a Flasher sends: the helpers on the board, over a dictionary of files."""

    port = "/dev/ttyACM0"

    def __init__(self, files: dict[str, bytes], kept_for: str = "") -> None:
        self.files = files
        self.folders: set[str] = set()
        self.kept_for = kept_for
        self._names = {
            "_remove": files.pop,
            "_copy": lambda source, path: files.update({path: files[source]}),
            "_parents": lambda path: self.folders.add(path.rpartition("/")[0]),
            "_total": lambda path: sha256(files[path]).hexdigest(),
            "os": SimpleNamespace(rename=self._rename),
        }

    def _rename(self, old: str, new: str) -> None:
        self.files[new] = self.files.pop(old)

    def run(self, source: str) -> str:
        if source.lstrip().startswith("def "):
            return ""
        with redirect_stdout(io.StringIO()) as said:
            exec(source, dict(self._names))
        return said.getvalue()

    def ask(self, expression: str) -> str:
        assert expression == "_kept_for('calibration')"
        return self.kept_for

    def send_file(self, path: str, data: bytes, advance: Callable[[], None]) -> None:
        folder = path.rpartition("/")[0]
        assert not folder or folder in self.folders
        self.files[path] = data
        advance()

    def flasher(self) -> Flasher:
        firmware = Firmware("1", b"", {}, board=KIND, parts=PARTS)
        return Flasher(cast(Prompt, self), firmware, print)


def carried_out(files: dict[str, bytes], *steps: Step) -> tuple[Board, int]:
    """The board afterwards, and how often it advanced."""
    board, times = Board(dict(files)), []
    board.flasher().carry_out(steps, lambda: times.append(1))
    return board, len(times)


def test_each_step_does_what_it_says() -> None:
    total = sha256(b"one").hexdigest()
    board, times = carried_out(
        {"/a/x": b"one", "/old": b"two"},
        MakeFolder("b"),
        Copy("a/x", "b/x"),
        Check({"b/x": total, "a/x": total}),
        Remove("old"),
        Replace("slot", b"b"),
        Replace("c/d/y", b"new"),
    )
    assert board.files == {"/a/x": b"one", "/b/x": b"one", "/slot": b"b", "/c/d/y": b"new"}
    assert board.folders == {"/b", "/c/d"}
    assert times == 4 + 2 * 2


def test_only_a_file_in_a_folder_needs_one() -> None:
    assert carried_out({}, Replace("slot", b"b"))[0].folders == set()


def test_a_copy_that_differs_is_named() -> None:
    right, wrong = sha256(b"one").hexdigest(), sha256(b"two").hexdigest()
    with pytest.raises(DamagedError) as raised:
        carried_out({"/x": b"one", "/y": b"one"}, Check({"x": right, "y": wrong}))
    assert " from what was sent: y. " in str(raised.value)


@pytest.mark.parametrize(
    ("kept_for", "stored", "there", "what"),
    [
        ("tile9x9", "", "", "the calibration"),
        ("", "tile9x9 x", "", "the stored revision"),
        ("", "", "tile9x9", "the firmware"),
        ("", "", "", ""),
        (KIND, f"{KIND} {PARTS}", KIND, ""),
        (KIND, "", f"{KIND} {PARTS}", ""),
        # What the board is built of counts, not which firmware it has.
        ("", f"{KIND} {PARTS}", "tile9x9", ""),
    ],
)
def test_what_is_there_for_another_board_is_refused(
    kept_for: str, stored: str, there: str, what: str
) -> None:
    flasher = Board({}, kept_for).flasher()
    found = Survey({}, board=Revision(*stored.split()).encode() if stored else b"")
    manifest = None
    if there:
        board, _, parts = there.partition(" ")
        manifest = Manifest("1", {}, board, parts=parts)
    if not what:
        flasher.check_board(found, manifest)
        return
    with pytest.raises(OtherBoardError) as raised:
        flasher.check_board(found, manifest)
    said = str(raised.value)
    assert said.startswith(f"{what} of the board on {Board.port} is for a tile9x9, ")
    assert f"this firmware is for a {KIND}." in said


def test_until_hello_the_last_words_are_kept_and_messages_are_not() -> None:
    listener = _Listener()
    for at in range(4):
        assert listener.take(f"word {at}\r\n".encode()) is None
    notice = json.dumps({"t": "notice", "say": "Slot a does not start."})
    lines = (
        f'{notice}\r\n{{"t": "lights"}}\r\nTraceback (most recent):\r\n  File "x"\r\n\r\nOSError: 5'
    )
    assert listener.take(lines.encode()) is None
    kept = [*(f"word {at}" for at in range(4)), "Slot a does not start."]
    assert listener.said == kept
    assert listener.take(b"\r\nlast\r\n") is None
    assert listener.said == [*kept[1:], "OSError: 5", "last"]
    hello = {"t": "hello", "firmware": "1.0"}
    text = json.dumps(hello).encode()
    assert listener.take(text[:9]) is None
    assert listener.take(text[9:] + b"\r\n") == hello
