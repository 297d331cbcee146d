"""The first request of the board in `lodeboard play`: a move on a screen, otherwise its zeros."""

import asyncio

import pytest
from web.linked import page
from web.playing import play_for_page

FIRST = {"tile4x4": "place", "tile7x7": "lift"}


def phases_until(running, **wanted):
    async def follow():
        async with page(running) as person:
            await person.until("state", **wanted)
            return {line["phase"] for line in person.received if line["t"] == "state"}

    return asyncio.run(follow())


@pytest.mark.parametrize("board", FIRST)
def test_on_a_screen_nobody_calibrates(tmp_path, board):
    with play_for_page(tmp_path, "--board", board) as running:
        assert phases_until(running, ask=FIRST[board]) <= {"start", "match"}


def test_hands_that_do_everything_measure_the_zeros(tmp_path):
    with play_for_page(tmp_path, "--hands") as running:
        assert "calibrate" in phases_until(running, phase="calibrate")
