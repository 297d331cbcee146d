"""Random positions played whole, each move compared with exact values."""

import os
import random

import pytest
from games.flip.positions import lay

from host_tools.games.flip.exact import Exact
from host_tools.games.flip.scores import SURE
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.tables import played, proof
from host_tools.games.flip.tables.grading import Grader, Tally, count, masks, play
from host_tools.games.flip.tables.played import Sample
from host_tools.games.flip.tables.portions import PORTION, Portion, draw, portions
from host_tools.games.moves import legal_moves
from host_tools.games.table_files import TABLES, open_table
from lodeboard.games.book_file import BookError
from lodeboard.games.contract import LOSE, UNDECIDED, WIN
from lodeboard.games.flip.rules import Flip

RULES = Flip.rule_sets


class Searched:
    """Grades by full search, where there is no solution."""

    def __init__(self, rules):
        self._exact = Exact(rules)
        self._game = Flip(rules)

    def _score(self, root, flipped):
        game = self._game
        occupied, own, side = root
        lay(game, occupied, own, side, flipped)
        value, turns = self._exact.value(game)
        return {WIN: SURE - turns, LOSE: turns - SURE}.get(value, 0)

    def scores(self, wanted):
        return [self._score(root, False) for root in wanted]

    def halves(self, wanted):
        return [self._score(root, True) for root in wanted]


class Aimless:
    """Decides at random."""

    source = "dice"

    def __init__(self):
        self._random = random.Random(4)
        self.steps = []

    def __call__(self, game):
        self.steps = self._random.choice(legal_moves(game))
        return self


def deciding(rules):
    return played.perfect_player(played.opener(TABLES, rules))


def tally(found, way="search"):
    return Tally(**found["tallies"][way])


@pytest.mark.parametrize("rules", RULES)
@pytest.mark.parametrize("tiles", [10, 11, 12, 13, 14, 15])
def test_no_move_of_the_best_level_gives_value_away(rules, tiles):
    found = play(Portion(rules, tiles, 0), deciding(rules), Searched(rules))
    assert found["wrong"] == []
    reported = tally(found)
    assert reported.positions == PORTION == reported.won + reported.tied + reported.lost
    assert reported.misses == 0
    assert reported.halves > PORTION / 10
    assert min(reported.won, reported.tied, reported.lost) > 0
    assert reported.quickest > 0.95 * reported.won


@pytest.mark.parametrize("rules", RULES)
def test_moves_that_give_value_away_are_found(rules):
    found = play(Portion(rules, 12, 1), Aimless(), Searched(rules))
    reported = tally(found, "dice")
    assert reported.misses == len(found["wrong"]) > PORTION / 4
    game, exact = Flip(rules), Exact(rules)
    for text in found["wrong"][:20]:
        game.load(text)
        assert exact.value(game)[0] != LOSE
    lines = proof.lines(rules, {(12, "dice"): reported}, found["wrong"])
    assert f"{reported.misses} MOVES DO NOT, the first in {found['wrong'][0]}" in lines[-1]
    page = proof.page({rules: ([], {(12, "dice"): reported})})
    assert f"VALUE GIVEN AWAY {reported.misses} TIMES" in page


def test_counting():
    reported = Tally()
    assert count(reported, False, SURE - 5, SURE - 5)
    assert count(reported, True, SURE - 5, SURE - 7)
    assert count(reported, False, 5 - SURE, 3 - SURE)
    assert count(reported, False, 0, 0)
    assert not count(reported, False, SURE - 5, 0)
    assert not count(reported, False, 0, 9 - SURE)
    assert reported == Tally(6, 1, 3, 2, 1, 2, 1, 2, 2)
    more = Tally(1, 0, 1, 0, 0, 0, 0, 1, 1)
    more.add(reported)
    assert more == Tally(7, 1, 4, 2, 1, 2, 1, 3, 2)


