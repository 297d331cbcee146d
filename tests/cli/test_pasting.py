"""The commands take what people paste, say what they corrected, and print nothing raw."""

import json
import os
import re
import subprocess
import sys
from itertools import cycle
from urllib.parse import urlencode

import another_game
import pytest

from host_tools.jobs.printable import printable, printable_lines
from host_tools.play.cli.commands import COMMANDS

ASCII = {"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONIOENCODING": "ascii"}
POSITIONS = {
    "flip": "1_-D---u----------",
    "xtic": "80-4--3-9-d726-5/-",
    "magician": "rmnknmr/pppXppp/X5X/X2X2X/X5X/PPPXPPP/RMNKNMR w AGag - 0 1",
}
SAID = {
    '"{}"': "Quotation marks are left out.",
    "`{}`": "Quotation marks are left out.",
    "> {}": "The marks > of quoted mail are left out.",
    "{}.": "Punctuation around moves and links is left out.",
    "\u200b{}": "Invisible characters are left out.",
}


# Commands in one process where only ASCII can be printed; after each its exit status.
RUN = """
import io, json, sys
from host_tools.play.cli import main
for words, stdin in json.loads(sys.argv[1]):
    sys.stdin = io.TextIOWrapper(io.BytesIO(stdin.encode()), "ascii", "surrogateescape")
    try:
        status = main([word.encode().decode("ascii", "surrogateescape") for word in words])
    except SystemExit as ended:
        status = ended.code
    sys.stdout.flush()
    print("ended", status or 0, file=sys.stderr)
"""


