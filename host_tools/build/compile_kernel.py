"""Compiles kernels in a separate process: one for `swap` (MODULE NAME), or all of the games."""

import os
import sys
import threading
from importlib.util import find_spec

from host_tools.build import compiled, swap

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
    if len(sys.argv) == 1:
        for module, name in compiled.kernels() if find_spec("numba") else ():
            swap.compile_here(module.__name__, name)
        return
    end_with_parent()
    if hasattr(os, "nice"):
        os.nice(_LOWEST)
    swap.compile_here(*sys.argv[1:])


if __name__ == "__main__":
    main()
