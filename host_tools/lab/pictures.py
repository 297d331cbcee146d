"""The pictures of the page in the documentation.

lodeboard lab pictures                  all, into docs/pictures
lodeboard lab pictures page phone       some of them, by name
lodeboard lab pictures --into build/x   elsewhere
"""

import argparse
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from host_tools import ROOT
from host_tools.build.profiles import profile
from host_tools.games.analysis import turnlink
from host_tools.setup.browser import get_browser
from lodeboard.system.loader import playable

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Page

FOLDER = ROOT / "docs" / "pictures"
PROGRAM = Path(sys.executable).with_name("lodeboard")
FLAGS = ("--no-sandbox", "--disable-gpu", "--disable-background-networking")
COLOURS = (128, 96, 64, 48)  # of a picture: as many as keep it small
MOST_BYTES = 150_000
WIDE, LAPTOP = (1440, 900), (1280, 720)
UPRIGHT = (390, 844)
SPEED = "4"  # times real time
PATIENCE_MS = 120_000
ATTEMPTS = 12
ZEROS, GAINS = "Take every tile", "Put tiles"  # what a new board asks for, in order
MEASURED = "a1", "b1", "c1"  # cells with a tile in the picture of the gains
SMALL, LARGE = "tile4x4", "tile7x7"

# A line to the board, over a connection of its own, which stays open.
TELL = """async (line) => {
  window.teller ??= new Promise((opened) => {
    const link = new WebSocket(`ws://${location.host}/link`);
    link.onopen = () => opened(link);
  });
  (await window.teller).send(JSON.stringify({ t: "tell", line }));
}"""
# The tiles lie as the game requires: nothing travels, and the board asks for no set-up.
RESTS = """() => {
  const words = document.getElementById("say").textContent;
  const held = document.querySelector(".tile.held");
  return !held && !/set up|moves|starts|Waiting/.test(words);
}"""


class Game(NamedTuple):
    """A position of a game. `board`: the profile it is played on."""

    name: str
    rules: str
    start: str
    moves: str
    board: str = SMALL


class Picture(NamedTuple):
    """`panel`: which one is open. `begun`: whether the first card has been answered. `values`:
    whether the values of the steps are shown on the board. `new`: a new board, operated by hand,
    that asks for this. `link`: of a friend, to open."""

    name: str
    game: Game | None
    size: tuple[int, int] = WIDE
    panel: str = ""
    dark: bool = False
    begun: bool = True
    values: bool = False
    new: str = ""
    link: str = ""


FLIP = Game("flip", "magic", "1_---d-duD-U--D-Du", "d1Wb1U d2Nd2D c2Sb4D a4Nc2U")
WON = FLIP._replace(moves=f"{FLIP.moves} c3Ea2D b4Wa1U c2Sb4D c2D")
XTIC = Game("xtic", "normal", "80-4--3-9-d726-5/-", "=a b3 =1")
KONO = Game("kono", "", "1_ooooooooxxxxxxxx", "b4b2 a1a3")
CHESS = Game(
    "magician",
    "standard",
    "rmnknmr/pppXppp/X5X/X2X2X/X5X/PPPXPPP/RMNKNMR w AGag - 0 1",
    "c2c4 e6e4 c1b3 f6f5",
    LARGE,
)
OFFER = turnlink.write(
    turnlink.TurnLink("k3v7q2ma", "flip", "magic", 0, 3, ("Anna", "Ben"), turnlink.DRAW, "nice"),
    "b2U b2Ea1U a1Ed4U",
)
PICTURES = (
    Picture("start", None, begun=False),
    Picture("page", FLIP),
    Picture("phone", FLIP, UPRIGHT, dark=True),
    Picture("end", WON),
    Picture("phone-settings", FLIP, UPRIGHT, panel="settings"),
    Picture("friend", FLIP, LAPTOP, panel="friend"),
    Picture("phone-friend", None, UPRIGHT, link=OFFER),
    Picture("analysis-board", FLIP, panel="analysis", values=True),
    Picture("xtic", XTIC),
    Picture("kono", KONO, LAPTOP, dark=True),
    Picture("magician", CHESS),
    Picture("zeros", None, LAPTOP, new=ZEROS),
    Picture("gains", None, LAPTOP, new=GAINS),
)


@contextmanager
def playing(board: str, *options: str) -> Iterator[str]:
    """Run `lodeboard play` on this board with no stored data; yield its address."""
    with tempfile.TemporaryDirectory() as data:
        place = ("--port", "0", "--no-browser", "--speed", SPEED, "--board", board)
        process = subprocess.Popen(
            [PROGRAM, "play", *place, *options],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "XDG_DATA_HOME": data},
        )
        try:
            assert process.stdout is not None
            found = (re.search(r"http://\S+", line) for line in process.stdout)
            yield next(each[0] for each in found if each)
        finally:
            process.terminate()
            process.wait()


