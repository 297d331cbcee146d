"""The files of a slot are checked piece by piece, and another slot takes over from damaged code."""

import builtins
from hashlib import sha256
from pathlib import Path

import pytest
from one_board import PROFILE

from host_tools.board.simulator.board import SimulatedBoard
from lodeboard.system import files_check
from lodeboard.system.files_check import ALL, CODE, FilesCheck, give_way
from lodeboard.system.run import Supervisor

CORE = bytes(range(256)) * 5  # more than a piece
TABLE = b"t" * 1024  # just a piece
CORE_PATH, TABLE_PATH = "/packs/core.00.bin", "/tables/one.00.bin"


STARTING = ("/main.py", "/lodestart.py", "/lodestart_.py")


class Flash:
    """A folder in place of the root of the board's flash, with two whole slots."""

    def __init__(self, root: Path) -> None:
        self.root = root
        for path, data in ((CORE_PATH, CORE), (TABLE_PATH, TABLE), ("/slot", b"a")):
            self.write(path, data)
        main = b"start()\n" * 300
        for path in STARTING:
            self.write(path, main + sha256(main).hexdigest().encode() + b"\n")
        rows = [f"{sha256(data).hexdigest()} {path}" for path, data in self.named()]
        for slot in "ab":
            self.write(f"/{slot}/manifest", "\n".join(["first", *rows, "end", ""]).encode())

    @staticmethod
    def named() -> list[tuple[str, bytes]]:
        return [(CORE_PATH, CORE), (TABLE_PATH, TABLE)]

    def path(self, path: str) -> Path:
        return self.root / path[1:]

    def write(self, path: str, data: bytes) -> None:
        self.path(path).parent.mkdir(exist_ok=True)
        self.path(path).write_bytes(data)

    def flip(self, path: str, at: int) -> None:
        data = bytearray(self.path(path).read_bytes())
        data[at] ^= 1
        self.write(path, bytes(data))

    def open(self, path: str, mode: str = "r"):  # type: ignore[no-untyped-def]
        return builtins.open(self.path(path), mode)


@pytest.fixture
def flash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Flash:
    found = Flash(tmp_path)
    monkeypatch.setattr(files_check, "open", found.open, raising=False)
    return found


def steps(check: FilesCheck) -> list[str]:
    """What each step says, until all are checked."""
    said = []
    while (path := check.next()) is not None:
        said.append(path)
    return said


def test_whole_files_are_read_in_pieces(flash: Flash) -> None:
    assert steps(FilesCheck("a")) == [""] * (1 + 2 + 3 * len(STARTING))
    assert steps(FilesCheck("b", CODE)) == [""] * 2


@pytest.mark.parametrize(
    ("path", "at"),
    [
        *[(CORE_PATH, at) for at in (0, 1023, 1024, -1)],
        (TABLE_PATH, -1),
        *[("/main.py", at) for at in (0, 2399, -2)],
        *[(path, 100) for path in STARTING[1:]],
    ],
)
def test_a_damaged_byte_is_found_wherever_it_is(flash: Flash, path: str, at: int) -> None:
    flash.flip(path, at)
    assert [said for said in steps(FilesCheck("a")) if said] == [path]
    assert [said for said in steps(FilesCheck("a", CODE)) if said] == [CORE_PATH] * (
        path == CORE_PATH
    )


@pytest.mark.parametrize("path", [CORE_PATH, TABLE_PATH, *STARTING])
def test_a_file_that_is_cut_or_missing_is_named_and_the_others_are_checked(
    flash: Flash, path: str
) -> None:
    for data in (flash.path(path).read_bytes()[:-3], b"", b"\xff" * 80):
        flash.write(path, data)
        assert [said for said in steps(FilesCheck("a", ALL)) if said] == [path]
    flash.path(path).unlink()
    flash.flip("/tables/one.00.bin" if path != TABLE_PATH else CORE_PATH, 5)
    assert len([said for said in steps(FilesCheck("a")) if said]) == 2


