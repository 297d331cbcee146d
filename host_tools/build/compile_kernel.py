"""Compiles one kernel in a separate process for `swap`: MODULE NAME."""

import os
import sys
import threading

from host_tools.build import swap

_LOWEST = 19


def end_with_parent() -> None:
    """End this process when its parent ends or closes the pipe."""

    def wait() -> None:
        # Not with a buffered reader: Python aborts if one is in use at exit.
        while os.read(0, 1):
            pass
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()


def main() -> None:
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(_LOWEST)
    swap.compile_here(*sys.argv[1:])


if __name__ == "__main__":
    main()
