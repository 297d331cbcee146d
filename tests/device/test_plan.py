"""The steps to update a board, computed from its files, without a board."""

from collections.abc import Mapping

import pytest

from host_tools.board.device.flash import summary
from host_tools.board.device.found import File, Survey
from host_tools.board.device.plan import (
    Check,
    Copy,
    MakeFolder,
    NoRoomError,
    Remove,
    Replace,
    make_plan,
)
from host_tools.build.layout import START, Firmware, Manifest, sha256

LOADER = b"the loader"
GAME = {"lodeboard/games/mine/rules.mpy": b"the same rules"}
MODULES = {"lodeboard/__init__.mpy": b"", "lodeboard/system/app.mpy": b"app", **GAME}
CHANGED = {"lodeboard/__init__.mpy": b"", "lodeboard/system/app.mpy": b"APP", **GAME}
OLD = Firmware("1", LOADER, MODULES, {"flip": b"old table"}, "tile9x9")
NEW = Firmware("2", LOADER, CHANGED, {"flip": b"new table"}, "tile9x9")
(OLD_CORE, SAME), (NEW_CORE, _) = sorted(OLD.pack_files), sorted(NEW.pack_files)
OLD_TABLE, NEW_TABLE = next(iter(OLD.table_files)), next(iter(NEW.table_files))


def found(files: Mapping[str, bytes], **more) -> Survey:
    """The survey of a board that holds these files, and that has a data folder if it has
    started."""
    folders = {path.rpartition("/")[0] for path in files if "/" in path}
    folders |= {"data"} if "slot" in files else set()
    return Survey(
        {path: File(len(data), sha256(data)) for path, data in files.items()},
        tuple(folders),
        {slot: files[f"{slot}/manifest"] for slot in "ab" if f"{slot}/manifest" in files},
        files.get("slot", b""),
        **more,
    )


def apply(files: Mapping[str, bytes], steps) -> dict[str, bytes]:
    """The files after these steps."""
    files = dict(files)
    for step in steps:
        if isinstance(step, Remove):
            files.pop(step.path, None)
        elif isinstance(step, Copy):
            files[step.path] = files[step.source]
        elif isinstance(step, Replace):
            files[step.path] = step.data
        elif isinstance(step, Check):
            assert {path: sha256(files[path]) for path in step.sums} == step.sums
    return files


ON_A = OLD.board_files("a")


def test_an_empty_board_gets_what_an_emulated_one_holds() -> None:
    assert apply({}, make_plan(NEW, found({}))) == NEW.board_files()


def old_slot(slot: str) -> dict[str, bytes]:
    """A slot in the format before packs: modules as files, and a manifest of format 1."""
    modules = {"lodeboard/__init__.mpy": b"", "lodeboard/system/app.mpy": b"before"}
    sums = {path: sha256(data) for path, data in modules.items()}
    sums[f"/{OLD_TABLE}"] = sha256(b"old table")
    files = {f"{slot}/{path}": data for path, data in modules.items()}
    return {**files, f"{slot}/manifest": Manifest("0", sums, format="1").encode()}


def test_a_new_firmware_goes_into_the_other_slot() -> None:
    steps = make_plan(NEW, found(ON_A))
    assert apply(ON_A, steps) == {**OLD.slot_files("a"), **NEW.board_files("b")}
    # What is the same lies there once.
    assert [step.path for step in steps if isinstance(step, Replace)] == [
        NEW_TABLE,
        NEW_CORE,
        "b/manifest",
        "slot",
    ]


def test_the_manifest_comes_after_all_it_names_and_the_pointer_after_that() -> None:
    older = dict.fromkeys(OLD.start_files, b"another")
    steps = make_plan(NEW, found({**ON_A, **older}))
    marks = [step.path for step in steps if isinstance(step, Replace)]
    starting = ["lodestart.py", "lodestart_.py", "main.py"]
    assert marks == [NEW_TABLE, NEW_CORE, "b/manifest", *starting, "slot"]
    manifest = next(at for at, step in enumerate(steps) if getattr(step, "path", "") == marks[2])
    check = steps[manifest - 1]
    assert isinstance(check, Check)
    assert set(check.sums) == set(NEW.pack_files)
    assert steps[-1] == Remove(OLD_TABLE)


