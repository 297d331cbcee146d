"""A computer without any files of this project, as far as a test can provide one: a new home
directory, empty caches except pip's and npm's downloads, an empty folder."""

import contextlib
import os
import signal
import subprocess
import sys
import venv
from collections.abc import Iterator
from pathlib import Path

from host_tools import ROOT

# What a shell that never heard of this project has.
KEPT = ("PATH", "LANG", "LC_ALL", "TERM", "TMPDIR")
KEPT_BEGIN = ("PIP_", "SSL_", "HTTP_PROXY", "HTTPS_PROXY", "NO_PROXY", "npm_config_", "NPM_CONFIG_")


def environment(home: Path) -> dict[str, str]:
    """The variables of a shell of somebody whose home this is."""
    home.mkdir(parents=True, exist_ok=True)
    kept = {
        name: value
        for name, value in os.environ.items()
        if name in KEPT or name.upper().startswith(tuple(map(str.upper, KEPT_BEGIN)))
    }
    asked = [sys.executable, "-m", "pip", "cache", "dir"]
    pip_cache = subprocess.run(asked, capture_output=True, text=True, check=True).stdout.strip()
    downloads = {"PIP_CACHE_DIR": pip_cache, "npm_config_cache": str(Path.home() / ".npm")}
    return {**downloads, **kept, "HOME": str(home)}


def checkout(folder: Path) -> Path:
    """A clone of this tree as it is now, committed or not, without what git ignores."""
    listed = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    done = subprocess.run(listed, cwd=ROOT, capture_output=True, text=True, check=True)
    for name in filter(None, done.stdout.split("\0")):
        if (ROOT / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            (folder / name).write_bytes((ROOT / name).read_bytes())
    return folder


def bare_python(folder: Path) -> Path:
    """The folder of the programs of a new environment with nothing but pip."""
    venv.EnvBuilder(with_pip=True, symlinks=True).create(folder)
    return folder / "bin"


class Shell:
    """Somebody at a terminal in this folder."""

    def __init__(self, folder: Path, home: Path, programs: Path | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder = folder
        self.variables = environment(home)
        if programs is not None:
            self.variables["PATH"] = f"{programs}{os.pathsep}{self.variables['PATH']}"

    def run(self, *words: str, stdin: str = "") -> "subprocess.CompletedProcess[str]":
        """Run a command to its end."""
        with self.running(*words, stdin=subprocess.PIPE) as process:
            out, err = process.communicate(stdin)
        return subprocess.CompletedProcess(words, process.returncode, out, err)

    @contextlib.contextmanager
    def running(
        self, *words: str, stdin: int = subprocess.DEVNULL
    ) -> Iterator["subprocess.Popen[str]"]:
        """A command at work, which with all that it started is ended afterwards."""
        process = subprocess.Popen(
            words,
            cwd=self.folder,
            env=self.variables,
            stdin=stdin,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            start_new_session=True,
        )
        with process:
            try:
                yield process
            finally:
                with contextlib.suppress(ProcessLookupError):
                    os.killpg(process.pid, signal.SIGKILL)


def ctrl_c(process: "subprocess.Popen[str]") -> str:
    """Press Ctrl-C, which all programs of the terminal get, and wait for the end; what was said
    on standard error."""
    os.killpg(process.pid, signal.SIGINT)
    return process.communicate()[1]
