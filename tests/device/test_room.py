"""The computed number of free blocks, compared with littlefs itself."""

from typing import Any

import pytest
from device.littleboard import LittleBoard
from device.updates import used_blocks
from hypothesis import given, settings
from hypothesis import strategies as some

from host_tools.board.device.room import Room, file_blocks, least_used, truly_free
from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.filesystem import BLOCK_BYTES, BLOCKS
from host_tools.board.emulator.image import find_image

TIGHT = 8  # blocks that the computed number may be too careful by, and one more for each FEW files:
FEW = 4  # where small files and names lie in a folder's blocks is only bounded

NAMES = some.sampled_from([f"{letter}{'-' * (3 * at)}" for at, letter in enumerate("abcdefghij")])
DEEP = some.lists(NAMES, min_size=1, max_size=3).map("/".join)
MANY = some.integers(0, 99).map(lambda number: f"many/file-{number}")
PATHS = some.one_of(DEEP, MANY)
SIZES = some.one_of(some.integers(0, 600), some.integers(0, 20_000), some.integers(0, 200_000))
FILES = some.dictionaries(PATHS, SIZES, max_size=60)


def possible(files: dict[str, int]) -> dict[str, int]:
    """The files without those that are the folder of another, nor more than there is room for."""
    stored: dict[str, int] = {}
    blocks = 0
    for path, size in files.items():
        blocks += file_blocks(size, BLOCK_BYTES)
        if not any(other.startswith(path + "/") for other in files) and blocks < 200:
            stored[path] = size
    return stored


def contents(files: dict[str, int]) -> dict[str, bytes]:
    return {path: bytes(size) for path, size in files.items()}


@pytest.mark.slow
@given(size=SIZES)
def test_the_blocks_of_a_file_are_known_to_the_byte(size: int) -> None:
    board = LittleBoard({})
    before = board.free
    board.write("file", bytes(size))
    assert before - board.free == file_blocks(size, BLOCK_BYTES)


@pytest.mark.parametrize("blocks", [1, 2, 3, 4, 5, 9, 17, 33, 65, 129])
def test_a_byte_more_takes_a_block_more(blocks: int) -> None:
    most = max(
        size for size in range(blocks * 4070, blocks * 4097) if file_blocks(size, 4096) == blocks
    )
    for size in (most, most + 1):
        board = LittleBoard({})
        before = board.free
        board.write("file", bytes(size))
        assert before - board.free == blocks + size - most


@pytest.mark.slow
@given(files=FILES.map(possible))
def test_whatever_lies_there_takes_as_much_as_is_computed_and_little_more(
    files: dict[str, int],
) -> None:
    board = LittleBoard(contents(files))
    used, folders = BLOCKS - board.free, len(board.paths()[1])
    least = least_used(files, folders, BLOCK_BYTES)
    assert least <= used <= least + TIGHT
    # MicroPython's count, and that of one which counts right.
    for reported in (board.free - 2 * folders, board.free):
        free = truly_free(reported, BLOCKS, files, folders, BLOCK_BYTES)
        assert free <= board.free or used - 2 * folders >= least


@pytest.mark.verify
@settings(max_examples=300)
@given(there=FILES.map(possible), data=some.data())
def test_the_room_left_is_never_less_than_computed(there: dict[str, int], data: Any) -> None:
    board = LittleBoard(contents(there))
    room = Room(there, board.paths()[1], board.free, BLOCK_BYTES)
    for path in sorted(path for path in there if data.draw(some.booleans())):
        board.system.remove(path)
        room.remove(path)
        assert room.free <= board.free
    comes = data.draw(FILES)
    folders = set(board.paths()[1])
    board.begin()
    for path, size in comes.items():
        files = board.paths()[0]
        if path in folders or any(path.startswith(file + "/") for file in files):
            continue
        if room.free - file_blocks(size, BLOCK_BYTES) < 20:
            continue
        if data.draw(some.booleans()):
            board.write(path + ".new", bytes(size))
            board.look()
            board.system.rename(path + ".new", path)
            room.write(path + ".new", size)
            room.rename(path + ".new", path)
        else:
            board.write(path, bytes(size))
            board.look()
            room.write(path, size)
        folders = set(board.paths()[1])
        assert room.free <= board.free
        if not room.taken:
            board.begin()  # the least room counts from the first block taken
        assert room.least <= board.least
    assert board.free <= room.free + TIGHT + (len(there) + len(comes)) // FEW


