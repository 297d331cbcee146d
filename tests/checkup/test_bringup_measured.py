"""The figures of a soak as a page of the documentation."""

import json

import pytest

from host_tools.jobs.command import UsageError
from host_tools.lab import bringup as measured
from host_tools.workshop.checkup.steps import DONE, Bringup, Played, Step


@pytest.fixture
def written(tmp_path):
    def write(**changed):
        soak = Step("soak", "ok", took_s=4000.0)
        soak.figures["longest time between two readings, ms"] = 49
        soak.played = [
            Played("flip", 38, 1520, 20.2, 21.5, free=(87_984, 87_952)),
            Played("kono", 20, 320, 20.0, 19.0, mistakes=1, line_errors=2),
        ]
        whole = Bringup("tile4x4", "e660", "/dev/x", "2026-01-01T00:00:00Z", [soak], DONE)
        path = tmp_path / "soak.json"
        path.write_text(json.dumps(whole.as_dict() | changed))
        return path

    return write


def test_the_page_states_what_was_seen_of_each_game(written):
    found = measured.read(written())
    row = [word.strip() for word in measured.body(found).splitlines()[-2].split("|")[1:-1]]
    free = "87 984 to 87 952"
    assert row == ["flip", "38", "1 520", "0", "0", "0", "0", free, "20.2 min", "21.5 min"]
    assert "67 min on the wall" in measured.body(found)
    assert measured.stated(found)["soak"][1] == "1 in 58 games, 40 min of board time"


def test_a_soak_that_was_broken_off_is_no_figure(written, tmp_path):
    with pytest.raises(UsageError, match="no soak that was played to its end"):
        measured.read(written(state="broken off"))
    with pytest.raises(UsageError, match="is no report of lodeboard bringup --json"):
        measured.read(written(steps=3))
    with pytest.raises(UsageError, match="cannot read"):
        measured.read(tmp_path / "none.json")
