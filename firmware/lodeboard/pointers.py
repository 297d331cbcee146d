"""What viper calls the arrays of a kernel, for annotations: memory as 8-, 16- or 32-bit integers.

On a computer any flat array of integers serves. Only type checkers read this, and the build, which
compiles kernels as viper by their annotations (host_tools/build/viper.py).
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Protocol

    class Integers(Protocol):
        def __getitem__(self, index: int, /) -> int: ...
        def __setitem__(self, index: int, value: int, /) -> None: ...

    ptr8 = Integers
    ptr16 = Integers
    ptr32 = Integers
