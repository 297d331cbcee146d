"""QR codes of addresses, drawn by segno as the path of an SVG image."""

import re
from io import BytesIO

import segno

_PATH = re.compile(r' d="([^"]+)"')


def draw(address: str) -> tuple[int, str] | None:
    """The modules on a side and the path, for lines of width 1; None for an address that is too
    long."""
    try:
        code = segno.make_qr(address, error="L")
    except segno.DataOverflowError:
        return None
    image = BytesIO()
    code.save(image, kind="svg", border=0, xmldecl=False, svgns=False)
    path = _PATH.search(image.getvalue().decode())
    assert path is not None
    return len(code.matrix), path[1]