def test_packs_of_the_firmware_before_the_last_go_once_its_manifest_has() -> None:
    older = Firmware("0", LOADER, {**MODULES, "lodeboard/x.mpy": b"older"}, {}, "tile9x9")
    core = next(path for path in older.pack_files if path != SAME)
    there = {**ON_A, **older.slot_files("b"), "packs/core.0.bin.new": b"half"}
    steps = make_plan(NEW, found(there))
    gone = [step.path for step in steps if isinstance(step, Remove)]
    assert gone == ["b/manifest", *sorted([core, "packs/core.0.bin.new"]), OLD_TABLE]
    assert apply(there, steps) == {**OLD.slot_files("a"), **NEW.board_files("b")}


def test_packs_are_kept_where_it_is_not_known_which_a_slot_has() -> None:
    there = {**ON_A, "a/manifest": b"damaged", "packs/core.0.bin.new": b"half"}
    steps = make_plan(NEW, found(there))
    gone = next(step.path for step in steps if isinstance(step, Remove))
    assert gone == "packs/core.0.bin.new"
    assert {OLD_CORE, SAME} <= set(apply(there, steps))


@pytest.mark.parametrize("slot", ["a", "b"])
def test_a_board_from_before_there_were_packs_is_brought_up_to_date(slot: str) -> None:
    there = {"main.py": b"its loader", "slot": f"{slot}\n".encode(), **OLD.table_files}
    there |= {**old_slot("a"), **old_slot("b")}
    assert found(there).running == slot
    steps = make_plan(NEW, found(there))
    for at in range(len(steps)):
        whole = found(apply(there, steps[:at]))
        assert whole.is_whole(slot) or whole.pointer != there["slot"]
    after = apply(there, steps)
    second = "ba"["ab".index(slot)]
    assert after == {**old_slot(slot), **NEW.board_files(second)}
    # Its files go when the slot is needed.
    assert apply(after, make_plan(OLD, found(after))) == {
        **NEW.slot_files(second),
        **OLD.board_files(slot),
    }


def test_nothing_that_the_running_firmware_needs_is_touched_before_the_switch() -> None:
    steps = make_plan(NEW, found({**ON_A, **OLD.slot_files("b")}))
    switch = next(at for at, step in enumerate(steps) if getattr(step, "path", "") == "slot")
    needed = {*ON_A} - {"main.py"}
    assert not any(getattr(step, "path", "") in needed for step in steps[:switch])
    assert steps[0] == Remove("b/manifest")


def test_a_board_that_has_it_is_left_alone() -> None:
    assert make_plan(OLD, found(ON_A)) == []
    assert make_plan(OLD, found({**ON_A, "data/x.blob": b"kept"})) == []


def test_going_back_is_only_a_switch_and_its_table() -> None:
    there = {**OLD.slot_files("a"), **NEW.board_files("b")}
    steps = make_plan(OLD, found(there))
    assert [type(step) for step in steps] == [Replace, Replace, Remove]
    assert apply(there, steps) == {**NEW.slot_files("b"), **ON_A}


@pytest.mark.parametrize(
    "damage",
    [
        {OLD_CORE: b"aqp"},
        {OLD_CORE: None},
        {"a/manifest": b"lodeboard-firmware"},
        {"a/manifest": None},
    ],
)
def test_a_damaged_firmware_is_replaced_by_a_whole_one(damage) -> None:
    other = Firmware("0", LOADER, {**MODULES, "lodeboard/x.mpy": b"other"}, {}, "tile9x9")
    there = {**other.slot_files("b"), **ON_A}
    there = {path: data for path, data in {**there, **damage}.items() if data is not None}
    # The board starts b, so b stays and a is put right.
    for wanted in (NEW, OLD):
        after = apply(there, make_plan(wanted, found(there)))
        assert {**after, **wanted.board_files("a")} == after
        assert {**after, **other.slot_files("b")} == after


