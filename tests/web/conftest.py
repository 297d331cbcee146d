"""Real browsers at a real `lodeboard play`, and at the site, whose board is in a worker."""

import os
from pathlib import Path

import pytest
from built_site import site_folder  # noqa: F401  (a fixture)
from one_board import PROFILE
from playwright.sync_api import expect, sync_playwright
from waiting import LAST_RESORT_MS
from web.playing import play_for_page
from web.staged import TYPEFACE_LOADED, Stage

from host_tools.lab.site_server import SiteServer
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
SPEED = 3  # times as fast as life
TICK = "due += board.tick_ms;"  # in the worker
# As Settings keep it.
HANDS = """if (location.protocol === "http:") localStorage.setItem("lodeboard-like-real", "on");"""
ROOT = Path(__file__).resolve().parents[2]
SHOWN_THOUGH_HIDDEN = """[...document.querySelectorAll("[hidden]")]
  .filter((one) => getComputedStyle(one).display !== "none")
  .map((one) => `shown though hidden: ${one.outerHTML.slice(0, 80)}`)"""
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
        for name in ("new_context", "new_page"):
            setattr(browser, name, _patient(getattr(browser, name)))
        yield browser
        browser.close()


@pytest.fixture
def board_page(tmp_path):
    """A running `lodeboard play` with its own data directory, at three times real time; hands do
    everything there."""
    with play_for_page(tmp_path, "--speed", str(SPEED), "--hands") as running:
        yield running


def pytest_generate_tests(metafunc):
    """A test whose mark `worker` says so has its page at the site, too."""
    if "open_page" in metafunc.fixturenames:
        mark = metafunc.definition.get_closest_marker("worker")
        when = mark.args[0] if mark else "never"
        carriers = [pytest.param("server", id=pytest.HIDDEN_PARAM)]
        if when != "never":
            marks = () if when == "always" else pytest.mark.verify
            carriers.append(pytest.param("worker", marks=marks))
        metafunc.parametrize("carrier", carriers, indirect=True)


@pytest.fixture
def carrier(request):
    """What connects the page to its board: "server" or "worker"."""
    return request.param


@pytest.fixture
def address(carrier, request):
    """Where the page is."""
    if carrier == "server":
        yield request.getfixturevalue("board_page").address
    else:
        with SiteServer(request.getfixturevalue("site_folder")) as server:
            yield server.address


@pytest.fixture
def hands():
    """Whether hands do everything on the site's page, as in `board_page`."""
    return True


@pytest.fixture
def open_page(chromium, carrier, address, hands):
    """Opens the page. At the end, checks that no page has logged an error or sent a request
    elsewhere, and that none shows what it has hidden."""
    faults = []
    contexts = []
    pages = []

    def check_host(url):
        if not url.partition("://")[2].startswith(address.partition("://")[2]):
            faults.append(f"request to {url}")

    def open_page(every_picture=False, **options):
        options.setdefault("viewport", {"width": 1280, "height": 800})
        context = chromium.new_context(**options)
        contexts.append(context)
        if not every_picture:
            context.add_init_script(FEWER_PICTURES)
        page = context.new_page()
        pages.append(page)
        page.on("console", lambda line: line.type == "error" and faults.append(line.text))
        page.on("pageerror", lambda error: faults.append(str(error)))
        page.on("request", lambda request: check_host(request.url))
        page.on("websocket", lambda link: check_host(link.url))
        if carrier == "worker":
            if hands:
                context.add_init_script(HANDS)
            context.route("**/worker.js", _hurry)
        page.goto(address)
        page.wait_for_selector("body:not(.early) #stops button[data-cell]")
        page.evaluate(TYPEFACE_LOADED)
        return page

    yield open_page
    for page in pages:
        if not page.is_closed():
            faults += page.evaluate(SHOWN_THOUGH_HIDDEN)
    for context in contexts:
        context.close()
    assert faults == []


@pytest.fixture
def stage(chromium):
    """Opens the page on a stage. At the end, checks that no page has logged an error."""
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


expect.set_options(timeout=LAST_RESORT_MS)


def _patient(open_):
    """A method that opens a context or a page. What it opens waits like all tests do."""

    def opened(**options):
        made = open_(**options)
        made.set_default_timeout(LAST_RESORT_MS)
        return made

    return opened


def _hurry(route):
    """Run the site's board as fast as that of `board_page`."""
    answer = route.fetch()
    text = answer.text()
    assert TICK in text
    body = text.replace(TICK, f"{TICK[:-1]} / {SPEED};")
    route.fulfill(response=answer, body=body)


@pytest.fixture(scope="session")
def pictures():
    """The folder for the tests' pictures. `lodeboard lab pictures` makes those of the page in
    docs/pictures."""
    folder = ROOT / os.environ.get("PICTURES", "build/pictures")
    folder.mkdir(parents=True, exist_ok=True)
    return folder
