"""What a board holds, and the manifest that says so."""

from dataclasses import replace
from pathlib import PurePosixPath

import pytest

from host_tools.build import firmware, layout, profiles
from host_tools.build.layout import Firmware, LayoutError, read_manifest, sha256
from host_tools.build.packs import make_pack
from host_tools.build.revision import Revision

CORE = {"lodeboard/__init__.mpy": b"", "lodeboard/system/start.mpy": b"run"}
GAME = {"lodeboard/games/mine/rules.mpy": b"rules"}
MODULES = CORE | GAME
SMALL = Firmware("1.2.3", b"loader", MODULES, {"flip": b"a table"}, "tile9x9", parts="leds=4")


def test_a_new_board_holds_loader_pointer_slot_and_tables() -> None:
    core, game = make_pack("core", CORE), make_pack("mine", GAME)
    assert SMALL.board_files() == {
        "board": Revision("tile9x9", "leds=4").encode(),
        "main.py": layout.START,
        "lodestart.py": b"loader",
        "lodestart_.py": b"loader",
        "slot": b"a\n",
        "a/manifest": SMALL.manifest.encode(),
        f"packs/core.{layout.sha256(core)[:8]}.bin": core,
        f"packs/mine.{layout.sha256(game)[:8]}.bin": game,
        f"tables/flip.{layout.sha256(b'a table')[:8]}.bin": b"a table",
    }


def test_slots_differ_in_nothing_but_their_name() -> None:
    one, two = SMALL.slot_files("a"), SMALL.slot_files("b")
    assert one.pop("a/manifest") == two.pop("b/manifest")
    assert one == two == SMALL.pack_files
    assert (layout.other("a"), layout.other("b")) == ("b", "a")


def test_a_manifest_read_back_is_the_same() -> None:
    manifest = SMALL.manifest
    assert read_manifest(manifest.encode()) == manifest
    core = make_pack("core", CORE)
    assert manifest.sums[f"/{layout.stored_path('packs', 'core', core)}"] == layout.sha256(core)
    first = manifest.encode().split(b"\n")[0].decode()
    assert first == f"lodeboard-firmware 4 1.2.3 {manifest.id} tile9x9 leds=4"


@pytest.mark.parametrize(
    "changed",
    [
        Firmware(
            "1.2.3", b"loader", {**MODULES, "lodeboard/system/start.mpy": b"ran"}, SMALL.tables
        ),
        Firmware("1.2.3", b"loader", {**MODULES, "lodeboard/more.mpy": b""}, SMALL.tables),
        Firmware("1.2.3", b"loader", MODULES, {"flip": b"another table"}),
        Firmware("1.2.3", b"loader", MODULES),
        replace(SMALL, version="1.2.4"),
        replace(SMALL, board="tile8x8"),
        replace(SMALL, parts="leds=2"),
    ],
)
def test_the_id_changes_with_any_file_or_table_version_or_board(changed: Firmware) -> None:
    assert changed.manifest.id != SMALL.manifest.id


def test_the_id_depends_on_nothing_else() -> None:
    turned = dict(reversed(MODULES.items()))
    same = replace(SMALL, loader=b"another loader", modules=turned)
    assert same.manifest.id == SMALL.manifest.id


@pytest.mark.parametrize(
    ("damage", "complaint"),
    [
        (lambda data: data[:-1], "truncated"),
        (lambda data: data[: data.index(b"\n") + 1], "truncated"),
        (lambda data: data.replace(b"packs/core.", b"packs/care."), "damaged"),
        (lambda data: data.replace(b"firmware 4 ", b"firmware 5 "), "format 5"),
        (lambda data: data.replace(b" 1.2.3 ", b" 1.2.7 "), "damaged"),
        (lambda data: data.replace(b" tile9x9 ", b" tile9x8 "), "damaged"),
        (lambda data: data.replace(b" leds=4\n", b" leds=2\n"), "damaged"),
        (lambda data: data.replace(b" leds=4\n", b"\n"), "not a manifest"),
        (lambda data: b"hello\n" + data, "not a manifest"),
        (lambda data: b"", "not a manifest"),
        (lambda data: b"\xff" + data, "not text"),
    ],
)
def test_a_damaged_manifest_is_refused_with_the_reason(damage, complaint: str) -> None:
    with pytest.raises(LayoutError, match=complaint):
        read_manifest(damage(SMALL.manifest.encode()))


def test_manifests_of_the_formats_before_are_read() -> None:
    sums = SMALL.manifest.sums
    body = "".join(f"{total} {path}\n" for path, total in sorted(sums.items()))
    id_of_body = sha256(body.encode())[:12]
    for number, board in (("2", " tile9x9"), ("1", "")):
        old = f"lodeboard-firmware {number} 1.2.3 {id_of_body}{board}\n{body}end\n".encode()
        manifest = read_manifest(old)
        assert (manifest.version, manifest.sums, manifest.board) == ("1.2.3", sums, board[1:])
        assert (manifest.id, manifest.encode()) == (id_of_body, old)


def test_what_must_be_whole_is_told_for_both_formats() -> None:
    packs = {path: layout.sha256(data) for path, data in SMALL.pack_files.items()}
    assert SMALL.manifest.code("b") == packs
    before = layout.Manifest("1", {"lodeboard/x.mpy": "0", "/tables/y.1.bin": "1"})
    assert before.code("b") == {"b/lodeboard/x.mpy": "0"}


def test_a_firmware_is_for_one_board() -> None:
    for name in profiles.names():
        built = firmware.build(board=name)
        assert built.manifest.board == name
        held = [path for path in built.modules if path.startswith("lodeboard/boards/")]
        assert sorted(PurePosixPath(path).stem for path in held) == [
            *("__init__", "magnets", "profile", "this")
        ]
    with pytest.raises(ValueError, match="no board is called tile9x9"):
        firmware.build(board="tile9x9")


def test_the_firmware_of_this_tree() -> None:
    built = firmware.build()
    assert built.loader == layout.sealed(
        firmware.without_words((firmware.FIRMWARE / "main.py").read_bytes())
    )
    assert built.modules == firmware.modules()


def test_a_line_that_names_no_file_is_refused_though_the_id_fits() -> None:
    body = "0123 \n"
    text = f"lodeboard-firmware 2 1.0 {sha256(body.encode())[:12]} tile4x4\n{body}end\n"
    with pytest.raises(LayoutError, match="names no file"):
        read_manifest(text.encode())


@pytest.mark.parametrize("first", [None, b"", b"def start(:", b"\xff", b"raise OSError", b"x = 1"])
def test_a_damaged_loader_gives_way_to_its_copy(first, tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.chdir(tmp_path)
    name, copy = layout.LOADERS
    if first is not None:
        (tmp_path / name).write_bytes(first)
    (tmp_path / copy).write_text("def start():\n    print('started')\n")
    exec(layout.START, {"__name__": "__main__"})
    assert capsys.readouterr().out == f"{name} is damaged: lodeboard flash\nstarted\n"
