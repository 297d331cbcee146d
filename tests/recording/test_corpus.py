"""Recordings of all games come out byte for byte, and a changed rule, time or colour does not.

After an intended change of the lights: tests/recording/renew_corpus.py.
"""

from copy import deepcopy
from pathlib import Path

import pytest

from host_tools.board.messages import State, read
from host_tools.board.recording.file import Other, Reader
from host_tools.board.recording.rerun import profile_of, rerun
from host_tools.build import profiles
from host_tools.play.cli import main
from lodeboard.boards.profile import Profile
from lodeboard.games import catalogue
from lodeboard.games.flip.rules import Flip
from lodeboard.lights import palette

CORPUS = sorted((Path(__file__).parent / "corpus").glob("*.rec"))
FLIP = Path(__file__).parent / "corpus" / "take_back.rec"
PROFILE = profiles.profile()


@pytest.mark.parametrize("path", CORPUS, ids=lambda path: path.stem)
def test_a_recording_comes_out_byte_for_byte(path):
    result = rerun(path, profile_of(Reader(path).header))
    assert result.first is None, str(result.first)
    assert result.exact == result.scans > 600
    assert result.said == []


def test_each_game_has_a_recording():
    played = set()
    for path in CORPUS:
        for event in Reader(path).events():
            if isinstance(event, Other) and event.kind == "said":
                message = read(event.value)
                if isinstance(message, State) and message.moves:
                    played.add(message.game)
    assert played == set(catalogue.GAMES)


def without_middle(flips):
    """Rules under which the tile on b2 cannot be flipped."""

    def changed(self, out):
        count = flips(self, out)
        kept = [step for step in out[:count] if self.step_text(step)[:2] != "b2"]
        out[: len(kept)] = type(out)(out.typecode, kept) if hasattr(out, "typecode") else kept
        return len(kept)

    return changed


def test_a_changed_rule_is_found_and_named(monkeypatch, capsys):
    monkeypatch.setattr(Flip, "_flips", without_middle(Flip._flips))
    assert main(["rerun", str(FLIP)]) == 1
    said = capsys.readouterr().out
    assert said.startswith("The lights differ at 7.62 s: b2: recorded rgb(0,119,0), now rgb(0,0,0)")
    assert "b2 meant may-lift, means off" in said


@pytest.mark.parametrize("debounce_ms", [180, 600])
def test_a_changed_time_is_found_with_by_how_much(debounce_ms):
    data = deepcopy(PROFILE.data)
    assert rerun(FLIP, Profile(data)).first is None
    data["sensing"]["debounce_ms"] = debounce_ms
    first = rerun(FLIP, Profile(data)).first
    assert first is not None
    assert first.then.startswith("all is as recorded again after ")


def test_a_changed_colour_is_found_and_means_the_same(monkeypatch, capsys):
    before, start = palette.COLOURS, 3 * palette.MAY_LIFT
    red = before[:start] + b"\xff\x00\x00" + before[start + 3 :]
    monkeypatch.setattr(palette, "COLOURS", red)
    assert main(["rerun", str(FLIP)]) == 1
    found = capsys.readouterr()
    assert "b2: recorded rgb(0,119,0), now rgb(119,0,0)" in found.out
    assert "colours or movements have changed" in found.err
    assert main(["rerun", str(FLIP), "--meaning"]) == 0
    assert "The lights mean what they did" in capsys.readouterr().out


def test_a_scenario_is_recorded(tmp_path, capsys):
    tape = tmp_path / "a.rec"
    scenario = "tests/scenarios/stacked.txt"
    assert main(["scenario", "--record", str(tape), scenario]) == 0
    assert main(["rerun", str(tape)]) == 0
    assert "byte for byte" in capsys.readouterr().out
    assert main(["scenario", "--record", str(tape), scenario]) == 1
    assert "is there already" in capsys.readouterr().err
    assert main(["scenario", "--record", str(tmp_path / "b.rec"), scenario, scenario]) == 2
    assert "--record takes one scenario, these are 2" in capsys.readouterr().err
