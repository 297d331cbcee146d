"""How soon and how smoothly the site's board runs in Chromium, as a Markdown table.

The figures count only on an idle computer: the page says how busy it was.
"""

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from host_tools.jobs import report
from host_tools.jobs.budgets import Budget, quantile
from host_tools.lab.experiment import Experiment, Measured, Part
from host_tools.lab.plain_server import PlainServer
from host_tools.lab.site_server import SiteServer
from host_tools.play.site.build import WORKER, build
from host_tools.setup.browser import get_browser

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page, Worker

MOST_BYTES = 6_000_000
MOST_DRAWN_MS = 1500.0
MOST_REPLY_MS = 8000.0
MOST_TICK_MS = 60.0
LINE = 10e6 / 8  # bytes a second
ROUND_TRIP_S = 0.04
WATCHED_TICKS = 1500  # of a game in which the board plays itself
PATIENCE_MS = 240_000
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
# Part of the board itself is lit, not of the picture shown while it loads.
LIT = """() => {
  if (document.body.classList.contains("early")) return false;
  const canvas = document.getElementById("lights");
  const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  return data.some((value, at) => at % 4 === 3 && value > 0);
}"""
# The start card is shown and all tiles are drawn; returns when, in milliseconds after the click.
DRAWN = """() => {
  const tiles = [...document.querySelectorAll("#tiles .tile")];
  const drawn = tiles.length && tiles.every(({ style }) => style.transform);
  return !document.getElementById("begin").hidden && drawn && performance.now();
}"""
# The board has taken the first move.
REPLIED = """() => document.querySelector("#record ol button") && performance.now()"""
# The worker reads the time before and after each tick.
NOTE_TICKS = """() => {
  const now = performance.now.bind(performance), soon = setTimeout;
  let last = null;
  globalThis.ticks = [];
  performance.now = () => {
    const time = now();
    if (last !== null) ticks.push(time - last);
    return last = time;
  };
  globalThis.setTimeout = (act, ms) => soon(() => {
    last = null;
    act();
  }, ms);
}"""
COUNT = "() => ticks.length"
NOTED = "() => ticks"
# The board's best level plays both sides; a hand does nothing.
WATCH = """(level) => onmessage({ data: JSON.stringify(
  { t: "tell", line: { c: "set", players: 2, level } }) })"""
NOTES = """\
*Bytes to the first light* are the bodies of all answers, packed by gzip, until something of the
board is lit. *Board and start card drawn* and *first reply* count from the click: all comes from
`python -m http.server`, through a line of 10 Mbit/s on which what goes there and back takes 40 ms,
to a browser that keeps nothing. As soon as the board is drawn, *Play* is chosen and a tile laid by
keyboard; the reply is there when the page lists that move, which the board has taken. *A tick
while it thinks* is the board's own work in its worker, hands and lights included, while both sides
play flip tiles at the level `perfect`; the board has a tick every 20 ms and skips none."""


def first_light(page: "Page", address: str) -> None:
    """Open the site and wait until part of the board is lit."""
    page.goto(address)
    page.wait_for_function(LIT, timeout=PATIENCE_MS)


def first_frame(page: "Page", address: str) -> tuple[float, float]:
    """Open the site and lay a tile as soon as there are tiles. Returns when board and start card
    are drawn and when the board has taken the move, in milliseconds after the click."""
    page.goto(address, wait_until="commit")
    drawn: float = page.wait_for_function(DRAWN, timeout=PATIENCE_MS).json_value()
    page.click("#begin [data-do='play']")
    page.locator("#stops button").last.press("Enter")
    page.locator("#stops [data-cell='b2']").press("Enter")
    replied: float = page.wait_for_function(REPLIED, timeout=PATIENCE_MS).json_value()
    return drawn, replied


def thinking_ticks(page: "Page", level: int) -> list[float]:
    """Let the board of an open site play flip tiles against itself; return the duration of each
    tick in milliseconds."""
    worker = board_of(page)
    worker.evaluate(NOTE_TICKS)
    worker.evaluate(WATCH, level)
    while worker.evaluate(COUNT) < WATCHED_TICKS:
        page.wait_for_timeout(200)
    found: list[float] = worker.evaluate(NOTED)
    return found


def board_of(page: "Page") -> "Worker":
    """The worker that runs the board of an open site."""
    (found,) = (worker for worker in page.workers if worker.url.endswith(WORKER))
    return found


def measure(browser: "Browser", folder: Path) -> list[Budget]:
    """All figures of the site in this folder."""
    with PlainServer(folder, LINE, ROUND_TRIP_S) as plain:
        page = browser.new_page()
        drawn_ms, replied_ms = first_frame(page, plain.address)
        page.close()
    with SiteServer(folder) as server:
        page = browser.new_page()
        first_light(page, server.address)
        size = sum(server.sent.values())
        ticks = thinking_ticks(page, level=5)
        page.close()
    return [
        Budget("bytes to the first light", "MB", MOST_BYTES / 1e6, size / 1e6),
        Budget("board and start card drawn", "s", MOST_DRAWN_MS / 1000, drawn_ms / 1000),
        Budget("first reply", "s", MOST_REPLY_MS / 1000, replied_ms / 1000),
        Budget("a tick while it thinks, longest", "ms", MOST_TICK_MS, max(ticks)),
        Budget("99 of 100 ticks while it thinks", "ms", MOST_TICK_MS, quantile(ticks, 0.99)),
    ]


def try_site(_part: Part, _: int) -> Measured:
    """Build and measure the site; return the page below its title, and the limits that are
    missed."""
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  (only tests have it)

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        site = Path(folder) / "site"
        build(site)
        browser = playwright.chromium.launch(executable_path=get_browser(), args=list(FLAGS))
        budgets = measure(browser, site)
        version = browser.version
        browser.close()
    load, cores = os.getloadavg()[0], os.cpu_count() or 1
    busy = f"Meanwhile {load:.1f} processes wanted to run on {cores} cores, the browser's included."
    titles = ["budget", "limit", "measured", ""]
    table = report.table(titles, [each.row() for each in budgets])
    body = f"Chromium {version}. {busy}\n\n{table}\n\n{NOTES}"
    return Measured(1, {"body": body, "missed": [one.what for one in budgets if not one.met]})


WHOLE = Part("site")
EXPERIMENT = Experiment(
    name="site",
    unit="site",
    tally=Measured,
    in_batch=1,
    plan=lambda: {WHOLE: 1},
    trial=try_site,
    missed=lambda results: results[WHOLE].figures["missed"],
    title="How fast the site is",
    body=lambda results: str(results[WHOLE].figures["body"]),
)
