"""The circuit board: rules, places, files to order, and that two runs give the same."""

import shutil

import pcbnew
import pytest
from one_board import DATA

from hardware.circuit import parts
from hardware.circuit.build import RELEASE
from hardware.circuit.design import Design, netlist
from hardware.circuit.power import currents
from hardware.dimensions import RELEASED
from hardware.pcb import check, fabrication
from hardware.pcb.board import ORIGIN, kept_routes, least_width, make_board
from hardware.pcb.geometry import Pad, RouteError, from_line
from hardware.pcb.router import Router
from tests.hardware.placing import bare_holes

pytestmark = pytest.mark.hardware

# What the second checker remarks on, by its rule: it looks for a mark at pin 1, and an LED's is at
# pin 3, where its body has a corner cut off.
WARNINGS = {"pin1_marker_missing": 64}


def printed_texts(board):
    """Every text on the silkscreens that is printed."""
    texts = [text for footprint in board.GetFootprints()
             for text in (footprint.Reference(), footprint.Value(), *footprint.GraphicalItems())
             if "TEXT" in text.GetClass()]  # fmt: skip
    texts += [item for item in board.GetDrawings() if "TEXT" in item.GetClass()]
    silk = (pcbnew.F_SilkS, pcbnew.B_SilkS)
    return [text for text in texts if text.GetLayer() in silk and text.IsVisible()]


def is_readable(text):
    """A letter 1 mm high of lines 0.15 mm wide, which all fabs print."""
    size = text.GetTextSize()
    return min(size.x, size.y) >= 1000000 and text.GetTextThickness() >= 150000


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    return tmp_path_factory.mktemp("board")


@pytest.fixture(scope="module")
def made(folder):
    return make_board(DATA, folder / "tile4x4.kicad_pcb")


@pytest.fixture(scope="module")
def path(made, folder):
    return folder / "tile4x4.kicad_pcb"


@pytest.fixture(scope="module")
def archive(path, folder):
    board = pcbnew.LoadBoard(str(path))
    fabrication.pack(fabrication.plot(board, folder / "gerber"), folder / "gerber.zip")
    return folder / "gerber.zip"


def test_kicads_rules_find_nothing(path):
    report = check.design_rules(path)
    assert (report.violations, report.unconnected) == (0, 0), report.text


def test_kicads_rules_see_a_cut_net_and_a_short(path, tmp_path):
    broken = tmp_path / "broken.kicad_pcb"
    shutil.copy(path, broken)
    board = pcbnew.LoadBoard(str(broken))
    for track in [t for t in board.GetTracks() if t.GetNetname() == "BEEPER_0"]:
        board.Delete(track)
    short = pcbnew.PCB_TRACK(board)
    first, last = (board.FindFootprintByReference("A1").FindPadByNumber(n) for n in ("4", "7"))
    short.SetStart(first.GetPosition())
    short.SetEnd(last.GetPosition())
    short.SetWidth(250000)
    short.SetLayer(pcbnew.F_Cu)
    short.SetNet(first.GetNet())
    board.Add(short)
    pcbnew.SaveBoard(str(broken), board)
    report = check.design_rules(broken)
    assert report.violations > 0
    assert report.unconnected > 0


def test_a_fabs_rules_find_no_error(path):
    report = check.fab_rules(path)
    assert report.errors == 0, report.text
    assert report.warnings == WARNINGS, report.text


def test_all_print_is_large_enough_for_a_fab(path):
    board = pcbnew.LoadBoard(str(path))
    small = [text.GetText() for text in printed_texts(board) if not is_readable(text)]
    assert not small
    assert len(printed_texts(board)) > 250
    printed_texts(board)[0].SetTextThickness(120000)
    assert not all(is_readable(text) for text in printed_texts(board))


def test_kicads_rules_see_print_over_a_pad(path, tmp_path):
    broken = tmp_path / "broken.kicad_pcb"
    shutil.copy(path, broken)
    board = pcbnew.LoadBoard(str(broken))
    text = board.FindFootprintByReference("U17").Reference()
    text.SetPosition(board.FindFootprintByReference("U17").FindPadByNumber("4").GetPosition())
    pcbnew.SaveBoard(str(broken), board)
    assert check.design_rules(broken).violations > 0


def test_every_part_has_its_place_and_sensors_lie_under_the_cells(path):
    board = pcbnew.LoadBoard(str(path))
    cells = RELEASED.cells()
    leds = {cell: RELEASED.leds_of(cell) for cell in range(len(cells))}
    for part in netlist(Design(DATA)):
        footprint = board.FindFootprintByReference(part.ref)
        assert footprint is not None, part.ref
        at = footprint.GetPosition()
        place = (at.x / 1e6 - ORIGIN[0], at.y / 1e6 - ORIGIN[1])
        if part.kind is parts.SENSOR:
            assert place == pytest.approx(cells[part.cell], abs=1e-6)
        if part.kind is parts.LED:
            assert place == pytest.approx(leds[part.cell].pop(0), abs=1e-6)
    assert not any(leds.values())


