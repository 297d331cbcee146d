"""A board whose start is brought back is the board that starts now: to the last bit of memory, the
last cycle and the last light. The firmware here is a few lines, but in one test."""

import io
import json
import threading

import numpy as np
import pytest
from emulator import first_look
from one_board import DATA, PROFILE

from host_tools.board.emulator import snapshots as kept_starts
from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.booted import MOST_MS
from host_tools.board.emulator.quick import QuickBoard
from host_tools.board.emulator.snapshots import DAMAGED, MOST_FILES, Snapshots, Start

pytestmark = pytest.mark.chip

SEED = 8
FILES = first_look.files()


@pytest.fixture
def starts(tmp_path):
    return Snapshots(tmp_path / "starts")


def quick(starts, files=FILES, seed=SEED, **more) -> QuickBoard:
    return QuickBoard(PROFILE, seed, snapshots=starts, files=files, **more)


class Seen:
    """A board taken through the same acts, with all results recorded."""

    def __init__(self, board: EmulatedBoard, act) -> None:
        self.board = board
        self.reported: list[tuple[str, int, object]] = []
        for name in ("frames", "sounds", "lines", "wire"):
            getattr(board, name).subscribe(
                lambda ms, what, name=name: self.reported.append((name, ms, what))
            )
        board.boot()
        act(board)

    def state(self) -> dict[str, object]:
        chip = self.board.chip
        core = chip.mcu.core
        return {
            "sram": bytes(chip.mcu.sram),
            "flash": bytes(chip.mcu.flash),
            "registers": list(core.registers),
            "cycles": core.cycles,
            "flags": [getattr(core, name) for name in dir(core) if _number(core, name)],
            "wiring": {
                name: value
                for name, value in vars(self.board.wiring).items()
                if isinstance(value, bool | int | float | tuple)
            },
            "now": chip.now_ms,
            "output": bytes(chip.output),
            "leds": list(self.board.led_history),
            "tones": self.board.tones,
            "frames": self.board.wiring.frames,
            "scans": self.board.wiring.conversions,
            "reported": self.reported,
        }


def _number(of: object, name: str) -> bool:
    return name[0] != "_" and isinstance(getattr(of, name), bool | int)


def a_while(board: EmulatedBoard) -> None:
    board.run_until(lambda: len(board.serial_out) > 3, 3000, "lines")
    tile = board.world.spare(0)
    board.world.lay(tile.id, *board.world.plate.centre(0))
    board.run_ms(200)


def first_moves(board: EmulatedBoard) -> None:
    def said(what: str) -> bool:
        return any(what in line for line in board.serial_out)

    board.run_until(lambda: said('"phase": "calibrate"'), 4000, "calibration")
    board.tap(2)
    board.run_until(lambda: said('"ask": "gain"'), 8000, "gains")
    board.tap(2)
    board.run_until(lambda: said('"ask": "place"'), 8000, "game")
    board.run_ms(200)  # until what the board sees is calm
    tile = board.world.spare(0)
    board.world.lay(tile.id, *board.world.plate.centre(5))
    board.run_until(lambda: said('"2_-----U----------"'), 3000, "the move")
    board.run_ms(2000)  # the board thinks about its own, and shows it


def same(first: Seen, second: Seen) -> list[str]:
    """The names of the fields that differ."""
    one, other = first.state(), second.state()
    return [name for name in one if one[name] != other[name]]


@pytest.fixture(scope="module")
def plain() -> Seen:
    """A board started without the cache."""
    return Seen(EmulatedBoard(PROFILE, SEED, files=FILES), a_while)


def test_what_was_kept_goes_on_as_the_chip_that_starts_now(starts, plain) -> None:
    keeping = Seen(quick(starts), a_while)
    again = Seen(quick(starts), a_while)
    assert (keeping.board.quick, again.board.quick) == (False, True)
    assert same(plain, keeping) == []
    assert same(plain, again) == []
    kinds = {name for name, *_ in plain.reported}
    assert kinds >= {"frames", "sounds", "lines"}
    other = Seen(quick(starts, seed=SEED + 1), a_while)
    assert other.board.quick
    assert "output" in same(plain, other)  # it has other sensors


@pytest.mark.slow
def test_the_start_of_the_firmware_is_kept(starts) -> None:
    for stored in (False, True):
        board = quick(starts, None, at_once=True)
        board.boot()
        assert board.quick is stored
        assert board.messages()[0]["t"] == "hello"