def test_what_is_played():
    """Most where search alone decides, some everywhere, no portion twice."""
    drawn = portions("magic", 200_000)
    assert len(set(drawn)) == len(drawn)
    many = [portion for portion in drawn if portion.tiles > 7]
    assert PORTION * len(many) == 200_000
    assert {portion.tiles for portion in drawn} == set(range(16))
    assert all(sum(portion.tiles == k for portion in many) == len(many) // 8 for k in range(8, 16))
    source, game = random.Random(5), Flip("magic")
    texts = set()
    for tiles in [*range(16)] * 40:
        draw(source, game, tiles)
        assert game.verdict() == UNDECIDED
        assert game.occupied.bit_count() == tiles
        texts.add(game.text())
    assert len(texts) > 500
    assert 0.1 < sum(";" in text for text in texts) / len(texts) < 0.3


@pytest.mark.slow
def test_grading_by_the_solution(late_tiers):
    rules, where = late_tiers
    grader, searched = Grader(Solution(rules, where)), Searched(rules)
    game, source = Flip(rules), random.Random(6)
    wanted = {False: [], True: []}
    for _ in range(120):
        draw(source, game, 15)
        wanted[not game.between_moves()].append(masks(game))
    assert grader.scores(wanted[False]) == searched.scores(wanted[False])
    assert grader.halves(wanted[True]) == searched.halves(wanted[True])
    assert wanted[True]
    grader.close()


@pytest.mark.verify
def test_a_run_goes_on_where_it_was_stopped(late_tiers, tmp_path):
    rules, where = late_tiers
    drawn = [Portion(rules, 15, number) for number in range(4)]

    def sample(notes):
        return Sample(rules, where, TABLES, drawn, tmp_path / notes)

    received = []

    def stop(tiles, count):
        received.append((tiles, count))
        raise KeyboardInterrupt

    first = sample("a")
    assert (first.total, first.known) == (4 * PORTION, 0)
    with pytest.raises(KeyboardInterrupt):
        first.run(stop)
    again = sample("a")
    assert PORTION <= again.known < again.total
    known = again.known
    parts, wrong = again.run(lambda tiles, count: received.append((tiles, count)))
    assert received == [(15, PORTION)] * (1 + (again.total - known) // PORTION)
    assert wrong == []
    assert parts.keys() == {(15, "search")}
    assert parts[15, "search"].positions == sample("a").known == again.total
    # Each portion is the same in every process, and after any other portion.
    one = play(drawn[2], deciding(rules), Grader(Solution(rules, where)))
    assert again._done[drawn[2].name] == one


def test_a_player_without_its_table_is_no_proof(tmp_path):
    """It would play on by search alone."""
    rules = "magic"
    whole = (TABLES / f"flip-{rules}.table").read_bytes()
    (tmp_path / f"flip-{rules}.table").write_bytes(whole[:-5])
    decide = played.perfect_player(played.opener(tmp_path, rules))
    with pytest.raises(BookError, match="bytes long"):
        decide(Flip(rules))


@pytest.mark.verify
@pytest.mark.timeout(900)
def test_random_positions_of_all_numbers_of_tiles(solved, tmp_path):
    rules, where = solved
    wanted = portions(rules, 8000)
    parts, wrong = Sample(rules, where, TABLES, wanted, tmp_path).run(lambda *_: None)
    assert wrong == []
    whole = proof.whole(parts)
    assert whole.positions == PORTION * len(wanted) >= 8000
    assert whole.misses == 0
    assert {way for _, way in parts} == {"search", "table"}
    assert all(way == "search" for tiles, way in parts if tiles > 7)
    searched = [tally for (_, way), tally in parts.items() if way == "search"]
    assert all(tally.quickest > 0.6 * tally.won for tally in searched if tally.won > 50)
    assert os.listdir(tmp_path)


@pytest.mark.parametrize("rules", RULES)
def test_the_same_position_gets_the_same_move(rules):
    """Whatever was played before, and however the thinking is sliced."""
    source, game = random.Random(f"again {rules}"), Flip(rules)
    texts = []
    for tiles in [1, 3, 5, 7, 9, 10, 12, 14] * 3:
        draw(source, game, tiles)
        texts.append(game.text())
    decide = played.perfect_player(open_table)
    first = {}
    for text in texts:
        game.load(text)
        first[text] = list(decide(game).steps)
    player = decide(game)
    for text in reversed(texts):
        game.load(text)
        player.start(game, 5)
        while not player.run(700):
            pass
        assert player.steps == first[text], text
