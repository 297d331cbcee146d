"""The start of an emulated chip, on the terminal."""

import threading

from host_tools.board.contract import Board
from host_tools.jobs.progress import BAR, progress_bar

_FORM = "The emulated chip starts " + BAR + " {percentage:3.0f} %"


def show_start(board: Board) -> None:
    """Say that this board starts, with a bar where there is a terminal; nothing where it does not
    or has done so already. The bar is drawn and goes away as the board's time passes."""
    if board.start_share is None:
        return
    print("The emulated chip starts.", flush=True)
    bar = progress_bar(1.0, _FORM, stays=False)
    followed = threading.Event()  # the board ticks in a thread of its own

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
