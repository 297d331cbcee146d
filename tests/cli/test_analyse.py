"""`lodeboard analyse`: its lines, and its values against looking at everything."""

import json
import random
import subprocess

import pytest
from cli.command import PROGRAM
from cli.plain_values import PlainValues
from games.flip import plain_flip
from games.flip.positions import random_line_of_play

from lodeboard.games.flip.rules import Flip

FIELDS = ["position", "verdict", "moves", "value", "remoteness", "best"]
EMPTY = "1_----------------"


def analysed(lodeboard, text, *options):
    outcome = lodeboard("analyse", "flip", *options, stdin=text + "\n")
    [answer] = outcome.objects
    assert outcome.status == 0
    assert outcome.err == ""  # nothing is missing
    return answer


def test_fields_of_an_undecided_position(lodeboard):
    answer = analysed(lodeboard, EMPTY)
    assert list(answer) == FIELDS
    assert answer["position"] == EMPTY
    assert (answer["verdict"], answer["moves"]) == ("undecided", 32)
    assert (answer["value"], answer["remoteness"]) == ("win", 16)
    assert {move[:2] for move in answer["best"]} == {"a1", "d1", "a4", "d4"}


def test_moves_of_an_early_position(lodeboard):
    answer = analysed(lodeboard, "2_U---------------", "--moves")
    assert (answer["value"], answer["remoteness"]) == ("lose", 15)
    assert list(answer) == [*FIELDS, "children", "values"]
    assert len(answer["children"]) == answer["moves"] == 60
    assert answer["children"]["a1Eb2U"] == "1_-D---u----------"
    assert answer["values"] == dict.fromkeys(answer["children"], "lose")


DECIDED = [
    ("1_UUU-dudUd-------", "magic", "win", 0),
    ("1_uuuDUDUd--------", "magic", "lose", 0),
    ("1_uuuDUDUdu-ddUUU-", "eclipse", "lose", 0),
    ("2_uuuDUDUduDd-UUUd", "eclipse", "tie", None),
    ("1_UdUdUUDuDduUdduU", "magic", "tie", None),
]


@pytest.mark.parametrize(("text", "rules", "verdict", "remoteness"), DECIDED)
@pytest.mark.parametrize("options", [[], ["--moves"]])
def test_decided_positions(lodeboard, text, rules, verdict, remoteness, options):
    answer = analysed(lodeboard, text, "--rules", rules, *options)
    expected = [text, verdict, 0, verdict, remoteness, []] + ([{}, {}] if options else [])
    assert list(answer.values()) == expected


@pytest.mark.slow
@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_values_of_late_positions(lodeboard, rules):
    source = random.Random(f"analyse {rules}")
    plain = PlainValues(rules)
    texts = []
    while len(texts) < 60:
        late = [
            text for text in random_line_of_play(source, rules) if 13 <= 16 - text.count("-") < 16
        ]
        texts += late[:4]
    outcome = lodeboard("analyse", "flip", "--rules", rules, "--moves", stdin="\n".join(texts))
    assert (outcome.status, outcome.err) == (0, "")
    assert [answer["position"] for answer in outcome.objects] == texts
    for text, answer in zip(texts, outcome.objects, strict=True):
        value, turns = plain.outcome(text)
        moves = plain_flip.moves(text, rules)
        assert answer["verdict"] == ("undecided" if moves else value)
        assert answer["moves"] == len(moves)
        assert (answer["value"], answer["remoteness"]) == (value, turns), text
        assert answer["children"] == moves
        assert answer["values"] == plain.after_moves(text)
        best = [move for move, worth in answer["values"].items() if worth == value]
        assert answer["best"] == (best if moves else [])
    seen = {(answer["verdict"], answer["value"]) for answer in outcome.objects}
    assert {("undecided", "win"), ("undecided", "lose"), ("undecided", "tie")} <= seen
    assert any(";" in text for text in texts)


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_values_fit_together(lodeboard, rules):
    """A position is worth what the best of its moves makes of it, and as far from the end."""
    source = random.Random(f"together {rules}")
    late = [
        text
        for _ in range(30)
        for text in random_line_of_play(source, rules)[:-1]
        if text.count("-") == 16 - 11
    ]
    assert len(late) > 2
    for text in late[:2]:
        answer = analysed(lodeboard, text, "--rules", rules, "--moves")
        assert answer["verdict"] == "undecided"
        outcome = lodeboard(
            "analyse", "flip", "--rules", rules, stdin="\n".join(answer["children"].values())
        )
        opposite = {"win": "lose", "lose": "win", "tie": "tie"}
        turns = {"win": [], "lose": [], "tie": []}
        for value, child in zip(answer["values"].values(), outcome.objects, strict=True):
            assert value == opposite[child["value"]]
            turns[value].append(child["remoteness"])
        if turns["win"]:
            expected = ("win", 1 + min(turns["win"]))
        elif turns["tie"]:
            expected = ("tie", None)
        else:
            expected = ("lose", 1 + max(turns["lose"]))
        assert (answer["value"], answer["remoteness"]) == expected


