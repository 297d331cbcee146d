"""Progress bars on standard error, if it is a terminal, drawn by tqdm."""

import shutil
import sys
from threading import RLock
from typing import Any

from tqdm import tqdm

COUNTED = "[{bar:40}] {n_fmt}/{total_fmt}"
BAR = "[{bar:24}]"  # for a line with other text
_OFTEN_S = 0.1  # faster is not visible

tqdm.monitor_interval = 0  # no thread that redraws: it would continue in forked processes
tqdm.set_lock(RLock())  # its default is a lock for processes, but only one process draws here


def progress_bar(total: float, form: str = COUNTED, stays: bool = True, **more: Any) -> tqdm:
    """A tqdm bar that draws nothing without a terminal. `form`: tqdm's bar_format; `stays`: leave
    the line there when the bar is closed."""
    # Without a size tqdm draws nothing on a terminal that does not report one.
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
        miniters=0,  # also draw when only the text has changed
        smoothing=0,  # estimate from the whole run, not from the last moments
        **more,
    )


def keep(text: str) -> None:
    """Print a line that stays, above the bar if there is one."""
    tqdm.write(text, file=sys.stderr)
