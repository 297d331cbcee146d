"""The drawn schematic says what the netlist says."""

import pytest
from one_board import DATA

from hardware.circuit.design import Design, netlist
from hardware.circuit.sizes import resized
from hardware.schematic.draw import draw, draw_all, sheets
from hardware.schematic.read import read
from lodeboard.boards.profile import Profile

pytestmark = pytest.mark.hardware

NAMES = ("computer", "sensors", "lights")


@pytest.fixture(scope="module")
def made():
    return netlist(Design(DATA))


@pytest.fixture(scope="module")
def drawn(made, tmp_path_factory):
    folder = tmp_path_factory.mktemp("sheets")
    return folder, draw_all(made, Profile(DATA), folder)


def test_the_drawing_has_the_nets_of_the_netlist(made, drawn):
    folder, sheets = drawn
    found = {}
    for name, sheet in zip(NAMES, sheets, strict=True):
        found.update(read(folder / f"tile4x4-schematic-{name}.svg", sheet))
    wanted = {(part.ref, pin): net for part in made for pin, net in part.nets.items()}
    assert found == wanted


def test_a_wrong_name_in_the_drawing_is_noticed(drawn, tmp_path):
    folder, sheets = drawn
    path = tmp_path / "wrong.svg"
    text = (folder / "tile4x4-schematic-computer.svg").read_text(encoding="utf-8")
    assert ">SELECT_0<" in text
    path.write_text(text.replace(">SELECT_0<", ">SELECT_1<"), encoding="utf-8")
    right = read(folder / "tile4x4-schematic-computer.svg", sheets[0])
    assert read(path, sheets[0]) != right


def test_there_is_a_pdf_of_every_sheet(drawn):
    folder, _ = drawn
    for name in NAMES:
        assert (folder / f"tile4x4-schematic-{name}.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("size", [(2, 3), (7, 7)], ids=["2x3", "7x7"])
def test_boards_of_other_sizes_are_drawn_as_they_are(size, tmp_path):
    data = resized(*size)
    placed = netlist(Design(data))
    found = {}
    for i, sheet in enumerate(sheets(placed, Profile(data))):
        draw(sheet, tmp_path / f"{i}.svg")
        found.update(read(tmp_path / f"{i}.svg", sheet))
    assert found == {(part.ref, pin): net for part in placed for pin, net in part.nets.items()}
