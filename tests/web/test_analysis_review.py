"""The file of `lodeboard review` in a real browser."""

import pytest
from cli.command import run_program
from many import later
from web.report_page import opened
from web.test_access import findings
from web.test_analysis_browser import GAME, MOVES, read_score, right_score

from lodeboard.games.flip.rules import Flip

pytestmark = pytest.mark.browser


@pytest.fixture(params=["light", later("dark")])
def review(request, chromium, tmp_path):
    """The file's page."""
    record = tmp_path / "game.txt"
    record.write_text(GAME)
    assert run_program("review", str(record)).status == 0
    file = tmp_path / "game.html"
    with opened(chromium, file, request.param) as page:
        yield page


@pytest.mark.slow
def test_says_what_the_page_says(review, pictures):
    assert read_score(review) == right_score(Flip("magic"), GAME)
    assert review.locator(".moves .move").all_inner_texts() == ["Start", *MOVES.split()]
    sentence = review.locator(".sentence")
    assert sentence.inner_text().startswith("Sun to play. Sun wins in 3 turns")
    assert review.locator(".diagram .mark").count() > 0
    review.keyboard.press("End")
    assert sentence.inner_text() == "The game is over: Moon has won."
    review.locator(".moves [data-at='1']").click()
    assert sentence.inner_text().startswith("Moon to play.")
    review.locator(".chart [data-at='0']").click()
    assert sentence.inner_text().startswith("Sun to play.")
    review.screenshot(path=pictures / "review.png")


def test_fits_a_phone(review):
    review.set_viewport_size({"width": 390, "height": 780})
    assert review.evaluate("document.documentElement.scrollWidth") <= 390


@pytest.mark.verify
def test_the_checker_finds_nothing_serious(review):
    review.locator("summary").click()
    assert findings(review) == []