def test_low_parts_fit_under_the_plate_and_pads_stay_off_the_walls(made):
    for part in made.parts:
        place = made.places[part.ref]
        hood = RELEASED.hood_room.holds(place.x, place.y)
        if part.kind.fitted and part.kind is not parts.BUTTON and not hood:
            assert part.kind.height_mm <= RELEASED.low_parts, part.ref
    for pad in made.board.GetPads():
        at, size = pad.GetPosition(), pad.GetBoundingBox()
        x, y = at.x / 1e6 - ORIGIN[0], at.y / 1e6 - ORIGIN[1]
        half = (size.GetWidth() / 2e6, size.GetHeight() / 2e6)
        if not pad.GetNetname():
            continue  # screws go through the walls
        for wall in RELEASED.walls():
            apart = (
                x - half[0] > wall.x1
                or x + half[0] < wall.x0
                or y - half[1] > wall.y1
                or y + half[1] < wall.y0
            )
            assert apart, f"pad of {pad.GetParent().GetReference()} under a wall at {x} {y}"


def test_tracks_carry_their_currents(made):
    flows = currents(DATA)
    for track in made.routes.tracks:
        if track.net in flows:
            assert track.width >= least_width(flows[track.net]), track
    wide = [t for t in made.routes.tracks if t.net == "+5V" and t.width >= 1.0]
    length = sum(abs(t.x1 - t.x0) + abs(t.y1 - t.y0) for t in wide)
    every = [t for t in made.routes.tracks if t.net == "+5V"]
    assert length > 0.7 * sum(abs(t.x1 - t.x0) + abs(t.y1 - t.y0) for t in every)


def test_the_files_to_order_have_the_netlists_pads(archive, made):
    """Every pin, where it lies, on its net, as read by a reader that is not KiCad."""
    flashed = check.gerber_pads(archive)
    wanted = {}
    for part in made.parts:
        for number, _, _ in part.kind.pins:
            wanted[part.ref, number] = part.nets.get(number)
    assert {key[0] for key in flashed} >= {ref for ref, _ in wanted}
    for key, net in wanted.items():
        nets = {pad[2] for pad in flashed[key]}
        if net is None:
            assert all(n in ("", "N/C") or n.startswith("unconnected") for n in nets), key
        else:
            assert nets == {net}, key
    for cell, place in enumerate(RELEASED.cells()):
        x, y = zip(*[flashed[f"U{cell + 1}", pin][0][:2] for pin in "123"], strict=True)
        # The three pins of a SOT-23 stand around its middle.
        assert (x[0] + x[2]) / 2 == pytest.approx(place[0], abs=1e-3)
        assert (y[0] + y[1]) / 2 == pytest.approx(place[1], abs=1e-3)


def test_screw_holes_are_where_the_case_has_them(archive):
    assert sorted(check.holes(archive)["bare"]) == bare_holes(RELEASED)


def test_the_kept_tracks_give_the_same_bytes_and_the_release_is_theirs(path, archive, folder):
    again = folder / "again" / path.name
    make_board(DATA, again, kept_routes(RELEASE / "tile4x4-kicad.zip", DATA))
    assert again.read_bytes() == path.read_bytes()
    released = (RELEASE / "tile4x4-gerber.zip").read_bytes()
    assert released == archive.read_bytes(), "run: make hardware ARGS=--release"


def test_the_router_says_what_it_cannot_join():
    pads = [Pad("A", 5, 5, 0.5, 0.5, (0,)), Pad("A", 15, 5, 0.5, 0.5, (0,))]
    assert Router(20, 10, pads, [], {}).run().tracks
    wall = Pad("", 10, 5, 0.5, 5, (0, 1))
    with pytest.raises(RouteError, match="A"):
        Router(20, 10, [*pads, wall], [], {}).run()


def test_the_router_joins_ground_that_is_in_pieces():
    # A wall on the front and another on the back: only a via between them joins left and right.
    pads = [Pad("GND", 3, 6, 0.5, 0.5, (0,)), Pad("GND", 17, 6, 0.5, 0.5, (0,))]
    walls = [Pad("", 9, 6, 0.5, 6, (0,)), Pad("", 14, 6, 0.5, 6, (1,))]
    vias = Router(20, 12, [*pads, *walls], [], {}).run().vias
    assert [via for via in vias if 9.5 < via.x < 13.5]
    whole = Pad("", 11, 6, 0.5, 6, (0, 1))
    with pytest.raises(RouteError, match="ground"):
        Router(20, 12, [*pads, whole], [], {}).run()


def test_distance_from_a_line():
    assert from_line(0, 1, -5, 0, 5, 0) == 1
    assert from_line(8, 4, 0, 0, 5, 0) == 5
