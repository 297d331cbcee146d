"""Puts aside what a board keeps (settings, zeros, games), and gives it back.

The folder gets another name on the board itself, in one step; as long as there is one of that name,
it is the board's own, whatever lies in the other. So a run that died, or a cable pulled out, loses
nothing: the next run, or `give_back`, finds it.
"""

from host_tools.build.layout import DATA

from .transport import Prompt

ASIDE = f"{DATA}.aside"

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
_GIVE_BACK = f"""
_there_was = _there('/{ASIDE}')
if _there_was:
    _empty()
    if _there('/{DATA}'):
        os.rmdir('/{DATA}')
    os.rename('/{ASIDE}', '/{DATA}')
print(_there_was)
"""


def as_new(port: str) -> None:
    """Start the board on this port as it left the workshop; what it keeps is put aside, unless it
    is already. DeviceError."""
    with Prompt(port) as prompt:
        prompt.run(_HELPERS + _PUT_ASIDE)
        prompt.restart()


def give_back(port: str) -> bool:
    """Start the board with what was put aside; False where nothing was. DeviceError."""
    with Prompt(port) as prompt:
        found = prompt.run(_HELPERS + _GIVE_BACK).strip() == "True"
        prompt.restart()
    return found
