"""Finds or installs a Chromium for the tests that drive a real browser.

In this order: the one named by LODEBOARD_CHROMIUM, the system's, Playwright's, a download by
Playwright, the package manager if this process may use it.
"""

import os
import shutil
import subprocess
import sys
from pathlib import Path

from playwright.sync_api import sync_playwright

from host_tools.setup.apt import apt_get, may_install

VARIABLE = "LODEBOARD_CHROMIUM"
NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
APPLICATIONS = (
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
)
FIX = (
    "Install Chromium (Debian, Ubuntu: sudo apt-get install chromium), name one with "
    f"{VARIABLE}=/path/to/chromium, or go on without the browser tests: SKIP=browser make test"
)


class BrowserError(Exception):
    """No browser starts; the text says what to do."""


def starts(path: str) -> bool:
    """Whether this browser starts; without its libraries it does not."""
    try:
        done = subprocess.run(
            [path, "--version"],
            stdin=subprocess.DEVNULL,
            capture_output=True,
            timeout=60,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


def playwrights_own() -> str:
    """The path of Playwright's Chromium, downloaded or not."""
    with sync_playwright() as playwright:
        return playwright.chromium.executable_path


def find_browser() -> str | None:
    """The path of a Chromium that starts, or None. Raises BrowserError if the named one does
    not."""
    named = os.environ.get(VARIABLE)
    if named:
        if not starts(named):
            raise BrowserError(f"{VARIABLE}={named} does not start. {FIX}")
        return named
    found = [path for path in map(shutil.which, NAMES) if path]
    found += [path for path in APPLICATIONS if Path(path).exists()]
    for path in found:
        if starts(path):
            return path
    own = playwrights_own()
    return own if Path(own).exists() and starts(own) else None


def run(*command: str) -> bool:
    print(f"  {' '.join(command)}", flush=True)
    return subprocess.run(command, stdin=subprocess.DEVNULL, check=False).returncode == 0


def get_browser() -> str:
    """The path of a Chromium that starts, downloaded or installed if needed. Raises
    BrowserError."""
    path = find_browser()
    if path is None:
        print("no Chromium on this system: getting Playwright's own", flush=True)
        if run(sys.executable, "-m", "playwright", "install", "chromium"):
            path = find_browser()
    if path is None and may_install():
        print("no Chromium that starts yet: asking the package manager", flush=True)
        apt_get("update", "-qq")
        apt_get("install", "-y", "-qq", "--no-install-recommends", "chromium")
        path = find_browser()
    if path is None:
        raise BrowserError(f"there is no Chromium here, and none could be installed. {FIX}")
    return path


def main() -> int:
    try:
        path = get_browser()
    except BrowserError as error:
        print(f"browser: {error}", file=sys.stderr)
        return 1
    print(f"browser: {path}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
