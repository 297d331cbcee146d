"""`lodeboard emulate`, as it is typed."""

import signal
import subprocess

import pytest
from cli.command import PROGRAM

pytestmark = pytest.mark.chip

FIRST_LIGHTS = "board seed 3\npower on\nexpect {} everywhere within {}\n"


def emulate(*words):
    return subprocess.run(
        [PROGRAM, "emulate", *words], capture_output=True, text=True, timeout=120, check=False
    )


@pytest.mark.verify
@pytest.mark.parametrize(
    ("meaning", "within", "status"),
    [("calibrate", 5000, 0), ("draw", 10, 1)],
)
def test_a_script_is_run_line_by_line_and_its_outcome_is_the_status(
    tmp_path, meaning, within, status
):
    path = tmp_path / "light.txt"
    path.write_text(FIRST_LIGHTS.format(meaning, within))
    done = emulate("--script", str(path))
    assert done.returncode == status, done.stderr
    assert "power on" in done.stdout
    assert ("ok  light.txt" in done.stdout) == (status == 0)
    assert ("FAILED  light.txt" in done.stderr) == (status == 1)


@pytest.mark.parametrize(
    ("words", "why"),
    [(["--script", "nowhere.txt"], "nowhere.txt"), (["--seed", "-1"], "--seed -1")],
)
def test_a_bad_argument_is_one_message(words, why):
    done = emulate(*words)
    assert done.returncode == 2
    assert why in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.verify
def test_without_a_script_it_shows_what_the_board_says_and_shows_until_ctrl_c():
    with subprocess.Popen([PROGRAM, "emulate"], stdout=subprocess.PIPE, text=True) as running:
        seen = ""
        for line in running.stdout:
            seen += line
            if "calibrate  calibrate" in line:
                break
        running.send_signal(signal.SIGINT)
        assert running.wait(timeout=20) == 130
    assert '"hello"' in seen
