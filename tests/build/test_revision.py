"""What a board is built of, and the file in which it keeps that."""

import pytest

from host_tools.build import firmware, prebuilt, profiles, revision
from host_tools.build.layout import Manifest
from host_tools.build.revision import Revision, RevisionError, decode, of_board

BOARD = of_board("tile4x4")


def test_every_board_names_revision_lights_piezo_and_sensor_and_keeps_them() -> None:
    assert BOARD.parts == "revision=1,leds=4,piezo=GP16+GP17,sensor=DRV5055A3"
    for name in profiles.names():
        built = firmware.build(board=name)
        assert built.manifest.revision == of_board(name) == decode(built.board_file["board"])
        assert len(built.board_file["board"]) < 256  # as many are read at a start
        tables = built.tables.values()
        assert prebuilt.unpack(prebuilt.pack(built), tables).parts == of_board(name).parts


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"\n",
        b"tile4x4",
        b"\xff" * 80,
        BOARD.encode()[:-2],
        BOARD.encode().replace(b"GP16", b"GP18"),
        b"x" + BOARD.encode(),
    ],
)
def test_damage_is_noticed(data: bytes) -> None:
    with pytest.raises(RevisionError):
        decode(data)


def test_a_firmware_from_before_the_piezo_was_moved_tells_how_its_board_is_built() -> None:
    old = Manifest("0.1.0", {}, format="1").revision
    assert old.differs(BOARD)
    assert old.beside(BOARD) == "tile4x4 (leds=1, piezo=GP21)"
    assert BOARD.beside(old) == "tile4x4 (leds=4, piezo=GP16+GP17)"


def test_what_is_unknown_fits() -> None:
    for other in (Revision("tile4x4"), Revision(""), BOARD):
        assert not other.differs(BOARD)
        assert not BOARD.differs(other)
    assert Revision("tile7x7").differs(BOARD)
    assert revision.of_firmware("0.2.0", "", "") == Revision("")