@pytest.mark.parametrize("both", [True, False])
def test_a_damaged_pack_that_no_slot_starts_without_is_all_that_is_sent(both: bool) -> None:
    """Both slots share it, or there is one slot only."""
    there = {**(NEW.slot_files("b") if both else {}), **ON_A}
    broken = {**there, SAME: b"damaged"}
    if not both:
        broken[OLD_CORE] = b"damaged, too"
    steps = make_plan(OLD, found(broken))
    wanted = [SAME] if both else sorted([OLD_CORE, SAME])
    assert [step.path for step in steps if not isinstance(step, Check)] == wanted
    assert apply(broken, steps) == there


def test_the_slot_that_starts_is_kept_even_where_no_pointer_names_it() -> None:
    """A first flashing was cut off just before its pointer: the loader starts a all the same."""
    there = {path: data for path, data in ON_A.items() if path != "slot"}
    steps = make_plan(NEW, found(there))
    assert apply(there, steps) == {**OLD.slot_files("a"), **NEW.board_files("b")}
    assert make_plan(OLD, found(there)) == [MakeFolder("data"), Replace("slot", b"a\n")]


def test_what_a_board_keeps_has_a_folder_before_the_first_start() -> None:
    """Making it takes two erases, up to 0.8 s in which a starting board would be dark."""
    steps = make_plan(NEW, found({}))
    assert steps[-5:] == [
        MakeFolder("data"),
        Replace("lodestart.py", LOADER),
        Replace("lodestart_.py", LOADER),
        Replace("main.py", START),
        Replace("slot", b"a\n"),
    ]
    assert MakeFolder("data") not in make_plan(NEW, found(ON_A))
    assert MakeFolder("data") not in make_plan(NEW, found({"data": b"somebody's"}))


def test_the_folder_counts_where_there_is_hardly_any_room() -> None:
    there = {path: data for path, data in ON_A.items() if path != "slot"}
    fewest = (2 + 4) * 4096  # four stay free for what a board keeps: settings, zeros, the game
    assert make_plan(OLD, found(there, free_bytes=fewest))
    with pytest.raises(NoRoomError) as error:
        make_plan(OLD, found(there, free_bytes=fewest - 4096))
    assert error.value.missing == 4096


def test_a_kept_main_counts_where_there_is_hardly_any_room() -> None:
    there = {"main.py": bytes(20_000)}
    blocks = 5  # of that file
    for free in range(60):
        try:
            make_plan(OLD, found({"main.py": START}, free_bytes=free * 4096))
        except NoRoomError:
            continue
        break
    assert make_plan(OLD, found(there, free_bytes=(free + blocks) * 4096))
    with pytest.raises(NoRoomError) as error:
        make_plan(OLD, found(there, free_bytes=(free + blocks - 1) * 4096))
    assert error.value.missing == 4096


def test_a_slot_begun_before_is_gone_on_with() -> None:
    begun = {**ON_A, **NEW.table_files, NEW_CORE: NEW.pack_files[NEW_CORE]}
    steps = make_plan(NEW, found(begun))
    assert [step.path for step in steps if isinstance(step, Replace)] == ["b/manifest", "slot"]
    assert apply(begun, steps) == {**OLD.slot_files("a"), **NEW.board_files("b")}


def test_what_no_longer_belongs_goes_and_what_is_somebody_elses_stays() -> None:
    others = {"boot.py": b"mine", "lib/thing.mpy": b"mine", "main.py.new": b"half"}
    there = {**ON_A, **others, "b/stray.py": b"x", "b/deep/er.py": b"x", "tables/x.bin.new": b"x"}
    steps = make_plan(OLD, found(there))
    # Nothing has to be put into b; it is cleared when something is.
    assert steps == [Remove("tables/x.bin.new"), Remove("main.py.new")]
    steps = make_plan(NEW, found(there))
    after = apply(there, steps)
    assert Remove("b/deep") in steps
    assert sorted(set(after) - {*NEW.board_files("b"), *OLD.slot_files("a")}) == [
        "boot.py",
        "lib/thing.mpy",
    ]


