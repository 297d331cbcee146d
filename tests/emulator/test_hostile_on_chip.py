"""Hostile input read by MicroPython on the chip: same results and reasons as in CPython."""

import struct
from random import Random

import pytest
from apart import PASSED, run_apart

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware, profiles
from host_tools.games.loader import GAMES
from host_tools.lab.reliability.hostile.blobs import SettingsBlob
from host_tools.lab.reliability.hostile.talk import line
from host_tools.lab.reliability.hostile.trial import made
from lodeboard.storage.blobs import BlobError

pytestmark = [pytest.mark.chip, pytest.mark.verify]

CASES = 200
LINES = "lines"
NO_TEXT = "no text"  # part of the reason
# Of each kind of input, the board that reads it.
KINDS = {
    **dict.fromkeys(("settings", "calibration", LINES), profiles.DEFAULT),
    **{f"journal-{game}": profiles.of_game(game).name for game in GAMES},
}
READ = """
import json
from lodeboard.boards.profile import Profile
from lodeboard.boards.this import DATA
from lodeboard.games.catalogue import VARIANTS
from lodeboard.link.link import Link
from lodeboard.sensing.calibration import Calibration
from lodeboard.storage import replay, stored
from lodeboard.storage.blobs import BlobError
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.settings import Settings
from lodeboard.system import loader
profile = Profile(DATA)
LIMITS = %r
def settings(data):
    store = MemoryStore()
    store.save("settings", data)
    found = Settings()
    found.variants = loader.playable(profile)
    stored.load(found, store, profile.name, lambda variant: LIMITS[min(variant, len(LIMITS) - 1)])
def calibration(data):
    Calibration(profile).from_blob(data)
def journal(data):
    saved = replay.read(data, profile.name, loader.playable(profile))
    if not 0 <= saved.variant < len(VARIANTS) or VARIANTS[saved.variant][0] != GAME:
        raise BlobError("another game")  # a board has room for one game at a time
    replay.replay(loader.make_game(GAME, VARIANTS[saved.variant][1]), saved)
class Serial:
    def write_line(self, line):
        self.said = line
    def read_line(self):
        return self.heard
serial = Serial()
link = Link(serial, profile)
def lines(data):
    serial.said = ""
    try:
        serial.heard = str(data, "utf-8")
    except UnicodeError:
        return
    link.command()
    if serial.said:
        raise BlobError(json.loads(serial.said)["say"])
"""
ON_CHIP = """
import gc
if GAME:
    loader.make_game(GAME)
free = []
for say in (print, lambda *_: None):
    with open("%s.bin", "rb") as file:
        while True:
            head = file.read(2)
            if not head:
                break
            data = file.read(head[0] | head[1] << 8)
            try:
                reader(data)
                say("valid")
            except BlobError as error:
                say("refused", str(error).encode())
            except Exception as error:
                say("fault", repr(error))
    data = head = error = None
    gc.collect()
    free.append(gc.mem_free())
print("grown", free[0] - free[1])
"""


def cases(kind: str) -> list[bytes]:
    """Inputs that the long run does not have."""
    source = Random("lines on the chip")
    if kind == LINES:
        found = [line(source) for _ in range(CASES)]
    else:
        found = [made(kind, 5000, number).data[0] for number in range(CASES)]
    return [data[:4000] for data in found]


@pytest.fixture(scope="module")
def setting_up() -> str:
    return READ % ([SettingsBlob()._limits(variant) for variant in range(6)],)


@pytest.fixture(scope="module")
def chip(setting_up: str, request: pytest.FixtureRequest) -> Chip:
    board = request.param
    kinds = [kind for kind, on in KINDS.items() if on == board]
    files = {
        f"{kind}.bin": b"".join(struct.pack("<H", len(data)) + data for data in cases(kind))
        for kind in kinds
    }
    chip = Chip(find_image(), {**firmware.modules(board=board), **files})
    chip.execute(setting_up)
    return chip


@pytest.mark.parametrize(
    ("chip", "kind"), [(on, kind) for kind, on in KINDS.items()], indirect=["chip"]
)
def test_the_chip_comes_to_the_same_outcome(chip: Chip, setting_up: str, kind: str) -> None:
    reader, _, game = kind.partition("-")
    program = f"GAME = {game!r}\nreader = {reader}\n{ON_CHIP % kind}"
    outcome, printed = run_apart(lambda: (PASSED, chip.execute(program, 10_000_000)))
    assert outcome == PASSED, printed
    *said, grown = printed.splitlines()
    here: dict[str, object] = {"GAME": game}
    exec(setting_up, here)
    here["profile"] = profiles.profile(KINDS[kind])
    wanted = []
    for data in cases(kind):
        try:
            here[reader](data)
            wanted.append("valid")
        except BlobError as error:
            wanted.append(f"refused {str(error).encode()!r}")
    assert len(said) == len(wanted)
    assert [on for on in said if on.startswith("fault")] == []
    different = [(on, off) for on, off in zip(said, wanted, strict=True) if on != off]
    assert len(different) <= CASES // 30
    # MicroPython takes half a character of UTF-16 for text, and reads on. Its JSON differs from
    # CPython's in what hardly anybody writes: Infinity, a bare control character in a text, a zero
    # behind the line.
    assert kind == LINES or all(NO_TEXT in off for _, off in different)
    # The second time; the first brings modules. One of the inputs, up to 4000 bytes, may not be
    # collected: anything on the stack that looks like its address keeps it.
    assert int(grown.split()[1]) < 5000
