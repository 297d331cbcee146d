"""A progress bar on the terminal for the start of an emulated chip."""

import threading

from host_tools.board.contract import Board
from host_tools.jobs.progress import BAR, progress_bar

_FORM = "The emulated chip starts " + BAR + " {percentage:3.0f} %"


def show_start(board: Board) -> None:
    """Show that this board is starting, with a bar on a terminal; nothing if it is not starting.
    The bar is updated and removed as board time passes."""
    if board.start_share is None:
        return
    print("The emulated chip starts.", flush=True)
    bar = progress_bar(1.0, _FORM, stays=False)
    followed = threading.Event()  # the board's ticks come from another thread

    def follow(_ms: int, _none: None) -> None:
        followed.wait()
        share = board.start_share
        if share is None:
            end()
            bar.close()
        else:
            bar.update(share - bar.n)

    end = board.ticks.subscribe(follow)
    followed.set()
