"""Prepares `.cache/hardware`: KiCad, ngspice, and a Python that can use them.

Run by `make setup-hardware` with any Python 3.11, standard library only, as `python -m
hardware.setup`. KiCad's `pcbnew` module belongs to the system's Python, so the environment is based
on that Python and includes the system's packages. Does nothing if everything is there. The guide's
pictures need Blender, which is installed in a separate environment when they are first made.
"""

import hashlib
import os
import shutil
import subprocess
import sys
from pathlib import Path

from host_tools.setup.apt import apt_get

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".cache" / "hardware"
RENDERER = ROOT / ".cache" / "render"
BLENDER = "bpy==4.5.15"  # a module for Python 3.11
SYSTEM_PYTHON = "/usr/bin/python3"
REQUIREMENTS = ROOT / "hardware" / "requirements.txt"
CONSTRAINTS = (ROOT / "constraints.txt", ROOT / "hardware" / "constraints.txt")
PACKAGES = (
    "kicad",
    "kicad-symbols",
    "kicad-footprints",
    "ngspice",
    "xvfb",
    "xauth",
    "python3-venv",
)
PROGRAMS = ("pcbnew", "ngspice", "xvfb-run")
KICAD = "6."  # pcbnew's names change with every major version
ENVIRONMENT_MB, ENVIRONMENT_MIN = 1100, 3
RELEASE_FILE = Path("/etc/os-release")
CONTAINER = (
    'docker run -it -v "$PWD":/lodeboard -w /lodeboard debian:12 sh -c "apt-get update && '
    'apt-get install -y make python3 python3-venv && make hardware"'
)


class SetupError(Exception):
    """Something is missing; the text says what and what to do."""


def run(*command: str) -> bool:
    """Run a command and return whether it succeeded. Its output is printed only on failure."""
    done = subprocess.run(
        command,
        cwd=ROOT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
        check=False,
    )
    if done.returncode != 0:
        print("\n".join(done.stdout.splitlines()[-12:]), flush=True)
    return done.returncode == 0


def missing() -> list[str]:
    """The system's programs and files that are missing."""
    wanted = [name for name in PROGRAMS if shutil.which(name) is None]
    probe = [SYSTEM_PYTHON, "-c", "import venv, ensurepip, pcbnew; print(pcbnew.Version())"]
    try:
        done = subprocess.run(probe, capture_output=True, text=True, check=False)
        version = done.stdout.strip().rpartition("\n")[2]
        if done.returncode != 0:
            wanted.append(f"pcbnew and venv for {SYSTEM_PYTHON}")
        elif not version.startswith(KICAD):
            wanted.append(f"KiCad 6 (here is {version})")
    except OSError:
        wanted.append(SYSTEM_PYTHON)
    for folder in ("footprints", "symbols"):
        if not Path("/usr/share/kicad", folder).is_dir():
            wanted.append(f"KiCad's {folder}")
    return wanted


def is_debian_12(file: Path = RELEASE_FILE) -> bool:
    """Whether the system is the one whose packages have the right versions."""
    if not file.is_file():
        return False
    lines = file.read_text(encoding="utf-8", errors="replace").replace('"', "").splitlines()
    return "ID=debian" in lines and "VERSION_ID=12" in lines


def provide_programs() -> None:
    """Install the system's packages if possible; otherwise report how."""
    wanted = missing()
    if not wanted:
        return
    arguments = ("install", "--no-install-recommends", *PACKAGES)
    install = f"apt-get {' '.join(arguments)}"
    lack = f"missing: {', '.join(wanted)}."
    if not is_debian_12():
        raise SetupError(
            f"{lack} The hardware is built with KiCad 6 and ngspice, as Debian "
            f"12 has them; this is another system. With those installed by other means it goes on; "
            f"otherwise use a Debian 12, for example:\n{CONTAINER}"
        )
    if os.geteuid() != 0:
        raise SetupError(f"{lack} Only root can install it. Do:\nsudo {install}\nand try again")
    print("installing KiCad and ngspice: 200 MB to fetch, 900 MB on disk, about 1 min", flush=True)
    if not apt_get("update", "-qq") or not apt_get(*arguments, "-y", "-qq"):
        raise SetupError(f"the system's packages could not be installed. Try: {install}")
    wanted = missing()
    if wanted:
        raise SetupError(f"still missing after {install}: {', '.join(wanted)}")


def provide_environment() -> None:
    """Create the environment in `.cache/hardware`, or renew it when its requirements changed."""
    stamp = VENV / "lodeboard-stamp"
    parts = [file.read_bytes() for file in (REQUIREMENTS, *CONSTRAINTS)] + [str(VENV).encode()]
    mark = hashlib.sha256(b"\n".join(parts)).hexdigest()
    if stamp.is_file() and stamp.read_text(encoding="ascii") == mark:
        return
    room = f"{ENVIRONMENT_MB} MB on disk in {VENV.relative_to(ROOT)}, about {ENVIRONMENT_MIN} min"
    print(f"installing the hardware's Python packages: {room}", flush=True)
    shutil.rmtree(VENV, ignore_errors=True)
    if not run(SYSTEM_PYTHON, "-m", "venv", "--system-site-packages", str(VENV)):
        raise SetupError(f"{SYSTEM_PYTHON} could not make {VENV}")
    python = str(VENV / "bin" / "python")
    pins = [word for file in CONSTRAINTS for word in ("--constraint", str(file))]
    if not run(python, "-m", "pip", "install", "--requirement", str(REQUIREMENTS), *pins):
        raise SetupError("pip could not install what is needed. Is there a network connection?")
    stamp.write_text(mark, encoding="ascii")


def provide_renderer() -> Path:
    """The Python with Blender; installed the first time."""
    python = RENDERER / "bin" / "python"
    stamp = RENDERER / "lodeboard-stamp"
    mark = f"{BLENDER} {RENDERER}"
    if not (stamp.is_file() and stamp.read_text(encoding="utf-8") == mark):
        print("installing Blender: 1 GB on disk, about 2 min", flush=True)
        shutil.rmtree(RENDERER, ignore_errors=True)
        if not run(SYSTEM_PYTHON, "-m", "venv", str(RENDERER)):
            raise SetupError(f"{SYSTEM_PYTHON} could not make {RENDERER}")
        if not run(str(python), "-m", "pip", "install", BLENDER):
            raise SetupError("pip could not install Blender. Is there a network connection?")
        stamp.write_text(mark, encoding="utf-8")
    return python


def main() -> int:
    try:
        provide_programs()
        provide_environment()
    except SetupError as error:
        print(f"set-up of the hardware: {error}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
