"""Puts aside what a board keeps (settings, zeros, games), and gives it back.

The folder gets another name on the board itself, in one step; as long as there is one of that name,
it is the board's own, whatever lies in the other. So a run that died, or a cable pulled out, loses
nothing: the next run, or `give_back`, finds it. The log of faults goes on through all of it.
"""

import ast
from collections.abc import Callable, Mapping

from host_tools.build.layout import DATA, MANIFEST, POINTER, SLOTS
from lodeboard.storage.fault_log import LIMIT

from .errors import AnotherBoardError, NoFirmwareError
from .faults import BLOB
from .reach import reach
from .transport import Prompt

ASIDE = f"{DATA}.aside"

# The board profile that the firmware is for, "" where its manifest does not say; None without one.
_FIRMWARE = f"""
def _board(slots):
    for slot in slots:
        try:
            with open('/%s/{MANIFEST}' % slot) as file:
                return (file.readline().split() + [''])[4]
        except (OSError, IndexError):
            pass
def _pointer():
    try:
        with open('/{POINTER}', 'rb') as file:
            return file.read(16).strip()
    except OSError:
        return b''
print(repr(_board({SLOTS[::-1]!r} if _pointer() == b'{SLOTS[1]}' else {SLOTS!r})))
"""
_HELPERS = f"""
import os
def _there(path):
    try:
        os.stat(path)
        return True
    except OSError:
        return False
def _empty():
    if _there('/{DATA}'):
        for name in os.listdir('/{DATA}'):
            os.remove('/{DATA}/' + name)
"""
_PUT_ASIDE = f"""
if _there('/{ASIDE}'):
    _empty()
elif _there('/{DATA}'):
    os.rename('/{DATA}', '/{ASIDE}')
else:
    os.mkdir('/{ASIDE}')
if not _there('/{DATA}'):
    os.mkdir('/{DATA}')
"""
# A fault is one of the firmware, whatever was lent: what was written down meanwhile is kept, at the
# end of the board's own log. The oldest go, as in the firmware, which loads all of it.
_KEEP_FAULTS = f"""
def _read(path):
    if not _there(path):
        return b''
    with open(path, 'rb') as file:
        return file.read()
if _there('/{ASIDE}') and _there('/{DATA}/{BLOB}'):
    _log = _read('/{ASIDE}/{BLOB}') + _read('/{DATA}/{BLOB}')
    while len(_log) > {LIMIT}:
        _next = _log.find(b'\\n--- fault ') + 1
        _log = _log[_next:] if _next else b''
    with open('/{DATA}/{BLOB}', 'wb') as file:
        file.write(_log)
    os.rename('/{DATA}/{BLOB}', '/{ASIDE}/{BLOB}')
"""
_GIVE_BACK = f"""
_there_was = _there('/{ASIDE}')
if _there_was:
    _empty()
    if _there('/{DATA}'):
        os.rmdir('/{DATA}')
    os.rename('/{ASIDE}', '/{DATA}')
print(_there_was)
"""


def as_new(
    port: str, board: str, kept: Mapping[str, bytes], begun: Callable[[], None] = lambda: None
) -> None:
    """Start the board on this port as it left the workshop, or with `kept` in its data folder; what
    it keeps is put aside, unless it is already. `begun` is called before anything is changed.
    DeviceError; NoFirmwareError, AnotherBoardError for one that is no `board`, which plays on."""
    with Prompt(port) as prompt:
        try:
            _check(prompt, board)
        except BaseException:
            prompt.leave()
            raise
        begun()
        prompt.run(_HELPERS + _KEEP_FAULTS + _PUT_ASIDE)
        _write(prompt, kept)
        prompt.restart()


def _check(prompt: Prompt, board: str) -> None:
    there = ast.literal_eval(prompt.run(_FIRMWARE))
    if there is None:
        raise NoFirmwareError(prompt.port)
    if there not in ("", board):
        raise AnotherBoardError(prompt.port, board, there)


def start_with(port: str, files: Mapping[str, bytes]) -> None:
    """Start the board with these in its data folder, in place of those of the same names.
    DeviceError."""
    with Prompt(port) as prompt:
        _write(prompt, files)
        prompt.restart()


def _write(prompt: Prompt, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        prompt.send_file(f"/{DATA}/{name}", data, lambda: None)


def give_back(port: str | None, say: Callable[[str], None] = lambda _: None) -> bool:
    """Start the board on this port, or the only one there is, with what was put aside; False where
    nothing was. One that restarts is waited for, as `say` is told. DeviceError."""
    with reach(port, say) as prompt:
        found = prompt.run(_HELPERS + _KEEP_FAULTS + _GIVE_BACK).strip() == "True"
        prompt.restart()
    return found
