"""The page of `lodeboard solve flip --report` in a real browser."""

import pytest
from games.flip.solver.test_report import findings as made_up
from many import later
from web.report_page import opened
from web.test_access import findings

from host_tools.games.flip.solver.report import page as report
from lodeboard.games.contract import TIE, WIN

pytestmark = pytest.mark.browser


@pytest.fixture(params=["light", later("dark")])
def page(request, chromium, tmp_path):
    """The page with made-up figures."""
    file = tmp_path / "solution.html"
    found = [made_up("magic", (WIN, 16)), made_up("eclipse", (TIE, 0))]
    file.write_text(report.make_page(found, "lodeboard solve flip --report"))
    with opened(chromium, file, request.param) as page:
        yield page


def test_pictures_and_tables_are_there(page, pictures):
    assert page.locator("svg[role=img]").count() > 40
    page.locator("summary").first.click()
    row = page.locator("tbody tr").first.locator("th, td").all_inner_texts()
    assert row == ["0", "1", "0", "1", "0", "0", "1", "0"]
    page.screenshot(path=pictures / "solution.png", full_page=True)
    page.set_viewport_size({"width": 390, "height": 780})
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_the_checker_finds_nothing_serious(page):
    for summary in page.locator("summary").all():
        summary.click()
    assert findings(page) == []
