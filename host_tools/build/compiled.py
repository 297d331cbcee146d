"""The firmware's kernels compiled by Numba, for the computer's bulk work.

Numba gets the kernels inlined (see inline), and other functions as they stand. Machine code is kept
in the project's cache folder, so that only the first run after a change of a kernel compiles.

`install` puts the compiled functions of the games where the plain ones are, under the same names,
for the rest of this process: who makes a search then gets the compiled kernel without knowing. That
is for bulk work: where somebody waits for an answer, see `swap`.
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
from host_tools.jobs.files import alone
from lodeboard import games

CACHE = str((ROOT / ".cache" if CHECKOUT else cache_folder()) / "numba")
_TYPES = {"ptr8": "B", "ptr16": "H", "ptr32": "i"}


def machine_code(function: Any) -> Any:
    """A kernel's function as machine code that lets other threads run, with the functions of its
    module that it calls, or None where Numba is not installed."""
    try:
        import numba  # noqa: PLC0415  (takes most of a second)
    except ImportError:
        return None
    kept = _prepare_cache(numba.config)
    plain = in_one_piece(inspect.unwrap(function))
    return numba.njit(cache=kept, nogil=True)(_calling_machine_code(plain))


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
    """A function of a kernel's module that calls helpers with these inlined, and the module's names
    and file, by which Numba sees changes; any other function as it is. InlineError."""
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
    """Compile machine code for arguments like these. What takes a minute is not done by several
    processes at once: the others wait, and take what the first one kept."""
    from numba import typeof  # noqa: PLC0415

    with alone(Path(CACHE) / "compiling"):
        code.compile(tuple(map(typeof, arguments)))


@functools.cache
def compiled(function: Callable[..., int]) -> "OnArrays | None":
    """A kernel's function as machine code that takes the firmware's arrays, or None where Numba is
    not installed, which is imported at the first call. `inspect.unwrap` gives the plain one."""
    if find_spec("numba") is None:
        return None
    return OnArrays(function, lambda: machine_code(function))


class OnArrays:
    """A function that calls machine code as `function` is called, got at the first call. Arrays
    become views of the same memory: what the machine code writes, the caller sees.

    types: what each argument's elements are to `array`, None for a number; those of a kernel stand
    in its annotations."""

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
        """Have the machine code ready for arrays that can be written to: load or compile it."""
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
    """Every function of the kernels of a game, or of all: the module, and the name there."""
    found = []
    for path in kernel_files(game):
        module = importlib.import_module(f"{games.__name__}.{path.parent.name}.{path.stem}")
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += [(module, function.name) for function in viper.functions(tree)]
    return found


def kernel_files(game: str = "*") -> list[Path]:
    """The sources of the kernels of a game, or of all."""
    found = sorted(Path(games.__path__[0]).glob(f"{game}/*.py"))
    return [path for path in found if viper.is_kernel(path.name)]


@functools.cache
def install(game: str = "*") -> None:
    """Have the kernels of a game, or of all, run as machine code from now on, compiled when they
    are first called. Where Numba is not installed they stay as they are."""
    for module, name in kernels(game):
        function = compiled(getattr(module, name))
        if function is not None:
            setattr(module, name, function)


@contextmanager
def bound(*functions: Callable[..., int]) -> Iterator[None]:
    """Have these functions stand for the kernels of the same names, in what is made meanwhile."""
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
    """Choose where the machine code is kept, unless the user did; False if nowhere."""
    folder = code_folder()
    if folder is None:
        return False
    config.CACHE_DIR = folder  # type: ignore[attr-defined]
    return True


def code_folder() -> str | None:
    """Where the machine code is kept: where the user says, else in the project's cache; None where
    nothing can be."""
    named = os.environ.get("NUMBA_CACHE_DIR")
    if named:
        return named
    try:
        os.makedirs(CACHE, exist_ok=True)
    except OSError:
        return None
    return os.path.join(CACHE, _layouts()) if os.access(CACHE, os.W_OK) else None


def _layouts() -> str:
    """A hash of the kernels' constants. Numba looks only whether a kernel's own file has changed,
    and would go on with machine code that takes an array's words for others."""
    total = hashlib.sha256()
    for path in sorted(Path(games.__path__[0]).rglob("*_layout.py")):
        total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()[:16]
