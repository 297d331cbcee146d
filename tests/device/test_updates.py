"""The whole firmware over another one, in turn and where there is little room: the steps on
littlefs itself, and the real thing on the emulated chip."""

from dataclasses import replace
from functools import cache

import pytest
from device.littleboard import LittleBoard
from device.powercut import flash_once, hello, start_again
from device.updates import FREE, built, changed, used_blocks, with_other_tables
from many import later

from host_tools.board.device.errors import TooFullError
from host_tools.board.device.plan import SPARE_BLOCKS, NoRoomError, make_plan
from host_tools.board.device.room import file_blocks
from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.filesystem import BLOCK_BYTES, BLOCKS
from host_tools.board.emulator.image import find_image
from host_tools.build.layout import Firmware, Manifest, read_manifest, sha256
from host_tools.build.revision import of_board

NEARLY_FULL = SPARE_BLOCKS + 1  # blocks free where an update only just goes
TIGHT = 6  # blocks by which a plan may be refused though there is room
STORED = {
    "data/settings.blob": b"settings" * 20,
    "data/calibration.blob": b"c" * 700,
    "data/game.blob": b"an unfinished game" * 20,
    "data/log.blob": b"l" * 2000,
}


def update(board: LittleBoard, firmware: Firmware, erase: bool = False) -> None:
    """Flash, and check that everything is there and that there was room at every moment. Raises
    NoRoomError."""
    others = {path: board.read(path) for path in board.paths()[0] if path.startswith("mine")}
    steps = make_plan(firmware, board.survey(), erase)
    assert board.carry_out(steps)
    assert board.least >= SPARE_BLOCKS
    survey = board.survey()
    running = survey.running
    assert running is not None
    wanted = firmware.board_files(running) | others
    files = board.files()
    assert {path: files.get(path) for path in wanted} == wanted
    assert {path for path in files if path.startswith("tables/")} == set(firmware.table_files)
    named = {
        path
        for slot in survey.manifests
        for path in read_manifest(files[f"{slot}/manifest"]).code(slot)
        if path.startswith("packs/")
    }
    assert {path for path in files if path.startswith("packs/")} == named
    assert make_plan(firmware, survey) == []
    if not erase:
        assert {path: files.get(path) for path in STORED} == STORED


