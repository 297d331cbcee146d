"""What is asked of `lodeboard play`, however it was started."""

import asyncio
import json
import subprocess
from typing import Any

import aiohttp


def address_of(process: "subprocess.Popen[str]") -> str:
    """The page's address, which is waited for."""
    assert process.stdout is not None
    for line in process.stdout:
        if line.strip().startswith("http://"):
            return line.strip()
    raise AssertionError(process.communicate()[1])


async def _look(address: str) -> tuple[str, list[str]]:
    origin = {"Origin": address.rstrip("/")}
    async with aiohttp.ClientSession(headers=origin) as session:
        async with session.get(address) as answer:
            page = await answer.text()
        async with session.ws_connect(f"{address}link") as link:
            async for message in link:
                games = _games(json.loads(message.data))
                if games:
                    return page, games
    raise AssertionError("the link has ended")


def _games(news: dict[str, Any]) -> list[str]:
    """The games in a board's menu, where this is its line."""
    line = news.get("line")
    items = line.get("items", []) if isinstance(line, dict) else []
    return [game for item in items if item["field"] == "variant" for game in item["values"]]


def look(process: "subprocess.Popen[str]") -> tuple[str, list[str]]:
    """The page that is served, and the games that its board offers."""
    return asyncio.run(_look(address_of(process)))
