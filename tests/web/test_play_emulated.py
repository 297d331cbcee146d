"""`lodeboard play --on emulated`: the page shows the firmware on the emulated chip."""

import asyncio
import json

import aiohttp
import pytest
from one_board import NAME
from waiting import LAST_RESORT_S
from web.playing import play, refused

pytestmark = pytest.mark.chip

MIDDLE = 2


async def watch(address):
    """Follow the link until the board has set its zeros and begun a game, and its speed is known;
    all frames' keys, all lines on the way, and what was said of its start and speed."""
    keys, said, paces = set(), [], []
    async with (
        aiohttp.ClientSession(headers={"Origin": address.rstrip("/")}) as session,
        session.ws_connect(address + "link") as link,
    ):
        async for message in link:
            news = json.loads(message.data)
            if news["t"] == "frame":
                keys |= set(news)
            line = news.get("line")
            if isinstance(line, dict):
                said.append(line)
                if line.get("ask") in ("calibrate", "gain"):
                    await link.send_json({"t": "press", "button": MIDDLE})
                    await link.send_json({"t": "release", "button": MIDDLE})
            if news["t"] == "pace":
                paces.append(news)
            if "match" in [line.get("phase") for line in said] and "speed" in str(paces):
                break
    return keys, said, paces


@pytest.mark.verify
def test_a_game_begins_on_the_emulated_chip_and_its_zeros_are_stored(tmp_path):
    with play(tmp_path, "--on", "emulated", "--hands") as running:
        keys, said, paces = asyncio.run(asyncio.wait_for(watch(running.address), LAST_RESORT_S))
        assert running.process.stdout.readline() == "The emulated chip starts.\n"
        assert running.end() == (0, "")
    assert "leds" in keys
    assert "starting" in paces[0]
    assert "The emulated chip runs " in paces[-1]["say"]
    assert "hello" in [line["t"] for line in said]
    stored = tmp_path / "lodeboard" / f"{NAME}-1" / "store" / "calibration.blob"
    assert stored.read_bytes()


def test_a_board_that_there_is_not_is_one_message(tmp_path):
    done = refused(tmp_path, "--port", "0", "--on", "moon")
    assert done.returncode in (1, 2)
    assert "moon" in done.stderr