@pytest.mark.verify
def test_a_game_of_the_firmware_goes_on_as_on_the_chip_that_starts_now(starts) -> None:
    plain = Seen(EmulatedBoard(PROFILE, SEED), first_moves)
    keeping = Seen(quick(starts, files=None), first_moves)
    again = Seen(quick(starts, files=None), first_moves)
    assert (keeping.board.quick, again.board.quick) == (False, True)
    for each in (keeping, again):
        # The hello of before the first look is told with that, at most a tick later.
        assert set(same(plain, each)) <= {"reported"}
        for kind in ("frames", "sounds"):
            assert told(plain, kind) == told(each, kind)
        for kind in ("lines", "wire"):
            assert [what for _, what in told(plain, kind)] == [what for _, what in told(each, kind)]
            for (one, _), (other, _) in zip(told(plain, kind), told(each, kind), strict=True):
                assert 0 <= other - one <= PROFILE.tick_ms
    assert same(keeping, again) == []


def told(seen: Seen, kind: str) -> list[tuple[int, object]]:
    """What was reported of this kind, with the board's time in milliseconds."""
    return [(ms, what) for name, ms, what in seen.reported if name == kind]


def test_at_once_a_start_is_done_whether_it_was_kept_or_not(starts) -> None:
    boards = [quick(starts, at_once=True) for _ in range(3)]
    boards.insert(0, EmulatedBoard(PROFILE, SEED, files=FILES))

    def look(board: EmulatedBoard) -> None:
        board.run_until(lambda: board.wiring.conversions > 0, 3000, "first look")

    seen = [Seen(boards[0], look), *(Seen(board, lambda _: None) for board in boards[1:])]
    assert [board.quick for board in boards[1:]] == [False, True, True]
    for each in seen[1:]:
        assert each.board.wiring.conversions > 0
        assert same(seen[0], each) == []


def test_of_several_that_want_a_start_at_once_one_makes_it(starts, monkeypatch) -> None:
    boards = [quick(starts, at_once=True) for _ in range(3)]
    looked = threading.Barrier(len(boards))  # each has looked before one makes it
    stored, turn = [], threading.local()
    find, store = starts.find, starts.store

    def find_together(name):
        found = find(name)
        if not hasattr(turn, "first"):
            turn.first = looked.wait(60)
        return found

    monkeypatch.setattr(starts, "find", find_together)
    monkeypatch.setattr(starts, "store", lambda *what: (stored.append(1), store(*what)))
    threads = [threading.Thread(target=board.boot) for board in boards]
    for each in threads:
        each.start()
    for each in threads:
        each.join()
    assert len(stored) == 1
    assert sorted(board.quick for board in boards) == [False, True, True]


def test_a_chip_that_never_looks_at_its_sensors_ends_the_wait(starts) -> None:
    board = quick(starts, {"main.py": b""}, at_once=True)
    board.boot()
    assert board.now_ms <= MOST_MS + PROFILE.tick_ms
    assert not list(starts._folder.glob("*.start"))


def started(board: QuickBoard) -> bool:
    """Whether it came from the cache."""
    board.boot()
    board.run_until(lambda: bool(board.serial_out), 3000, "a line")
    return board.quick


def test_another_flash_is_another_start(starts) -> None:
    assert not started(quick(starts))
    assert started(quick(starts))
    assert not started(quick(starts, files={"main.py": FILES["main.py"] + b"\n"}))


def test_what_the_board_keeps_is_in_its_folder_however_it_started(starts, tmp_path) -> None:
    for turn, expected in enumerate((False, True)):
        folder = tmp_path / str(turn)
        assert started(quick(starts, store_dir=folder)) is expected
        assert (folder / "made.blob").read_bytes() == b"made"


def test_a_board_that_is_touched_starts_by_itself(starts) -> None:
    board = quick(starts)
    board.press(1)
    assert not started(board)
    board = quick(starts)
    board.boot()
    board.tap(1, 40)
    board.run_until(lambda: bool(board.serial_out), 3000, "a line")
    assert not started(quick(starts))  # neither was kept
    assert started(quick(starts))
    board = quick(starts)
    board.wiring.bad.pressed = 1
    assert not started(board)