def test_the_least_room_is_that_of_the_fullest_moment() -> None:
    """A plan that fits afterwards may not have fitted on the way."""
    room = Room({"old": 40_960}, (), 20, BLOCK_BYTES)
    room.write("new", 40_960)
    fullest = room.free
    assert fullest < 20
    room.remove("old")
    room.write("small", 4_096)
    assert fullest < room.free
    assert room.least == fullest


@pytest.mark.chip
def test_the_chip_counts_folders_twice_and_nothing_else() -> None:
    files = {f"folder{at}/deeper{at % 3}/file": bytes(3000 * at) for at in range(8)}
    files |= {f"small{at}": bytes(at * 20) for at in range(30)}
    chip = Chip(find_image(), files)
    made = "f = open('/more', 'wb')\nf.write(bytes(9000))\nf.close()\nos.mkdir('/folder0/new')\n"
    for code, folders, more in (("", 16, {}), (made, 17, {"more": bytes(9000)})):
        _, _, blocks, reported = eval(chip.execute(f"import os\n{code}print(os.statvfs('/')[:4])"))
        files |= more
        sizes = {path: len(data) for path, data in files.items()}
        free = truly_free(reported, blocks, sizes, folders, BLOCK_BYTES)
        assert free == BLOCKS - used_blocks(chip.file_system())


def test_what_lies_there_at_the_very_least() -> None:
    assert least_used({}, 0, 4096) == 2
    assert least_used({"a/one": 513, "a/b/two": 4097, "small": 512}, 2, 4096) == 6 + 1 + 2


def test_the_corrected_count_is_taken_unless_the_files_need_more() -> None:
    files = {"a/one": 5000}  # 2 blocks, and 4 of folders
    assert truly_free(90, 100, files, 1, 4096) == 92
    assert truly_free(92, 100, files, 1, 4096) == 94
    assert truly_free(93, 100, files, 1, 4096) == 93  # 95 free would leave 5


def taken(room: Room, path: str, size: int) -> int:
    """Blocks that writing a file takes."""
    before = room.free
    room.write(path, size)
    return before - room.free


def test_a_small_file_replaced_again_and_again_takes_no_more_room() -> None:
    room = Room({"one": 400, "two": 400}, (), 100, 4096)
    for _ in range(9):
        room.write("new", 400)
        room.rename("new", "one")
    assert room.free == room.least == 100


def test_names_and_small_files_take_metadata_when_it_is_full() -> None:
    """In one piece up to 2000 bytes; 24 of each entry beside the name and what it holds."""
    room = Room({"12345": 471, "67890": 471, "abcde": 471}, (), 100, 4096)
    assert taken(room, "fghij", 471) == 0  # 2000 bytes in all
    assert taken(room, "k", 0) == 2  # one more divides it
    room = Room({"12345": 471, "67890": 471, "abcde": 471}, (), 100, 4096)
    assert taken(room, "fghij", 472) == 2
    # Whole files count with where their blocks are, folders too.
    room = Room({"12345": 471, "67890": 471, "abcde": 471}, (), 100, 4096)
    assert taken(room, "fghij", 9000) == file_blocks(9000, 4096)
    assert taken(room, "k" * 431, 9000) == file_blocks(9000, 4096)
    assert taken(room, "l", 9000) == file_blocks(9000, 4096) + 2


def test_what_was_divided_before_is_bounded_by_its_bytes() -> None:
    files = {f"{at:05}": 471 for at in range(9)}  # 4500 bytes: two pieces that may be ripe
    room = Room(files, (), 100, 4096)
    grown = [taken(room, f"new{at}", 300) for at in range(8)]  # 328 bytes each
    # No more than one for each, one for each ripe one and one beside; then one for 700 bytes.
    assert grown == [2, 2, 2, 2, 2, 0, 2, 0]


def test_the_tightest_moment_counts_what_is_written_before_the_old_goes() -> None:
    room = Room({"a": 9000, "b": 20_000}, (), 50, 4096)
    assert (room.free, room.least, room.taken) == (50, 50, False)
    room.remove("b")
    assert (room.free, room.taken) == (50 + file_blocks(20_000, 4096), False)
    room.write("a", 9000)
    assert room.free == 55
    assert (room.least, room.taken) == (52, True)
    room.remove("a")
    room.write("deep/er/a", 9000)
    assert room.free == 55 - 4
    room.rename("deep/er/a", "deep/er/b")
    room.remove("deep/er/b")
    room.remove("deep/er")
    room.remove("never/there")
    assert room.free == 58 - 2
    assert room.least == 51
