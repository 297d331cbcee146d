"""What only a whole session reaches, on the official MicroPython: commands, the coach, the
menu, a power cut and the way on. (CPython is more forgiving than the chip.)"""

import json

import pytest
from one_board import DATA

from host_tools.emulator.board import EmulatedBoard
from lodeboard.boards.profile import Profile

pytestmark = [pytest.mark.chip, pytest.mark.verify]

MIDDLE, LEFT = 2, 1
LATE = "1_UdDu-duUDDu--u-U"
MOVE = "b2Wd3D"


class Person:
    """Somebody with an emulated board and a serial line."""

    def __init__(self, files=None):
        self.board = EmulatedBoard(Profile(DATA), seed=6, files=files)

    def wait(self, limit_ms=8000, **wanted):
        """Until the board has said a state with these words in it; that state."""
        found = []

        def reported():
            for message in self.board.messages()[self.heard :]:
                if all(message.get(key) == value for key, value in wanted.items()):
                    found.append(message)
            return bool(found)

        self.board.run_until(reported, limit_ms, str(wanted))
        return found[-1]

    def say(self, command):
        self.heard = len(self.board.messages())
        self.board.chip.send(json.dumps(command).encode() + b"\r\n")

    heard = 0


@pytest.fixture(scope="module")
def interrupted():
    """A session up to a power cut: what was said, and the files that the cut left."""
    person = Person()
    person.wait(phase="calibrate")
    person.board.tap(MIDDLE)
    person.wait(phase="match", ask="place")
    said = {}
    person.say({"c": "set", "players": 1, "coach": 1})
    said["set"] = person.wait(t="state", machine=0)
    person.say({"c": "fly"})
    said["refused"] = person.wait(t="error")
    person.say({"c": "watch", "on": True})
    said["cells"] = person.wait(t="cells")
    person.say({"c": "watch", "on": False})
    person.say({"c": "setup", "position": LATE, "moves": [MOVE]})
    said["setup"] = person.wait(t="state", ask="restore")
    person.heard = len(person.board.messages())
    person.board.tap(MIDDLE)
    said["menu"] = person.wait(phase="menu")
    person.board.tap(LEFT)
    person.board.tap(MIDDLE)
    person.wait(phase="match")
    return said, person.board.chip.files()  # the flash as the power leaves it


def test_commands_are_obeyed_or_refused(interrupted):
    said, _ = interrupted
    assert said["set"]["settings"]["coach"] == 1
    assert "Unknown command" in said["refused"]["say"]
    assert len(said["cells"]["mv"]) == 16
    assert said["setup"]["moves"] == [MOVE]
    assert said["menu"]["menu"]["name"] == "game"


def test_the_game_goes_on_after_the_power_was_gone(interrupted):
    said, files = interrupted
    person = Person(files)
    cells = ["UDud".find(letter) for letter in said["setup"]["position"][2:]]
    person.board.world.arrange([(at // 2, at % 2 == 0) if at >= 0 else None for at in cells])
    assert person.wait(phase="resume")["position"] == said["setup"]["position"]
    person.board.tap(MIDDLE)
    state = person.wait(phase="match", ask="lift")
    assert state["moves"] == [MOVE]
    seen = set()
    for _ in range(10):  # the coach thinks with the chip's own search
        person.board.run_ms(150)
        seen.add(tuple(person.board.leds))
    assert len(seen) > 1
    person.say({"c": "back"})
    assert person.wait(t="state", ask="restore")["moves"] == []
