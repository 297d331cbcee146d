"""Makes `.venv` ready for what is asked, and does nothing when it is ready already.

Run by the Makefile with any Python 3.11 or later, standard library only:

    provision.py play     what `lodeboard play` needs
    provision.py board    that, and what putting the firmware on a board needs
    provision.py chip     that, and the emulator of a board's chip made quick
    provision.py check    every package, and MicroPython's type stubs
    provision.py test     all that, a browser and the MicroPython image

A stamp in `.venv` holds a hash of what was asked for (dependencies, constraints, Python), so
a second run takes no time and a changed dependency is noticed. A set-up that was cut short
leaves its mark too, and the next one starts afresh.
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
# The second has what changes the outcome of no test, so that tests known to pass stay known.
CONSTRAINTS = ("constraints.txt", "host_tools/lab/mutate/constraints.txt")
STUB_PACKAGES = ("micropython-rp2-stubs", "micropython-stdlib-stubs")
UNFINISHED = VENV / "lodeboard-unfinished"
INTERRUPTED = 130
# What pip says is shown so often: on a terminal, where one line changes, and elsewhere.
REDRAWN_S, PAUSE_S = 1.0, 10.0
ACTS = ("Collecting ", "Downloading ", "Building ", "Preparing ", "Getting ", "Installing ")
SKIPPABLE = ("browser", "chip")
EMULATOR = "rp2040py"
# Its ready-made wheel keeps to Python's limited ABI, which makes every instruction of the
# emulated chip look its methods up by name. Compiled without, it runs 3.6 times as fast
# (1.5 s of a board's time in 4.4 s, not 15.8, on two cores of an AMD EPYC).
EMULATOR_BUILD = ("build_ext", "--undef=Py_LIMITED_API")


class SetupError(Exception):
    """Something is missing; the text says what and what to do."""


def say(text: str) -> None:
    print(text, flush=True)


def environment_python() -> str:
    return str(VENV / "bin" / "python")


def fingerprint(*parts: str) -> str:
    """A hash over what an installation depends on: dependencies, pins, Python and `parts`."""
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
    """Whether `.venv` is whole: made to its end, for this place, with a Python that will do."""
    if UNFINISHED.exists():
        return False
    probe = "import sys, pip; sys.exit(sys.version_info < (3, 11))"
    try:
        # Programs in there begin with the path of their Python: a moved tree breaks them.
        belongs = str(VENV) in (VENV / "bin" / "pip").read_text(encoding="utf-8")
        done = subprocess.run([environment_python(), "-c", probe], capture_output=True, check=False)
    except OSError:
        return False
    return belongs and done.returncode == 0


def make_environment() -> None:
    """Make `.venv` unless there is a whole one; a broken one is replaced."""
    if works():
        return
    if VENV.exists():
        say(".venv is broken or was left half made: making it again")
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
    """What a line of pip's says it is doing, in a few words; "" where it says something else."""
    if line.startswith("Requirement already satisfied: "):
        return f"Checking {line.split()[3]}"
    if line.startswith("Installing collected packages: "):
        return f"Installing {line.count(',') + 1} packages"
    return re.split(r" \(from |: ", line.strip())[0] if line.strip().startswith(ACTS) else ""


def follow(process: "subprocess.Popen[str]") -> list[str]:
    """Read pip's own lines; say now and then what it is doing, on a terminal in one line. Returns
    them all."""
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
    """The lines of a failed pip that say why, each once; its last ones if none does."""
    errors = [line.strip() for line in lines if "ERROR:" in line]
    return "\n  ".join(dict.fromkeys(errors or lines[-8:]))


def pip(*arguments: str) -> None:
    """Run the environment's pip. SetupError with the end of its report if it fails.

    pip takes back what it could not finish, unless it is killed: then the mark stays and the
    next set-up starts afresh.
    """
    command = [environment_python(), "-m", "pip", *arguments]
    environment = {
        **os.environ,
        # Holds for what only building needs too.
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
    """Install the project itself, editable, with these extras."""
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
    """MicroPython's type stubs, in a folder of their own: beside CPython's they would clash."""
    stamp = STUBS / "lodeboard-stamp"
    mark = fingerprint(*STUB_PACKAGES)
    if is_stamped(stamp, mark):
        return
    say("installing MicroPython's type stubs")
    shutil.rmtree(STUBS, ignore_errors=True)
    pip("install", "--target", str(STUBS), *STUB_PACKAGES)
    stamp.write_text(mark, encoding="ascii")


def build_emulator() -> None:
    """Compile the emulator for this very Python, where there is a compiler; keep the ready-made
    one where there is none."""
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
    """Run one of the project's own tools in the environment, beside what is done inside this; it
    reports its own errors."""
    command = [environment_python(), "-m", module]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.DEVNULL) as process:
        yield
    if process.returncode != 0:
        raise SetupError(f"{module} failed")


def skipped() -> list[str]:
    """The parts that SKIP names, in order. SetupError for one that cannot be left out."""
    words = os.environ.get("SKIP", "").replace(",", " ").split()
    unknown = [word for word in words if word not in SKIPPABLE]
    if unknown:
        raise SetupError(f"SKIP={' '.join(unknown)}: can be left out: {', '.join(SKIPPABLE)}")
    return words


def provide(what: str) -> None:
    """Make ready for "play", "board", "chip", "check" or "test"."""
    without = skipped()
    install(EXTRAS_OF[what])
    browser = what == "test" and "browser" not in without
    # Mostly a download, while the emulator compiles.
    with step("host_tools.setup.browser") if browser else contextlib.nullcontext():
        if what in ("chip", "test") and "chip" not in without:
            build_emulator()
        if what in ("check", "test"):
            install_stubs()
    if what == "test" and "chip" not in without:
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
