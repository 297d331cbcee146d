"""Magician Chess on the command line."""

import pytest
from cli.command import Command
from games.magician import plain_magician as plain
from games.magician.positions import FIGURES

from host_tools.games.analysis.perft import perft
from host_tools.games.moves import legal_moves
from lodeboard.games.catalogue import LEVELS

# Both white magicians reach d4.
TWO = "3k3/7/X5X/X2X2X/X1M1M1X/X5X/3K3 w - - 0 1"


@pytest.fixture
def lodeboard(capsys, monkeypatch):
    return Command(capsys, monkeypatch)


def test_perft_counts(lodeboard):
    for depth, count in enumerate((1, *FIGURES[0][1], 582972)):
        outcome = lodeboard("perft", "magician", str(depth))
        assert (outcome.status, outcome.out, outcome.err) == (0, f"{count}\n", "")
    for text, counts in FIGURES:
        outcome = lodeboard("perft", "magician", "--position", text, str(len(counts)))
        assert outcome.out == f"{counts[-1]}\n"


def test_perft_counts_under_the_option(lodeboard):
    text = FIGURES[2][0]
    count = plain.sequences(plain.read(text), 2, immune=True)
    outcome = lodeboard("perft", "magician", "--rules", "immune", "--position", text, "2")
    assert outcome.out == f"{count}\n"
    assert count != FIGURES[2][1][1]


def test_perft_counts_what_is_left_of_a_turn(lodeboard):
    for part, depth, count in (("c3@d4", 1, 4), ("c3@d4d3", 1, 1)):
        outcome = lodeboard("perft", "magician", "--position", f"{TWO};{part}", str(depth))
        assert outcome.out == f"{count}\n"


def test_two_magicians_at_one_hole_do_not_make_two_moves(compiled_game):
    game = compiled_game()
    game.load(TWO)
    buffer = [0] * game.max_steps
    steps = [game.move_text([step]) for step in buffer[: game.steps(buffer)]]
    assert {"c3@d4", "e3@d4"} <= set(steps)
    moves = [game.move_text(move) for move in legal_moves(game)]
    assert sorted(moves) == sorted(plain.all_moves(plain.read(TWO)))
    expected = [plain.sequences(plain.read(TWO), depth) for depth in (1, 2)]
    assert [perft(game, depth) for depth in (1, 2)] == expected
    assert [perft(game, depth, {}) for depth in (1, 2)] == expected


def test_analyse_lists_each_move_once(lodeboard):
    (said,) = lodeboard("analyse", "magician", "--moves", stdin=TWO).objects
    position = plain.read(TWO)
    moves = plain.all_moves(position)
    assert said["children"] == {move: plain.write(after) for move, after in moves.items()}
    assert (said["verdict"], said["moves"], said["value"]) == ("undecided", len(moves), None)
    (lost,) = lodeboard(
        "analyse", "magician", stdin="k2R3/3R3/X5X/X5X/X5X/XX3X1/3K3 b - - 0 9"
    ).objects
    assert (lost["verdict"], lost["value"], lost["best"], lost["moves"]) == ("lose", "lose", [], 0)


def test_a_bad_position_is_refused_and_the_others_are_answered(lodeboard):
    outcome = lodeboard("analyse", "magician", stdin=f"{plain.START[3:]}\n\n{plain.START}\n")
    assert outcome.status == 1
    bad, good = outcome.objects
    assert 'the row "knmr" has 4 cells, not 7' in bad["error"]
    assert good["moves"] == 14
    outcome = lodeboard("perft", "magician", "--rules", "chess", "1")
    assert outcome.status == 2
    assert "choose standard or immune" in outcome.err


@pytest.mark.verify
def test_review_takes_a_bare_position_with_its_spaces(lodeboard, tmp_path):
    record, page = tmp_path / "two.txt", tmp_path / "two.html"
    for text in (TWO, f"{TWO} 1. Mc4", f"{TWO};c3@d4"):
        record.write_text(text)
        outcome = lodeboard("review", "--game", "magician", str(record), "-o", str(page))
        assert (outcome.status, outcome.out, outcome.err) == (0, f"{page}\n", "")
        assert TWO in page.read_text()
        page.unlink()


@pytest.mark.parametrize(
    ("text", "why"),
    [
        (TWO.rsplit(maxsplit=1)[0], "a position has six parts: cells, who is to act"),
        (f"{TWO}\n1. zz9", 'move 1, zz9: "zz9" is no move: write Nxc4'),
    ],
    ids=["a-part-missing", "no-move"],
)
def test_review_says_what_is_wrong_with_a_record_and_writes_nothing(lodeboard, tmp_path, text, why):
    record, page = tmp_path / "two.txt", tmp_path / "two.html"
    record.write_text(text)
    outcome = lodeboard("review", "--game", "magician", str(record), "-o", str(page))
    assert (outcome.status, outcome.out) == (1, "")
    assert outcome.err.startswith(f"lodeboard review: {record}: ")
    assert why in outcome.err
    assert not page.exists()
    assert record.read_text() == text


@pytest.mark.slow
def test_choose_and_analyse_take_positions_with_spaces_one_a_line(lodeboard):
    lines = f'{TWO}\n"{TWO}"\n{TWO.rsplit(maxsplit=1)[0]}\n  {TWO}  \n'
    for words in (
        ("choose", "magician", "--level", LEVELS["magician"][0]),
        ("analyse", "magician"),
    ):
        outcome = lodeboard(*words, stdin=lines)
        assert outcome.status == 1
        good, quoted, short, indented = outcome.objects
        assert "error" not in good
        assert {**quoted, "position": TWO} == good
        assert "a position has six parts" in short["error"]
        assert {**indented, "position": TWO} == good
