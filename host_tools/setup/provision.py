"""Prepares `.venv` for a purpose; does nothing if it is ready.

Run by the Makefile with any Python 3.11 or later, standard library only:

    provision.py play     for `lodeboard play`
    provision.py board    also for flashing boards
    provision.py chip     also for a fast emulator of the chip
    provision.py check    every package, and MicroPython's type stubs
    provision.py test     all that, a browser and the MicroPython image

A stamp in `.venv` holds a hash of the requirements (dependencies, constraints, Python), so a second
run takes no time and a changed dependency is noticed. An interrupted set-up leaves a mark, and the
next one starts afresh.
"""

import argparse
import contextlib
import hashlib
import os
import queue
import re
import shutil
import subprocess
import sys
import threading
import time
import tomllib
import venv
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
VENV = ROOT / ".venv"
STUBS = ROOT / ".cache" / "stubs"
EXTRAS = ("chip", "check", "mutate", "test")
EXTRAS_OF: dict[str, tuple[str, ...]] = {
    "play": (),
    "board": ("board",),
    "chip": ("chip",),
    "check": EXTRAS,
    "test": EXTRAS,
}
PURPOSES = {
    (): "playing",
    ("board",): "playing, and for real boards",
    ("chip",): "playing, and for real and emulated boards",
    EXTRAS: "tests, checks, mutants and the chip",
}
# Packages in the second file affect no test, so passed tests stay valid when it changes.
CONSTRAINTS = ("constraints.txt", "host_tools/lab/mutate/constraints.txt")
STUB_PACKAGES = ("micropython-rp2-stubs", "micropython-stdlib-stubs")
UNFINISHED = VENV / "lodeboard-unfinished"
INTERRUPTED = 130
# Seconds between lines about pip's work: redrawn on a terminal, and elsewhere.
REDRAWN_S, PAUSE_S = 1.0, 10.0
ACTS = ("Collecting ", "Downloading ", "Building ", "Preparing ", "Getting ", "Installing ")
SKIPPABLE = ("browser", "chip")
EMULATOR = "rp2040py"
# Its wheel is built for Python's limited ABI, in which every emulated instruction looks methods up
# by name. Compiled without it, it is 3.6 times as fast (1.5 s of board time in 4.4 s instead of
# 15.8 s, on two cores of an AMD EPYC).
EMULATOR_BUILD = ("build_ext", "--undef=Py_LIMITED_API")


class SetupError(Exception):
    """Something is missing; the text says what and what to do."""


def say(text: str) -> None:
    print(text, flush=True)


def environment_python() -> str:
    return str(VENV / "bin" / "python")


def fingerprint(*parts: str) -> str:
    """A hash of everything an installation depends on: dependencies, pins, Python and `parts`."""
    with (ROOT / "pyproject.toml").open("rb") as file:
        project = tomllib.load(file)
    wanted = [repr(project["build-system"]), repr(project["project"])]
    wanted.extend((ROOT / name).read_text(encoding="utf-8") for name in CONSTRAINTS)
    wanted.append(str(ROOT))
    wanted.extend(parts)
    return hashlib.sha256("\n".join(wanted).encode()).hexdigest()


def is_stamped(stamp: Path, mark: str) -> bool:
    return stamp.is_file() and stamp.read_text(encoding="ascii") == mark


def works() -> bool:
    """Whether `.venv` is complete, at its original path, and has a suitable Python."""
    if UNFINISHED.exists():
        return False
    probe = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    try:
        # Scripts contain the path of their Python, so they fail if the tree is moved.
        belongs = str(VENV) in (VENV / "bin" / "pip").read_text(encoding="utf-8")
        done = subprocess.run([environment_python(), "-c", probe], capture_output=True, check=False)
    except OSError:
        return False
    return belongs and done.returncode == 0


def make_environment() -> None:
    """Create `.venv`, or replace a broken one."""
    if works():
        return
    if VENV.exists():
        say(".venv is broken or incomplete: creating it again")
        shutil.rmtree(VENV)
    say(f"making .venv with Python {sys.version.split()[0]}")
    VENV.mkdir()
    UNFINISHED.touch()
    builder = venv.EnvBuilder(with_pip=True, symlinks=True)
    try:
        builder.create(VENV)
    except subprocess.CalledProcessError as error:
        raise SetupError(
            f"Python could not make .venv (status {error.returncode}). On Debian and Ubuntu: "
            "sudo apt-get install python3-venv"
        ) from error
    UNFINISHED.unlink()


def doing(line: str) -> str:
    """The action in a line of pip, shortened; "" if the line has none."""
    if line.startswith("Requirement already satisfied: "):
        return f"Checking {line.split()[3]}"
    if line.startswith("Installing collected packages: "):
        return f"Installing {line.count(',') + 1} packages"
    return re.split(r" \(from |: ", line.strip())[0] if line.strip().startswith(ACTS) else ""


def follow(process: "subprocess.Popen[str]") -> list[str]:
    """Read pip's output and show its current action regularly, on a terminal in one line. Returns
    all lines."""
    lines: list[str] = []
    news: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def read() -> None:
        for line in process.stdout or ():
            news.put(line.rstrip())
        news.put(None)

    threading.Thread(target=read, daemon=True).start()
    terminal = sys.stdout.isatty()
    pause_s = REDRAWN_S if terminal else PAUSE_S
    begun = said = time.monotonic()
    act = "Starting pip"
    while True:
        with contextlib.suppress(queue.Empty):
            line = news.get(timeout=pause_s)
            if line is None:
                break
            lines.append(line)
            act = doing(line) or act
        now = time.monotonic()
        if terminal:
            print(f"\r\033[K  {now - begun:3.0f} s  {act[:66]}", end="", flush=True)
        elif now - said >= pause_s:
            say(f"  {now - begun:3.0f} s  {act[:66]}")
            said = now
    if terminal:
        print("\r\033[K", end="", flush=True)
    return lines


