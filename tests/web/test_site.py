"""The page without a server of ours: static files beneath a path, the board in a worker."""

import pytest
from web.site_server import SiteServer

from host_tools.site.build import build

pytestmark = pytest.mark.browser

MOST_BYTES = 6_000_000  # to the first frame, packed as they travel
LIT = """() => {
  const canvas = document.getElementById("lights");
  const data = canvas.getContext("2d").getImageData(0, 0, canvas.width, canvas.height).data;
  return data.some((value, at) => at % 4 === 3 && value > 0);
}"""


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("site") / "site"
    build(made)
    return made


@pytest.fixture
def server(folder):
    with SiteServer(folder) as running:
        yield running


@pytest.fixture
def visit(chromium, server):
    """Opens the site. At the end no page has asked anything of anyone else."""
    contexts, foreign = [], []

    def visit(script=""):
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
        page = context.new_page()
        page.goto(server.address)
        return page

    yield visit
    for context in contexts:
        context.close()
    assert foreign == []


def test_the_board_starts_and_asks_for_nothing_else(server, visit):
    page = visit()
    page.wait_for_function(LIT, timeout=120_000)
    assert server.missing == []
    assert sum(server.sent.values()) <= MOST_BYTES