def test_a_main_that_is_not_ours_is_kept_under_another_name() -> None:
    there = {"main.py": b"somebody's own"}
    after = apply(there, make_plan(NEW, found(there)))
    assert after["main-before-lodeboard.py"] == b"somebody's own"
    # Interrupted, then run again: still that one, and not ours.
    half = {**there, "main-before-lodeboard.py": b"somebody's own", "main.py": b"our older loader"}
    assert apply(half, make_plan(NEW, found(half)))["main-before-lodeboard.py"] == b"somebody's own"


def test_erasing_removes_what_the_board_keeps_and_nothing_else() -> None:
    there = {**ON_A, "data/settings.blob": b"s", "data/log/1.txt": b"l", "mine.txt": b"m"}
    steps = make_plan(OLD, found(there), erase=True)
    assert apply(there, steps) == {**ON_A, "mine.txt": b"m"}
    assert Remove("data/log") in steps
    assert steps[-1] == Remove("data/log")


def with_tables(size: int) -> Firmware:
    return Firmware("3", LOADER, MODULES, {"flip": bytes(size)})


def test_without_room_for_both_tables_the_old_one_goes_first() -> None:
    there = with_tables(500_000).board_files("a")
    big = Firmware("4", LOADER, MODULES, {"flip": b"x" * 500_000})
    roomy = make_plan(big, found(there, free_bytes=900_000))
    tight = make_plan(big, found(there, free_bytes=200_000))
    order = [
        next(
            at
            for at, step in enumerate(steps)
            if isinstance(step, kind) and step.path.startswith("tables/")
        )
        for steps, kind in ((roomy, Replace), (roomy, Remove), (tight, Remove), (tight, Replace))
    ]
    assert order[0] < order[1]
    assert order[2] < order[3]


def test_no_more_of_the_old_tables_go_early_than_the_room_asks_for() -> None:
    old = Firmware("3", LOADER, MODULES, {"small": bytes(100_000), "large": bytes(200_000)})
    new = Firmware("4", LOADER, MODULES, {"small": b"x" * 100_000, "large": b"x" * 200_000})
    there = {**old.board_files("a"), "tables/unused.bin": bytes(40_000), "tables/x.bin.new": b"x"}
    large = next(path for path in old.table_files if "large" in path)
    small = next(path for path in old.table_files if "small" in path)
    for free, early in ((320_000, []), (150_000, [large]), (40_000, [large, small])):
        steps = make_plan(new, found(there, free_bytes=free))
        paths = [step.path for step in steps if isinstance(step, Remove | Replace)]
        # What no firmware has any more goes first, whatever the room.
        assert paths[:2] == ["tables/unused.bin", "tables/x.bin.new"]
        first_new = min(paths.index(path) for path in new.table_files)
        assert paths[2:first_new] == early


def test_what_is_kept_is_erased_early_only_where_the_room_is_needed() -> None:
    there = {**OLD.board_files("a"), "data/log.blob": bytes(50_000)}
    for free, late in ((100_000, True), (20_000, False)):
        steps = make_plan(NEW, found(there, free_bytes=free), erase=True)
        assert (steps[-1] == Remove("data/log.blob")) is late
    with pytest.raises(NoRoomError) as error:
        make_plan(NEW, found(there, free_bytes=20_000))
    assert error.value.erase
    assert not error.value.others