def test_what_comes_over_the_port_while_it_starts_is_no_start_to_keep(starts) -> None:
    board = quick(starts)
    board.boot()
    assert board.run_until(lambda: board.chip.connected, 1000)
    board.chip.send(b"x")
    board.run_until(lambda: bool(board.serial_out), 3000, "a line")
    assert not started(quick(starts))


def test_a_firmware_that_speaks_before_its_first_look_is_not_kept(starts) -> None:
    board = quick(starts, first_look.files("awake", 100), at_once=True)
    board.boot()
    assert "awake" in board.serial_out
    assert board.now_ms < 500
    assert not list(starts._folder.glob("*.start"))


def test_a_start_in_other_steps_is_not_kept(starts) -> None:
    """As a board on a serial port starts."""
    board = quick(starts)
    board.boot()
    while not board.serial_out:
        board.advance(1)
    assert not started(quick(starts))


def test_the_cable_makes_no_other_start(starts) -> None:
    assert not started(quick(starts))
    board = quick(starts)
    board.plug(False)
    board.boot()
    assert board.quick
    board.run_ms(100)
    assert board.serial_out == []
    assert b"\n" in board.chip.output


def test_the_second_start_is_the_boards_own(starts) -> None:
    assert not started(quick(starts))
    board = quick(starts)
    assert started(board)
    board.power_cut()
    said = len(board.serial_out)
    board.boot()
    assert board.start_share == 0
    board.run_until(lambda: len(board.serial_out) > said, 3000, "a line")


def only(starts: Snapshots):
    [path] = starts._folder.glob("*.start")
    return path


def cut_short(path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def one_bit(path) -> None:
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 1
    path.write_bytes(data)


def another_shape(path) -> None:
    stored = kept_starts._read(path.read_bytes())
    del stored.state["values"]["core.pm"]
    path.write_bytes(kept_starts._written(stored))


def another_kind(path) -> None:
    stored = kept_starts._read(path.read_bytes())
    stored.state["values"]["core.cycles"] = "many"
    path.write_bytes(kept_starts._written(stored))


def another_call(path) -> None:
    stored = kept_starts._read(path.read_bytes())
    stored.state["values"]["mcu.adc.on_adc_read"] = ["call", "eval"]
    path.write_bytes(kept_starts._written(stored))


def nothing(path) -> None:
    path.write_bytes(b"")


@pytest.mark.slow
@pytest.mark.parametrize(
    "damage", [cut_short, one_bit, another_shape, another_kind, another_call, nothing]
)
def test_a_damaged_file_is_put_aside_and_the_chip_starts_as_ever(starts, plain, damage) -> None:
    assert not started(quick(starts))
    path = only(starts)
    damage(path)
    broken = path.read_bytes()
    board = Seen(quick(starts), a_while)
    assert not board.board.quick
    assert same(plain, board) == []
    assert (starts._folder / DAMAGED).read_bytes() == broken
    assert started(quick(starts))


def test_nothing_that_is_read_is_evaluated(starts, tmp_path) -> None:
    class Bomb:
        def __reduce__(self):
            return (open, (str(tmp_path / "boom"), "w"))

    file = io.BytesIO()
    text = np.frombuffer(json.dumps([{}, {}]).encode(), np.uint8)
    np.savez(file, text=text, sram=np.array([Bomb()], dtype=object))
    body = file.getvalue()
    starts._folder.mkdir()
    name = kept_starts.key(quick(starts).chip, DATA)
    digest = kept_starts.hashlib.sha256(body).digest()
    (starts._folder / f"{name}.start").write_bytes(digest + body)
    assert starts.find(name) is None
    assert (starts._folder / DAMAGED).exists()
    assert not (tmp_path / "boom").exists()


def test_only_so_many_are_kept_and_the_one_not_used_for_longest_goes(starts) -> None:
    for number in range(MOST_FILES + 2):
        starts.store(f"{number}", Start({}, {}, {}))
        path = starts._folder / f"{number}.start"
        kept_starts.os.utime(path, (number, number))
        assert starts.find("0") is not None
    names = {path.stem for path in starts._folder.glob("*.start")}
    assert len(names) == MOST_FILES
    assert "0" in names
    assert "1" not in names
    assert not list(starts._folder.glob("*.part"))


def test_a_folder_that_cannot_be_written_is_no_trouble(tmp_path) -> None:
    (tmp_path / "file").write_bytes(b"")
    assert not started(quick(Snapshots(tmp_path / "file" / "starts")))
