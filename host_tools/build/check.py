"""`make check`: runs every static check of the project and prints a summary.

The checks: style, layers, types (firmware against MicroPython's stubs, the rest against CPython's),
and every firmware file through MicroPython's compiler. A check that fails prints its report and is
listed at the end; the exit status is 1 if any failed.
"""

import argparse
import ast
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from host_tools import ROOT
from host_tools.build import figures, firmware, javascript
from host_tools.build.chips import CHIPS
from host_tools.build.viper import KernelError
from lodeboard.games.catalogue import GAMES

STUBS = ROOT / ".cache" / "stubs"
CIRCUITPYTHON_PORT = "firmware/lodeboard/ports/circuitpython.py"
MOST_LINES = 60  # of a function, with its decorators left out
MAIN_MAY_IMPORT = frozenset(
    {"lodeboard", "sys", "gc", "vfs", "struct", "binascii", "hashlib", "typing"}
)
MEASURED = ("firmware", "hardware", "host_tools", "tests")
# A check takes the root of a tree and returns the errors in it, "" for none.
Check = Callable[[Path], str]


def run_tool(root: Path, tool: str, *arguments: str, **variables: str) -> str:
    """Run a tool of this environment in the tree `root`; returns its output if it fails, else
    ""."""
    command = [str(Path(sys.executable).with_name(tool)), *arguments]
    try:
        done = subprocess.run(
            command,
            cwd=root,
            env={**os.environ, **variables},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            check=False,
        )
    except FileNotFoundError:
        return f"{tool} is not installed beside {sys.executable}. Get it with: make setup-check"
    if done.returncode == 0:
        return ""
    return done.stdout.strip() or f"{tool} ended with status {done.returncode} and without output"


def check_style(root: Path) -> str:
    return run_tool(root, "ruff", "check", "--quiet", "--output-format=concise", ".")


def check_format(root: Path) -> str:
    report = run_tool(root, "ruff", "format", "--check", "--output-format=concise", ".")
    return report and f"{report}\nFix with: .venv/bin/ruff format ."


def functions_of(body: Sequence[ast.AST]) -> Iterator[ast.FunctionDef | ast.AsyncFunctionDef]:
    """All functions in some statements, those inside others too."""
    for node in body:
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            yield node
        for part in ("body", "orelse", "handlers", "finalbody", "cases"):
            yield from functions_of(getattr(node, part, ()))


def check_lengths(root: Path) -> str:
    """Functions of more than MOST_LINES lines."""
    wrong = []
    for path in sorted(file for name in MEASURED for file in (root / name).rglob("*.py")):
        place = path.relative_to(root).as_posix()
        text = path.read_text(encoding="utf-8")
        if text.count("\n") <= MOST_LINES:
            continue
        for node in functions_of(ast.parse(text).body):
            lines = (node.end_lineno or node.lineno) - node.lineno + 1
            if lines > MOST_LINES:
                wrong.append(
                    f"{place}:{node.lineno}: {node.name} has {lines} lines, of {MOST_LINES} allowed"
                )
    return "\n".join(wrong)


def check_layers(root: Path) -> str:
    """The import contracts in pyproject.toml, circular imports, and the imports of main.py and
    packs.py, which are in no package."""
    search = os.pathsep.join((str(root / "firmware"), str(root)))
    report = run_tool(root, "lint-imports", "--no-cache", "--no-logo", PYTHONPATH=search)
    circles = run_tool(root, "python", "-m", "host_tools.build.circles", PYTHONPATH=search)
    return "\n".join(filter(None, (report, circles, check_main_imports(root))))


