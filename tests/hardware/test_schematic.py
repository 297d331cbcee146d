"""The drawn schematic says what the netlist says."""

from xml.etree import ElementTree

import pytest
from one_board import DATA

from hardware.circuit.design import Design, netlist
from hardware.circuit.sizes import resized
from hardware.schematic.draw import draw, draw_all, sheets
from hardware.schematic.read import read
from lodeboard.boards.profile import Profile
from tests.hardware.placing import overlaps

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


def text_boxes(path):
    """Every text of the SVG with the box it takes: a little less than a letter's usual width."""
    boxes = []
    for node in ElementTree.parse(path).iter():
        if node.tag.endswith("}text"):
            words, size = "".join(node.itertext()).strip(), float(node.attrib["font-size"])
            x, y, wide = float(node.attrib["x"]), float(node.attrib["y"]), 0.55 * size * len(words)
            left = x - wide * {"start": 0.0, "middle": 0.5, "end": 1.0}[node.attrib["text-anchor"]]
            boxes.append((words, left, y, left + wide, y + 0.75 * size))
    return boxes


@pytest.mark.parametrize("size", [(4, 4), (7, 7)], ids=["4x4", "7x7"])
def test_no_text_lies_over_another(size, tmp_path):
    data = resized(*size)
    for i, sheet in enumerate(sheets(netlist(Design(data)), Profile(data))):
        draw(sheet, tmp_path / f"{i}.svg")
        assert overlaps(text_boxes(tmp_path / f"{i}.svg")) == [], sheet.title


def test_texts_that_lie_over_each_other_are_noticed(made, tmp_path):
    sheet = sheets(made, Profile(DATA))[0]
    sheet.at = [(part, x * 0.5, y) for part, x, y in sheet.at]
    draw(sheet, tmp_path / "narrow.svg")
    assert overlaps(text_boxes(tmp_path / "narrow.svg"))


@pytest.mark.parametrize("size", [(2, 3), (7, 7)], ids=["2x3", "7x7"])
def test_boards_of_other_sizes_are_drawn_as_they_are(size, tmp_path):
    data = resized(*size)
    placed = netlist(Design(data))
    found = {}
    for i, sheet in enumerate(sheets(placed, Profile(data))):
        draw(sheet, tmp_path / f"{i}.svg")
        found.update(read(tmp_path / f"{i}.svg", sheet))
    assert found == {(part.ref, pin): net for part in placed for pin, net in part.nets.items()}
