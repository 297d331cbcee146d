"""Python code that runs on the board. It uses only MicroPython."""

# Functions for files in flash; `_total` is the SHA-256 of a file.
HELPERS = """
import os, hashlib
from binascii import hexlify
_block = bytearray(1024)
_view = memoryview(_block)
def _total(path):
    sum = hashlib.sha256()
    with open(path, 'rb') as file:
        while True:
            count = file.readinto(_block)
            if not count:
                break
            sum.update(_view[:count])
    return str(hexlify(sum.digest()), 'ascii')
def _is_folder(path):
    try:
        return os.stat(path)[0] & 0x4000 != 0
    except OSError:
        return False
def _tree(folder, sums):
    for entry in os.ilistdir(folder or '/'):
        path = folder + '/' + entry[0]
        summed = sums if folder else entry[0] in sums
        if entry[1] & 0x4000:
            print('D', 0, '-', path)
            _tree(path, summed)
        else:
            print('F', entry[3], _total(path) if summed else '-', path)
def _parents(path):
    at = path.find('/', 1)
    while at > 0:
        if not _is_folder(path[:at]):
            os.mkdir(path[:at])
        at = path.find('/', at + 1)
def _remove(path):
    try:
        if _is_folder(path):
            os.rmdir(path)
        else:
            os.remove(path)
    except OSError as error:
        if error.errno != 2:
            raise
def _copy(source, path):
    _parents(path)
    with open(source, 'rb') as old:
        with open(path, 'wb') as new:
            while True:
                count = old.readinto(_block)
                if not count:
                    break
                new.write(_view[:count])
"""

# The board's name in its stored data, "" if there is none.
KEPT_FOR = """
def _kept_for(name):
    try:
        with open('/data/' + name + '.blob', 'rb') as file:
            head = file.read(26)
        return str(head[10:].rstrip(bytes(1)), 'utf-8') if head[:2] == b'LB' else ''
    except (OSError, UnicodeError):
        return ''
"""
# The contents of a file, empty if there is none.
STORED = """
def _stored(path):
    try:
        with open(path, 'rb') as file:
            return file.read()
    except OSError:
        return b''
"""
IMPORTS = "import sys"
WHO = (
    "(sys.implementation[0], tuple(sys.implementation[1])[:3],"
    " getattr(sys.implementation, '_machine', ''),"
    " getattr(sys.implementation, '_mpy', 0), sys.platform)"
)

# All modules of MicroPython that the firmware imports on a Pico.
MODULES = (
    *("array", "binascii", "errno", "gc", "hashlib", "io", "json", "machine", "math"),
    *("micropython", "neopixel", "os", "select", "struct", "sys", "time", "uctypes", "vfs"),
)

OF_RADIO = ("network", "socket", "websocket")  # more, on a board with a radio

LACKS = """
def _lacks(names):
    gone = []
    for name in names:
        try:
            __import__(name)
        except ImportError:
            gone.append(name)
    return gone
"""

HEAP = "(lambda gc: gc.mem_free() + gc.mem_alloc())(__import__('gc'))"  # bytes
ROOM = "[os.statvfs('/')[i] for i in (0, 2, 3)]"  # block size, blocks, free blocks: may be negative
