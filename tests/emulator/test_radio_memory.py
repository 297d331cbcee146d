"""What the radio takes of memory. MicroPython's driver cannot run on the emulated chip, so its size
is assumed: lwIP takes 26 700 bytes (ports/rp2/lwip_inc/lwipopts.h of MicroPython), IPv6
3 476 (its pull request 15422), and the driver of the radio no more than lwIP's half. All else is
measured, with the RP2040's machine code and stand-ins for `network`, `socket` and `websocket`."""

import pytest

from host_tools.build import chips, firmware, profiles
from host_tools.lab.chip import probe
from lodeboard.boards import rp2040
from lodeboard.games.catalogue import LEVELS
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.phones import NAME, Phones
from lodeboard.storage.settings import Settings
from lodeboard.system.loader import playable

pytestmark = [pytest.mark.chip, pytest.mark.verify]

DRIVER = 42 * 1024
MORE_RAM = 256 * 1024  # of an RP2350, with MicroPython 1.25.0: docs/developer/chips.md
OWN = 32 * 1024  # at most, of the firmware's modules and objects for the radio
GAME = "lap"

NETWORK = b"""
STA_IF, AP_IF = 0, 1
def hostname(name):
    pass
class WLAN:
    def __init__(self, kind):
        pass
    def active(self, on):
        pass
    def config(self, what=None, **values):
        return bytes(6)
    def ifconfig(self):
        return ("192.168.4.1",)
"""
# Its events are those of another stream: nobody ever connects.
SOCKET = b"""
import io
SOL_SOCKET = SO_REUSEADDR = 0
def getaddrinfo(host, port):
    return [(0, 0, 0, "", (host, port))]
class socket(io.IOBase):
    def setsockopt(self, *_):
        pass
    bind = listen = setblocking = close = setsockopt
    def ioctl(self, request, argument):
        return 0
"""


def free(files):
    """Free bytes of the heap while the machine thinks."""
    profile = profiles.profile(profiles.DEFAULT)
    settings = Settings()
    settings.variants = playable(profile)
    settings.variant = [name for name, _ in settings.variants].index(GAME)
    store = MemoryStore()
    settings.save(store, profile.name)
    board = probe.Probe({**files, "data/settings.blob": store.load("settings")}, profile)
    board.calibrate("place")
    board.wait(phase="match", game=GAME)
    board.send(c="set", players=2, level=len(LEVELS[GAME]) - 1)
    board.wait(machine=3)
    board.board.run_ms(1000)
    return board.memory()[0]


def test_a_pico_2_w_has_room_for_the_radio_and_a_pico_w_has_not(monkeypatch):
    with_radio = chips.WithRadio(rp2040, "Raspberry Pi Pico W", 0x12C000)
    monkeypatch.setitem(chips.CHIPS, "rp2040w", with_radio)
    store = MemoryStore()
    phones = Phones()
    phones.on, phones.code = True, [1, 2, 3, 4]
    phones.save(store, profiles.DEFAULT)
    stand_ins = {"network.py": NETWORK, "socket.py": SOCKET, "websocket.py": b"websocket = None"}
    files = firmware.build(chip="rp2040w").board_files() | stand_ins
    with_it = free({**files, f"data/{NAME}.blob": store.load(NAME)})
    without = free(firmware.board_files())
    own = without - with_it
    print(f"{GAME}: {without} bytes free, {with_it} with the radio on: it takes {own}")
    assert 0 < own <= OWN
    # By test_memory.py every game leaves 32 KiB on an RP2040.
    assert DRIVER + own > 32 * 1024
    assert DRIVER + own < MORE_RAM
