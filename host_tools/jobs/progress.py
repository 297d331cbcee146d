"""How far long work is, on standard error, where that is a terminal. tqdm draws it."""

import shutil
import sys
from threading import RLock
from typing import Any

from tqdm import tqdm

COUNTED = "[{bar:40}] {n_fmt}/{total_fmt}"
BAR = "[{bar:24}]"  # for a line of one's own
_OFTEN_S = 0.1  # no eye follows faster

tqdm.monitor_interval = 0  # no thread that redraws: it would go on in forked processes
tqdm.set_lock(RLock())  # its own is one for processes, and only one process draws here


def progress_bar(total: float, form: str = COUNTED, stays: bool = True, **more: Any) -> tqdm:
    """A tqdm bar that draws nothing where there is no terminal. `form`: what the line says, as
    tqdm's bar_format; `stays`: whether it is left there when it is closed."""
    # tqdm draws nothing on a terminal that does not report its size.
    columns, rows = shutil.get_terminal_size((120, 24))
    return tqdm(
        total=total,
        bar_format=form,
        leave=stays,
        ascii=".#",
        disable=None,
        ncols=columns - 1,
        nrows=rows,
        file=sys.stderr,
        mininterval=_OFTEN_S,
        miniters=0,  # a changed text is drawn too
        smoothing=0,  # estimates from all that was done, not from the last moments
        **more,
    )


def keep(text: str) -> None:
    """A line that stays, on a terminal or not, above the bar that is drawn."""
    tqdm.write(text, file=sys.stderr)