def shoot(browser: "Browser", address: str, picture: Picture, folder: Path) -> None:
    """Bring the board and its page into that state, and take the screenshot."""
    width, height = picture.size
    phone = min(width, height) < 500
    context = browser.new_context(
        viewport={"width": width, "height": height},
        color_scheme="dark" if picture.dark else "light",
        has_touch=phone,
        is_mobile=phone,
        reduced_motion="reduce",
    )
    page = context.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.add_init_script(f"sessionStorage.{'setItem' if picture.begun else 'removeItem'}"
                         "('lodeboard-begun', 'yes')")  # fmt: skip
    page.goto(address)
    page.wait_for_selector("#stops button[data-cell]")
    if picture.new:
        tend(page, picture.new)
    else:
        page.wait_for_function(RESTS, timeout=PATIENCE_MS)
    if picture.game:
        set_up(page, picture.game)
    if picture.panel:
        tool = page.locator(f"#tools button[aria-controls='{picture.panel}']")
        if not tool.is_visible():
            page.locator("#tools .opens").press("Enter")
        tool.press("Enter")
        page.evaluate("document.activeElement.blur()")
    if picture.panel == "friend":
        invite(page)
    if picture.link:
        page.evaluate("(link) => { location.hash = link; }", picture.link)
        page.wait_for_selector(".friend-game:not([hidden])")
    if picture.values:
        page.check("#show-values")
    if not picture.new:
        page.wait_for_function(RESTS, timeout=PATIENCE_MS)
    page.wait_for_timeout(1500)  # lights and answers of the analysis
    path = folder / f"{picture.name}.png"
    page.screenshot(path=path, timeout=2 * PATIENCE_MS)
    context.close()
    shrink(path)
    print(f"{path.name}: {path.stat().st_size // 1000} kB", flush=True)


def set_up(page: "Page", game: Game) -> None:
    """Make the board play this game from this position."""
    from playwright.sync_api import TimeoutError  # noqa: PLC0415

    variant = playable(profile(game.board)).index((game.name, game.rules))
    page.evaluate(TELL, {"c": "set", "variant": variant})
    page.wait_for_function(
        "(variant) => document.querySelector(`[data-part='game-row'] button`).value === variant",
        arg=str(variant),
    )
    page.wait_for_function(RESTS, timeout=PATIENCE_MS)
    # A board that is about to change to another game refuses the set-up: try again.
    for _ in range(ATTEMPTS):
        page.evaluate(TELL, {"c": "setup", "position": game.start, "moves": game.moves.split()})
        try:
            page.wait_for_function(
                "(count) => document.querySelectorAll('#record ol button').length === count",
                arg=len(game.moves.split()),
                timeout=PATIENCE_MS / ATTEMPTS,
            )
        except TimeoutError:
            continue
        return
    raise TimeoutError(f"the board does not set up {game.name}")


def invite(page: "Page") -> None:
    """Ask a friend to begin a game: a link and its QR code appear."""
    panel = page.locator("#friend")
    panel.get_by_label("Your name").fill("Anna")
    panel.get_by_label("Who begins").select_option("1")
    panel.locator("[data-do='begin']").press("Enter")
    page.wait_for_selector("#friend .qr svg")
    page.evaluate("document.activeElement.blur()")


def tend(page: "Page", wanted: str) -> None:
    """Do what a new board asks for, until its message is `wanted`. If it asks for tiles, lay some
    and let it measure each."""
    says = "(start) => document.getElementById('say').textContent.startsWith(start)"
    page.wait_for_function(says, arg=ZEROS, timeout=PATIENCE_MS)
    if wanted == ZEROS:
        return
    page.keyboard.press("2", delay=100)
    page.wait_for_function(says, arg=wanted, timeout=PATIENCE_MS)
    for number, cell in enumerate(MEASURED):
        page.locator("#stops button:not([data-cell])").nth(number).press("Enter")
        page.locator(f"#stops button[data-cell='{cell}']").press("Enter")
        page.wait_for_timeout(2000)
    page.evaluate("document.activeElement.blur()")


def shrink(path: Path) -> None:
    """Reduce the colours of the picture."""
    from PIL import Image  # noqa: PLC0415  (only tests have it)

    with Image.open(path) as image:
        whole = image.convert("RGB")
    for colours in COLOURS:
        # Not by pixel count: the few bright lights would lose their colours.
        few = whole.quantize(colours, method=Image.Quantize.MAXCOVERAGE, kmeans=2)
        few.save(path, optimize=True)
        if path.stat().st_size <= MOST_BYTES:
            return


def main(arguments: Sequence[str] | None = None) -> int:
    from playwright.sync_api import sync_playwright  # noqa: PLC0415  (only tests have it)

    parser = argparse.ArgumentParser(prog="lodeboard lab pictures", description=__doc__)
    parser.formatter_class = argparse.RawDescriptionHelpFormatter
    names = [each.name for each in PICTURES]
    parser.add_argument(
        "names", nargs="*", choices=[*names, []], metavar="NAME", help=", ".join(names)
    )
    parser.add_argument("--into", metavar="DIR", type=Path, default=FOLDER, help="another folder")
    args: Any = parser.parse_args(arguments)
    wanted = [each for each in PICTURES if not args.names or each.name in args.names]
    args.into.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=get_browser(), args=list(FLAGS))
        for board in (SMALL, LARGE):
            these = [
                each
                for each in wanted
                if (each.game.board if each.game else SMALL) == board and not each.new
            ]
            if not these:
                continue
            with playing(board) as address:
                for each in these:
                    shoot(browser, address, each, args.into)
        for each in wanted:
            if each.new:
                with playing(SMALL, "--hands") as address:
                    shoot(browser, address, each, args.into)
        browser.close()
    return 0
