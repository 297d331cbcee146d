"""Commands of a computer leave room on the chip's stack: beyond it, calls write into the heap."""

import pytest
from emulator.in_game import in_game

from host_tools.board.emulator.chip import STACK_BYTES
from lodeboard.games.catalogue import GAMES, LEVELS
from lodeboard.system.loader import make_game

pytestmark = [pytest.mark.chip, pytest.mark.verify]

# An interrupt while a file is read takes some 600 bytes, and MicroPython's own check ends at 256.
MOST = STACK_BYTES - 1024


@pytest.mark.parametrize("name", GAMES)
def test_commands_leave_room_for_an_interrupt(name: str) -> None:
    probe = in_game(name)
    used: dict[str, int] = {}

    def tell(**command: object) -> None:
        probe.send(**command)
        probe.board.run_ms(1000)
        used[str(command)] = probe.board.chip.stack_used

    tell(c="scan", on=True)
    tell(c="inject", held=0)
    for level in range(len(LEVELS[name])):
        tell(c="set", players=2, level=level)
        assert probe.wait()["level"] == LEVELS[name][level]
    for command in ("hello", "new", "resign", "new"):
        tell(c=command)
    tell(c="past", back=0)
    tell(c="set", players=1, clock=4)
    tell(c="setup", position=make_game(name).text(), moves=[])
    tell(c="set", players=0, fair=1)
    print(name, used)
    assert 0 < max(used.values()) <= MOST, used
