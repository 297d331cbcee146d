"""Compiles one kernel beside the process that wants it (see `swap`): MODULE NAME."""

import os
import sys
import threading

from host_tools.build import swap

_LOWEST = 19


def end_with_parent() -> None:
    """End this process when whoever started it ends, or closes the pipe."""

    def wait() -> None:
        # Not by a buffered reader: Python aborts when one is in use at its end.
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
