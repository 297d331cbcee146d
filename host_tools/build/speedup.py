"""Lets kernels become machine code where Numba is installed. A browser, which has none, does not
load what compiles them."""

from importlib.util import find_spec


def install() -> None:
    """Let the kernels of all games become machine code later in this process, if possible."""
    if find_spec("numba"):
        from host_tools.build import swap  # noqa: PLC0415 - not for browsers

        swap.install()
