"""`lodeboard bringup` as a command: what it refuses, and what it says without a board."""

import json

import pytest

from host_tools.play.cli import bringup_on_cable, main
from host_tools.workshop.checkup import reports, sequence


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


@pytest.fixture
def connected(monkeypatch):
    """A board is on the cable; steps are replaced by the test."""
    monkeypatch.setattr(
        bringup_on_cable, "who_is_there", lambda _on, _profile, _say: ("/dev/x", "e660")
    )


def test_a_step_done_again_keeps_the_report_of_the_same_day(connected, monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(
        sequence, "run", lambda bringup, _todo, _chosen, write, _told: write(bringup)
    )
    times = iter(["2026-01-01T10:11:12Z", "2026-01-01T10:11:13Z"])
    monkeypatch.setattr(reports, "now", lambda: next(times))
    for _ in range(2):
        assert main(["bringup", "--on", "x", "--no-person", "--steps", "gains"]) == 0
    found = sorted(path.name for path in tmp_path.iterdir() if path.suffix == ".html")
    assert found == [f"bringup-e660-2026-01-01T10111{second}Z.html" for second in (2, 3)]


def test_the_report_is_written_as_it_goes_as_a_page_and_as_json(connected, monkeypatch, tmp_path):
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

    monkeypatch.setattr(sequence, "run", run)
    words = ["--on", "x", "--no-person", "--steps", "soak", "--report", str(tmp_path / "r.html")]
    try:
        status = main(["bringup", *words])
    except KeyboardInterrupt:
        status = 130
    assert status != 0
    assert seen == [1, 2]
