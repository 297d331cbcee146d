"""Pictures of the board, drawn from the files to order and not from the board itself."""

import re
import warnings
from pathlib import Path

import resvg_py
from gerbonara import LayerStack


def draw(archive: Path, stem: Path) -> list[Path]:
    """PNG pictures of both sides beside `stem`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # gerbonara remarks on KiCad's turns of phrase
        stack = LayerStack.open(archive.resolve())
        made = []
        for side in ("top", "bottom"):
            svg = str(stack.to_pretty_svg(side=side))
            # The painter knows no millimetres.
            svg = re.sub(
                r'width="([\d.]+)mm" height="([\d.]+)mm"', r'width="\1" height="\2"', svg, count=1
            )
            path = stem.with_name(f"{stem.name}-{side}.png")
            path.write_bytes(bytes(resvg_py.svg_to_bytes(svg_string=svg, width=1200)))
            made.append(path)
    return made
