"""Records of Magician Chess in the notation of published games."""

import random

import pytest
from cli.command import Command
from games.magician import plain_magician as plain
from games.magician.positions import played, random_positions

from host_tools.games.analysis.study import read_course
from host_tools.games.magician.record import read_move, write_move
from host_tools.games.moves import legal_moves, make_move
from lodeboard.games.contract import LOSE, GameError

# The published sample game; 3...Nf5 is printed there as 3...Nf3, which no knight can play.
SAMPLE = """
c4 e4 Nb3 f4 Nc2 Nf5 Me1 Ne6 Mc3 Mf6 Hxe4 He6 Mbd3 Nxc4 0-0(b) b4 Me1 Md5 Hxf4 Ne5 Mdf1 c4
Nc5+ Kc6 Nxb4+ Kxc5 Nxd5 Kxd5 Rd1 Rgd7 Mc3 Nd4 Hc2 Kc5 Rd2 Nb5 Rxd7 Nxc3+ bxc3 Rxd7
f3 Rd1+ Kb2 Hxf3 He3 Mf5 Me1 Mf4 Rf1 Hgf3 g3 Hxe2 gxf4 Nd3#
"""
# The white magician on c3 can act on d4.
SPELLS = "3k3/7/X2p2X/X2X2X/X1M3X/7/X2K2X w - - 3 8"


def test_the_published_game_replays_to_mate(compiled_game):
    game = compiled_game()
    for move in SAMPLE.split():
        steps = read_move(game, move)
        assert write_move(game, steps) == move
        make_move(game, steps)
    assert (game.verdict(), game.number) == (LOSE, 28)


@pytest.fixture
def lodeboard(capsys, monkeypatch):
    return Command(capsys, monkeypatch)


def numbered(moves):
    return " ".join(
        f"{at // 2 + 1}.{move}" if at % 2 == 0 else move for at, move in enumerate(moves)
    )


def test_replay_reads_the_published_game(lodeboard):
    outcome = lodeboard("replay", "magician", "-", stdin=numbered(SAMPLE.split()))
    assert (outcome.status, outcome.lines[1:]) == (0, ["lose"])
    misprint = numbered(SAMPLE.split()).replace(" Nf5 ", " Nf3 ")
    outcome = lodeboard("replay", "magician", "-", stdin=misprint)
    assert outcome.status == 1
    assert outcome.out.startswith("move 6 (line 1), Nf3: Nf3 is not legal here")


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Nc5+", "Nc5", "move 23 (line 1), Nc5: Nc5 gives check: write Nc5+"),
        ("Kc6", "Kc6+", "move 24 (line 1), Kc6+: Kc6 gives no check: write Kc6"),
        ("Nd3#", "Nd3+", "move 54 (line 1), Nd3+: Nd3 is mate: write Nd3#"),
        ("Rd1+", "Rd1#", "move 42 (line 1), Rd1#: Rd1 gives check: write Rd1+"),
        ("Nd3#", "Nd3# c4", "move 55 (line 1), c4: the game is over here: lose"),
        ("Nxc4", "Nc4", "move 14 (line 1), Nc4: Nc4 is not legal here: Nxc4 would be"),
        ("Hc2", "Hxc2", "move 33 (line 1), Hxc2: Hxc2 is not legal here: Hc2 would be"),
        ("Rgd7", "Rd7", "move 30 (line 1), Rd7: Rd7 can be several moves: write Rad7 or Rgd7"),
        ("Nb3", "0-0(f)", "move 3 (line 1), 0-0(f): 0-0(f) is not legal here"),
        ("0-0(b)", "O-O", 'move 15 (line 1), O-O: "O-O" is no move'),
        ("0-0(b)", "Kb1", "move 15 (line 1), Kb1: Kb1 is not legal here: 0-0(b) would be"),
    ],
)
def test_replay_names_what_is_wrong(lodeboard, old, new, reason):
    text = numbered(SAMPLE.split()).replace(old, new, 1)
    outcome = lodeboard("replay", "magician", "-", stdin=text)
    assert outcome.status == 1
    assert outcome.out.startswith(reason)


def test_moves_by_squares_need_no_sign_and_a_sign_is_checked(compiled_game):
    game = compiled_game()
    game.load("k6/7/1XXXXXX/2XXX2/7/7/1R1K3 w - - 0 1")
    assert read_move(game, "b1a1") == read_move(game, "b1a1+") == read_move(game, "Ra1+")
    with pytest.raises(GameError, match="b1a1 gives check: write b1a1"):
        read_move(game, "b1a1#")
    with pytest.raises(GameError, match="b1c1 gives no check: write b1c1"):
        read_move(game, "b1c1+")


def test_the_rest_of_a_spell_is_read_as_it_is_written(compiled_game):
    game = compiled_game()
    game.load(f"{SPELLS};c3@d4")
    make_move(game, read_move(game, "xd5"))
    assert game.between_moves()


@pytest.mark.parametrize("rules", ["standard", "immune"])
def test_a_game_is_read_as_it_was_written(compiled_game, rules):
    """Played at random, written in both notations, mixed."""
    dice = random.Random(f"record {rules}")
    game, again = compiled_game(rules), compiled_game(rules)
    for _ in range(5):
        position, _ = next(played(dice, rules == "immune"))
        game.load(plain.write(position))
        again.load(game.text())
        for _ in range(25):
            moves = legal_moves(game) if game.between_moves() else []
            if not moves:
                break
            move = dice.choice(moves)
            written = write_move(game, move) if dice.random() < 0.7 else game.move_text(move)
            make_move(again, read_move(again, written))
            make_move(game, move)
            assert again.text() == game.text()


def test_each_move_of_a_position_has_a_name_of_its_own(compiled_game):
    game = compiled_game()
    signs = set()
    for position in random_positions("names", 25):
        game.load(plain.write(position))
        moves = legal_moves(game)
        names = [write_move(game, move) for move in moves]
        assert len(set(names)) == len(names)
        signs |= {name[-1] for name in names} & {"+", "#"}
        for move, name in zip(moves[::7], names[::7], strict=True):
            assert game.move_text(read_move(game, name)) == game.move_text(move)
    assert "+" in signs


def test_what_a_pawn_becomes_may_have_an_equals_sign(compiled_game):
    game = compiled_game()
    game.load("2r1k2/1P5/X5X/X5X/X5X/XX3X1/3K3 w - - 0 9")
    assert read_move(game, "bxc7R+") == read_move(game, "bxc7=R+") == read_move(game, "b6c7r")
    assert game.move_text(read_move(game, "b7N")) == "b6b7n"
    assert write_move(game, game.parse_move("b6b7m")) == "b7M"


def test_the_analysis_of_a_record_has_moves_as_the_board_writes_them(compiled_game):
    course = read_course(compiled_game(), "1.c4 e4 2.Nb3 c6c5")
    assert course.moves == ["c2c4", "e6e4", "c1b3", "c6c5"]
    half = read_course(compiled_game(), f"position {SPELLS}\nc3@d4")
    assert half.half
    assert half.positions[-1].endswith(";c3@d4")
