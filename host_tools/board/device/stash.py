"""Stashes a board's data (settings, zeros, games) and restores them.

The data folder is renamed on the board itself, in one step. A folder of the stash's name always
holds the board's own data, whatever is in the other one. So nothing is lost if a run fails or the
cable is pulled out: the next run or `restore` finds it. The fault log continues throughout.
"""

import ast
from collections.abc import Callable, Mapping

from host_tools.build.layout import DATA, MANIFEST, POINTER, SLOTS, STASH
from lodeboard.storage.fault_log import LIMIT

from .errors import LEFT, AnotherBoardError, NoFirmwareError, StillStashedError
from .faults import BLOB
from .reach import reach
from .transport import Prompt

# Prints the board profile of the firmware, "" if its manifest does not say, None without firmware.
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
            return file.read(1)
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
_STASH_DATA = f"""
if _there('/{STASH}'):
    _empty()
elif _there('/{DATA}'):
    os.rename('/{DATA}', '/{STASH}')
else:
    os.mkdir('/{STASH}')
if not _there('/{DATA}'):
    os.mkdir('/{DATA}')
"""
# Faults belong to the firmware, so new entries are appended to the board's own log. The oldest are
# dropped, as by the firmware, which loads the whole log.
_KEEP_FAULTS = f"""
def _read(path):
    if not _there(path):
        return b''
    with open(path, 'rb') as file:
        return file.read()
if _there('/{STASH}') and _there('/{DATA}/{BLOB}'):
    _log = _read('/{STASH}/{BLOB}') + _read('/{DATA}/{BLOB}')
    while len(_log) > {LIMIT}:
        _next = _log.find(b'\\n--- fault ') + 1
        _log = _log[_next:] if _next else b''
    with open('/{DATA}/{BLOB}', 'wb') as file:
        file.write(_log)
    os.rename('/{DATA}/{BLOB}', '/{STASH}/{BLOB}')
"""
_RESTORE = f"""
_there_was = _there('/{STASH}')
if _there_was:
    _empty()
    if _there('/{DATA}'):
        os.rmdir('/{DATA}')
    os.rename('/{STASH}', '/{DATA}')
print(_there_was)
"""


def start_as_new(
    port: str, board: str, data: Mapping[str, bytes], begun: Callable[[], None] = lambda: None
) -> None:
    """Start the board on this port with only `data` in its data folder; its own data are stashed
    unless they already are. `begun` is called before anything is changed.

    Raises DeviceError; NoFirmwareError or AnotherBoardError if it is not a `board`, which then
    continues its game.
    """
    with Prompt(port) as prompt:
        try:
            _check(prompt, board)
        except BaseException:
            prompt.leave()
            raise
        begun()
        prompt.run(_HELPERS + _KEEP_FAULTS + _STASH_DATA)
        _write(prompt, data)
        prompt.restart()


def _check(prompt: Prompt, board: str) -> None:
    there = ast.literal_eval(prompt.run(_FIRMWARE))
    if there is None:
        raise NoFirmwareError(prompt.port)
    if there not in ("", board):
        raise AnotherBoardError(prompt.port, board, there)


def check_nothing_stashed(prompt: Prompt) -> None:
    """Raise StillStashedError if an earlier run has not restored the board's data."""
    if prompt.run(f"{_HELPERS}print(_there('/{STASH}'))").strip() == "True":
        raise StillStashedError(LEFT, prompt.port)


def start_with(port: str, files: Mapping[str, bytes]) -> None:
    """Start the board with these files added to its data folder, replacing those of the same names.
    Raises DeviceError."""
    with Prompt(port) as prompt:
        _write(prompt, files)
        prompt.restart()


def _write(prompt: Prompt, files: Mapping[str, bytes]) -> None:
    for name, data in files.items():
        prompt.send_file(f"/{DATA}/{name}", data, lambda: None)


def restore(port: str | None, say: Callable[[str], None] = lambda _: None) -> bool:
    """Restore the stashed data of the board on this port, or of the only one there is, and start
    it. Waits for a board that is restarting and says so. Returns whether there was a stash. Raises
    DeviceError."""
    with reach(port, say) as prompt:
        found = prompt.run(_HELPERS + _KEEP_FAULTS + _RESTORE).strip() == "True"
        prompt.restart()
    return found