def test_a_refusal_names_what_helps() -> None:
    mine = {"photo.bin": bytes(60_000)}
    stashed = {"data.aside/log.blob": bytes(60_000)}  # the board's own
    stored = {"data/log.blob": bytes(60_000)}
    cases = [
        (mine, (False, True)),
        (stashed, (False, False)),
        (stored, (True, False)),
        ({**mine, **stored}, (True, True)),
    ]
    for there, (erase, others) in cases:
        with pytest.raises(NoRoomError) as error:
            make_plan(with_tables(45_000), found({**ON_A, **there}, free_bytes=4096 * 5))
        assert (error.value.erase, error.value.others) == (erase, others)
    with pytest.raises(NoRoomError) as error:  # only both together
        make_plan(with_tables(100_000), found({**ON_A, **mine, **stored}, free_bytes=4096 * 5))
    assert (error.value.erase, error.value.others) == (True, True)
    with pytest.raises(NoRoomError) as error:
        make_plan(with_tables(500_000), found({**ON_A, **mine, **stored}, free_bytes=4096 * 5))
    assert (error.value.erase, error.value.others) == (False, False)


def test_too_little_room_is_said_before_anything_is_done() -> None:
    there = with_tables(100_000).board_files("a")
    with pytest.raises(NoRoomError) as error:
        make_plan(with_tables(500_000), found(there, free_bytes=100_000))
    assert 290_000 < error.value.missing < 340_000
    assert not error.value.erase
    assert not error.value.others


def test_a_firmware_that_is_there_needs_no_room() -> None:
    assert make_plan(OLD, found(ON_A, free_bytes=0)) == []


def slot_states(slot: str) -> list[dict[str, bytes]]:
    """What may lie in a slot: nothing, a firmware, one whose pack is damaged or missing, one
    without its manifest, one from before there were packs, and that one damaged."""
    states: list[dict[str, bytes]] = [{}, old_slot(slot)]
    states.append({**old_slot(slot), f"{slot}/lodeboard/system/app.mpy": b"damaged"})
    for built, core in ((OLD, OLD_CORE), (NEW, NEW_CORE)):
        whole = built.slot_files(slot)
        states += [whole, {**whole, core: b"damaged"}]
        states += [
            {p: data for p, data in whole.items() if p not in left}
            for left in ((core,), (f"{slot}/manifest",))
        ]
    return states


def starting(files: Mapping[str, bytes]) -> str | None:
    """The slot that the loader starts: the one pointed at if it has a manifest, or the other."""
    first = "b" if files.get("slot", b"").strip() == b"b" else "a"
    for slot in (first, "ab"["ba".index(first)]):
        if f"{slot}/manifest" in files:
            return slot
    return None


@pytest.mark.parametrize("wanted", [OLD, NEW])
def test_from_whatever_there_is_every_step_leaves_a_board_that_starts(wanted: Firmware) -> None:
    pointers: list[dict[str, bytes]] = [{}, {"slot": b"a\n"}, {"slot": b"b\n"}, {"slot": b"\xff"}]
    tried = 0
    for a in slot_states("a"):
        for b in slot_states("b"):
            for named in pointers:
                files = {"main.py": LOADER, **OLD.table_files, **a, **b, **named}
                slot = starting(files)
                good = slot is not None and found(files).is_whole(slot)
                steps = make_plan(wanted, found(files))
                for at in range(len(steps) + 1):
                    there = apply(files, steps[:at])
                    runs = starting(there)
                    if good:
                        assert runs is not None
                        assert found(there).is_whole(runs), (named, steps[:at])
                        tried += 1
                last = apply(files, steps)
                assert last[f"{starting(last)}/manifest"] == wanted.manifest.encode()
                assert make_plan(wanted, found(last)) == []
    assert tried > 300


@pytest.mark.parametrize(("size", "kib"), [(1, 1), (1024, 1), (1025, 2)])
def test_what_is_sent_is_said_in_kib_begun(size: int, kib: int) -> None:
    steps = [Remove("a/x"), Replace("b/x", bytes(size)), Copy("a/y", "b/y"), Replace("b/z", b"")]
    assert summary(steps) == f"send 2 files ({kib} KiB), copy 1, remove 1"
    assert summary([]) == "nothing to do"