def reasons(lines: list[str]) -> str:
    """The error lines of a failed pip, each once, or its last lines if there are none."""
    errors = [line.strip() for line in lines if "ERROR:" in line]
    return "\n  ".join(dict.fromkeys(errors or lines[-8:]))


def pip(*arguments: str) -> None:
    """Run the environment's pip. Raises SetupError with the errors of its output.

    pip removes what it could not finish, unless it is killed: then the mark stays and the next
    set-up starts afresh.
    """
    command = [environment_python(), "-m", "pip", *arguments]
    environment = {
        **os.environ,
        # Also applies to packages needed only for building.
        "PIP_CONSTRAINT": " ".join(str(ROOT / name) for name in CONSTRAINTS),
        "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        "PIP_NO_INPUT": "1",
    }
    UNFINISHED.touch()
    with subprocess.Popen(
        command,
        cwd=ROOT,
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        lines = follow(process)
    if process.returncode >= 0:
        UNFINISHED.unlink()
    if process.returncode != 0:
        raise SetupError(
            f"pip could not install what is needed:\n  {reasons(lines)}\n"
            "Is there a network connection, and room on the disk? Then run the same command again."
        )


def install(extras: tuple[str, ...]) -> None:
    """Install the project, editable, with these extras."""
    stamp = VENV / f"lodeboard-{'-'.join(extras) or 'play'}"
    whole = VENV / f"lodeboard-{'-'.join(EXTRAS)}"
    make_environment()
    if is_stamped(whole, fingerprint(*EXTRAS)) or is_stamped(stamp, fingerprint(*extras)):
        return
    target = f".[{','.join(extras)}]" if extras else "."
    purpose = PURPOSES[extras]
    say(f"installing the packages for {purpose}; the first time takes a minute or two")
    start = time.monotonic()
    pip("install", "-e", target)
    stamp.write_text(fingerprint(*extras), encoding="ascii")
    say(f"installed in {time.monotonic() - start:.0f} s")


def install_stubs() -> None:
    """Install MicroPython's type stubs in a separate folder, as they clash with CPython's."""
    stamp = STUBS / "lodeboard-stamp"
    mark = fingerprint(*STUB_PACKAGES)
    if is_stamped(stamp, mark):
        return
    say("installing MicroPython's type stubs")
    shutil.rmtree(STUBS, ignore_errors=True)
    pip("install", "--target", str(STUBS), *STUB_PACKAGES)
    stamp.write_text(mark, encoding="ascii")


def build_emulator() -> None:
    """Compile the emulator for this Python if there is a compiler; otherwise keep the wheel."""
    stamp = VENV / "lodeboard-emulator"
    mark = fingerprint(EMULATOR, *EMULATOR_BUILD)
    if is_stamped(stamp, mark):
        return
    say("compiling the emulator of the chip; takes half a minute, once")
    how = [f"--config-settings=--global-option={option}" for option in EMULATOR_BUILD]
    only = ("--no-deps", "--force-reinstall", "--no-binary", EMULATOR)
    try:
        pip("install", *only, *how, EMULATOR)
    except SetupError as error:
        say(f"{error}\nThe emulator stays as it came, three times slower. To compile it: a C")
        say("compiler and Python's headers (Debian, Ubuntu: sudo apt-get install gcc python3-dev)")
        return
    stamp.write_text(mark, encoding="ascii")


@contextlib.contextmanager
def step(module: str) -> Iterator[None]:
    """Run a tool of the project in the environment while the block runs; it reports its own
    errors."""
    command = [environment_python(), "-m", module]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL) as process:
        yield
    if process.returncode != 0:
        raise SetupError(f"{module} failed")


@contextlib.contextmanager
def compiling_kernels() -> Iterator[None]:
    """Compile the games' kernels while the block runs, once per environment: this takes half a
    minute, for which the first tests would wait."""
    stamp = VENV / "lodeboard-kernels"
    mark = fingerprint("kernels")
    if is_stamped(stamp, mark):
        yield
        return
    say("compiling the games' kernels; takes half a minute, once")
    with step("host_tools.build.compile_kernel"):
        yield
    stamp.write_text(mark, encoding="ascii")


def skipped() -> list[str]:
    """The parts named by SKIP, in order. Raises SetupError for one that cannot be skipped."""
    words = os.environ.get("SKIP", "").replace(",", " ").split()
    unknown = [word for word in words if word not in SKIPPABLE]
    if unknown:
        raise SetupError(f"SKIP={' '.join(unknown)}: can be left out: {', '.join(SKIPPABLE)}")
    return words


def provide(what: str) -> None:
    """Prepare "play", "board", "chip", "check" or "test"."""
    without = skipped()
    install(EXTRAS_OF[what])
    browser = what == "test" and "browser" not in without
    # Mostly downloads, so run them while something compiles.
    with (
        step("host_tools.setup.browser") if browser else contextlib.nullcontext(),
        compiling_kernels() if what == "test" else contextlib.nullcontext(),
    ):
        if what in ("chip", "check", "test") and "chip" not in without:
            build_emulator()
        if what in ("check", "test"):
            install_stubs()
    if what in ("check", "test") and "chip" not in without:
        with step("host_tools.board.emulator.image"):
            pass


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="provision", description=__doc__)
    parser.add_argument("what", choices=tuple(EXTRAS_OF))
    try:
        provide(parser.parse_args(arguments).what)
    except SetupError as error:
        print(f"set-up: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("\nset-up: interrupted; run the same command again to go on", file=sys.stderr)
        return INTERRUPTED
    return 0


if __name__ == "__main__":
    sys.exit(main())
