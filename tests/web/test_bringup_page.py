"""The report of `lodeboard bringup` in a real browser, also as wide as a phone."""

import pytest
from many import later
from one_board import CELLS
from web.report_page import opened
from web.test_access import findings

from host_tools.workshop.checkup.html_report import make_page
from host_tools.workshop.checkup.parts import FAULTY, LOOK, OK, Numbers
from host_tools.workshop.checkup.steps import DONE, Bringup, Game, Played, Row, Step
from lodeboard.games.catalogue import GAMES

pytestmark = pytest.mark.browser
# Words of pictures that go beyond them, or stand on other words.
CUT = """() => [...document.querySelectorAll("figure svg")].flatMap((svg) => {
  const edge = svg.getBoundingClientRect().right;
  const title = svg.querySelector(".title").getBoundingClientRect();
  const texts = [...svg.querySelectorAll("text:not(.title)")]
    .map((text) => [text, text.getBoundingClientRect()]);
  const meets = (box) => box.top < title.bottom && box.left < title.right;
  return [...(title.right > edge ? [svg.ariaLabel] : []),
    ...texts.filter(([, box]) => box.right > edge || meets(box)).map(([text]) => text.textContent)];
})"""
PHONE = {"width": 390, "height": 780}


def brought_up():
    """A bring-up that found a noisy sensor, and a board that lost memory in one game."""
    zeros = Step("zeros", took_s=21.0)
    for at, cell in enumerate(CELLS):
        offset, noise = 14.0 * (at % 5) - 26.0, 2.4 + 0.3 * (at % 4)
        if cell == "c2":
            noise = 61.0
        margins = {"zero": 100 - abs(offset), "noise": 14 - noise}
        zeros.sensors[cell] = Numbers(2048, 1650 + offset, offset, noise, None, margins)
        zeros.rows.append(Row(cell, OK))
    found = "rests at 1636 mV, wanders by 61 mV"
    zeros.rows[CELLS.index("c2")] = Row("c2", FAULTY, found, "see the self-test's words on it")
    zeros.figures["most noise, mV"] = 61.0
    soak = Step("soak", took_s=3720.0)
    for at, game in enumerate(GAMES[:3]):
        soak.played.append(
            Played(game, 40, 600 + at, 20.1, 20.3, free=(90_000, 90_000 - 3000 * at))
        )
        soak.games += [Game(f"{game}, easy", 15, 30.0, 44 + 9 * (one % 3)) for one in range(9)]
        soak.rows.append(Row(f"{game}: games", OK, "40 games"))
    found, fix = "90000 bytes free at the beginning, 84000 at the end", "play for twice as long"
    soak.rows.append(Row(f"{GAMES[2]}: memory", LOOK, found, fix))
    selftest = Step("selftest", took_s=190.0, rows=[Row("LED a1", OK)])
    gains = Step("gains", took_s=82.0, rows=[Row("a1", OK, "97 %")])
    scenarios = Step("scenarios", took_s=1260.0, rows=[Row("take_back", OK)])
    steps = [selftest, zeros, gains, scenarios, soak]
    for step in steps:
        step.judge()
    board = Bringup("tile4x4", "e6605481db318236", "/dev/ttyACM0", "2026-03-01T10:00:00Z", steps)
    board.state = DONE
    return board


@pytest.fixture(params=["light", later("dark")])
def page(request, chromium, tmp_path):
    """The report."""
    file = tmp_path / "bringup.html"
    file.write_text(make_page(brought_up()), encoding="utf-8")
    with opened(chromium, file, request.param, 900) as page:
        yield page


@pytest.mark.slow
def test_verdicts_pictures_and_counts_are_there_on_a_phone_too(page, pictures):
    assert page.locator(".steps li").count() == 5
    assert page.locator("svg[role=img]").count() == 3
    row = page.locator("#soak .counts tbody tr").nth(1).locator("td").all_inner_texts()
    assert row == [GAMES[1], "40", "601", "0", "0", "0", "-3000", "20.1", "20.3"]
    assert page.evaluate(CUT) == []
    page.screenshot(path=pictures / "bringup.png", full_page=True)
    page.set_viewport_size(PHONE)
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    counts = page.locator("#soak .counts").inner_text()
    assert "games\n" not in counts  # no head without its columns
    page.screenshot(path=pictures / "bringup-phone.png", full_page=True)


@pytest.mark.slow
def test_the_checker_finds_nothing_serious(page):
    for summary in page.locator("summary").all():
        summary.click()
    assert findings(page) == []
