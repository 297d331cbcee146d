"""A firmware of a few lines: it starts from the real main.py and says hello, nothing else.

Every module of it knows which firmware it is of; the hello tells them all.
"""

from host_tools.build import firmware
from host_tools.build.layout import Firmware
from host_tools.emulator.chip import Chip
from host_tools.emulator.image import find_image

_RUN = b"""
import json, select, sys
from lodeboard import part
from lodeboard.deep import more
class Start:
    def __init__(self, folder, version):
        self.name = version
    def play(self, trouble):
        waiting = select.poll()
        waiting.register(sys.stdin, select.POLLIN)
        modules = [IS, part.IS, more.IS]
        while True:
            print(json.dumps({'t': 'hello', 'firmware': self.name, 'is': modules}))
            if waiting.poll(100):
                sys.stdin.readline()
"""
LOADER = (firmware.FIRMWARE / "main.py").read_bytes()


def make(name: str, table: bytes = b"", **extra: bytes) -> Firmware:
    """A firmware of this version with a table, and `extra` modules that nobody imports."""
    says = f"IS = {name!r}\n".encode()
    filler = f"# Filler of firmware {name}.\n".encode()
    modules = {
        "lodeboard/__init__.py": b"",
        "lodeboard/system/start.py": says + _RUN,
        "lodeboard/part.py": says + filler * (4500 // len(filler)),
        "lodeboard/deep/more.py": says,
        "lodeboard/same.py": b"# The same in every firmware.\n" * 20,
        **{f"lodeboard/{path}.py": data for path, data in extra.items()},
    }
    return Firmware(name, LOADER, modules, {"made_up": table} if table else {})


OLD = make("1.0", b"old" * 300, gone=b"# Only in the old one.\n" * 40)
NEW = make("2.0", b"new" * 300, added=b"# Only in the new one.\n")


def board(files: dict[str, bytes]) -> Chip:
    """A chip with these files on it."""
    return Chip(find_image(), files)
