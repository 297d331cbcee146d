"""A game of another kind of board, asked for by a page of `lodeboard play`."""

import asyncio

import pytest
from aiohttp import WSCloseCode
from web.linked import page
from web.playing import play, play_for_page

from host_tools.build import profiles
from lodeboard.games.catalogue import NAMES, VARIANTS
from lodeboard.system.loader import playable

LARGER = "tile7x7"
USUAL = "tile4x4"
OTHERS = [NAMES[VARIANTS.index(each)] for each in playable(profiles.profile(LARGER))]
TILE = 0
FLIP = "Your turn: flip one of the opponent's lit tiles."
B2 = {"x": 40.0, "y": 40.0}  # mm


async def choose(person, name):
    """Ask for this board; the link then ends, and the next one leads there."""
    await person.send("board", name=name)
    assert await person.end() == WSCloseCode.SERVICE_RESTART


async def begun(running):
    """The flip game with a move made; its moves."""
    async with page(running) as person:
        hello = await person.message("hello")
        assert hello["name"] == USUAL
        assert hello["others"] == {LARGER: OTHERS}
        await person.until("state", ask="place")
        await person.send("grab", tile=TILE)
        await person.send("drop", **B2)
        state = await person.until("state", say=FLIP)
        await choose(person, LARGER)
        return state["moves"]


async def changed(running):
    """A game of Magician Chess on the other board, and back again."""
    async with page(running) as person:
        hello = await person.message("hello")
        assert hello["name"] == LARGER
        assert list(hello["others"]) == [USUAL]
        state = await person.until("state", ask="lift")
        assert state["game"] == "magician"
        await choose(person, USUAL)


async def back(running):
    async with page(running) as person:
        assert (await person.message("hello"))["name"] == USUAL
        return await person.until("state", say=FLIP)


@pytest.mark.verify
def test_the_board_changes_with_the_game_and_each_is_found_as_it_was_left(tmp_path):
    async def visit(running):
        moves = await begun(running)
        assert len(moves) == 2
        await changed(running)
        assert (await back(running))["moves"] == moves

    with play(tmp_path, "--no-browser") as running:
        asyncio.run(visit(running))
        assert running.end() == (0, "")
    assert {each.name for each in (tmp_path / "lodeboard").iterdir()} == {
        f"{USUAL}-1",
        f"{LARGER}-1",
    }


@pytest.mark.slow
def test_a_board_that_is_played_elsewhere_is_not_taken(tmp_path):
    async def ask(running):
        async with page(running) as person:
            await person.send("board", name=LARGER)
            assert "in another window" in (await person.message("error"))["error"]
            await person.until("state", ask="place")

    with play_for_page(tmp_path, "--board", LARGER), play_for_page(tmp_path) as running:
        asyncio.run(ask(running))


@pytest.mark.parametrize("name", ["", "tile4x4", "tile1x1", "../tile7x7"])
def test_a_board_that_is_none_is_refused(tmp_path, name):
    async def ask(running):
        async with page(running) as person:
            await person.send("board", name=name)
            assert LARGER in (await person.message("error"))["error"]

    with play_for_page(tmp_path) as running:
        asyncio.run(ask(running))


def test_a_recorded_board_stays(tmp_path):
    async def ask(running):
        async with page(running) as person:
            hello = await person.message("hello")
            assert hello["others"] == {}
            assert "--record" in hello["only"]
            await person.send("board", name=LARGER)
            assert (await person.message("error"))["error"] == hello["only"]

    with play_for_page(tmp_path, "--record", str(tmp_path / "game.rec")) as running:
        asyncio.run(ask(running))
