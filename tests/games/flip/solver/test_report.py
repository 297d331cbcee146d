"""The report: counts against counting one by one, and what its pages say."""

import itertools
import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from xml.etree import ElementTree

import numpy as np
import pytest
from games.flip.positions import lay
from games.flip.solver.test_compute import late

from host_tools.games.finding import analyse
from host_tools.games.flip.scores import SURE
from host_tools.games.flip.solver.batch import Batch
from host_tools.games.flip.solver.index import Tier, arrangement, slots_of
from host_tools.games.flip.solver.report import boards, census, lines, markdown, sample
from host_tools.games.flip.solver.report.findings import Findings
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.solver.store import open_tier, tier_path
from host_tools.games.tiers.masks import CELLS
from host_tools.games.tiers.store import write_tier
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.flip.rules import Flip

K = 3


@pytest.fixture(scope="module")
def pool():
    with ThreadPoolExecutor(2) as threads:
        yield threads


def masks(arrangements):
    return (np.array(column, np.int64) for column in zip(*arrangements, strict=True))


@pytest.mark.parametrize("k", range(CELLS + 1))
def test_every_arrangement_has_its_weight(k):
    tier = Tier(k)
    assert int(census.weights(k).sum()) * (tier.subsets << tier.side_bits) == tier.arrangements


def test_slots_are_read_back_as_arrangements():
    source = random.Random(1)
    for _ in range(300):
        k = source.randrange(CELLS + 1)
        slot = source.randrange(Tier(k).slots)
        assert slots_of(*masks([arrangement(k, slot)])).tolist() == [slot]


def test_counts_are_those_of_counting_one_by_one(tmp_path, pool):
    dice = np.random.default_rng(1)
    scores = dice.integers(-SURE, SURE + 1, Tier(K).slots, np.int8)
    path = tier_path(tmp_path, "magic", K)
    write_tier(path, "magic", K, scores, pool, lambda _: None)
    file = open_tier(tmp_path, "magic", K)
    read = []
    counts = census.count_tier(file, K, pool, read.append)
    file.close()
    assert sum(read) == Tier(K).slots
    everything = [
        (sum(1 << cell for cell in cells), 1 << mine, side)
        for cells in itertools.combinations(range(CELLS), K)
        for mine in cells
        for side in subsets(cells)
    ]
    one_by_one = Counter(scores[slots_of(*masks(everything))].tolist())
    assert {at - SURE: count for at, count in enumerate(counts.tolist()) if count} == one_by_one


def subsets(cells):
    return [
        sum(1 << cell for at, cell in enumerate(cells) if chosen >> at & 1)
        for chosen in range(1 << len(cells))
    ]


def test_the_first_position_with_a_score_is_found(late_tiers):
    rules, where = late_tiers
    slot = census.first_with(rules, where, 15, SURE - 1)
    solution = Solution(rules, where)
    assert solution.score(*arrangement(15, slot)) == SURE - 1
    solution.close()
    with pytest.raises(ValueError, match=f"no position of the score {SURE - 2}"):
        census.first_with(rules, where, 15, SURE - 2)


def test_a_sample_says_what_analyse_says(late_solution):
    batch = Batch(late_solution)
    occupied, own, side = sample._arrangements(late_solution.rules, 15, 300)
    found = sample.keeping(batch, occupied, own, side)
    batch.close()
    game = Flip(late_solution.rules)
    shares = []
    for one in zip(occupied.tolist(), own.tolist(), side.tolist(), strict=True):
        lay(game, *one)
        if game.verdict() == UNDECIDED:
            said = analyse(game, late_solution)
            shares.append(len(said["best"]) / said["moves"])
    assert len(set(shares)) > 1
    assert found.tolist() == pytest.approx(shares)


def test_best_play_ends_when_it_should(late_solution):
    source = random.Random(3)
    game = Flip(late_solution.rules)
    lengths = set()
    for _ in range(40):
        line = lines.best_play(late_solution, late(source, 15))
        game.load(line.positions[0])
        value, turns = late_solution.value(game)
        for move in line.moves:
            for step in game.parse_move(move):
                game.push(step)
        assert game.text() == line.positions[-1]
        assert game.verdict() != UNDECIDED
        if value != TIE:
            assert len(line.moves) == turns == line.turns
        lengths.add(len(line.moves))
    assert lengths == {0, 1}


@pytest.fixture(scope="module")
def made_up():
    """Findings that are not those of the game, for the page to show."""
    return [findings("magic", (WIN, 16)), findings("eclipse", (TIE, 0))]


def findings(rules, empty):
    counts = np.zeros((CELLS + 1, 2 * SURE + 1), np.int64)
    for k in range(CELLS + 1):
        third = Tier(k).arrangements // 3
        counts[k, SURE] = Tier(k).arrangements - 2 * third
        counts[k, SURE + SURE - (CELLS - k)] = counts[k, CELLS - k] = third
    worth = {cell: [(WIN, 3), (TIE, 0), (LOSE, 12)][cell % 3] for cell in range(CELLS)}
    return Findings(
        rules=rules,
        census=census.Census(rules, counts),
        empty=empty,
        keepers=["a1U", "a1D", "d4U"],
        opening=lines.Opening("1_----------------", worth),
        answers=[("a1U", [lines.Opening("2_U---------------;a1E", worth)])],
        keeping=[None, *[0.25] * (CELLS - 1)],
        longest=lines.Line(1, ["1_----------------", "2_U---------------"], ["a1U"]),
        disk_bytes=108_000_000,
    )


def test_the_page_and_its_pictures(made_up):
    text = markdown.make_markdown(made_up)
    pictures = markdown.pictures(made_up)
    for name, picture in pictures.items():
        assert f"](pictures/{name})" in text
        assert ElementTree.fromstring(picture).tag == "{http://www.w3.org/2000/svg}svg"
    assert "**eclipse**: The empty board is a tie: neither player can force a win.\n" in text
    assert "**magic**: The empty board is a win in 16 turns for the first player.\n" in text
    assert "The first moves that keep that: a1, d4, either side up." in text
    assert "32,956,254,945" in text
    whole = sum(made_up[0].census.of_value(k, WIN) for k in range(CELLS + 1))
    assert f"{whole:,}" in text


def test_half_a_turn_is_drawn_with_its_flip_made():
    assert "".join(boards.letters("2_U---------------;a1E")) == "-D--------------"
    picture = boards.board("2_U---------------;a1S", {0: (LOSE, 4)})
    assert "a2 sun down; a1 L4" in picture
