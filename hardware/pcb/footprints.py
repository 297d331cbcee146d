"""Footprints: KiCad's, and the missing one of two sockets for a Pico."""

from pathlib import Path

LIBRARIES = Path("/usr/share/kicad/footprints")
ROW_MM, PIN_MM, PINS = 17.78, 2.54, 20
OUTLINE_MM = (21.0, 51.0)


def pico_socket() -> str:
    """A footprint in KiCad's text format: pins as on the Pico seen from above, USB at the top."""
    lines = [
        '(footprint "Pico_Socket" (version 20211014) (generator lodeboard)',
        '  (layer "F.Cu") (descr "Raspberry Pi Pico in two sockets of 20 pins")',
        "  (attr through_hole)",
    ]
    for kind, text, across, down, layer in (
        ("reference", "REF**", 0, 0, "F.SilkS"),
        ("value", "Pico", 0, 3, "F.Fab"),
    ):
        lines.append(
            f'  (fp_text {kind} "{text}" (at {across} {down}) (layer "{layer}")'
            " (effects (font (size 0.8 0.8) (thickness 0.12))))"
        )
    half_x, half_y = OUTLINE_MM[0] / 2, OUTLINE_MM[1] / 2
    corners = [(-half_x, -half_y), (half_x, -half_y), (half_x, half_y), (-half_x, half_y)]
    for layer, grow, width in (("F.SilkS", 0.0, 0.12), ("F.Fab", 0.0, 0.1)):
        for i, (x, y) in enumerate(corners):
            x1, y1 = corners[(i + 1) % 4]
            lines.append(
                f"  (fp_line (start {x + grow} {y}) (end {x1 + grow} {y1})"
                f' (layer "{layer}") (width {width}))'
            )
    # Courtyards of the two sockets only: low parts may be between them.
    top = (PINS - 1) * PIN_MM / 2
    for side in (-1, 1):
        x, y = side * ROW_MM / 2, top + 1.8
        lines.append(
            f"  (fp_rect (start {x - 1.8:.3f} {-y:.3f}) (end {x + 1.8:.3f} {y:.3f})"
            ' (layer "F.CrtYd") (width 0.05) (fill none))'
        )
    for i in range(2 * PINS):
        x = -ROW_MM / 2 if i < PINS else ROW_MM / 2
        y = i * PIN_MM - top if i < PINS else top - (i - PINS) * PIN_MM
        shape = "rect" if i == 0 else "oval"
        lines.append(
            f'  (pad "{i + 1}" thru_hole {shape} (at {x:.3f} {y:.3f}) (size 1.7 1.7) (drill 1.0)'
            " (layers *.Cu *.Mask))"
        )
    return "\n".join(lines) + "\n)\n"


def write_own(folder: Path) -> Path:
    """Write the project's footprint library into `folder`; returns its path."""
    library = folder / "lodeboard.pretty"
    library.mkdir(parents=True, exist_ok=True)
    (library / "Pico_Socket.kicad_mod").write_text(pico_socket(), encoding="utf-8")
    return library
