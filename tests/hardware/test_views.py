"""The board for other programs: the tools are found, and what they make has every part."""

import re
import zipfile

import pcbnew
import pytest
from one_board import DATA

from hardware.build import kept_board
from hardware.circuit import parts
from hardware.circuit.design import Design, netlist
from hardware.dimensions import BUTTON_BODY, LED_BODY, PICO_STACK
from hardware.pcb import views
from hardware.pcb.bodies import box_step, outline, with_bodies

pytestmark = pytest.mark.hardware

NAME = DATA["name"]
USED = re.compile(r"NEXT_ASSEMBLY_USAGE_OCCURRENCE\('\d+','([^']+)'")


@pytest.fixture(scope="module")
def made():
    return netlist(Design(DATA))


@pytest.fixture(scope="module")
def board(tmp_path_factory):
    with zipfile.ZipFile(kept_board(DATA)) as kept:
        kept.extract(f"{NAME}.kicad_pcb", folder := tmp_path_factory.mktemp("views"))
    return folder / f"{NAME}.kicad_pcb"


def test_a_step_file_has_a_body_for_every_part_that_is_soldered(board, made, tmp_path):
    views.write_step(board, made, tmp_path / "step.zip")
    with zipfile.ZipFile(tmp_path / "step.zip") as packed:
        text = packed.read(f"{NAME}.step").decode()
    soldered = {part.ref for part in made if part.kind.fitted}
    used = USED.findall(text)
    assert len(used) == len(set(used))
    assert soldered == {ref for ref in used if ref in {part.ref for part in made}}
    # Each kind's body once, and the board.
    assert text.count("MANIFOLD_SOLID_BREP") == 1 + len(
        {part.kind for part in made if part.kind.fitted}
    )
    assert str(tmp_path.parent) not in text
    assert not board.with_suffix(".step.txt").exists()


def test_a_box_has_its_corners_and_faces_that_look_outwards():
    text = box_step("box", (-1.0, -2.0, 0.0), (3.0, 4.0, 5.0))
    lines = dict(re.findall(r"(#\d+)=(.*);", text))

    def row(ref):
        return tuple(float(n) for n in re.findall(r"-?\d+\.\d*", lines[ref]))

    vertices = {row(re.search(r"#\d+", line)[0]) for line in lines.values()
                if line.startswith("VERTEX")}  # fmt: skip
    assert vertices == {(x, y, z) for x in (-1, 3) for y in (-2, 4) for z in (0, 5)}
    middle = (1.0, 1.0, 2.5)
    faces = [line for line in lines.values() if line.startswith("PLANE")]
    assert len(faces) == 6
    for face in faces:
        at, normal, _ = re.findall(r"#\d+", lines[re.search(r"#\d+", face)[0]])
        out = [place - half for place, half in zip(row(at), middle, strict=True)]
        assert sum(a * b for a, b in zip(out, row(normal), strict=True)) > 0
    # Every edge belongs to two faces, which run along it in opposite ways.
    runs = [re.search(r"(#\d+),\.([TF])\.", line).groups() for line in lines.values()
            if line.startswith("ORIENTED")]  # fmt: skip
    assert len(runs) == len(set(runs)) == 24


def test_bodies_are_as_wide_and_high_as_the_case_has_them(board, made, tmp_path):
    loaded = pcbnew.LoadBoard(str(board))

    def size(kind):
        part = next(part for part in made if part.kind is kind)
        left, top, right, bottom = outline(loaded.FindFootprintByReference(part.ref))
        return (right - left, bottom - top, kind.height_mm)

    assert size(parts.LED) == pytest.approx(LED_BODY, abs=0.2)
    assert size(parts.BUTTON)[:2] == pytest.approx(BUTTON_BODY[:2], abs=0.2)
    assert size(parts.PICO)[2] == PICO_STACK
    copy = pcbnew.LoadBoard(str(with_bodies(board, made, tmp_path)))
    for part in made:
        models = copy.FindFootprintByReference(part.ref).Models()
        assert len(models) == int(part.kind.fitted), part.ref


def test_a_board_that_is_not_there_is_said(made, tmp_path):
    none = tmp_path / "none.kicad_pcb"
    with pytest.raises(views.ViewError, match=r"there is no .*none.kicad_pcb"):
        views.write_step(none, made, tmp_path / "step.zip")
    with pytest.raises(views.ViewError, match=r"there is no .*none.kicad_pcb"):
        views.write_interactive(none, tmp_path / "page.html")
    assert not list(tmp_path.iterdir())


def test_a_tool_that_makes_nothing_is_said(board, tmp_path):
    empty = tmp_path / "empty.kicad_pcb"
    empty.write_text("no board", encoding="utf-8")
    with pytest.raises(views.ViewError, match="InteractiveHtmlBom made no"):
        views.write_interactive(empty, tmp_path / "page.html")


def test_the_page_of_parts_is_written(board, tmp_path):
    views.write_interactive(board, tmp_path / "page.html")
    assert "InteractiveHtmlBom" in (tmp_path / "page.html").read_text(encoding="utf-8")
