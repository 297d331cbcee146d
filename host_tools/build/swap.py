"""Runs kernels as plain Python until their machine code is ready, so that nobody waits for a
compiler.

A kernel stores its state in arrays, so machine code can take over at any call: values and counts
stay the same. A process that has spent `PATIENCE_S` of processor time in a plain kernel looks for
its machine code. If it is cached, it is loaded, which takes about as long. Otherwise a separate
process compiles it at the lowest priority, and ends with this one.
"""

import functools
import hashlib
import importlib
import inspect
import os
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from importlib import metadata
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from host_tools.build import compiled, inline, returns
from host_tools.jobs.files import write_whole
from host_tools.jobs.interrupt import at_once

# Processor time spent in a plain kernel after which loading machine code is worthwhile.
PATIENCE_S = 1.0

Kernel = Callable[..., int]
Machine = Callable[[], compiled.OnArrays]
Start = Callable[[Kernel, "Machine | None"], "subprocess.Popen[bytes]"]


@functools.cache
def beside(function: Kernel, machine: Machine | None = None) -> "Swapping | None":
    """A version of a kernel's function that becomes machine code later; always the same object.
    None if Numba is not installed. `inspect.unwrap` returns the plain function.

    machine: a module's function that makes the machine code, for functions that are not kernels.
    """
    return None if find_spec("numba") is None else Swapping(function, machine)


@functools.cache
def install(game: str = "*") -> None:
    """Let a game's kernels, or all, become machine code later in this process. Kernels that already
    are (`compiled.install`) do not change, and without Numba none does."""
    for module, name in compiled.kernels(game):
        function = getattr(module, name)
        if not isinstance(function, compiled.OnArrays):
            setattr(module, name, beside(function) or function)


class Swapping:
    """A kernel's function that becomes machine code later.

    machine: makes the machine code, for functions that are not kernels. start: starts the compiling
    process.
    """

    def __init__(
        self, function: Kernel, machine: Machine | None = None, start: Start | None = None
    ) -> None:
        self._plain = inspect.unwrap(function)
        functools.update_wrapper(self, self._plain)
        self._machine = machine
        self._start = start or start_compiling
        self._compiled: Kernel | None = None
        self._spent_s = 0.0  # in the plain function
        self._lock = threading.Lock()
        self._mark: Path | None = None
        self._compiling: subprocess.Popen[bytes] | None = None
        self._given_up = False

    def __call__(self, *arguments: Any) -> int:
        if self._compiled is None and self._spent_s >= PATIENCE_S and not self._given_up:
            self._compiled = self._look()
        if self._compiled is not None:
            return self._compiled(*arguments)
        began = time.thread_time()
        result: int = self._plain(*arguments)
        self._spent_s += time.thread_time() - began
        return result

    @property
    def fast(self) -> bool:
        """Whether it is machine code now."""
        return self._compiled is not None

    def hurry(self) -> None:
        """Look for machine code at the next call, because much work is to come."""
        self._spent_s = max(self._spent_s, PATIENCE_S)

    def _look(self) -> Kernel | None:
        """The loaded machine code if it is ready, otherwise start compiling. On failure the kernel
        stays plain in this process. Only one thread looks at a time; others do not wait."""
        if not self._lock.acquire(blocking=False):
            return None
        try:
            if self._compiling is not None and self._compiling.poll() is None:
                return None
            self._mark = self._mark or mark_of(self._plain)
            if self._mark is not None and self._mark.exists():
                if compiled.is_compiling():  # another kernel: loading would wait for it
                    return None
                return load(self._plain, self._machine)
            self._given_up = self._mark is None or self._compiling is not None
            if not self._given_up:
                self._compiling = self._start(self._plain, self._machine)
        except OSError:  # no process can be started
            self._given_up = True
        finally:
            self._lock.release()
        return None


def load(plain: Kernel, machine: Machine | None) -> Kernel:
    """Cached machine code, loaded; compiled if missing."""
    code = machine() if machine is not None else compiled.compiled(plain)
    assert code is not None
    with at_once():
        code.load()
    return code


def start_compiling(plain: Kernel, machine: Machine | None) -> "subprocess.Popen[bytes]":
    """Start the process that compiles a kernel. It ends when its standard input is closed; Ctrl-C
    in a terminal does not reach it."""
    words = [plain.__module__, plain.__name__, *([machine.__name__] if machine else [])]
    return subprocess.Popen(
        [sys.executable, "-m", "host_tools.build.compile_kernel", *words],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )


def mark_of(plain: Kernel) -> Path | None:
    """The file that marks a kernel's machine code for this computer as cached; None if it cannot
    be. Its name depends on everything that Numba checks: otherwise Numba might compile again while
    callers wait."""
    folder = compiled.code_folder()
    if folder is None:
        return None
    from llvmlite import binding  # noqa: PLC0415 - takes a while

    inlining = [Path(inspect.getfile(module)) for module in (inline, returns)]
    sources = [Path(inspect.getfile(plain)), *compiled.kernel_files(), *inlining]
    told = (
        sys.version, metadata.version("numba"), binding.get_host_cpu_name(),
        binding.get_host_cpu_features().flatten(),
        [(str(path), path.stat().st_mtime_ns, path.stat().st_size) for path in sources],
    )  # fmt: skip
    total = hashlib.sha256(repr(told).encode()).hexdigest()
    return Path(folder) / f"{plain.__name__}-{total[:16]}.ready"


def compile_here(module: str, name: str, machine: str = "") -> None:
    """Compile a kernel for other processes, and mark it as cached."""
    place = importlib.import_module(module)
    plain = inspect.unwrap(getattr(place, name))
    load(plain, getattr(place, machine) if machine else None)
    mark = mark_of(plain)
    if mark is not None:
        mark.parent.mkdir(parents=True, exist_ok=True)
        write_whole(mark, "")
