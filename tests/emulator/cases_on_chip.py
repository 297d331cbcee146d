"""Cases made up at random, run on the emulated chip."""

import json
from pathlib import Path
from types import ModuleType
from typing import Any

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware

BEGIN = """
import gc, json
gc.threshold(32768)
from emulator.{cases} import Cases
"""
BESIDE = Path(__file__).parent / "sliced_cases.py"


def on_the_chip(cases: ModuleType, make: str, files: dict[str, bytes], **counts: int) -> list[Any]:
    """What the first cases of a module came to, on a chip with these modules. `make`: code that
    makes `cases` of its class Cases; `counts`: the methods that run one, one after the other, and
    how often."""
    ours = {path: path.read_text() for path in (Path(str(cases.__file__)), BESIDE)}
    files |= {f"emulator/{path.name}": firmware.folded(ours[path]).encode() for path in ours}
    chip = Chip(find_image(), files)
    chip.execute(BEGIN.format(cases=Path(str(cases.__file__)).stem) + make)
    found = []
    for what, count in counts.items():
        code = f"for number in range({count}):\n    print(json.dumps(cases.{what}(number)))"
        said = chip.execute(code, limit_ms=600_000)
        found.append([json.loads(line) for line in said.splitlines()])
    return found