def in_ascii(commands):
    """For each command, words and standard input: its status and what it printed."""
    done = subprocess.run(
        [sys.executable, "-c", RUN, json.dumps(commands)],
        env={**os.environ, **ASCII},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    *printed, last = re.split(rb"ended (\d+)\n", done.stdout)
    assert (done.returncode, last) == (0, b""), done.stdout
    return list(zip(map(int, printed[1::2]), printed[::2], strict=True))


# What is around a position is left out in one way for all games.
AROUND = ["{} ", "{}\r", "\ufeff{}", *SAID]


@pytest.mark.parametrize(("around", "game"), list(zip(SAID, cycle(POSITIONS), strict=False)))
def test_a_position_is_read_with_what_is_pasted_around_it(lodeboard, game, around):
    position = POSITIONS[game]
    outcome = lodeboard("choose", game, "--level", "novice" if game != "xtic" else "trivial", stdin=f"{around.format(position)}\r\n{position}\n")  # fmt: skip  # noqa: E501
    one, other = outcome.objects
    assert one == other
    assert outcome.status == 0
    assert outcome.err.count("\n") == 1
    assert SAID[around] in outcome.err


@pytest.mark.parametrize(("around", "game"), list(zip(AROUND, cycle(POSITIONS), strict=False)))
def test_perft_takes_a_pasted_position(lodeboard, game, around):
    plain = lodeboard("perft", game, "1", "--position", POSITIONS[game])
    pasted = lodeboard("perft", game, "1", "--position", around.format(POSITIONS[game]))
    assert (pasted.status, pasted.out) == (0, plain.out)
    assert plain.err == ""
    assert SAID.get(around, "") in pasted.err


def link_of(game, rules):
    held = {"g": f"position {POSITIONS[game]}", "game": game, "rules": rules}
    return f"http://127.0.0.1:8000/#{urlencode(held)}"


def test_a_link_is_a_position_for_commands_too(lodeboard):
    link = link_of("flip", "magic")
    plain = lodeboard("analyse", "flip", stdin=POSITIONS["flip"])
    outcome = lodeboard("analyse", "flip", stdin=f"{link}\n{link})\n")
    assert outcome.objects == plain.objects * 2
    assert "Punctuation around moves and links is left out." in outcome.err
    new = "https://example.org/#game=flip&rules=magic&g=a1U.a1Eb2U&n=2"
    assert lodeboard("analyse", "flip", stdin=new).objects == plain.objects


@pytest.mark.parametrize(
    ("words", "link", "reason"),
    [
        ((another_game.NAME,), link_of("flip", "magic"), f"of flip, not of {another_game.NAME}"),
        (("flip",), link_of("flip", "eclipse"), "this link is of the rules eclipse: say --rules"),
    ],
)
def test_a_link_of_another_game_or_rules_is_refused(lodeboard, tmp_path, words, link, reason):
    outcome = lodeboard("analyse", *words, stdin=link)
    assert outcome.status == 1
    assert reason in outcome.objects[0]["error"]
    outcome = lodeboard("replay", *words, "-", stdin=link)
    assert (outcome.status, reason in outcome.out) == (1, True)
    assert lodeboard("perft", *words, "1", "--position", link).status == 2


def test_replay_and_review_say_what_they_corrected(lodeboard, tmp_path):
    file = tmp_path / "game.txt"
    file.write_text("> 1. a1U! {good} 2. a1Eb2U 1-0\n")
    said = ["The marks >", "Comments", "Marks such as !", "The result"]
    for words in (("replay", "flip", str(file)), ("review", str(file))):
        outcome = lodeboard(*words)
        assert outcome.status == 0
        assert all(part in outcome.err for part in said), outcome.err
        assert len(outcome.lines) == (2 if words[0] == "replay" else 1)


def test_what_was_corrected_is_said_once(lodeboard):
    outcome = lodeboard("analyse", "flip", "--brief", stdin='"1_----------------"\n' * 50)
    assert (outcome.status, len(outcome.lines)) == (0, 50)
    assert outcome.err.count("Quotation marks are left out.") == 1


@pytest.mark.parametrize("text", ["1_------ 1_-----", "1_---------------- a1U", "hello", "1_U---------------"])  # fmt: skip  # noqa: E501
def test_what_is_no_position_stays_bad_input(lodeboard, text):
    outcome = lodeboard("analyse", "flip", stdin=text)
    assert outcome.status == 1
    assert set(outcome.objects[0]) == {"position", "error"}
    assert outcome.objects[0]["position"] == text


def test_a_long_line_is_refused_in_a_short_one(lodeboard):
    outcome = lodeboard("analyse", "flip", stdin="x" * 1_000_000)
    assert outcome.status == 1
    assert len(outcome.out) < 600
    outcome = lodeboard("replay", "flip", "-", stdin="a1U " * 1_000_000)
    assert outcome.status == 2
    assert "too long" in outcome.err


@pytest.mark.parametrize("bom", ["utf-16", "utf-8-sig"])
def test_a_record_of_a_windows_shell_is_read(lodeboard, tmp_path, bom):
    file = tmp_path / "game.txt"
    file.write_bytes("a1U a1Eb2U\r\n".encode(bom))
    outcome = lodeboard("replay", "flip", str(file))
    assert (outcome.status, outcome.lines[0], outcome.err) == (0, "1_-D---u----------", "")


RAW = "a1U \x1b[31m\u202e\u00e9\u2026"
ECHOES = [
    (("replay", "flip", "-"), RAW),
    (("analyse", "flip"), RAW),
    (("choose", "flip"), RAW),
    (("perft", "flip", "1", "--position", RAW), ""),
    (("perft", "flip", "1", "--rules", RAW), ""),
    (("perft", RAW, "1"), ""),
    (("choose", "flip", "--level", RAW), ""),
    (("replay", "flip", RAW), ""),
    (("review", RAW), ""),
    (("review", "-", "-o", f"/nowhere/{RAW}"), "a1U"),
    (("log", "--directory", RAW), ""),
    (("scenario", RAW), ""),
    (("play", "--on", RAW, "--no-browser"), ""),
    (("replay", "flip", "-", RAW), ""),
    (("rerun", RAW), ""),  # last, as an error of the system ends all output
]


def test_nothing_that_came_in_is_printed_raw_and_ascii_alone_is_enough():
    for (words, _), (status, printed) in zip(ECHOES, in_ascii(ECHOES), strict=True):
        assert status in (1, 2), printed
        assert b"Traceback" not in printed
        assert printed.isascii()
        assert all(byte >= 0x20 or byte == 0x0A for byte in printed), printed
        if words[0] in ("analyse", "choose") and status == 1:
            json.loads(printed)


def test_help_is_printed_where_there_is_ascii_alone():
    helped = in_ascii([((command, "--help"), "") for command in COMMANDS])
    for command, (status, printed) in zip(COMMANDS, helped, strict=True):
        assert status == 0
        assert printed.startswith(f"usage: lodeboard {command}".encode()), command


def test_printable():
    assert printable("a1U \u00e9\u00bd\u2026 -") == "a1U \u00e9\u00bd\u2026 -"
    assert printable("\x1b[2J\n\r\t\x00\x9b\u202e\u200b\U000e0001") == (
        r"\x1b[2J\n\r\t\x00\x9b\u202e\u200b\U000e0001"
    )
    assert printable_lines("one\x07\ntwo\x1b") == "one\\x07\ntwo\\x1b"
