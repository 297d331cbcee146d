"""Packs of modules: made, read back, and refused with the reason when they are not whole."""

from binascii import crc32

import pytest

from host_tools.build import firmware, profiles
from host_tools.build.packs import PackError, make_pack, make_packs, pack_of, read_pack

MODULES = {
    "lodeboard/__init__.mpy": b"",
    "lodeboard/system/app.mpy": b"M\x06app",
    "lodeboard/games/contract.mpy": b"M\x06contract",
    "lodeboard/games/mine/rules.mpy": b"M\x06rules",
    "lodeboard/games/mine/__init__.mpy": b"",
    "lodeboard/games/flip/rules.mpy": b"M\x06other rules",
}


def test_a_game_has_a_pack_and_all_the_rest_another() -> None:
    assert [pack_of(path) for path in MODULES] == ["core"] * 3 + ["mine", "mine", "flip"]
    assert sorted(make_packs(MODULES)) == ["core", "flip", "mine"]


def test_what_is_read_from_packs_is_what_was_put_in() -> None:
    found: dict[str, bytes] = {}
    for name, data in make_packs(MODULES).items():
        reported, modules = read_pack(data)
        assert reported == name
        assert {pack_of(path) for path in modules} == {name}
        found |= modules
    assert found == MODULES


def test_the_packs_of_this_tree_hold_every_module() -> None:
    built = firmware.build()
    found: dict[str, bytes] = {}
    for data in built.packs.values():
        found |= read_pack(data)[1]
    assert found == dict(built.modules)
    assert set(built.packs) == {"core", *profiles.games(built.board)}


def test_equal_modules_make_equal_packs_in_whatever_order() -> None:
    assert make_packs(dict(reversed(MODULES.items()))) == make_packs(MODULES)


def test_every_damage_is_noticed() -> None:
    whole = make_pack("core", MODULES)
    for at in range(len(whole)):
        data = bytearray(whole)
        data[at] ^= 1
        with pytest.raises(PackError):
            read_pack(bytes(data))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (b"", "not a pack"),
        (b"M\x06\x1f" + bytes(60), "not a pack"),
        (make_pack("core", MODULES)[:-1], "truncated"),
        (make_pack("core", MODULES)[:20], "not a pack"),
        (make_pack("core", MODULES) + b"x", "truncated or too long"),
        (make_pack("core", MODULES).replace(b"LODE\2", b"LODE\3"), "format 3"),
        (make_pack("core", MODULES).replace(b"LODE\2", b"LODE\1"), "format 1"),
        (make_pack("core", MODULES).replace(b"app.mpy", b"abb.mpy"), "index is damaged"),
    ],
)
def test_what_is_no_whole_pack_is_refused_with_the_reason(data: bytes, reason: str) -> None:
    with pytest.raises(PackError, match=reason):
        read_pack(data)


def test_only_compiled_modules_go_into_a_pack() -> None:
    with pytest.raises(PackError, match=r"lodeboard/x\.py is not compiled"):
        make_packs({"lodeboard/x.py": b""})


def test_a_pack_has_a_short_name() -> None:
    with pytest.raises(PackError, match="1 to 12 letters"):
        make_packs({"lodeboard/games/much-too-long/x.mpy": b""})


def test_modules_that_a_board_could_not_tell_apart_are_refused() -> None:
    # A board looks for a folder of the name first, so that must be distinguished too.
    one, two = "lodeboard/plumless.mpy", "lodeboard/buckeroo.mpy"
    assert crc32(b"plumless") == crc32(b"buckeroo")  # so with anything alike around them
    assert crc32(one.encode()) == crc32(two.encode())
    with pytest.raises(PackError, match="have the same CRC-32: rename one of them"):
        make_packs({one: b"", two: b""})
    with pytest.raises(PackError, match="have the same CRC-32"):
        make_packs({one: b"", "lodeboard/buckeroo/__init__.mpy": b""})
