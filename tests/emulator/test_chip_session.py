"""What only a whole session reaches, on the official MicroPython: commands, the coach, the
menu, a power cut and the way on. (CPython is more forgiving than the chip.)"""

import json

import pytest
from one_board import PROFILE

from host_tools.board.emulator.board import EmulatedBoard

pytestmark = [pytest.mark.chip, pytest.mark.verify]

LATE = "1_UdDu-duUDDu--u-U"
MOVE = "b2Wd3D"


@pytest.fixture
def board():
    return EmulatedBoard(PROFILE, seed=6)


@pytest.fixture
def said(board):
    """Send a command; return the first later message that contains these words."""

    def said(command=None, **wanted):
        before = len(board.messages())
        if command:
            board.send_line(json.dumps(command))
        found = []

        def reported():
            for message in board.messages()[before if command else 0 :]:
                if all(message.get(key) == value for key, value in wanted.items()):
                    found.append(message)
            return bool(found)

        assert board.run_until(reported, 8000), wanted
        return found[-1]

    return said


def test_commands_are_obeyed_and_the_game_goes_on_after_the_power_was_gone(
    board, hands, lights, said
):
    hands.start()
    settings = said({"c": "set", "players": 1, "coach": 1}, t="state", machine=0)["settings"]
    assert settings["coach"] == 1
    assert "Unknown command" in said({"c": "fly"}, t="error")["say"]
    assert len(said({"c": "watch", "on": True}, t="cells")["mv"]) == PROFILE.cells
    board.send_line('{"c": "watch", "on": false}')
    late = said({"c": "setup", "position": LATE, "moves": [MOVE]}, t="state", ask="restore")
    assert late["moves"] == [MOVE]
    hands.do("press middle")
    assert said(phase="menu")["menu"]["name"] == "game"
    hands.do("press left", "press middle", "power off")

    cells = ["UDud".find(letter) for letter in late["position"][2:]]
    board.world.arrange([(at // 2, at % 2 == 0) if at >= 0 else None for at in cells])
    hands.do("power on")
    assert said(phase="resume")["position"] == late["position"]
    hands.do("press middle")
    assert said(phase="match", ask="lift")["moves"] == [MOVE]
    seen = set()
    for _ in range(10):  # the coach thinks with the chip's own search
        hands.wait(150)
        seen.add(tuple(board.leds))
    assert len(seen) > 1
    assert lights.wait("mistake", "nowhere")
    assert said({"c": "back"}, t="state", ask="restore")["moves"] == []
