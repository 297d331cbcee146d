"""How games of Magician Chess end, and which positions are the same."""

import random

import pytest
from games.magician import plain_magician as plain
from games.magician.positions import loaded, random_positions

from host_tools.games.moves import make_move
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, GameError

# White goes with the rook to and fro, Black with the king.
WANDER = "k6/7/7/X5X/X5X/X5X/XRK2XX w - - {} 9"


def play(game, text):
    for move in text.split():
        make_move(game, game.parse_move(move))


def test_mate_is_lost_and_stalemate_drawn():
    assert loaded("k2R3/3R3/X5X/X5X/X5X/XX3X1/3K3 b - - 0 9").verdict() == LOSE
    stalemate = loaded("k6/2R4/1R5/X5X/X5X/X5X/XX1K1X1 b - - 0 9")
    assert (stalemate.verdict(), stalemate.in_check(), stalemate.count_moves()) == (TIE, False, 0)


def test_a_king_that_a_magician_could_drop_is_mated_and_not_under_the_option():
    text = "k6/X1M4/6X/X5X/X5X/X5X/XR1K3 b - - 0 1"
    game, immune = loaded(text), loaded(text, "immune")
    assert (game.verdict(), game.in_check()) == (LOSE, True)
    assert (immune.verdict(), immune.in_check()) == (TIE, False)


def test_fifty_moves_are_a_draw_and_no_fewer_and_mate_comes_first():
    game = loaded(WANDER.format(98))
    play(game, "b1b2")
    assert game.verdict() == UNDECIDED
    play(game, "a7a6")
    assert game.verdict() == TIE
    assert (game.count_moves(), game.steps([0] * game.max_steps)) == (0, 0)
    game.pop()
    assert game.verdict() == UNDECIDED
    assert loaded(WANDER.format(100)).verdict() == TIE
    assert loaded("k2R3/3R3/X5X/X5X/X5X/XX3X1/3K3 b - - 100 9").verdict() == LOSE
    with pytest.raises(GameError, match="101 quiet turns"):
        game.load(WANDER.format(101))


@pytest.mark.parametrize(
    ("move", "quiet"),
    [
        ("b3b4", "0"),  # a pawn
        ("c2a1", "0"),  # a capture
        ("@f3xe3", "0"),  # a drop
        ("@f3e3", "41"),  # the pawn carried
        ("@f3f2", "41"),
        ("c2b4", "41"),
        ("d3d4", "41"),
    ],
)
def test_captures_pawn_moves_and_drops_begin_the_count_again_and_nothing_else(move, quiet):
    game = loaded("3k3/7/X5X/X5X/1PXMpXX/2N4/r1XK1X1 w - - 40 9")
    play(game, move)
    assert game.text().split()[4] == quiet


def test_the_third_occurrence_is_a_draw_and_the_second_is_not():
    game = loaded(WANDER.format(0))
    for move in ["b1b2", "a7a6", "b2b1", "a6a7"] * 2:
        assert game.verdict() == UNDECIDED
        play(game, move)
    assert game.verdict() == TIE
    assert game.count_moves() == 0
    game.pop()
    assert game.verdict() == UNDECIDED
    play(game, "a6a7")
    game.load(game.text())  # without a history
    assert (game.verdict(), game.length) == (UNDECIDED, 0)


def test_rights_to_castle_make_positions_different():
    game = loaded("3k3/7/7/X5X/X5X/XX3XX/R2K1X1 w A - 0 1")
    play(game, "a1b1 d7c7 b1a1 c7d7 a1b1 d7c7 b1a1 c7d7")
    assert game.verdict() == UNDECIDED  # the first time White could castle
    play(game, "a1b1")
    assert game.verdict() == TIE


@pytest.mark.parametrize(("neighbour", "drawn"), [("p", False), ("1", True)])
def test_a_pawn_just_passed_makes_positions_different_where_it_can_be_captured(neighbour, drawn):
    game = loaded(f"k6/7/7/X2{neighbour}2X/X5X/XXP3X/K1X3X w - - 0 1")
    play(game, "c2c4 a7b7 a1b1 b7a7 b1a1 a7b7 a1b1 b7a7 b1a1")
    assert (game.verdict() == TIE) == drawn


