"""A board whose start was run before is the board that starts now, to the last bit of memory. The
firmware here is a few lines, so that a start takes no time."""

import pytest
from emulator import first_look
from one_board import PROFILE

from host_tools.board.emulator.board import EmulatedBoard
from host_tools.board.emulator.booted import BootedBoard
from host_tools.board.emulator.chip import ChipError
from host_tools.board.hands.hand import Hand

pytestmark = pytest.mark.chip

SEED = 8
FILES = first_look.files(says="awake")


class Seen:
    """A board taken through the same acts, with all results recorded."""

    def __init__(self, board: EmulatedBoard) -> None:
        self.board = board
        self.reported: list[tuple[str, int, object]] = []
        for name in ("frames", "sounds", "lines", "ticks"):
            getattr(board, name).subscribe(
                lambda ms, what, name=name: self.reported.append((name, ms, what, board.now_ms))
            )
        hand = Hand(board)
        board.boot()
        board.run_until(lambda: bool(board.serial_out), 3000, "line")
        hand.place_tile(0, True, "a1")
        board.run_ms(100)

    def state(self) -> tuple[object, ...]:
        mcu = self.board.chip.mcu
        core = mcu.core
        return (
            bytes(mcu.sram),
            bytes(mcu.flash),
            list(core.registers),
            core.cycles,
            self.board.chip.now_ms,
            bytes(self.board.chip.output),
            list(self.board.led_history),
            self.board.tones,
            self.board.serial_out,
            self.board.wiring.frames,
        )


@pytest.mark.verify
def test_it_goes_on_as_the_board_that_starts_now_to_the_last_bit() -> None:
    straight = Seen(EmulatedBoard(PROFILE, SEED, files=FILES))
    booted = Seen(BootedBoard(PROFILE, FILES).begin(SEED))
    assert straight.reported == booted.reported
    assert straight.state() == booted.state()
    kinds = [kind for kind, *_ in straight.reported]
    assert {"frames", "sounds", "lines"} <= set(kinds[: kinds.index("lines") + 1])
    assert straight.state() != Seen(BootedBoard(PROFILE, FILES).begin(SEED + 1)).state()


def test_while_it_starts_it_shows_what_showed_then_and_refuses_what_the_chip_would_miss() -> None:
    board = BootedBoard(PROFILE, FILES).begin(SEED)
    assert board.now_ms == 0
    assert not any(map(any, board.leds))
    refused = [
        lambda: board.press(1),
        lambda: board.release(1),
        lambda: board.send_line("x"),
        lambda: board.plug(False),
        board.power_cut,
        lambda: board.reseed(1),
        lambda: board.advance(1),
    ]
    for act in refused:
        with pytest.raises(ChipError, match="a starting board"):
            act()
    board.store.cut_after(1)
    with pytest.raises(ChipError, match="a starting board"):
        board.step()
    board.store.cancel_cut()
    board.step()
    assert board.now_ms == PROFILE.tick_ms
    with pytest.raises(ChipError, match="called before"):
        board.begin(SEED)
    board.run_until(lambda: not board.starting, 3000, "first look")
    board.press(1)


def test_a_firmware_that_never_looks_is_refused() -> None:
    with pytest.raises(ChipError, match="no sensor reading"):
        BootedBoard(PROFILE, {"main.py": b"import time\ntime.sleep(9)"})
