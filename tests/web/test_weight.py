"""The amount of data that the page loads on a slow connection."""

from urllib.request import Request, urlopen

import pytest

# Of HTML, styles and script, as browsers get them: packed by Brotli or by gzip. The typeface of
# 48 KB loads beside them.
MOST_BYTES = 64_500
MOST_REQUESTS = 5
WEIGHED = ("/", "/app.css", "/app.js")

ASKED = """() => [...performance.getEntriesByType("navigation"), ...performance.getEntriesByType("resource")]
  .map(({ name, encodedBodySize }) => [new URL(name).pathname, encodedBodySize])"""  # noqa: E501


@pytest.mark.slow
@pytest.mark.browser
def test_few_requests_and_bytes_to_play(open_page):
    page = open_page()
    with page.expect_response("**/app.js") as answer:
        page.reload()
    assert answer.value.headers["content-encoding"] == "br"
    page.wait_for_load_state("networkidle")
    asked = dict(page.evaluate(ASKED))
    assert set(asked) == {"/", "/app.css", "/app.js", "/fonts/inter.woff2", "/icon.svg"}
    assert len(asked) <= MOST_REQUESTS
    assert 20_000 < sum(asked[name] for name in WEIGHED) <= MOST_BYTES


@pytest.mark.slow
@pytest.mark.browser
def test_browsers_that_know_gzip_only_get_no_more(board_page):
    sizes = []
    for name in WEIGHED:
        request = Request(
            board_page.address.rstrip("/") + name, headers={"Accept-Encoding": "gzip"}
        )
        with urlopen(request) as answer:
            assert answer.headers["Content-Encoding"] == "gzip"
            sizes.append(len(answer.read()))
    assert 20_000 < sum(sizes) <= MOST_BYTES
