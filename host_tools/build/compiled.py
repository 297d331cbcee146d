"""The firmware's kernels compiled by Numba, for the computer's bulk work.

The functions are compiled as they stand; nothing is rewritten. Machine code is kept in the
project's cache folder, so that only the first run after a change of a kernel compiles.

`install` puts the compiled functions of the games where the plain ones are, under the same names,
for the rest of this process: who makes a search then gets the compiled kernel without knowing.
"""

import ast
import functools
import hashlib
import importlib
import inspect
import os
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Any

from host_tools import CHECKOUT, ROOT
from host_tools.build import viper
from host_tools.jobs.cache import cache_folder
from host_tools.jobs.files import alone
from lodeboard import games

CACHE = str((ROOT / ".cache" if CHECKOUT else cache_folder()) / "numba")
_TYPES = {"ptr8": "B", "ptr16": "H", "ptr32": "i"}


def machine_code(function: Any) -> Any:
    """A kernel's function as machine code that lets other threads run, or None where Numba is not
    installed."""
    try:
        import numba  # noqa: PLC0415  (takes most of a second)
    except ImportError:
        return None
    kept = _prepare_cache(numba.config)
    return numba.njit(cache=kept, nogil=True)(inspect.unwrap(function))


def compile_for(code: Any, arguments: Sequence[Any]) -> None:
    """Compile machine code for arguments like these. What takes a minute is not done by several
    processes at once: the others wait, and take what the first one kept."""
    from numba import typeof  # noqa: PLC0415

    with alone(Path(CACHE) / "compiling"):
        code.compile(tuple(map(typeof, arguments)))


@functools.cache
def compiled(function: Callable[..., int]) -> Callable[..., int] | None:
    """A kernel's function as machine code that takes the firmware's arrays, or None where Numba is
    not installed, which is imported at the first call. `inspect.unwrap` gives the plain one."""
    if find_spec("numba") is None:
        return None
    return on_arrays(function, lambda: machine_code(function))


def on_arrays(function: Callable[..., int], get_code: Callable[[], Any]) -> Callable[..., int]:
    """A function that calls machine code as `function` is called, got at the first call. Arrays
    become views of the same memory: what the machine code writes, the caller sees."""
    tree = ast.parse(inspect.getsource(inspect.unwrap(function)))
    types = [_TYPES.get(said) for said in viper.types_of(viper.functions(tree)[0])]

    code: Any = None
    view: Any = None

    @functools.wraps(function)
    def run(*arguments: Any) -> int:
        nonlocal code, view
        if view is None:
            from numpy import frombuffer  # noqa: PLC0415  (takes a tenth of a second)

            view = frombuffer
        taken = [
            one if kind is None else view(one, kind)
            for one, kind in zip(arguments, types, strict=True)
        ]
        if code is None:
            new = get_code()
            compile_for(new, taken)
            code = new
        result: int = code(*taken)
        return result

    return run


def kernels(game: str = "*") -> list[tuple[ModuleType, str]]:
    """Every function of the kernels of a game, or of all: the module, and the name there."""
    found = []
    for path in sorted(Path(games.__path__[0]).glob(f"{game}/*.py")):
        if viper.is_kernel(path.name):
            module = importlib.import_module(f"{games.__name__}.{path.parent.name}.{path.stem}")
            tree = ast.parse(path.read_text(encoding="utf-8"))
            found += [(module, function.name) for function in viper.functions(tree)]
    return found


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
    if os.environ.get("NUMBA_CACHE_DIR"):
        return True
    try:
        os.makedirs(CACHE, exist_ok=True)
    except OSError:
        return False
    if not os.access(CACHE, os.W_OK):
        return False
    config.CACHE_DIR = os.path.join(CACHE, _layouts())  # type: ignore[attr-defined]
    return True


def _layouts() -> str:
    """A hash of the kernels' constants. Numba looks only whether a kernel's own file has changed,
    and would go on with machine code that takes an array's words for others."""
    total = hashlib.sha256()
    for path in sorted(Path(games.__path__[0]).rglob("*_layout.py")):
        total.update(path.name.encode() + path.read_bytes())
    return total.hexdigest()[:16]
