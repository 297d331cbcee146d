"""Footprints: KiCad's, and the two missing ones of a Pico: soldered flat, and in two sockets."""

from pathlib import Path

LIBRARIES = Path("/usr/share/kicad/footprints")
ROW_MM, PIN_MM, PINS = 17.78, 2.54, 20
OUTLINE_MM = (21.0, 51.0)


# As in KiCad's own footprint of a flat Pico, which follows the Pico's data sheet: the
# pads, longer than their holes on the outside; where solder of the USB connector's shell stands out
# below; and areas without copper below the bare test points.
CASTELLATED_MM, OUTWARD_MM, HOLE_MM = (3.2, 1.6), 0.8, 1.0
PASTE_MM = (1.7, 1.5)  # beside the hole, which would swallow it
SHELL = ((2.725, -24.0, 1.8), (2.425, -20.97, 1.5))  # at either side: x, y, diameter of the hole
BARE = ((-2.0, -25.3, 2.0, -23.3), (-3.5, -18.5, -1.5, -11.5))


def _head(name: str, words: str, attribute: str) -> list[str]:
    lines = [
        f'(footprint "{name}" (version 20211014) (generator lodeboard)',
        f'  (layer "F.Cu") (descr "{words}")',
        f"  (attr {attribute})",
    ]
    for kind, text, across, down, layer in (
        ("reference", "REF**", 0, 0, "F.SilkS"),
        ("value", "Pico", 0, 3, "F.Fab"),
    ):
        lines.append(
            f'  (fp_text {kind} "{text}" (at {across} {down}) (layer "{layer}")'
            " (effects (font (size 0.8 0.8) (thickness 0.12))))"
        )
    return lines


def _line(x0: float, y0: float, x1: float, y1: float, layer: str, width: float) -> str:
    return (
        f'  (fp_line (start {x0:g} {y0:g}) (end {x1:g} {y1:g}) (layer "{layer}") (width {width}))'
    )


def _outline(layer: str, width: float) -> list[str]:
    half_x, half_y = OUTLINE_MM[0] / 2, OUTLINE_MM[1] / 2
    corners = [(-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y)]
    return [_line(*corner, *corners[(i + 1) % 4], layer, width) for i, corner in enumerate(corners)]


def _pins() -> list[tuple[int, int, float, float]]:
    """Number, side (-1 left, 1 right), x and y of each pin, as on the Pico seen from above, USB at
    the top."""
    top = (PINS - 1) * PIN_MM / 2
    left = [(i + 1, -1, -ROW_MM / 2, i * PIN_MM - top) for i in range(PINS)]
    return left + [(i + 1 + PINS, 1, ROW_MM / 2, top - i * PIN_MM) for i in range(PINS)]


def _courtyard(x0: float, y0: float, x1: float, y1: float) -> str:
    return (
        f"  (fp_rect (start {x0:.3f} {y0:.3f}) (end {x1:.3f} {y1:.3f})"
        ' (layer "F.CrtYd") (width 0.05) (fill none))'
    )


def pico_flat() -> str:
    """A footprint in KiCad's text format for a Pico that lies flat on the board, soldered at its
    castellated edges. A Pico with pin headers fits into the holes of the same pads."""
    lines = _head("Pico_Flat", "Raspberry Pi Pico, flat or on pin headers", "smd")
    half_x, half_y = OUTLINE_MM[0] / 2, OUTLINE_MM[1] / 2
    lines += _outline("F.Fab", 0.1)
    for y in (-half_y, half_y):
        lines.append(_line(-half_x, y, half_x, y, "F.SilkS", 0.12))
    lines.append(_courtyard(-11.54, -26.0, 11.54, 26.0))
    wide, high = CASTELLATED_MM
    for number, side, x, y in _pins():
        shape = "rect" if number == 1 else "oval"
        # Several pads and not one with its hole aside, which not every tool understands.
        middle = x + side * OUTWARD_MM
        for face in "FB":
            lines.append(
                f'  (pad "{number}" smd {shape} (at {middle:.3f} {y:.3f}) (size {wide} {high})'
                f' (layers "{face}.Cu" "{face}.Mask"))'
            )
        lines.append(
            f'  (pad "{number}" thru_hole circle (at {x:.3f} {y:.3f}) (size {high} {high})'
            f" (drill {HOLE_MM}) (layers *.Cu *.Mask))"
        )
        outer = middle + side * (wide - PASTE_MM[0]) / 2
        lines.append(
            f'  (pad "" smd rect (at {outer:.3f} {y:.3f}) (size {PASTE_MM[0]} {PASTE_MM[1]})'
            ' (layers "F.Paste"))'
        )
        if number % PINS:  # a mark at the edge, between two pins
            between, edge = y - side * PIN_MM / 2, side * half_x
            lines.append(_line(edge, between - 0.2, edge, between + 0.2, "F.SilkS", 0.12))
    for x, y, hole in SHELL:
        for side in (-1, 1):
            lines.append(
                f'  (pad "" np_thru_hole circle (at {side * x:g} {y:g}) (size {hole} {hole})'
                f" (drill {hole}) (layers *.Cu *.Mask))"
            )
    for x0, y0, x1, y1 in BARE:
        lines.append(
            '  (zone (net 0) (net_name "") (layer "F.Cu") (hatch edge 0.5)'
            " (connect_pads (clearance 0)) (min_thickness 0.25)"
            " (keepout (tracks not_allowed) (vias not_allowed) (pads allowed)"
            " (copperpour not_allowed) (footprints allowed))"
            " (fill (thermal_gap 0.5) (thermal_bridge_width 0.5))"
            f" (polygon (pts (xy {x0} {y0}) (xy {x1} {y0}) (xy {x1} {y1}) (xy {x0} {y1}))))"
        )
    return "\n".join(lines) + "\n)\n"


def pico_socket() -> str:
    """A footprint in KiCad's text format for a Pico in two sockets. Low parts may be between
    them."""
    lines = _head("Pico_Socket", "Raspberry Pi Pico in two sockets of 20 pins", "through_hole")
    lines += _outline("F.SilkS", 0.12) + _outline("F.Fab", 0.1)
    high = (PINS - 1) * PIN_MM / 2 + 1.8
    for side in (-1, 1):
        x = side * ROW_MM / 2
        lines.append(_courtyard(x - 1.8, -high, x + 1.8, high))
    for number, _, x, y in _pins():
        shape = "rect" if number == 1 else "oval"
        lines.append(
            f'  (pad "{number}" thru_hole {shape} (at {x:.3f} {y:.3f}) (size 1.7 1.7) (drill 1.0)'
            " (layers *.Cu *.Mask))"
        )
    return "\n".join(lines) + "\n)\n"


def write_own(folder: Path) -> Path:
    """Write the project's footprint library into `folder`; returns its path."""
    library = folder / "lodeboard.pretty"
    library.mkdir(parents=True, exist_ok=True)
    for name, text in (("Pico_Flat", pico_flat()), ("Pico_Socket", pico_socket())):
        (library / f"{name}.kicad_mod").write_text(text, encoding="utf-8")
    return library
