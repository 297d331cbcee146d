"""Real browsers at a real `lodeboard play`."""

import os
from pathlib import Path

import pytest
from one_board import PROFILE
from playwright.sync_api import sync_playwright
from web.playing import play_for_page
from web.staged import TYPEFACE_LOADED, Stage

from host_tools.setup.browser import get_browser

# No sandbox: tests may run as root in a container. The rest keeps Chromium from calling home.
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
ROOT = Path(__file__).resolve().parents[2]
# Five pictures a second instead of sixty: a browser without a graphics card takes most of these
# tests' time to draw them.
FEWER_PICTURES = """{
  const soon = requestAnimationFrame;
  window.requestAnimationFrame = (draw) => setTimeout(() => soon(draw), 184);
}"""


@pytest.fixture(scope="module")  # its event loop must not outlive the module
def chromium():
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=get_browser(), args=list(FLAGS))
        yield browser
        browser.close()


@pytest.fixture
def board_page(tmp_path):
    """A running `lodeboard play` with a data directory of its own, three times as fast as life;
    hands do everything there."""
    with play_for_page(tmp_path, "--speed", "3", "--hands") as running:
        yield running


@pytest.fixture
def open_page(chromium, board_page):
    """Opens the page. At the end no page has complained, or asked anything of anyone else."""
    faults = []
    contexts = []

    def open_page(every_picture=False, **options):
        options.setdefault("viewport", {"width": 1280, "height": 800})
        context = chromium.new_context(**options)
        contexts.append(context)
        if not every_picture:
            context.add_init_script(FEWER_PICTURES)
        page = context.new_page()
        page.on("console", lambda line: line.type == "error" and faults.append(line.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: _check_host(request.url, board_page, faults))
        page.on("websocket", lambda link: _check_host(link.url, board_page, faults))
        page.goto(board_page.address)
        page.wait_for_selector("#stops button[data-cell]")
        page.evaluate(TYPEFACE_LOADED)
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def stage(chromium):
    """Opens the page on a stage. At the end no page has complained."""
    contexts, faults = [], []

    def stage(profile=PROFILE, alike=True, **options):
        options.setdefault("viewport", {"width": 1280, "height": 800})
        contexts.append(chromium.new_context(**options))
        page = contexts[-1].new_page()
        page.on("pageerror", lambda error: faults.append(str(error)))
        return Stage(page, profile, alike)

    yield stage
    for context in contexts:
        context.close()
    assert faults == []


def _check_host(url, running, faults):
    if f"//127.0.0.1:{running.port}/" not in url:
        faults.append(f"request to {url}")


@pytest.fixture(scope="session")
def pictures():
    """Where pictures of the page go. `PICTURES=docs/pictures` renews those of the README."""
    folder = ROOT / os.environ.get("PICTURES", "build/pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
