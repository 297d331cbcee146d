"""What the site says of a real board on a cable, as its own code composes it."""

import ast
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from web.sentences import GAP, expand

from host_tools.board.device import errors, flash, reach
from host_tools.board.device.advice import ADVICE
from host_tools.board.device.cable import Gone, Opened, Prompt
from host_tools.board.device.flash import summary
from host_tools.board.device.greeting import Greeting
from host_tools.board.device.plan import Copy, Remove, Replace
from host_tools.build import prebuilt
from host_tools.build.revision import Revision, of_board
from host_tools.play.site import cabled
from host_tools.play.site.cabled import NAME, ON_PAGE, PORT, for_people
from host_tools.play.site.line import Line
from lodeboard.link.link import VERSION

PICO = "MicroPython 1.25.0 on Raspberry Pi Pico with RP2040"
SAID = ["Traceback", "ValueError: made up"]
STEPS = [
    Replace("a/code_1.pack", b"x" * 9000),
    Copy("b/code_2.pack", "a/code_2.pack"),
    Remove("b/x"),
]
HERE = of_board("tile4x4")
MOVED = Revision(HERE.board, HERE.parts.replace("GP16+GP17", "GP21"))
KEPT = ("the calibration", "the firmware", "the stored revision")
ERRORS = {
    errors.NoBoardError: [(PORT, [])],
    errors.PortBusyError: [(PORT,)],
    errors.OtherBoardError: [
        *((PORT, HERE, of_board("tile7x7"), what) for what in KEPT),
        *((PORT, HERE, MOVED, what) for what in KEPT[1:]),
    ],
    errors.MuteError: [(PORT, 5.0)],
    errors.EchoError: [(PORT,)],
    errors.StrangerError: [(PORT, '"ATZ OK"')],
    errors.SilentError: [(PORT, "its program cannot be stopped")],
    errors.UnpluggedError: [(PORT,)],
    errors.WrongChipError: [(PORT, "Raspberry Pi Pico2 with RP2350-RISCV")],
    errors.NotMicroPythonError: [(PORT, "circuitpython 9.2.1 on Raspberry Pi Pico with rp2040")],
    errors.TooOldError: [
        (PORT, PICO, "MicroPython 1.24.0 or newer"),
        (PORT, f"{PICO}, which reads .mpy 5.2", "one that reads .mpy 6.3"),
    ],
    errors.LacksError: [(PORT, PICO, ["uctypes"])],
    errors.TooSmallError: [(PORT, PICO, 29_000)],
    errors.TooFullError: [
        (PORT, 9000, others, erase) for others in ([], ["notes.txt (5 bytes)"]) for erase in (0, 1)
    ],
    errors.NoEarlierError: [(PORT,)],
    errors.DamagedError: [(PORT, ["b/code_1.pack"])],
    errors.NoHelloError: [(PORT, 45.0, said) for said in ([], SAID)],
    errors.OtherFirmwareError: [(PORT, "0.2.0 1a2b", "3c4d", said) for said in ([], SAID)],
    errors.RefusedError: [(PORT, "ValueError: made up")],
}
# Only commands come to these.
OF_COMMANDS = {
    errors.SeveralBoardsError,
    errors.NoPermissionError,
    errors.NoFirmwareError,
    errors.AnotherBoardError,
    errors.DisconnectedError,
    errors.StillStashedError,
}
NEWS = (
    f"found {PICO} at {PORT}; reading what is on it",
    "MicroPython 1.29.0 has not been tried with this firmware, but fits",
    "this firmware has not been tried on an RP2350: its register addresses were only compared with "
    "the published headers. Please report what works and what does not",
    "there is no firmware on it yet; 1376 KiB are free",
    "it has firmware 0.2.0 1a2b in slot a; 411 KiB are free",
    "what the board is built of is damaged; from now on: revision=1,leds=4",
    "what the board is built of was not stored yet; from now on: revision=1,leds=4",
    f"firmware 0.2.0 3c4d: {summary(STEPS)}",
    f"firmware 0.2.0 3c4d: {summary([])}",
    "restarting the board and waiting for it to answer",
    "the board answers and runs firmware 0.2.0 3c4d",
    "the board answers",
    f"firmware 0.1.0 1a2b stays on the board, too. {ON_PAGE['back']}",
    "it has firmware 0.2.0 3c4d; firmware 0.1.0 1a2b ran before",
    "tables of that firmware are gone: it plays less well until it is flashed again",
    "no board is there now; it may be restarting: waiting for it",
)
# The page never asks what would be done.
DRY = re.compile(r"would .*|nothing was changed; .*")
OF_FILES = (
    "the firmware's file is not from this site",
    "the firmware's file is damaged: File is not a zip file",
    "the firmware's file does not contain what its manifest lists",
)
SAYING = ("say", "_say", "PrebuiltError")
GONE = re.compile(r'const (?:GONE|BUSY) = "([^"]+)"')