@pytest.mark.parametrize("pawn", ["P", "1"])
def test_what_spells_bring_back_comes_again_pawns_too(pawn):
    game = loaded(f"k5N/4p2/7/X5X/X{pawn}X4/M2M1XX/K1X2XX w - - 0 1")
    start = game.text().split()[0]
    capture, spell = game.parse_move("g7e6"), game.parse_move("@c3b3")
    make_move(game, capture)
    game.pop()  # what was taken back does not count
    make_move(game, spell)
    play(game, "a7b7 @b3c3 b7a7")
    assert game.text().split()[0] == start
    play(game, "@c3b3 a7b7 @b3c3")
    assert game.verdict() == UNDECIDED
    play(game, "b7a7")
    assert game.verdict() == TIE


def test_a_game_ends_when_the_next_turn_might_not_fit_into_its_record():
    game = loaded(WANDER.format(0))
    game.max_length = 8
    play(game, "b1b2 a7a6 b2b3 a6a5 b3b2")
    assert game.verdict() == UNDECIDED  # three steps can follow
    play(game, "a5a6")
    assert game.verdict() == TIE


def test_turns_fit_into_a_step_buffer():
    for position in random_positions("most", 200):
        game = loaded(plain.write(position))
        assert game.count_moves() < game.max_steps


def mirrored(text):
    squares, player, castling, passed, *counts = text.split(" ")
    rows = [row[::-1] for row in squares.split("/")]
    swap = {"A": "G", "G": "A", "a": "g", "g": "a"}
    castling = "".join(sorted((swap.get(each, each) for each in castling), key="-AGag".find))
    if passed != "-":
        passed = "gfedcba"["abcdefg".find(passed[0])] + passed[1]
    return " ".join(["/".join(rows), player, castling, passed, *counts])


def test_mirror_images_have_one_key_and_other_positions_others(compiled_game):
    game = compiled_game()
    by_key = {}
    several = 0
    for position in random_positions("keys", 250):
        text = plain.write(position)
        game.load(text)
        verdict, count, key = game.verdict(), game.count_moves(), game.key()
        game.load(mirrored(text))
        assert (game.key(), game.count_moves(), game.verdict()) == (key, count, verdict)
        without_number = min(each.rsplit(" ", 1)[0] for each in (text, mirrored(text)))
        several += key in by_key
        assert by_key.setdefault(key, without_number) == without_number
    assert several < 20


def test_player_and_each_right_count_in_the_key():
    rows = plain.START.split(" ")[0]
    rights = ["-", "A", "a", "Aa", "AG", "AGa", "AGag"]  # none is another's mirror image
    texts = [f"{rows} {player} {right} - 0 1" for player in "wb" for right in rights]
    assert len({loaded(text).key() for text in texts}) == 14


def test_the_past_goes_back_to_the_first_position_or_to_what_cannot_come_again():
    game = loaded(WANDER.format(0))
    play(game, "b1b2 a7a6 b2b1 a6a7")
    past = [0] * 6
    assert game.past(past, 1, 5) == 4
    begun, *between = past[4], past[1], past[2], past[3]
    assert begun not in between
    assert past[0] == past[5] == 0
    game.pop()
    game.pop()
    game.pop()
    game.pop()
    play(game, "b1b2")
    assert game.past(past, 0, 5) == 1
    assert past[0] == begun
    assert game.past(past, 0, 0) == 0


def test_quiet_turns_count_in_the_key_for_they_end_games():
    keys = {loaded(WANDER.format(quiet)).key() for quiet in (0, 1, 99, 100)}
    assert len(keys) == 4


def test_part_of_a_turn_counts_in_the_key_and_is_mirrored_too(compiled_game):
    game = compiled_game()
    dice = random.Random("parts")
    buffer = [0] * game.max_steps
    tried = 0
    for position in random_positions("parts", 120):
        game.load(plain.write(position))
        whole = game.key()
        steps = buffer[: game.steps(buffer)]
        dice.shuffle(steps)
        for step in steps:
            game.push(step)
            if game.between_moves():
                game.pop()
                continue
            text = game.text()
            key = game.key()
            assert key != whole
            image, part = text.split(";")
            part = "".join("gfedcba"["abcdefg".find(c)] if c in "abcdefg" else c for c in part)
            other = compiled_game()
            other.load(f"{mirrored(image)};{part}")
            assert other.key() == key
            tried += 1
            game.pop()
    assert tried > 50
