"""The page without a server of ours: static files beneath a path, the board in a worker."""

import json
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Error as PlaywrightError
from playwright.sync_api import expect
from web.conftest import FLAGS
from web.person import Person
from web.test_analysis_browser import GAME, MOVES, Analyst, read_score

from host_tools.games.analysis.study import read_course
from host_tools.games.flip.answers import Answers
from host_tools.lab import site as measured
from host_tools.lab.site_server import SiteServer
from host_tools.play.site.packing import PACKED
from host_tools.setup.browser import get_browser
from lodeboard.games.flip.rules import Flip

pytestmark = [pytest.mark.browser, pytest.mark.slow]

TICKS = 250  # of a game that the board plays with itself
PERFECT = 5
PLAY = "#begin [data-do='play']"
WASM = f"pyodide/pyodide.asm.wasm{PACKED}"


# The browser keeps the site, and this page gets it from there.
KEPT = """async () => {
  await navigator.serviceWorker.ready;
  if (navigator.serviceWorker.controller) return;
  await new Promise((done) => (navigator.serviceWorker.oncontrollerchange = done));
}"""
SIZE = """async (address) => {
  const image = new Image();
  image.src = address;
  await image.decode();
  return [image.naturalWidth, image.naturalHeight];
}"""
FOREIGN = """() => new Promise((done) => {
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => done(effectiveDirective));
  fetch("https://example.org/").catch(() => {});
})"""  # noqa: E501


# As soon as the page hears of a move it loads itself again, as suddenly as a phone that ends it.
RELOAD_AT_A_MOVE = """if (!sessionStorage.loaded) {
  for (const leaves of ["pagehide", "visibilitychange"])
    addEventListener(leaves, (event) => event.stopImmediatePropagation(), true);
  const { set } = Object.getOwnPropertyDescriptor(Worker.prototype, "onmessage");
  Object.defineProperty(Worker.prototype, "onmessage", { set(hear) {
    set.call(this, (event) => {
      const { line } = typeof event.data === "string" ? JSON.parse(event.data) : {};
      if (sessionStorage.loaded) return;
      if (!line?.moves?.length) return hear(event);
      sessionStorage.loaded = "yes";
      location.reload();
    });
  } });
}"""
# How many tiles lie on the board in what the browser keeps.
TILES_KEPT = """() => new Promise((done) => {
  const asked = indexedDB.open("lodeboard /some/where/");
  asked.onerror = () => done(0);
  asked.onsuccess = () => {
    const base = asked.result;
    if (!base.objectStoreNames.contains("files")) return base.close(), done(0);
    const got = base.transaction("files").objectStore("files").get("all");
    got.onsuccess = () => {
      base.close();
      const [, data] = got.result?.find(([name]) => name === "tiles.json") ?? [];
      const tiles = data ? JSON.parse(new TextDecoder().decode(data)).tiles : [];
      done(tiles.filter(([, , y]) => y > -20 && y < 140).length);
    };
  };
})"""
# The same of what the next page draws first, without tiles that a hand carries.
DRAWN_KEPT = (
    TILES_KEPT.replace("tiles.json", "page.json")
    .replace(").tiles", ").flatMap(({ tiles }) => tiles ?? [])")
    .replace("([, , y]) =>", "([, , y, , , , , holder]) => !holder &&")
)


BLOCKED = {"profile": {"default_content_setting_values": {"cookies": 2}}}


@pytest.fixture
def server(site_folder):
    with SiteServer(site_folder) as running:
        yield running


@pytest.fixture
def new_page(chromium, server):
    """Makes pages for the site. At the end none has asked anything of anyone else."""
    contexts, foreign = [], []

    def new_page(script=""):
        context = chromium.new_context(viewport={"width": 1280, "height": 800})
        contexts.append(context)
        if script:
            context.add_init_script(script)

        def route(route):
            if route.request.url.startswith(server.address):
                route.continue_()
            else:
                foreign.append(route.request.url)
                route.abort()

        context.route("**/*", route)
        return context.new_page()

    yield new_page
    for context in contexts:
        context.close()
    assert foreign == []


def check_installable(page):
    """The browser would make an application of the site, outside of private windows."""
    asked = page.context.new_cdp_session(page)
    manifest = asked.send("Page.getAppManifest")
    assert manifest["errors"] == []
    icons = json.loads(manifest["data"])["icons"]
    assert {"192x192", "512x512"} < {icon["sizes"] for icon in icons}
    for icon in icons:
        size = page.evaluate(SIZE, icon["src"])
        assert icon["sizes"] in ("any", "{}x{}".format(*size))
    errors = asked.send("Page.getInstallabilityErrors")["installabilityErrors"]
    assert {error["errorId"] for error in errors} <= {"in-incognito"}


