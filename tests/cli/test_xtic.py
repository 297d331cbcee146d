"""xtic on the command line: perft, replay and analyse."""

import pytest
from games.xtic import plain_xtic

from host_tools.games.analysis.perft import perft
from lodeboard.games.xtic.rules import Xtic

RULES = pytest.mark.parametrize("rules", Xtic.rule_sets)


@RULES
def test_known_counts(lodeboard, rules):
    for depth, count in ((1, 16), (4, 57600), (33, 0)):
        outcome = lodeboard("perft", "xtic", "--rules", rules, str(depth))
        assert (outcome.status, outcome.out, outcome.err) == (0, f"{count}\n", "")


def test_counts_from_positions(lodeboard):
    for position, depth, count in (
        ("0123------------/-", 1, 0),
        ("847cde09235b6fa-/1", 1, 1),
        ("847cde09235b6f--/-", 2, 4),
    ):
        outcome = lodeboard("perft", "xtic", "--position", position, str(depth))
        assert (outcome.status, outcome.out) == (0, f"{count}\n")


@pytest.mark.verify
def test_normal_is_the_default(lodeboard):
    """A line that only some of the rule sets have."""
    position = "0----1----2----3/-"
    assert plain_xtic.verdict(position, "normal") == "lose"
    assert plain_xtic.verdict(position, "nodiags") == "undecided"
    found = [
        lodeboard("analyse", "xtic", *words, "--brief", stdin=position).objects[0]["verdict"]
        for words in ([], ["--rules", "normal"], ["--rules", "nodiags"], ["--rules", "torus"])
    ]
    assert found == ["lose", "lose", "undecided", "lose"]


def test_other_games_rules_are_a_bad_argument(lodeboard):
    outcome = lodeboard("perft", "xtic", "--rules", "magic", "2")
    assert outcome.status == 2
    assert 'xtic has no rule set "magic": choose normal or nodiags or torus' in outcome.err


@pytest.fixture
def replay(lodeboard, tmp_path):
    def run(text, *options):
        path = tmp_path / "record.txt"
        path.write_text(text)
        return lodeboard("replay", "xtic", *options, str(path))

    return run


@pytest.mark.parametrize(
    ("text", "final", "verdict"),
    [
        ("=5 b3 =a c1 =0", "--a------5------/0", "undecided"),
        ("1. =5   2. b3 =a   # two turns\n3.c1 4.=0", "--a------5------/0", "undecided"),
        ("position 012-------------/-\n=3 d1", "0123------------/-", "lose"),
        ("position 847cde09235b6fa-/1\nd4", "847cde09235b6fa1/-", "tie"),
        ("", "----------------/-", "undecided"),
    ],
)
def test_good_records(replay, text, final, verdict):
    outcome = replay(text)
    assert (outcome.status, outcome.lines, outcome.err) == (0, [final, verdict], "")


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("=5 b3 =5", "move 3 (line 1), =5: cannot give 5: that piece lies on the board"),
        ("=5\n=6", "move 2 (line 2), =6: cannot give 6: piece 5 is in hand"),
        ("b3", "move 1 (line 1), b3: cannot place on b3: no piece is in hand"),
        ("position 012-------------/-\n=3 d1 =4", "move 3 (line 2), =4: the game is over here"),
        ("position 0123------------/4\nd4", "position 0123------------/4: a piece is in hand, but"),
    ],
)  # fmt: skip
def test_bad_records(replay, text, said):
    outcome = replay(text)
    assert outcome.status == 1
    assert outcome.lines[0].startswith(said)


def test_analyse_by_the_contract(lodeboard):
    positions = (
        "847cde09235b6fa-/1\n\n012-------------/3\nx\n847cde09235b6fa1/-\n012--3----------/-\n"
    )
    outcome = lodeboard("analyse", "xtic", "--moves", stdin=positions)
    assert outcome.status == 1
    last, early, bad, full, open_ = outcome.objects
    assert last == {
        "position": "847cde09235b6fa-/1", "verdict": "undecided", "moves": 1, "value": "tie",
        "remoteness": None, "best": ["d4"], "children": {"d4": "847cde09235b6fa1/-"},
        "values": {"d4": "tie"},
    }  # fmt: skip
    assert (early["moves"], early["values"]["d1"]) == (13, "lose")
    assert bad["position"] == "x"
    assert "16 cells" in bad["error"]
    assert (full["verdict"], full["value"], full["remoteness"]) == ("tie", "tie", None)
    assert (full["moves"], full["best"], full["children"], full["values"]) == (0, [], {}, {})
    assert (open_["value"], open_["best"], open_["moves"]) == (None, None, 12)
    assert "2 not settled by search; early positions are known only where the proof" in outcome.err


def test_long_counts_agree_with_those_step_by_step(lodeboard):
    game = Xtic("torus")
    game.load("847cde09235-----/-")
    assert perft(game, 9, {}) == perft(game, 9)
