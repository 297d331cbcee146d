"""The command as a program: its help, its exit statuses, interruption and closed pipes."""

import re
import shlex
import signal
import subprocess
import sys
from collections import Counter

import pytest
from cli.command import PROGRAM, run_program

from host_tools.play.cli.commands import COMMANDS, make_parser

BAD_ARGUMENTS = [
    (["nonsense"], "invalid choice: 'nonsense'"),
    (["perft"], "required: GAME, DEPTH"),
    (["perft", "chess", "1"], "invalid choice: 'chess'"),
    (["perft", "flip", "three"], "invalid int value: 'three'"),
    (["perft", "flip", "-1"], "DEPTH is a number of moves, 0 or more"),
    (["perft", "flip", "--rules", "classic", "1"], "choose magic or eclipse"),
    (["perft", "flip", "--rules", "", "1"], "choose magic or eclipse"),
    (["choose", "flip", "--level", "grandmaster"], 'flip has no level "grandmaster": choose '),
    (["analyse", "flip", "--rules", "classic"], "choose magic or eclipse"),
    (["analyse", "flip", "1_----------------"], "unrecognized"),
    (["perft", "flip", "1", "--rule=magic"], "unrecognized arguments"),
    (["perft", "flip", "--position", "1_", "1"], "--position 1_: a position has 16 cells"),
    (["perft", "flip", "1", "2"], "unrecognized arguments: 2 (see lodeboard perft --help)"),
    (["replay", "flip"], "required: FILE"),
    (["replay", "flip", "no/such/file"], "cannot read no/such/file: No such file"),
    (["replay", "flip", "."], "cannot read .: Is a directory"),
]


@pytest.mark.parametrize(("words", "message"), BAD_ARGUMENTS)
def test_bad_arguments_get_one_message_and_status_2(lodeboard, words, message):
    outcome = lodeboard(*words)
    assert outcome.status == 2
    assert outcome.out == ""
    assert outcome.err.count("\n") == 1
    assert outcome.err.startswith("lodeboard")
    assert message in outcome.err


def test_bad_arguments_as_a_process():
    outcome = run_program("perft", "flip", "three")
    assert (outcome.status, outcome.out) == (2, "")
    assert outcome.err.count("\n") == 1


@pytest.mark.parametrize("words", [[], ["--help"]])
def test_help_lists_every_command(lodeboard, words):
    outcome = lodeboard(*words)
    assert outcome.status == 0
    # A long name has its words on the next line.
    assert all(re.search(rf"^    {name}\s", outcome.out, re.MULTILINE) for name in COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_help_of_each_command_shows_examples(lodeboard, name):
    outcome = lodeboard(name, "--help")
    assert outcome.status == 0
    assert f"lodeboard {name}" in outcome.out.split("example", 1)[1]


@pytest.mark.parametrize("name", COMMANDS)
def test_no_argument_of_a_command_takes_the_place_of_another(name):
    (commands,) = make_parser(name)._subparsers._group_actions
    places = Counter(action.dest for action in commands.choices[name]._actions)
    assert [place for place, count in places.items() if count > 1] == []


def examples(lodeboard, name):
    """The examples in a command's help that need no file and no level of the reader's."""
    text = lodeboard(name, "--help").out.split("examples:\n", 1)[1]
    for line in map(str.strip, text.splitlines()):
        if "LEVEL" not in line and ".txt" not in line and ".jsonl" not in line:
            yield line


@pytest.mark.parametrize("name", ["analyse", "perft", "choose", "replay"])
def test_examples_in_the_help_do_what_they_show(lodeboard, name):
    lines = list(examples(lodeboard, name))
    assert lines
    for line in lines:
        source, _, command = line.rpartition("|")
        written = [word.replace(r"\n", "\n") for word in shlex.split(source)]
        words, _, shown = command.strip().partition("    ")
        outcome = lodeboard(*shlex.split(words)[1:], stdin=" ".join(written[1:]) + "\n")
        assert outcome.status == 0, f"{line}: {outcome.out}{outcome.err}"
        if name == "perft":
            assert outcome.out.strip() == shown.strip(), line


def test_version(lodeboard):
    outcome = lodeboard("--version")
    assert outcome.status == 0
    assert outcome.out.startswith("lodeboard 0.")


def test_perft_does_not_load_what_others_need():
    """A quick answer: neither the web server's library nor the compiler."""
    code = (
        "import sys; from host_tools.play.cli import main;"
        "assert main(['perft', 'flip', '2']) == 0; print(*sys.modules)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True
    )
    count, loaded = done.stdout.splitlines()
    assert count == "2880"
    assert "host_tools.play.cli.perft" in loaded.split()
    assert not set(loaded.split()) & {"aiohttp", "numba", "numpy", "neopixel", "asyncio"}


PRESSED = """
import os, signal, sys

class Press:
    @staticmethod
    def find_spec(name, *_):
        if name == sys.argv[1]:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Press)
from host_tools.play.cli import main
sys.exit(main(["play", "--no-browser", "--port", "0"]))
"""


@pytest.mark.parametrize("module", ["argparse", "host_tools.play.cli.play", "asyncio", "aiohttp"])
def test_ctrl_c_while_it_is_still_importing_ends_it_without_a_word(module):
    done = subprocess.run(
        [sys.executable, "-c", PRESSED, module],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (-signal.SIGINT, "", "")


def test_interruption_ends_quietly_with_130():
    with subprocess.Popen(
        [PROGRAM, "analyse", "flip"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        process.stdin.write("1_UUU-dudUd-------\n")
        process.stdin.flush()
        assert process.stdout.readline()  # it is at work, and waits for the next position
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
    assert (process.returncode, out, err) == (130, "", "")


@pytest.mark.parametrize("words", ["analyse flip", "choose flip", "replay flip -"])
def test_closed_standard_input_is_named(words):
    done = subprocess.run(
        ["/bin/sh", "-c", f'exec "$0" {words} <&-', PROGRAM],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "standard input is closed" in done.stderr
    assert done.stderr.count("\n") == 1


@pytest.mark.parametrize("words", ["perft flip 2", "replay flip -"])
def test_output_that_cannot_be_written_is_named(words, tmp_path):
    """A limit of no bytes to a file stands for a full disk; every system has it."""
    done = subprocess.run(
        ["/bin/sh", "-c", f'ulimit -f 0; exec "$0" {words} >told', PROGRAM],
        cwd=tmp_path,
        stdin=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        timeout=60,
        check=False,
    )
    assert done.returncode == 1
    assert "File too large" in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_file_that_is_not_there_is_named(tmp_path):
    path = tmp_path / "none.rec"
    done = subprocess.run(
        [PROGRAM, "rerun", path], capture_output=True, text=True, timeout=60, check=False
    )
    said = f"lodeboard rerun: {path}: No such file or directory\n"
    assert (done.returncode, done.stdout, done.stderr) == (1, "", said)
