"""`lodeboard bringup` as a command: what it refuses, and what it says without a board."""

import pytest


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ([], "required: --on"),
        (["--on", "real", "--steps", "selftest,flying"], "no step 'flying'; there are selftest"),
        (["--on", "real", "--soak", "0"], "more than 0 minutes"),
        (["--on", "real", "--report", "no/such/folder/r.html"], "there is no folder"),
        (["--on", "/dev/no-such-port"], "nobody is at the terminal"),
        (["--on", "x", "--no-person", "--scenarios", "no/such.txt"], "cannot read no/such.txt"),
    ],
)
def test_what_cannot_be_is_said(lodeboard, words, message):
    outcome = lodeboard("bringup", *words)
    assert outcome.status == 2
    assert message in outcome.err


def test_no_board_is_a_plain_message_and_no_report(lodeboard, tmp_path):
    report = tmp_path / "r.html"
    words = ("--on", "/dev/no-such-port", "--no-person", "--report", str(report))
    outcome = lodeboard("bringup", *words)
    assert outcome.status == 1
    assert "there is no port /dev/no-such-port" in outcome.err
    assert "--port" not in outcome.err
    assert not report.exists()
