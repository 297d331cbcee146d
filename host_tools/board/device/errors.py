"""Errors of a board on a cable. Each message says what is wrong and how to fix it."""

import platform
from collections.abc import Sequence

from host_tools.build.revision import Revision

from .advice import ADVICE

MICROPYTHON = "https://micropython.org/download/RPI_PICO/"
PUT_MICROPYTHON = (
    f"Get the .uf2 file from {MICROPYTHON} (a Pico 2: RPI_PICO2), hold the Pico's BOOTSEL button "
    "while plugging it in, and copy the file onto the drive RPI-RP2 (RP2350) that appears"
)


def for_on(error: Exception) -> str:
    """The message for a user who named the port with --on, which finds the board with `real`."""
    return str(error).replace("leave --port out", "say --on real").replace("--port", "--on")


class DeviceError(Exception):
    """A problem with a board that stops the work; the text says how to fix it."""


class NoBoardError(DeviceError):
    """No Pico with MicroPython is plugged in, or there is no port of this name."""

    def __init__(self, port: str | None, ports: Sequence[str]) -> None:
        there = f"; ports found: {', '.join(ports)}" if ports else ""
        if port is not None:
            super().__init__(f"there is no port {port}{there}. {ADVICE['no port']}")
        else:
            super().__init__(
                f"no board found{there}. Plug it in, with a cable that carries data; for a Pico "
                f"that has no MicroPython yet: {PUT_MICROPYTHON}. For a board that says it is "
                "something else, name its port with --port"
            )


class SeveralBoardsError(DeviceError):
    """More than one board is plugged in."""

    def __init__(self, ports: Sequence[str]) -> None:
        super().__init__(
            f"{len(ports)} boards found: {', '.join(ports)}. "
            f"Say which one, as in --port {ports[0].split()[0]}, or unplug the others"
        )


class PortBusyError(DeviceError):
    """Another program has the port open."""

    def __init__(self, port: str) -> None:
        super().__init__(f"another program has {port} open. {ADVICE['busy']}")


class NoPermissionError(DeviceError):
    """The system does not allow this user to open the port."""

    def __init__(self, port: str) -> None:
        if platform.system() == "Linux":
            fix = (
                "Add yourself to the group that owns it, on most systems with "
                "`sudo usermod -a -G dialout $USER` (Arch: uucp), then log out and in again"
            )
        else:
            fix = "Try again as a user who may open serial ports"
        super().__init__(f"no permission to open {port}. {fix}")


class OtherBoardError(DeviceError):
    """The firmware is for a board or revision other than the connected one."""

    def __init__(self, port: str, wanted: Revision, there: Revision, what: str) -> None:
        which = "other board" if there.board != wanted.board else "other revision"
        fix = ADVICE[which].format(there=there.board, wanted=wanted.board)
        super().__init__(
            f"{what} of the board on {port} is for a {there.beside(wanted)}, and this firmware is "
            f"for a {wanted.beside(there)}. {fix}"
        )


class NoFirmwareError(DeviceError):
    """MicroPython without a Lodeboard firmware."""

    def __init__(self, port: str) -> None:
        super().__init__(
            f"there is no firmware on the board on {port}. Put it there: lodeboard flash"
        )


class AnotherBoardError(DeviceError):
    """The board is not of the kind required but `there`."""

    def __init__(self, port: str, wanted: str, there: str) -> None:
        self.there = there
        super().__init__(f"the board on {port} is a {there}, not a {wanted}. Connect a {wanted}")


class DisconnectedError(DeviceError):
    """The port disappeared while the board was in use."""

    def __init__(self, port: str) -> None:
        super().__init__(
            f"the board on {port} has disconnected (unplugged? power lost?). Plug it in again"
        )


LEFT = "an earlier run was broken off"


class StillStashedError(DeviceError):
    """A board's data are still stashed on it. `why`: the error before that."""

    def __init__(self, why: str, port: str) -> None:
        super().__init__(
            f"{why.rstrip('.')}. The board's settings, zeros and game are still stashed on it. "
            f"Restore them when it is plugged in: lodeboard scenario --on {port} --restore"
        )


PLUG_AGAIN = "If it is the board's: unplug it, plug it in again and try again"


class MuteError(DeviceError):
    """Nothing on the port answers."""

    def __init__(self, port: str, seconds: float) -> None:
        super().__init__(
            f"nothing on {port} answers: not a byte in {seconds:.0f} s. {ADVICE['right port']}. "
            f"{PLUG_AGAIN}"
        )


class EchoError(DeviceError):
    """The port sends back its input."""

    def __init__(self, port: str) -> None:
        super().__init__(
            f"{port} echoes what it is sent, which no board does. {ADVICE['right port']}"
        )


class StrangerError(DeviceError):
    """What answers on the port is neither MicroPython nor this firmware."""

    def __init__(self, port: str, said: str) -> None:
        super().__init__(
            f"the device on {port} is not a board with MicroPython: it said {said}. "
            f"{ADVICE['right port']}. {PLUG_AGAIN}"
        )


