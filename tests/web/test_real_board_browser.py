"""The whole program with a board behind a serial port, in a browser: what people read and
what is switched off."""

import signal

import pytest
from waiting import wait_until
from web.person import Person, tool
from web.playing import play

from tests.device.ptyboard import PtyBoard

pytestmark = pytest.mark.browser


@pytest.fixture
def real():
    with PtyBoard() as real:
        yield real


def _odd(page):
    return page.inner_text("#odd")


def _colour(page, place):
    return page.evaluate(f"getComputedStyle(document.querySelector('{place}')).color")


def _workbench(page):
    tool(page, "workbench").click()
    page.wait_for_function(
        "() => /raw \\d/.test(document.querySelector('#workbench .readings').innerText)"
    )


def _off(page, *parts):
    return [page.is_disabled(part) for part in parts]


PARTS = (
    "#workbench [data-part=power]",
    "#workbench [data-part=cable]",
    "#workbench [data-part=copy]",
    "[data-mode=both]",
)


@pytest.mark.slow
def test_the_page_follows_a_real_board(chromium, real, tmp_path):
    with play(tmp_path, "--on", real.path, "--no-browser") as running:
        page = chromium.new_page()
        trouble = []
        page.on("pageerror", lambda error: trouble.append(str(error)))
        page.goto(running.address)
        person = Person(page)
        person.wait(lambda: "A real board on" in _odd(page), "whose board it is")
        assert "those drawn here follow it" in _odd(page)
        assert _colour(page, "#odd") != _colour(page, "#trouble")  # which is that of faults
        person.wait(lambda: person.cells("may be placed") or person.say(), "the board's words")
        with real.held:
            tile = real.board.world.tiles[0]
            real.board.world.lay(tile.id, *real.board.world.plate.centre(5))
        person.wait(lambda: person.look()["b2"].tile, "the tile on the board")
        _workbench(page)
        assert all(_off(page, *PARTS, "[data-part=fault]", "input[name=noise]"))
        assert "cannot be changed from here" in page.inner_text("#workbench [data-part=device]")
        assert "Not with a real board" in page.inner_text("#helper")
        assert trouble == []
        page.close()
        assert running.end(signal.SIGTERM) == (0, "")


@pytest.mark.verify
def test_a_tile_of_the_page_is_felt_by_a_real_board(chromium, real, tmp_path):
    with play(tmp_path, "--on", real.path, "--inject", "--no-browser") as running:
        page = chromium.new_page()
        page.goto(running.address)
        person = Person(page)
        person.wait(lambda: "senses the tiles" in _odd(page), "that readings are injected")
        person.wait(lambda: any("sun" in spot.tile for spot in person.look().values()), "the tiles")
        person.lift(person.spare("sun", "up side"), "drag")
        person.put(person.look()["b2"], "drag")

        def felt():
            with real.held:
                said = [line for line in real.board.serial_out if '"t": "state"' in line]
            return '"moves": ["b2U"]' in said[-1]

        person.wait(felt, "the move in the firmware")
        _workbench(page)
        assert all(_off(page, *PARTS))
        assert not any(_off(page, "[data-part=fault]", "input[name=noise]"))
        page.close()
        assert running.end(signal.SIGTERM) == (0, "")
    # The board hears of it, or at the latest misses the readings after two seconds.
    wait_until(lambda: _sent_about_injecting(real)[-1].endswith('"on": false}'), "the last line")
    assert any('"on": true' in line for line in _sent_about_injecting(real))


def _sent_about_injecting(real):
    with real.held:
        return [line for line in real.board.serial_out if '"t": "inject"' in line]
