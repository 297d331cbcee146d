"""The firmware's kernels compiled by Numba, for bulk work on the computer.

Kernels are inlined first (see inline). Machine code is cached in the project's cache folder, so
only the first run after a change of a kernel compiles.

`install` replaces the plain kernels of the games by the compiled ones under the same names for the
rest of this process, so that searches use them without any change. This is for bulk work: if a user
waits for an answer, see `swap`.
"""

import ast
import functools
import hashlib
import importlib
import inspect
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import FunctionType, ModuleType
from typing import Any

from host_tools import CHECKOUT, ROOT
from host_tools.build import inline, viper
from host_tools.jobs.cache import cache_folder
from host_tools.jobs.files import alone, is_held
from lodeboard import games

CACHE = str((ROOT / ".cache" if CHECKOUT else cache_folder()) / "numba")
_TYPES = {"ptr8": "B", "ptr16": "H", "ptr32": "i"}


def machine_code(function: Any) -> Any:
    """A kernel's function as machine code that releases the GIL, with the functions of its module
    that it calls, or None if Numba is not installed."""
    try:
        import numba  # noqa: PLC0415  (takes most of a second)
    except ImportError:
        return None
    cached = _prepare_cache(numba.config)
    plain = in_one_piece(inspect.unwrap(function))
    return numba.njit(cache=cached, nogil=True)(_calling_machine_code(plain))


def _calling_machine_code(function: Any) -> Any:
    """A function that calls the machine code of those of its module that it calls: machine code
    calls nothing else."""
    names = function.__globals__
    called = {
        name: machine_code(names[name])
        for name in function.__code__.co_names
        if isinstance(names.get(name), FunctionType)
        and names[name] is not function
        and names[name].__module__ == function.__module__
    }
    if not called:
        return function
    code, defaults, closure = function.__code__, function.__defaults__, function.__closure__
    return FunctionType(code, {**names, **called}, function.__name__, defaults, closure)


def in_one_piece(function: Any) -> Any:
    """A function of a kernel's module with its helpers inlined, and with the module's names and
    file, by which Numba detects changes. A function that calls no helpers is returned as it is.
    Raises InlineError."""
    path = function.__code__.co_filename
    module = sys.modules.get(function.__module__)
    if module is None or function.__closure__ or not viper.is_kernel(path):
        return function
    text = inline.inlined_function(Path(path).read_text(encoding="utf-8"), function.__name__)
    if text is None:
        return function
    made: dict[str, Any] = {}
    exec(compile(text, path, "exec"), vars(module), made)
    return made[function.__name__]


def compile_for(code: Any, arguments: Sequence[Any]) -> None:
    """Compile machine code for arguments like these. Only one process compiles at a time; the
    others wait and use its cached result."""
    from numba import typeof  # noqa: PLC0415

    with alone(_lock()):
        code.compile(tuple(map(typeof, arguments)))


def _lock() -> Path:
    return Path(CACHE) / "compiling"


def is_compiling() -> bool:
    """Whether a process is compiling, for which `compile_for` would wait."""
    return is_held(_lock())


@functools.cache
def compiled(function: Callable[..., int]) -> "OnArrays | None":
    """A kernel's function as machine code that takes the firmware's arrays, or None if Numba is not
    installed. Numba is imported at the first call. `inspect.unwrap` returns the plain function."""
    if find_spec("numba") is None:
        return None
    return OnArrays(function, lambda: machine_code(function))


class OnArrays:
    """Calls machine code with the arguments of `function`; compiled or loaded at the first call.
    Arrays are passed as views of the same memory, so the caller sees all changes.

    types: the type codes of each argument's array, None for a number; a kernel has them as
    annotations.
    """

    def __init__(
        self,
        function: Callable[..., int],
        get_code: Callable[[], Any],
        types: Sequence[str | None] = (),
    ) -> None:
        functools.update_wrapper(self, function)
        self._types = types or _types_of(function)
        self._get_code = get_code
        self._code: Any = None
        self._view: Any = None

    def load(self) -> None:
        """Load or compile the machine code for writable arrays."""
        if self._code is None:
            from numpy import frombuffer  # noqa: PLC0415  (takes a tenth of a second)

            self._view = frombuffer
            code = self._get_code()
            compile_for(code, self._taken([bytearray(8) if kind else 0 for kind in self._types]))
            self._code = code

    def _taken(self, arguments: Sequence[Any]) -> list[Any]:
        return [
            one if kind is None else self._view(one, kind)
            for one, kind in zip(arguments, self._types, strict=True)
        ]

    def __call__(self, *arguments: Any) -> int:
        if self._code is None:
            self.load()
        result: int = self._code(*self._taken(arguments))
        return result


def _types_of(function: Callable[..., int]) -> list[str | None]:
    tree = ast.parse(inspect.getsource(inspect.unwrap(function)))
    return [_TYPES.get(said) for said in viper.types_of(viper.functions(tree)[0])]


def kernels(game: str = "*") -> list[tuple[ModuleType, str]]:
    """Every function of a game's kernels, or of all: its module and its name there."""
    found = []
    for path in kernel_files(game):
        module = importlib.import_module(f"{games.__name__}.{path.parent.name}.{path.stem}")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += [(module, function.name) for function in viper.functions(tree)]
    return found


def kernel_files(game: str = "*") -> list[Path]:
    """The sources of a game's kernels, or of all."""
    found = sorted(Path(games.__path__[0]).glob(f"{game}/*.py"))
    return [path for path in found if viper.is_kernel(path.name)]


@functools.cache
def install(game: str = "*") -> None:
    """Let a game's kernels, or all, run as machine code from now on, compiled at their first call.
    Without Numba nothing changes."""
    for module, name in kernels(game):
        function = compiled(getattr(module, name))
        if function is not None:
            setattr(module, name, function)


@contextmanager
def bound(*functions: Callable[..., int]) -> Iterator[None]:
    """In the block, objects are created with these functions in place of the kernels of the same
    names."""
    modules = [importlib.import_module(function.__module__) for function in functions]
    names = [function.__name__ for function in functions]
    before = [getattr(module, name) for module, name in zip(modules, names, strict=True)]
    try:
        for module, name, function in zip(modules, names, functions, strict=True):
            setattr(module, name, function)
        yield
    finally:
        for module, name, function in zip(modules, names, before, strict=True):
            setattr(module, name, function)


def _prepare_cache(config: object) -> bool:
    """Set the folder for machine code, unless the user did; False if there is none."""
    folder = code_folder()
    if folder is None:
        return False
    config.CACHE_DIR = folder  # type: ignore[attr-defined]
    return True


def code_folder() -> str | None:
    """The folder for machine code: set by the user or in the project's cache; None if it cannot be
    written."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        return named
    try:
        os.makedirs(CACHE, exist_ok=True)
    except OSError:
        return None
    return os.path.join(CACHE, _layouts()) if os.access(CACHE, os.W_OK) else None


def _layouts() -> str:
    """A hash of the kernels' constants. Numba only checks whether a kernel's own file has changed,
    and would use old machine code after a change of an array's layout."""
    total = hashlib.sha256()
    for path in sorted(Path(games.__path__[0]).rglob("*_layout.py")):
        total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()[:16]
