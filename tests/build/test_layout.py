"""What a board holds, and the manifest that says so."""

import hashlib

import pytest

from host_tools.build import firmware, layout
from host_tools.build.layout import Firmware, LayoutError, read_manifest

MODULES = {"lodeboard/__init__.mpy": b"", "lodeboard/system/start.mpy": b"run"}
SMALL = Firmware("1.2.3", b"loader", MODULES, {"flip": b"a table"})


def test_a_new_board_holds_loader_pointer_slot_and_tables() -> None:
    total = hashlib.sha256(b"a table").hexdigest()
    files = SMALL.board_files()
    assert files.pop("a/manifest") == SMALL.manifest.encode()
    assert files == {
        "main.py": b"loader",
        "slot": b"a\n",
        "a/lodeboard/__init__.mpy": b"",
        "a/lodeboard/system/start.mpy": b"run",
        f"tables/flip.{total[:8]}.bin": b"a table",
    }


def test_slots_differ_in_nothing_but_their_name() -> None:
    one, two = SMALL.slot_files("a"), SMALL.slot_files("b")
    assert {"b" + path[1:]: data for path, data in one.items()} == two
    assert (layout.other("a"), layout.other("b")) == ("b", "a")


def test_a_manifest_read_back_is_the_same() -> None:
    manifest = SMALL.manifest
    assert read_manifest(manifest.encode()) == manifest
    assert manifest.sums["lodeboard/system/start.mpy"] == hashlib.sha256(b"run").hexdigest()
    first = manifest.encode().split(b"\n")[0].decode()
    assert first == f"lodeboard-firmware 1 1.2.3 {manifest.id}"


@pytest.mark.parametrize(
    "changed",
    [
        Firmware(
            "1.2.3", b"loader", {**MODULES, "lodeboard/system/start.mpy": b"ran"}, SMALL.tables
        ),
        Firmware("1.2.3", b"loader", {**MODULES, "lodeboard/more.mpy": b""}, SMALL.tables),
        Firmware("1.2.3", b"loader", MODULES, {"flip": b"another table"}),
        Firmware("1.2.3", b"loader", MODULES),
    ],
)
def test_the_id_changes_with_any_file_or_table(changed: Firmware) -> None:
    assert changed.manifest.id != SMALL.manifest.id


def test_the_id_depends_on_nothing_else() -> None:
    turned = dict(reversed(MODULES.items()))
    same = Firmware("9", b"another loader", turned, SMALL.tables)
    assert same.manifest.id == SMALL.manifest.id


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda data: data[:-1], "cut off"),
        (lambda data: data[: data.index(b"\n") + 1], "cut off"),
        (lambda data: data.replace(b"start.mpy", b"stare.mpy"), "damaged"),
        (lambda data: data.replace(b"firmware 1 ", b"firmware 2 "), "format 2"),
        (lambda data: b"hello\n" + data, "no manifest"),
        (lambda data: b"", "no manifest"),
        (lambda data: b"\xff" + data, "not text"),
    ],
)
def test_a_damaged_manifest_is_refused_with_the_reason(damage, complaint: str) -> None:
    with pytest.raises(LayoutError, match=complaint):
        read_manifest(damage(SMALL.manifest.encode()))


def test_the_firmware_of_this_tree() -> None:
    built = firmware.build()
    assert built.loader == (firmware.FIRMWARE / "main.py").read_bytes()
    names = {path.removesuffix(".mpy").removesuffix("/__init__") for path in built.modules}
    assert names == {name.replace(".", "/") for name in firmware.module_names()}
