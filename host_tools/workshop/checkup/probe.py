"""A self-test's access to a board: code that is sent to it and uses its firmware."""

import ast
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

from host_tools.build import firmware
from lodeboard.boards.profile import Profile

Reading = tuple[int, int, int]  # mean, lowest, highest
RGB = tuple[int, int, int]

_ONBOARD = Path(__file__).with_name("onboard")
# The first code to run on the board: find the firmware, and set up its port.
PRELUDE = """
try:
    import lodestart as loader
    slot = loader.slots()[0]
    loader.enter(slot)
    from lodeboard.ports.rp2 import Rp2Port, Rp2Sensors
    from lodeboard.boards.profile import Profile
    from lodeboard.boards.this import DATA
except (AttributeError, ImportError, OSError, SyntaxError) as error:
    print(repr((None, str(error))))
else:
    profile = Profile(DATA)
    port = Rp2Port(profile)
    print(repr((profile.name, "")))
"""


@dataclass(frozen=True)
class Flash:
    """The state of the flash. `files`: damaged or missing files of the running firmware, None
    without a manifest; `tables`: damaged ones. Space in bytes."""

    free: int
    size: int
    slot: str
    files: list[str] | None
    tables: list[str]


class ProbeError(Exception):
    """The board could not be tested; the text says why and what to do."""


class Probe(Protocol):
    """The operations of a self-test on a board."""

    def scan(self, channels: Sequence[int], rounds: int) -> list[Reading]:
        """Read multiplexer channels in this order, `rounds` times."""

    def light(self, colours: Sequence[RGB]) -> None:
        """Show a colour on each cell."""

    def tone(self, hertz: int) -> None: ...
    def buttons(self) -> int: ...
    def scratch(self) -> str: ...
    def flash(self) -> Flash: ...


class DeviceProbe:
    """A board that runs Python code: `execute` runs it and returns its output."""

    def __init__(self, execute: Callable[[str], str], profile: Profile) -> None:
        self._execute = execute
        name, missing = self._value(PRELUDE)
        if name is None:
            raise ProbeError(
                f"the board has no firmware that can test itself ({missing}). Put the firmware "
                "of this tree on it first: lodeboard flash"
            )
        if name != profile.name:
            raise ProbeError(
                f"that board calls itself {name}, not {profile.name}. Name it: "
                f"lodeboard selftest --board {name}"
            )
        # Their names are then globals of the prompt.
        for path in (_ONBOARD / "self_check.py", _ONBOARD / "flash_check.py"):
            execute(firmware.folded(path.read_text(encoding="utf-8")))
        execute("check = SelfCheck(profile, port, Rp2Sensors)")

    def _value(self, source: str) -> Any:
        printed = self._execute(source).strip()
        try:
            return ast.literal_eval(printed)
        except (ValueError, SyntaxError) as error:
            raise ProbeError(f"the board answered nonsense: {printed[:200]!r}") from error

    def _ask(self, expression: str) -> Any:
        return self._value(f"print(repr({expression}))")

    def scan(self, channels: Sequence[int], rounds: int) -> list[Reading]:
        found = self._ask(f"check.scan({list(channels)}, {rounds})")
        return [(mean, low, high) for mean, low, high in found]

    def light(self, colours: Sequence[RGB]) -> None:
        self._ask(f"check.light({list(colours)})")

    def tone(self, hertz: int) -> None:
        self._ask(f"port.sound.tone({hertz})")

    def buttons(self) -> int:
        held: int = self._ask("port.buttons.read()")
        return held

    def scratch(self) -> str:
        wrong: str = self._ask("check.scratch()")
        return wrong

    def flash(self) -> Flash:
        free, size = self._ask("room()")
        slot = self._ask("slot")
        manifest = self._value(
            "try:\n    print(repr(damaged_files(slot)))\nexcept OSError:\n    print(repr(None))"
        )
        return Flash(free, size, slot, manifest, self._ask("damaged_tables()"))