@cache
def beside(what: str) -> dict[str, bytes]:
    """The files on a board besides its firmware, and their size."""
    if what == "nothing":
        return {}
    if what.endswith(" KB"):
        return {f"mine/{at}.bin": bytes([at]) * 20_000 for at in range(int(what[:3]) // 20)}
    two = LittleBoard({**built().board_files(), **changed(1).slot_files("b"), **STORED})
    return {"mine.bin": bytes((two.free - NEARLY_FULL) * 4070)}


# blocks of the 83 modules of 0.1.0 in its last state without packs, 150,931 bytes
BEFORE_PACKS = 93
BESIDE = ("nothing", "100 KB", "all but a few blocks")


def turns(pattern: str = "**/*.py") -> tuple[Firmware, ...]:
    """Ten firmwares, each flashed over the one before: old over new and new over old. All modules
    of the first differ from those of the others, and of the second those that fit the pattern."""
    older, newer = changed(1), changed(2, pattern)
    return (older, built(), newer, older, newer, built(), newer, older, built(), newer)


@pytest.mark.verify
@pytest.mark.parametrize("what", BESIDE)
def test_full_firmwares_take_turns(what: str) -> None:
    board = LittleBoard({**built().board_files(), **STORED, **beside(what)})
    for firmware in turns():
        update(board, firmware)
    assert what != BESIDE[-1] or board.free <= NEARLY_FULL


def before_packs(firmware: Firmware) -> dict[str, bytes]:
    """A board flashed once before there were packs: each module is a file, and the manifest has
    format 1. As many of this firmware's modules as there was room taken then."""
    taken, modules = 0, {}
    for path, data in firmware.modules.items():
        taken += file_blocks(len(data), BLOCK_BYTES)
        if taken <= BEFORE_PACKS:
            modules[path] = data
    sums = {path: sha256(data) for path, data in modules.items()}
    sums |= {f"/{path}": sha256(data) for path, data in firmware.table_files.items()}
    files = {f"a/{path}": data for path, data in modules.items()}
    files |= {"a/manifest": Manifest("0.1.0", sums, format="1").encode(), "slot": b"a\n"}
    files["board"] = of_board("tile4x4").encode()  # its piezo is connected as today's
    return {**files, "main.py": built().loader, **firmware.table_files, **STORED}


def of_flip_tiles(firmware: Firmware) -> Firmware:
    """This firmware without the tables that do not fit beside the modules as files."""
    tables = {name: data for name, data in firmware.tables.items() if name.startswith("flip")}
    return replace(firmware, tables=tables)


@pytest.mark.verify
def test_a_board_from_before_packs_is_updated_if_there_is_room_else_refused() -> None:
    board = LittleBoard(before_packs(of_flip_tiles(changed(1))))
    assert board.survey().running == "a"
    with pytest.raises(NoRoomError) as refused:
        update(board, built())
    assert (refused.value.erase, refused.value.others) == (False, False)  # its .uf2 file helps
    for firmware in (of_flip_tiles(built()), changed(2), built()):
        update(board, firmware)
    assert board.free >= FREE


@pytest.mark.verify
def test_tables_take_turns_though_both_do_not_fit() -> None:
    first, second = with_other_tables(built()), with_other_tables(changed(1), "flip-magic")
    board = LittleBoard({**built().board_files(), **STORED})
    for firmware in (first, second, built(), changed(1), second, first):
        update(board, firmware)


def check_the_fix(board: LittleBoard, firmware: Firmware, error: NoRoomError) -> None:
    """The remedies that the refusal names help; others do not."""
    survey = board.survey()
    less = survey.without(survey.others)
    tried = {(False, True): survey, (True, False): less, (True, True): less}
    helps = set()
    for (others, erase), there in tried.items():
        try:
            make_plan(firmware, there, erase)
        except NoRoomError:
            continue
        helps.add((others, erase))
    named = (error.others, error.erase)
    if named == (True, True):
        assert helps == {(True, True)} or helps == set(tried)
    elif any(named):
        assert named in helps
    else:
        assert not helps
    for path in list(survey.others if error.others else ()):
        board.system.remove(path, recursive=True)
    if any(named):
        update(board, firmware, erase=error.erase)


@pytest.mark.slow
def test_what_removing_a_users_files_gives_back_is_known() -> None:
    mine = {"mine/deep/er/a.bin": bytes(30_000), "mine/b.bin": bytes(5000), "c.txt": bytes(600)}
    board = LittleBoard({**changed(1).board_files(), **STORED, **mine})
    survey = board.survey()
    assert list(survey.others.items()) == [("mine", 35_000), ("c.txt", 600)]
    less = survey.without(["mine", "c.txt"])
    board.system.remove("mine", recursive=True)
    board.system.remove("c.txt")
    assert less == board.survey()


@pytest.mark.slow
def test_beside_200_kb_of_a_users_files_it_goes_or_the_refusal_says_what_helps() -> None:
    board = LittleBoard({**built().board_files(), **beside("200 KB"), **STORED})
    for firmware in (changed(1), changed(2), built(), changed(2)):
        try:
            update(board, firmware)
        except NoRoomError as error:
            check_the_fix(board, firmware, error)
            for path, data in STORED.items():
                board.write(path, data)  # the fix may be to erase everything


@pytest.mark.slow
@pytest.mark.parametrize("start", ["one", later("two")])
@pytest.mark.parametrize("kind", ["large", later("small"), later("kept")])
def test_a_nearly_full_board_is_updated_as_long_as_there_is_room(start: str, kind: str) -> None:
    """With ever less room: done, and from some point on refused; and refused only where the
    update would have left too few blocks."""
    files = {**built().board_files(), **STORED}
    if start == "two":
        files |= changed(1).slot_files("b")
    firmware = with_other_tables(changed(2), "flip-eclipse")

    def filled(blocks: int) -> LittleBoard:
        more = {"data/logs.blob" if kind == "kept" else "mine.bin": bytes(max(513, blocks * 4070))}
        if kind == "small":
            more = {f"mine{at}": bytes(3000) for at in range(blocks * 19 // 20)}
        return LittleBoard({**files, **more})

    room = LittleBoard(files).free
    outcomes = []
    for left in (128, 90, 50, 24, 12, 6, 2, 0):
        blocks = max(0, room - left)
        board = filled(blocks)
        try:
            update(board, firmware)
            outcomes.append(True)
        except NoRoomError as error:
            outcomes.append(False)
            missing = error.missing // BLOCK_BYTES
            check_the_fix(board, firmware, error)
            if kind == "large" and missing < blocks:
                # With a block more than is said to be missing it goes, and only just.
                roomy = filled(blocks - missing - 1)
                update(roomy, firmware)
                assert roomy.least <= SPARE_BLOCKS + TIGHT
    assert outcomes == sorted(outcomes, reverse=True)
    assert not outcomes[-1]


def flashed(board: Chip, firmware: Firmware) -> None:
    """Flash through the serial port; it says hello and holds this firmware, whole."""
    error, said = flash_once(board, firmware, hello_s=900)
    assert error is None, said
    assert f"runs firmware {firmware.manifest.version} {firmware.manifest.id}\n" in f"{said}\n"
    files = board.files()
    slot = files["slot"].decode().strip()
    wanted = firmware.board_files(slot)
    assert {path: files.get(path) for path in wanted} == wanted


@pytest.mark.verify
@pytest.mark.chip
def test_a_board_with_two_full_firmwares_takes_a_third_and_has_room() -> None:
    older, newer = changed(1), changed(2)
    packs = [path for each in (built(), older, newer) for path in each.pack_files]
    packs = [path for path in packs if path.endswith(".bin")]  # what reads them is one for all
    assert len(set(packs)) == 3 * len(built().packs)
    board = Chip(find_image(), {**older.slot_files("b"), **built().board_files("a"), **STORED})
    assert BLOCKS - used_blocks(board.file_system()) >= FREE
    flashed(board, newer)
    assert BLOCKS - used_blocks(board.file_system()) >= FREE
    files = board.files()
    assert files["slot"] == b"b\n"
    wanted = {**built().slot_files("a"), **newer.board_files("b"), **STORED}
    assert {path: files[path] for path in wanted} == wanted
    assert {path for path in files if path.startswith("packs/")} <= set(wanted)


@pytest.mark.chip
@pytest.mark.reliability
@pytest.mark.timeout(3600)
@pytest.mark.parametrize("what", BESIDE)
def test_full_firmwares_take_turns_on_the_chip(what: str) -> None:
    """From one firmware to two, all of it sent; then to and fro, and on."""
    stored = {**STORED, **beside(what)}
    board = Chip(find_image(), {**built().board_files("a"), **stored})
    for firmware in turns("**/app.py"):
        flashed(board, firmware)
        free = BLOCKS - used_blocks(board.file_system())
        assert free >= (FREE if what == "nothing" else SPARE_BLOCKS)
        said = hello(start_again(bytes(board.mcu.flash)))
        assert said["firmware"].endswith(firmware.manifest.id)
        files = board.files()
        assert {path: files.get(path) for path in stored} == stored


@pytest.mark.chip
@pytest.mark.verify
@pytest.mark.timeout(1500)
@pytest.mark.parametrize("what", BESIDE[1:])
def test_all_of_a_firmware_over_all_of_another_on_the_chip(what: str) -> None:
    """Where there are others' files; old over new."""
    stored = {**STORED, **beside(what)}
    there = {**changed(1).slot_files("b"), **built().board_files("a"), **stored}
    board = Chip(find_image(), there)
    flashed(board, changed(2))
    files = board.files()
    assert {path: files.get(path) for path in stored} == stored
    assert BLOCKS - used_blocks(board.file_system()) >= SPARE_BLOCKS


@pytest.mark.chip
@pytest.mark.verify
@pytest.mark.timeout(1500)
def test_a_board_flashed_before_there_were_packs_is_updated_on_the_chip() -> None:
    board = Chip(find_image(), before_packs(of_flip_tiles(changed(1))))
    flashed(board, of_flip_tiles(built()))
    files = board.files()
    assert {path: files.get(path) for path in STORED} == STORED


@pytest.mark.chip
@pytest.mark.verify
@pytest.mark.timeout(1500)
@pytest.mark.parametrize(
    ("path", "named", "helps"),
    [
        ("mine.bin", "These files are not part of the firmware: mine.bin", "without"),
        ("data/logs.blob", "--erase frees the space", "erase"),
    ],
)
def test_a_refusal_on_the_chip_names_what_helps(path: str, named: str, helps: str) -> None:
    firmware = changed(2, "**/app.py")
    one = {**built().board_files("a"), **STORED}
    files = {**one, path: bytes((LittleBoard(one).free - NEARLY_FULL) * 4070)}
    board = Chip(find_image(), files)
    error, said = flash_once(board, firmware, hello_s=900)
    assert isinstance(error, TooFullError), said
    assert named in str(error)
    assert ("--erase" in str(error)) == (helps == "erase")
    assert ("not part of the firmware" in str(error)) == (helps == "without")
    assert board.files() == files
    if helps == "without":
        board.execute(f"import os\nos.remove('/{path}')")
        board = start_again(bytes(board.mcu.flash))
        flashed(board, firmware)
    else:
        error, said = flash_once(board, firmware, hello_s=900, erase=True)
        assert error is None, said
        assert path not in board.files()
        assert board.files()["slot"] == b"b\n"


@pytest.mark.chip
@pytest.mark.verify
@pytest.mark.timeout(1500)
def test_with_200_kb_of_a_users_files_on_the_chip() -> None:
    """It goes; or it is refused, nothing is changed, and without the files named it goes."""
    mine = beside("200 KB")
    older, newer = changed(1, "**/app.py"), changed(2, "**/app.py")
    files = {**built().board_files("a"), **mine}
    board = Chip(find_image(), files)
    error, said = flash_once(board, newer, hello_s=900)
    if error is not None:
        assert isinstance(error, TooFullError), said
        assert "These files are not part of the firmware: mine (200000 bytes)" in str(error)
        assert "--erase" not in str(error)
        assert board.files() == files
        board = Chip(find_image(), {path: files[path] for path in files if path not in mine})
        flashed(board, newer)
    flashed(board, older)