def test_a_win_at_once_is_seen_from_afar(lodeboard):
    """Seven tiles only, but one move fills column a and the last gap beside it."""
    answer = analysed(lodeboard, "2_dD---D--d-D-dU--", "--moves")
    assert (answer["verdict"], answer["value"], answer["remoteness"]) == ("undecided", "win", 1)
    assert answer["values"]["c3Wa2D"] == "win"


def test_half_a_turn(lodeboard):
    """Its moves are placements, and they are the rest of the moves that begin with the flip."""
    text = "2_dUdDDuU--DuuD-dD"
    whole = analysed(lodeboard, text, "--moves")
    flips = {move[:3] for move in whole["children"]}
    assert len(flips) > 1
    for flip in flips:
        half = analysed(lodeboard, f"{text};{flip}", "--moves")
        assert half["position"] == f"{text};{flip}"
        assert half["verdict"] == "undecided"
        assert half["moves"] == len(half["children"]) > 0
        for field in ("children", "values"):
            rest = {move[3:]: x for move, x in whole[field].items() if move.startswith(flip)}
            assert half[field] == rest


LINES = [
    # A line of input, and what its answer must contain.
    (EMPTY, '"moves": 32'),
    ("1_---------------", "16 cells"),
    ("2_U---------------", '"moves": 60'),
    ("1_U---------------", "wrong turn"),
    ("2_U---------------;a1N", "off the board"),
    ('nonsense with "quotes" and é', "begins with 1_ or 2_"),
]


def test_bad_lines_get_their_reason_and_the_run_goes_on(lodeboard):
    text = "\n \n".join(f"  {line}\t" for line, _ in LINES)
    outcome = lodeboard("analyse", "flip", stdin=text)
    assert outcome.status == 1
    assert outcome.err == ""
    answers = outcome.objects
    assert [answer["position"] for answer in answers] == [line for line, _ in LINES]
    assert all(part in line for line, (_, part) in zip(outcome.lines, LINES, strict=True)), (
        outcome.out
    )
    for number, answer in enumerate(answers):
        assert list(answer) == (FIELDS if number in (0, 2) else ["position", "error"])


def test_bytes_that_are_no_text_are_a_bad_line(lodeboard):
    outcome = lodeboard("analyse", "flip", stdin=b"1_\xff\xfe\n" + EMPTY.encode())
    assert outcome.status == 1
    assert ["error" in answer for answer in outcome.objects] == [True, False]


def test_no_input_is_no_error(lodeboard):
    outcome = lodeboard("analyse", "flip", stdin="\n\n")
    assert (outcome.status, outcome.out, outcome.err) == (0, "", "")


def test_each_answer_comes_before_the_next_question():
    with subprocess.Popen(
        [PROGRAM, "analyse", "flip"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        for text in (EMPTY, "1_UUU-dudUd-------"):
            process.stdin.write(text + "\n")
            assert json.loads(process.stdout.readline())["position"] == text
        process.stdin.close()
        assert process.wait(timeout=20) == 0


def test_a_reader_that_goes_away_is_no_error():
    with subprocess.Popen(
        [PROGRAM, "analyse", "flip"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        process.stdin.write((EMPTY + "\n") * 3)
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["moves"] == 32
        process.stdout.close()
        try:
            process.stdin.write((EMPTY + "\n") * 5000)
            process.stdin.close()
        except BrokenPipeError:
            pass
        assert process.wait(timeout=20) == 141
        assert process.stderr.read() == ""