def test_a_manifest_that_cannot_be_read_is_named(flash: Flash) -> None:
    flash.write("/a/manifest", b"\xff\xfe")
    assert steps(FilesCheck("a")) == ["/a/manifest"]
    flash.path("/a/manifest").unlink()
    assert steps(FilesCheck("a", CODE)) == ["/a/manifest"]


@pytest.mark.parametrize(("slot", "other"), [("a", "b"), ("b", "a")])
def test_a_whole_slot_takes_over_and_it_is_noted_why(flash: Flash, slot: str, other: str) -> None:
    flash.write("/slot", slot.encode())
    flash.flip(TABLE_PATH, 0)  # no code
    with pytest.raises(SystemExit, match="restart"):
        give_way(slot, "it broke")
    assert flash.path("/slot").read_text() == f"{other}\nit broke"


def test_without_the_file_slot_a_runs_and_gives_way(flash: Flash) -> None:
    flash.path("/slot").unlink()
    with pytest.raises(SystemExit):
        give_way("a", "it broke")


@pytest.mark.parametrize(("slot", "named"), [("a", b"b"), ("b", b"a")])
def test_a_slot_that_has_just_failed_to_start_does_not_take_over(
    flash: Flash, slot: str, named: bytes
) -> None:
    flash.write("/slot", named)
    give_way(slot, "it broke")
    assert flash.path("/slot").read_bytes() == named


def test_a_damaged_slot_does_not_take_over(flash: Flash) -> None:
    flash.flip(CORE_PATH, 1100)
    give_way("a", "it broke")
    assert flash.path("/slot").read_bytes() == b"a"


class Listening:
    """What is reported to a Supervisor."""

    slot = "a"

    def __init__(self) -> None:
        self.said: list[tuple[str, str, int]] = []

    def report(self, say: str, what: str, now_ms: int) -> None:
        self.said.append((say, what, now_ms))


def read_all(now_ms: int) -> list[tuple[str, str, int]]:
    listening = Listening()
    check: FilesCheck | None = FilesCheck("a")
    while check is not None:
        check = check.read(listening, now_ms)  # type: ignore[arg-type]
    return listening.said


def test_only_code_makes_the_board_start_again(flash: Flash) -> None:
    assert read_all(7) == []
    flash.flip(TABLE_PATH, 0)
    say = f"{TABLE_PATH} is not whole. Put the firmware on the board again: lodeboard flash."
    assert read_all(7) == [(say, say, 7)]


def test_a_board_that_nobody_touches_is_checked_from_the_beginning(flash: Flash) -> None:
    """Half a minute after the last change of its lights, and never while it is used."""
    flash.flip(TABLE_PATH, 0)
    board = SimulatedBoard(
        PROFILE, app_factory=lambda port, profile: Supervisor(port, profile, slot="a")
    )
    board.boot()
    supervisor: Supervisor = board.app  # type: ignore[assignment]
    assert board.run_until(lambda: isinstance(supervisor.check, FilesCheck), 60_000)
    assert board.now_ms > 30_000
    board.press(2)  # sets the zeros
    assert board.run_until(lambda: supervisor.check == "a", 1000)
    board.run_ms(29_000)
    assert "not whole" not in str(board.serial_out)
    assert board.run_until(lambda: supervisor.check is None, 9000)
    assert str(board.serial_out).count("not whole") == 1


def test_damaged_code_that_both_slots_share_is_only_reported(flash: Flash) -> None:
    flash.flip(CORE_PATH, 0)
    assert [say.split(" is")[0] for say, _, _ in read_all(7)] == [CORE_PATH]


def test_damaged_code_of_one_slot_starts_the_other(flash: Flash) -> None:
    whole = "/packs/core.01.bin"
    flash.write(whole, CORE)
    text = flash.path("/b/manifest").read_text().replace(CORE_PATH, whole)
    flash.write("/b/manifest", text.encode())
    flash.flip(CORE_PATH, 0)
    with pytest.raises(SystemExit):
        read_all(7)
    why = f"b\nSlot a is damaged ({CORE_PATH} is not whole)"
    assert flash.path("/slot").read_text() == why
