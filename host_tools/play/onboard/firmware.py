"""The firmware with the page for phones, on a board that has a radio."""

from dataclasses import replace

from host_tools.build import chips, firmware, profiles
from host_tools.build.layout import PAGE, Firmware
from host_tools.play.onboard.table import page_table


def build(board: str = profiles.DEFAULT, chip: str = chips.DEFAULT) -> Firmware:
    """The firmware of this tree for this board with this chip. Raises CompileError,
    PrebuiltError."""
    made = firmware.build(board=board, chip=chip)
    if not chips.has_radio(chip) or PAGE in made.tables:
        return made
    return replace(made, tables={**made.tables, PAGE: page_table(board)})
