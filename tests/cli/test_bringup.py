"""`lodeboard bringup` as a command: what it refuses, and what it says without a board."""

import json

import pytest

from host_tools.play.cli import bringup_on_cable, main
from host_tools.workshop.checkup import sequence


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "required: --on"),
        (["--on", "real", "--steps", "selftest,flying"], "no step 'flying'; there are selftest"),
        (["--on", "real", "--soak", "0"], "more than 0 minutes"),
        (["--on", "real", "--report", "no/such/folder/r.html"], "there is no folder"),
        (["--on", "real", "--report", "r.json"], "the same as .json is written beside it"),
        (["--on", "/dev/no-such-port"], "nobody is at the terminal"),
        (["--on", "x", "--no-person", "--scenarios", "no/such.txt"], "cannot read no/such.txt"),
    ],
)
def test_what_cannot_be_is_said(lodeboard, words, message):
    outcome = lodeboard("bringup", *words)
    assert outcome.status == 2
    assert message in outcome.err


@pytest.mark.slow
def test_no_board_is_a_plain_message_and_no_report(lodeboard, tmp_path):
    report = tmp_path / "r.html"
    words = ("--on", "/dev/no-such-port", "--no-person", "--report", str(report))
    outcome = lodeboard("bringup", *words)
    assert outcome.status == 1
    assert "there is no port /dev/no-such-port" in outcome.err
    assert "--port" not in outcome.err
    assert not report.exists()


def test_the_report_is_written_as_it_goes_as_a_page_and_as_json(monkeypatch, tmp_path):
    seen = []

    def run(bringup, _todo, _chosen, write, _told):
        for games in (1, 2):
            bringup.steps[-1].figures["games"] = games
            write(bringup)
            stored = json.loads((tmp_path / "r.json").read_text())
            seen.append(stored["steps"][-1]["figures"]["games"])
            assert stored["state"] == "under way"
            assert f"<dd>{games}</dd>" in (tmp_path / "r.html").read_text()
        raise KeyboardInterrupt

    monkeypatch.setattr(
        bringup_on_cable, "who_is_there", lambda _on, _profile, _say: ("/dev/x", "e660")
    )
    monkeypatch.setattr(sequence, "run", run)
    words = ["--on", "x", "--no-person", "--steps", "soak", "--report", str(tmp_path / "r.html")]
    try:
        status = main(["bringup", *words])
    except KeyboardInterrupt:
        status = 130
    assert status != 0
    assert seen == [1, 2]
