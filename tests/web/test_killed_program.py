"""A `lodeboard play` that is killed in a game goes on with it when it is started again."""

import asyncio
import json

import pytest
from one_board import NAME
from web.linked import page
from web.playing import play

from host_tools.play.web import tile_tray

pytestmark = pytest.mark.slow

B2 = 40.0, 40.0  # mm
MOVE = "b2U"


@pytest.mark.verify
def test_a_program_that_is_killed_at_a_step_goes_on_from_it(tmp_path):
    async def move(running):
        async with page(running) as person:
            await person.until("state", ask="place", phase="match")
            await person.send("grab", tile=0)
            await person.send("drop", x=B2[0], y=B2[1])
            await person.until("state", moves=[MOVE])
            running.process.kill()

    async def go_on(running):
        async with page(running) as person:
            return await person.until("state", phase="match", ask="lift", turn=0)

    with play(tmp_path, "--speed", "5") as running:
        asyncio.run(move(running))
        running.process.wait()
    table = json.loads((tmp_path / "lodeboard" / f"{NAME}-1" / tile_tray.NAME).read_text())
    assert table["tiles"][0][1:3] == pytest.approx(B2, abs=2)
    with play(tmp_path, "--speed", "5") as running:
        state = asyncio.run(go_on(running))
    assert state["moves"][0] == MOVE
    assert len(state["moves"]) == 2
    assert state["wrong"] == []


@pytest.mark.verify
def test_a_program_that_is_killed_in_a_lesson_goes_on_with_the_game(tmp_path):
    start, lesson = "1_U--------------d", "1_-UU----------uu-"

    async def learn(running):
        async with page(running) as person:
            await person.until("state", ask="place", phase="match")
            await person.tell(c="set", players=1)
            await person.tell(c="setup", position=start, moves=["d4Nb2D"])
            await person.until("state", start=start)
            await person.send("park", on=True)
            await person.tell(c="setup", position=lesson, moves=[])
            await person.until("state", start=lesson)
            running.process.kill()

    async def go_on(running):
        async with page(running) as person:
            return await person.until("state", phase="match", start=start)

    with play(tmp_path, "--speed", "5") as running:
        asyncio.run(learn(running))
        running.process.wait()
    with play(tmp_path, "--speed", "5") as running:
        assert asyncio.run(go_on(running))["moves"] == ["d4Nb2D"]