class SilentError(DeviceError):
    """A board is on the port but does not answer."""

    def __init__(self, port: str, missing: str) -> None:
        super().__init__(
            f"the board on {port} does not answer ({missing}). Unplug it, plug it in again and "
            f"try again; if that does not help, put MicroPython on it again. {PUT_MICROPYTHON}; "
            "the files on it stay"
        )


class UnpluggedError(DeviceError):
    """The port disappeared during flashing."""

    def __init__(self, port: str) -> None:
        super().__init__(
            f"the board on {port} has gone (unplugged? power lost?). It still starts either the "
            "old firmware or the complete new one; plug it in and run this again to finish"
        )


class WrongChipError(DeviceError):
    """MicroPython, but on a chip that this firmware is not built for."""

    def __init__(self, port: str, machine: str) -> None:
        super().__init__(
            f"this firmware does not run on the board on {port}: {machine}. It is for a Raspberry "
            "Pi Pico with RP2040, or a Pico 2 with MicroPython for the Arm cores of its RP2350; "
            f"{ADVICE['another port']}"
        )


class NotMicroPythonError(DeviceError):
    """A Python, but not MicroPython."""

    def __init__(self, port: str, name: str) -> None:
        super().__init__(f"the board on {port} runs {name}, not MicroPython. {PUT_MICROPYTHON}")


class TooOldError(DeviceError):
    """A MicroPython that cannot run this firmware's compiled files."""

    def __init__(self, port: str, found: str, wanted: str) -> None:
        super().__init__(
            f"the board on {port} has {found}; this firmware needs {wanted}. {PUT_MICROPYTHON}; "
            "the files on it stay"
        )


class LacksError(DeviceError):
    """A MicroPython without some module that the firmware imports."""

    def __init__(self, port: str, found: str, modules: Sequence[str]) -> None:
        super().__init__(
            f"the board on {port} has {found}; this firmware needs one with {', '.join(modules)}. "
            f"{PUT_MICROPYTHON}; the files on it stay"
        )


class TooSmallError(DeviceError):
    """A MicroPython that leaves the firmware too little memory."""

    def __init__(self, port: str, found: str, missing: int) -> None:
        super().__init__(
            f"the board on {port} has {found}, which leaves the games {-(-missing // 1024)} KiB of "
            "memory too little. The image for a Pico W keeps that for its radio: put the image for "
            "a Pico on it, which runs there, too (https://micropython.org/download/RPI_PICO/). The "
            "radio of a Pico 2 W can be used, as that board has more memory"
        )


class TooFullError(DeviceError):
    """Not enough room on the board's flash."""

    def __init__(self, port: str, missing: int, others: Sequence[str], erase: bool) -> None:
        """`others`: files whose removal helps; `erase`: whether --erase helps."""
        remove = (
            f"These files are not part of the firmware: {', '.join(others)}. "
            f"{ADVICE['copy'].format(port=port)}"
        )
        erasing = ADVICE["erase"]
        if others:
            fix = f"{remove}. {erasing}" if erase else remove
        elif erase:
            fix = erasing
        else:
            fix = (
                "Removing files would not help: this firmware is too large to fit beside the one "
                "that the board runs. Put it on as on a new Pico, by its .uf2 file; settings and "
                "games on the board are lost then"
            )
        super().__init__(f"too little space on {port}: {_kib(missing)} are missing. {fix}")


class NoEarlierError(DeviceError):
    """The board has no other whole firmware."""

    def __init__(self, port: str) -> None:
        super().__init__(
            f"the board on {port} has no other firmware that is whole, so there is none to go "
            "back to"
        )


class DamagedError(DeviceError):
    """The files on the board differ from those sent."""

    def __init__(self, port: str, paths: Sequence[str]) -> None:
        super().__init__(
            f"files on {port} differ from what was sent: {', '.join(paths)}. The old firmware "
            "stays in use. Run this again; if it keeps happening, the Pico's flash is worn out"
        )


class NoHelloError(DeviceError):
    """The board was restarted, but its firmware has sent no hello."""

    def __init__(self, port: str, seconds: float, said: Sequence[str]) -> None:
        last = f" Its last lines: {' / '.join(said)}." if said else ""
        super().__init__(
            f"the new firmware is on the board on {port}, whole and checked, but said no hello "
            f"within {seconds:.0f} s of the restart.{last} Unplug it, plug it in again and see "
            "whether it plays"
        )


class OtherFirmwareError(DeviceError):
    """After the restart the board runs another firmware."""

    def __init__(self, port: str, runs: str, wanted: str, said: Sequence[str]) -> None:
        why = f" It said: {' / '.join(said)}." if said else ""
        super().__init__(
            f"the board on {port} started firmware {runs} and not {wanted}, which is on it, whole "
            f"and checked, but does not start.{why} The board plays on with the old firmware; "
            "this is a fault of the new one"
        )


class RefusedError(DeviceError):
    """The board's Python raised an unexpected exception."""

    def __init__(self, port: str, report: str) -> None:
        last = report.strip().splitlines()[-1] if report.strip() else "no reason given"
        super().__init__(
            f"the board on {port} stopped the update: {last}. It still starts either the old "
            "firmware or the complete new one. Unplug it, plug it in and run this again"
        )


def _kib(size: int) -> str:
    return f"{-(-size // 1024)} KiB"
