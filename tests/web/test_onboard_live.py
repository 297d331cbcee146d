"""A phone at the firmware's own server, whole: the page from its table, the code from its lights,
and the link, on MicroPython for Unix (tests/phone)."""

import re

import pytest
from phone.board import LiveBoard
from playwright.sync_api import expect
from waiting import wait_until
from web.person import Person
from web.test_onboard_page import PHONE, choose

from host_tools.play.onboard import page_table

pytestmark = [pytest.mark.browser, pytest.mark.slow]

CELL = 5


@pytest.fixture
def board(tmp_path):
    made = LiveBoard(tmp_path, page_table("tile4x4"))
    yield made
    made.end()


@pytest.fixture
def page(chromium):
    context = chromium.new_context(**PHONE)
    faults = []
    page = context.new_page()
    page.on("console", lambda line: line.type in ("error", "warning") and faults.append(line.text))
    page.on("pageerror", lambda error: faults.append(str(error)))
    yield page
    context.close()
    assert faults == []


def shown(board):
    """The code as somebody reads it from the board: the cells that are lit, one after another."""
    board.say(c="watch", lights=True)
    cells, dark = [], 0
    while dark < 2 or len(cells) < 4:
        message = board.wait(lambda message: message["t"] == "lights")
        lit = [
            cell
            for cell, place in enumerate(board.profile.led_order)
            if int(message["grb"][6 * place : 6 * place + 6], 16)
        ]
        if lit and lit != cells[-1:]:
            cells += lit if dark else []
        elif not lit:
            dark += dark == 0 or len(cells) >= 4
    board.say(c="watch")
    return cells


def test_from_the_boards_menu_to_a_tile_on_the_phone(board, page):
    board.set_zeros()
    named = board.code(board.ask_for_phones())
    code = shown(board)
    assert code == named
    page.goto(board.address)
    for cell in code:
        page.locator(f"#code [data-cell='{cell}']").tap()
    expect(page.locator("#code")).not_to_be_visible()
    expect(page.locator("#say")).to_have_text(re.compile("place a tile of your own"))
    choose(page, "Players", "Two players")
    board.state(lambda state: state["settings"]["players"] == 1)
    raw = [board.profile.raw_middle] * board.profile.cells
    raw[CELL] += board.profile.raw(board.profile.signal_mv(True))
    person = Person(page)
    wait_until(
        lambda: person.look()["b2"].tile, "the tile on the phone", lambda: board.lay_out(raw)
    )
    page.reload()
    expect(page.locator("#say")).not_to_be_empty()
    expect(page.locator("#code")).not_to_be_visible()