def lay_on_b2(page):
    """Lay a tile there, as who has chosen to play; the person who did."""
    person = Person(page)
    person.wait_for_words("Your turn: place")
    if page.is_visible(PLAY):
        page.click(PLAY)
    person.lift(person.spare("sun", "up"), "click")
    person.put(person.look()["b2"], "click")
    return person


def play_b2(page):
    """The same, until the board has answered."""
    person = lay_on_b2(page)
    person.wait_for_words("Your turn: lift", "Your turn: flip")
    return person


def on_cells(person):
    """What lies on each cell."""
    return {name: spot.tile for name, spot in person.look().items() if spot.is_cell}


def test_a_game_begins_and_goes_on_without_a_network(server, new_page):
    page, faults = new_page(), []
    page.on("console", lambda line: line.type == "error" and faults.append(line.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    measured.first_light(page, server.address)
    assert server.missing == []
    assert 1_000_000 < sum(server.sent.values()) <= measured.MOST_BYTES
    page.evaluate(KEPT)
    check_installable(page)
    assert "cable.zip" in server.for_cache
    assert "cable.zip" not in server.sent
    assert not [name for name in server.sent if name.startswith("values/")]  # not before a question
    page.context.set_offline(True)
    page.reload()
    person = play_b2(page)
    person.wait(lambda: len(person.cells(tile=True)) == 2, "both tiles")
    know_early_positions(page)
    assert faults == []


def know_early_positions(page):
    """They are known without a network, too."""
    analyst, game, answers = Analyst(page), Flip("magic"), Answers("magic")
    page.click("#tools >> text=Analysis")
    for position in ("1_----------------", "2_U---------------", "1_UdDu------------"):
        analyst.paste(f"position {position}")
        game.load(position)
        _, turns = answers.value(game)
        analyst.wait(
            lambda turns=turns: f"in {turns} turns" in analyst.sentence(),
            "its value",
        )
        assert analyst.part("fix").inner_text() == ""


@pytest.mark.verify
def test_a_game_is_still_there_after_a_reload_and_a_second_tab_waits_for_the_first(
    server, new_page
):
    page = new_page()
    measured.first_light(page, server.address)
    person = play_b2(page)
    person.wait(lambda: page.evaluate(TILES_KEPT) == 2, "the game in what the browser keeps")
    before = on_cells(person)
    page.reload()
    person.wait_for_words("Your turn: lift", "Your turn: flip")
    person.wait(lambda: on_cells(person) == before, "the tiles where they lay")
    second = page.context.new_page()
    second.goto(server.address)
    expect(second.locator("#pace")).to_contain_text("open in another tab")
    page.close()
    person = Person(second)
    person.wait_for_words("Your turn: lift", "Your turn: flip")
    person.wait(lambda: on_cells(person) == before, "the tiles where they lay")


@pytest.mark.verify
def test_a_page_loaded_again_as_soon_as_it_shows_a_move_has_the_move(server, new_page):
    page = new_page(RELOAD_AT_A_MOVE)
    measured.first_light(page, server.address)
    with page.expect_navigation():
        lay_on_b2(page)
    page.wait_for_function(measured.LIT)
    first_move = page.locator("#record ol button").first
    expect(first_move).to_have_text("b2U")


@pytest.mark.verify
def test_a_kept_game_is_shown_before_its_board_is_there(server, new_page):
    page = new_page()
    server.refused.add("service.js")  # so that the second visit asks for its files again
    measured.first_light(page, server.address)
    person = play_b2(page)
    person.wait(lambda: page.evaluate(DRAWN_KEPT) == 2, "its picture in what the browser keeps")
    before = on_cells(person)
    page.context.route(f"**/{WASM}", lambda _: None)  # it never comes
    page.reload()
    expect(page.locator("#say")).to_have_text("Your game comes back.")
    person.wait(lambda: on_cells(person) == before, "the tiles where they lay")
    assert page.is_hidden("#begin")
    laid = next(name for name, tile in before.items() if tile)
    page.locator(f"#stops [data-cell='{laid}']").press("Enter")
    expect(page.locator("#in-hand")).to_contain_text("still being loaded")


@pytest.mark.verify
def test_in_a_browser_that_keeps_nothing_one_plays_and_is_told(server, chromium, tmp_path):
    """One that blocks cookies and all else that a page could keep."""
    (tmp_path / "Default").mkdir()
    (tmp_path / "Default" / "Preferences").write_text(json.dumps(BLOCKED))
    context = chromium.browser_type.launch_persistent_context(
        tmp_path, executable_path=get_browser(), args=list(FLAGS)
    )
    page, faults = context.new_page(), []
    page.on("console", lambda line: line.type == "error" and faults.append(line.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    page.goto(server.address)
    expect(page.locator("#unsaved")).to_contain_text("Let this browser store data")
    with pytest.raises(PlaywrightError, match="Access is denied"):
        page.evaluate("localStorage.length")
    person = Person(page)
    person.wait_for_words("Your turn: place")
    page.click("#begin [data-do='play']")
    expect(page.locator("#begin")).to_be_hidden()
    page.click("#mute")
    expect(page.locator("#mute-label")).to_have_text("Sound off")
    person.lift(person.spare("sun", "up"), "click")
    person.put(person.look()["b2"], "click")
    person.wait_for_words("Your turn: lift", "Your turn: flip")
    expect(page.locator("#unsaved")).to_contain_text("Not saved: zeros, game, ratings, settings.")
    context.close()
    assert faults == []


@pytest.mark.verify
def test_a_browser_without_room_is_told_and_keeps_the_game_when_it_has_some(server, new_page):
    page = new_page()
    origin = "/".join(server.address.split("/")[:3])
    quota = page.context.new_cdp_session(page)
    quota.send("Storage.overrideQuotaForOrigin", {"origin": origin, "quotaSize": 1000})
    page.goto(server.address)
    unsaved = page.locator("#unsaved")
    expect(unsaved).to_contain_text("Let this browser store data")
    person = play_b2(page)
    assert page.evaluate(TILES_KEPT) == 0
    quota.send("Storage.overrideQuotaForOrigin", {"origin": origin})
    person.wait(lambda: page.evaluate(TILES_KEPT) == 2, "the game in what the browser keeps")
    expect(unsaved).to_have_text("")
    expect(page.locator("#notice")).to_have_text("The board saves everything again.")


@pytest.mark.verify
def test_neither_analysis_nor_the_best_level_holds_up_the_board(server, new_page):
    page = new_page()
    measured.first_light(page, server.address)
    board = measured.board_of(page)
    board.evaluate(measured.NOTE_TICKS)
    analyst = Analyst(page)
    analyst.wait_for_words("Your turn: place")
    page.click("#tools >> text=Analysis")
    late = read_course(Flip("magic"), GAME).positions[4]
    analyst.paste(f"position {late}\n{' '.join(MOVES.split()[4:])}")
    analyst.wait(lambda: read_score(page), "the scorecard")
    assert analyst.moves() == MOVES.split()[4:]
    ticks = board.evaluate(measured.NOTED)
    assert len(ticks) > 50
    # A busy computer may be in the way of some. Kernels in Python would take seconds a tick.
    assert sum(tick > measured.MOST_TICK_MS for tick in ticks) <= len(ticks) / 10
    analyst.back_to_game()
    board.evaluate("() => { globalThis.ticks = []; }")
    board.evaluate(measured.WATCH, PERFECT)
    analyst.wait(lambda: board.evaluate(measured.COUNT) >= TICKS, "ticks")
    ticks = board.evaluate(measured.NOTED)
    assert sum(tick > measured.MOST_TICK_MS for tick in ticks) <= TICKS / 10


def test_a_link_that_is_opened_at_a_second_visit_shows_its_game(server, new_page):
    """Then the board's picture is there before the board."""
    page = new_page()
    measured.first_light(page, server.address)
    page.goto("about:blank")
    words = urlencode({"g": GAME, "game": "flip", "rules": "magic"})
    page.goto(f"{server.address}#{words}")
    page.wait_for_selector("body:not(.early)")
    Analyst(page).wait_for_moves(MOVES.split())


def test_the_policy_lets_no_request_leave_the_site(server, new_page):
    page = new_page()
    page.goto(server.address)
    assert page.evaluate(FOREIGN) == "connect-src"


def test_what_cannot_be_loaded_is_said_with_what_to_do(server, new_page):
    page = new_page()
    trouble = page.locator("#trouble")
    said = "The board could not be loaded. Reload this page to try again."
    for file in (f"board.zip{PACKED}", "kernels.js", WASM):
        server.refused.add(file)
        page.goto(server.address)
        expect(trouble).to_have_text(said)
        expect(page.locator("#pace")).to_have_text("")
        server.refused.discard(file)
    with page.expect_navigation():
        page.get_by_role("button", name="Reload").click()
    page.wait_for_function(measured.LIT)
    expect(trouble).to_have_text("")