def check_main_imports(root: Path) -> str:
    """main.py starts the board and packs.py reads packs; everything else belongs to a port."""
    wrong = []
    for path in sorted((root / "firmware").glob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                names = [node.module or "."]
            for name in names:
                if name.partition(".")[0] not in MAIN_MAY_IMPORT:
                    wrong.append(f"firmware/{path.name} imports {name}: that is for a port")
    return "\n".join(wrong)


def check_doors(root: Path) -> str:
    """Whether each make target and each command needs only the packages it installs."""
    search = os.pathsep.join((str(root / "firmware"), str(root)))
    return run_tool(root, "python", "-m", "host_tools.build.doors", PYTHONPATH=search)


def check_firmware_types(root: Path) -> str:
    """The firmware against MicroPython's standard library and the RP2040's modules."""
    if not STUBS.is_dir():
        return "MicroPython's type stubs are missing. Get them with: make setup-check"
    files = [f"firmware/{name}" for name in firmware.sources(root / "firmware")]
    return run_tool(
        root,
        "mypy",
        "--no-site-packages",
        f"--custom-typeshed-dir={STUBS}",
        "--cache-dir=.mypy_cache/firmware",
        *(name for name in files if name != CIRCUITPYTHON_PORT),
        MYPYPATH=os.pathsep.join(("firmware", str(STUBS))),
    )


def check_host_types(root: Path) -> str:
    """Host tools, hardware, and the port that runs on a computer, against CPython."""
    files = [name for name in ("host_tools", "hardware") if (root / name).exists()]
    if (root / CIRCUITPYTHON_PORT).exists():
        files.append(CIRCUITPYTHON_PORT)
    return run_tool(root, "mypy", "--cache-dir=.mypy_cache/host", *files, MYPYPATH="firmware")


def check_compiles(root: Path) -> str:
    """Every firmware file through mpy-cross, as for a board with each chip."""
    found = (firmware.compile_all(root / "firmware", chip=chip)[1] for chip in CHIPS)
    return "\n".join(dict.fromkeys(error for errors in found for error in errors))


def check_javascript(root: Path) -> str:
    """The games' kernels as JavaScript, as for a browser."""
    try:
        javascript.game_kernels(root / "firmware")
    except (KernelError, SyntaxError) as error:
        return str(error)
    return ""


def check_on_chip(root: Path) -> str:
    """Every game's rules on the emulated chip: what only MicroPython refuses stops a board."""
    if "chip" in os.environ.get("SKIP", "").replace(",", " ").split():
        print("NOT RUN: games on the emulated chip (SKIP=chip)")
        return ""
    # One process: translating the emulator and the firmware's files costs more than the games.
    return run_tool(root, "lodeboard", "check-game", "--only-chip", *GAMES)


CHECKS: dict[str, tuple[str, Check]] = {
    "style": ("ruff check", check_style),
    "format": ("ruff format --check", check_format),
    "lengths": (f"no function over {MOST_LINES} lines", check_lengths),
    "layers": ("import contracts", check_layers),
    "doors": ("packages of make targets and commands", check_doors),
    "types-firmware": ("mypy --strict, MicroPython stubs", check_firmware_types),
    "types-host": ("mypy --strict, CPython", check_host_types),
    "figures": ("host_tools.build.figures --check", figures.check),
    "compiles": (f"mpy-cross for {' and '.join(CHIPS)}", check_compiles),
    "javascript": ("kernels for the browser", check_javascript),
    "on-chip": ("games' rules on the emulated chip", check_on_chip),
}


# These only wait for a slow tool, so they run in parallel to the others. The others run one after
# the other: Python 3.11's syntax trees are not thread-safe.
BESIDE = ("types-firmware", "types-host", "on-chip")


def timed(name: str) -> tuple[str, float]:
    """The errors found, "" for none, and the seconds taken."""
    start = time.monotonic()
    return CHECKS[name][1](ROOT), time.monotonic() - start


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="check", description="Static checks of the project.")
    parser.add_argument("names", nargs="*", metavar="CHECK", help=f"of: {', '.join(CHECKS)}")
    names: list[str] = parser.parse_args(arguments).names or list(CHECKS)
    unknown = [name for name in names if name not in CHECKS]
    if unknown:
        parser.error(f"no check called {', '.join(unknown)}; there are: {', '.join(CHECKS)}")
    failed = []
    with ThreadPoolExecutor() as pool:
        begun = {name: pool.submit(timed, name) for name in names if name in BESIDE}
        for name in sorted(names, key=lambda name: name in begun):
            report, taken = begun[name].result() if name in begun else timed(name)
            outcome = "FAILED" if report else "ok"
            print(f"check {name:<15} {outcome:<7} {taken:5.1f} s  {CHECKS[name][0]}", flush=True)
            if report:
                failed.append(name)
                print("    " + report.replace("\n", "\n    "), flush=True)
    if failed:
        print(f"checks failed: {', '.join(failed)}")
    print(f"{len(names) - len(failed)} passed, {len(failed)} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
