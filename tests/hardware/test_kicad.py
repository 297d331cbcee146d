"""The KiCad project: its schematic, read back, has the circuit's nets, and its parts are those of
the board."""

import json
import re

import pytest
from one_board import DATA

from hardware.circuit.design import Design, netlist, nets_of
from hardware.circuit.sizes import resized
from hardware.pcb.board import LEAST
from hardware.schematic.kicad import NAMES, write_project
from hardware.schematic.nets import SchematicError, read
from lodeboard.boards.profile import Profile
from tests.hardware.placing import overlaps

pytestmark = pytest.mark.hardware
FLAG = ("#FLG01", "1")  # says to KiCad's rules that ground is a supply


@pytest.fixture(scope="module")
def placed():
    return netlist(Design(DATA))


@pytest.fixture(scope="module")
def project(placed, tmp_path_factory):
    folder = tmp_path_factory.mktemp("project")
    write_project(placed, Profile(DATA), folder)
    return folder


def nets_in(path):
    nets = read(path).nets
    assert FLAG in nets["GND"]
    nets["GND"].remove(FLAG)
    return nets


@pytest.fixture
def broken(project, tmp_path):
    """Changes one place of one file of a copy; the copy's first file."""

    def change(file, pattern, by):
        for other in project.iterdir():
            if other.is_file():
                text = other.read_text(encoding="utf-8")
                if other.name == file:
                    text, count = re.subn(pattern, by, text, count=1)
                    assert count == 1
                (tmp_path / other.name).write_text(text, encoding="utf-8")
        return tmp_path / "tile4x4.kicad_sch"

    return change


@pytest.mark.parametrize("size", [(4, 4), (7, 7), (2, 3)], ids=["4x4", "7x7", "2x3"])
def test_the_schematic_has_the_circuits_nets(size, tmp_path):
    data = resized(*size)
    parts = netlist(Design(data))
    write_project(parts, Profile(data), tmp_path)
    assert nets_in(tmp_path / f"{data['name']}.kicad_sch") == nets_of(parts)
    found = read(tmp_path / f"{data['name']}.kicad_sch")
    assert found.open == sorted(
        (part.ref, pin) for part in parts for pin, _, _ in part.kind.pins if pin not in part.nets
    )
    found.parts.pop(FLAG[0])
    assert found.parts == {part.ref: (part.kind.value, part.kind.footprint) for part in parts}


PROPERTY = re.compile(
    r'\(property "(?:Reference|Value)" "([^"]*)" \(id \d\) \(at (\S+) (\S+) 0\) '
    r"\(effects \(font \(size (\S+) \S+\)\)( hide)?"
)


def names_on(path):
    """The printed references and values of a sheet's parts, each with the box it takes."""
    text = path.read_text(encoding="utf-8")
    text = text[text.index("(symbol (lib_id") :]  # behind the sheet's own library
    found = []
    for words, x, y, size, hidden in PROPERTY.findall(text):
        if not hidden:
            wide, high = float(size) * 0.9 * len(words), float(size) * 1.1
            left, top = float(x) - wide / 2, float(y) - high / 2
            found.append((words, left, top, left + wide, top + high))
    return found


@pytest.mark.parametrize("size", [(4, 4), (7, 7)], ids=["4x4", "7x7"])
def test_no_name_lies_over_another(size, tmp_path):
    data = resized(*size)
    parts = netlist(Design(data))
    write_project(parts, Profile(data), tmp_path)
    boxes = [names_on(tmp_path / f"{data['name']}-{name}.kicad_sch") for name in NAMES]
    assert sum(map(len, boxes)) == 2 * len(parts) + 2  # and the flag of ground
    assert [overlaps(each) for each in boxes] == [[], [], []]


def test_one_wrong_label_is_noticed(placed, broken):
    path = broken("tile4x4-computer.kicad_sch", '"SELECT_0"', '"SELECT_1"')
    assert nets_in(path) != nets_of(placed)


def test_a_wire_that_ends_beside_its_label_is_noticed(broken):
    wire = r"\(wire \(pts \(xy (\S+) (\S+)\) \(xy (\S+) \S+\)"
    path = broken("tile4x4-sensors.kicad_sch", wire, r"(wire (pts (xy \1 \2) (xy \3 1.27)")
    with pytest.raises(SchematicError, match="names"):
        read(path)


def test_a_wire_across_two_pins_is_noticed(broken):
    wire = r"\(wire \(pts \(xy (\S+) \S+\) \(xy \S+ \S+\)\)"
    text = (broken("tile4x4.kicad_sch", "A4", "A3").parent / "tile4x4-lights.kicad_sch").read_text()
    found = re.findall(r"\(wire \(pts \(xy (\S+) (\S+)\)", text)
    short = f"(wire (pts (xy {' '.join(found[0])}) (xy {' '.join(found[1])}))"
    path = broken("tile4x4-lights.kicad_sch", r"\(wire ", short + ")\n(wire ")
    assert re.search(wire, text)
    with pytest.raises(SchematicError, match="names"):
        read(path)


def test_a_sheet_that_is_not_there_is_noticed(broken):
    path = broken("tile4x4.kicad_sch", "A4", "A3")
    path.with_name("tile4x4-lights.kicad_sch").unlink()
    with pytest.raises(SchematicError, match="lights"):
        read(path)


def test_a_project_has_the_rules_that_the_board_is_made_by(project):
    settings = json.loads((project / "tile4x4.kicad_pro").read_text(encoding="utf-8"))
    assert settings["board"]["design_settings"]["rules"] == LEAST
    assert [name for _, name in settings["sheets"]] == ["", "computer", "sensors", "lights"]


def test_two_runs_give_the_same_bytes(project, placed, tmp_path):
    for file in write_project(placed, Profile(DATA), tmp_path):
        assert (project / file.relative_to(tmp_path)).read_bytes() == file.read_bytes(), file