@contextmanager
def on_page() -> Iterator[None]:
    """With the site's advice."""
    before = dict(ADVICE)
    ADVICE.update(ON_PAGE)
    try:
        yield
    finally:
        ADVICE.update(before)


def spoken(profile) -> set[str]:
    """All of it."""
    with on_page():
        found = {str(error(*given)) for error, cases in ERRORS.items() for given in cases}
        found |= {*NEWS, *OF_FILES, cabled.NO_FIRMWARE, cabled.NO_FAULTS, cabled.NO_WAITING}
        found = {for_people(text) for text in found} | set(greetings(profile))
    return found


def greetings(profile) -> Iterator[str]:
    """The messages about the device at the other end of the cable."""
    port = Path(cabled.__file__).with_name("port.js").read_text(encoding="utf-8")
    received = [
        [],
        [Opened()],
        *([Gone(why)] for why in (Line(print, print).why, *GONE.findall(port))),
        [Prompt()],
        [b"Adafruit CircuitPython 9.2.1", Prompt()],
        [b'{"c": "hello"}'],
        *([_hello(v, board)] for v, board in ((VERSION - 1, ""), (VERSION + 1, ""))),
        [_hello(VERSION, "tile7x7")],
        [_hello(VERSION, profile.name)],
    ]
    for events in received:
        greeting = Greeting(profile, NAME)
        for event in events:
            greeting.hear(event, 0)
        yield _ended(greeting.say)
    for words in ([], [b"hello world"]):
        greeting = Greeting(profile, NAME)
        for event in (Opened(), *words):
            greeting.hear(event, 0)
        for now_ms in range(0, 60_000, 500):
            greeting.due(now_ms)
            yield _ended(greeting.say)
    greeting.hear(_hello(VERSION, profile.name), 60_000)
    greeting.due(90_000)
    yield _ended(greeting.say)


def _hello(version: int, board: str) -> bytes:
    return f'{{"t": "hello", "v": {version}, "board": "{board or "tile4x4"}"}}'.encode()


def _ended(text: str) -> str:
    return text if text[-1] in ".?" else f"{text}."


def not_among_examples() -> list[str]:
    """What the code can say and this file has no example of."""
    made = {one for one in errors.DeviceError.__subclasses__() if one.__module__ == errors.__name__}
    missing = [error.__name__ for error in made - ERRORS.keys() - OF_COMMANDS]
    for module in (flash, reach, cabled, prebuilt):
        for node in ast.walk(ast.parse(Path(module.__file__).read_text(encoding="utf-8"))):
            match node:
                case ast.Call(func=ast.Attribute(attr=name) | ast.Name(id=name), args=[what]):
                    with on_page():
                        said = expand(what) if name in SAYING else []
                    missing += [text for text in said if not _known(text)]
    return missing


def _known(template: str) -> bool:
    pattern = re.compile(".+".join(map(re.escape, template.split(GAP))))
    return (
        template == GAP
        or bool(DRY.fullmatch(template))
        or any(map(pattern.fullmatch, NEWS + OF_FILES))
    )
