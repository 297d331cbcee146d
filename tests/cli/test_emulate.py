"""`lodeboard emulate`, as it is typed."""

import re
import signal
import subprocess

import pytest
from cli.command import PROGRAM

from host_tools.board.emulator.image import find_image

pytestmark = pytest.mark.chip

FIRST_LIGHTS = "board seed 3\npower on\nexpect {} everywhere within {}\n"


def emulate(*words, timeout=120):
    return subprocess.run(
        [PROGRAM, "emulate", *words], capture_output=True, text=True, timeout=timeout, check=False
    )


@pytest.mark.slow
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
    [
        (["--script", "nowhere.txt"], "nowhere.txt"),
        (["--seed", "-1"], "--seed -1"),
        (["--try", "--serial"], "leave one out"),
    ],
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


def test_an_image_that_is_not_there_is_one_message():
    done = emulate("--image", "nowhere.uf2", "--try")
    assert (done.returncode, done.stdout) == (1, "")
    assert "cannot read nowhere.uf2" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.reliability
@pytest.mark.timeout(3600)
def test_an_image_gets_the_firmware_and_plays(tmp_path):
    """One byte in its padding makes it an image that nobody knows."""
    blocks = bytearray(find_image().read_bytes())
    blocks[508 - 1] ^= 1  # behind the first block's payload
    image = tmp_path / "mine.uf2"
    image.write_bytes(blocks)
    done = emulate("--image", str(image), "--try", timeout=None)
    assert done.returncode == 0, done.stderr
    assert "warning: " in done.stderr
    assert "the image starts: MicroPython 1.25.0 on Raspberry Pi Pico with RP2040" in done.stdout
    assert "plays trial.txt" in done.stdout
    assert re.fullmatch(
        r"MicroPython 1\.25\.0, mine\.uf2, SHA-256 [0-9a-f]{64}: works",
        done.stdout.splitlines()[-1],
    )
