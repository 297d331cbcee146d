"""The solution of Four Field Kono against the definition, and against the rules by themselves."""

import itertools
import queue
import shutil

import numpy as np
import pytest
from cli.command import Command
from games.kono import plain_kono
from games.kono.conftest import solved
from games.kono.positions import random_position
from many import later

from host_tools.games.contract import StoreError
from host_tools.games.exact import Exact
from host_tools.games.kono.solver.compute import Solver
from host_tools.games.kono.solver.index import TIERS, arrangement, slot_of, tier_of
from host_tools.games.kono.solver.solution import KonoSolution, open_tier, whole_solution
from host_tools.lab.kono import report
from host_tools.play.web.analysis import AnalysisService
from host_tools.play.web.messages import Study
from lodeboard.games.contract import VERDICTS
from lodeboard.games.kono.rules import Kono

FEW = 5  # tiles: what `make test` solves
SAMPLE = 20_000
ALL = 38_745_279


@pytest.fixture(scope="module")
def few_tiers(tmp_path_factory):
    """The folder of the first tiers; not to be written to."""
    return solved(tmp_path_factory.mktemp("few"), FEW)


@pytest.fixture(scope="module")
def few(few_tiers):
    found = KonoSolution(few_tiers)
    yield found
    found.close()


def said_of(solver, text):
    game = Kono()
    game.load(text)
    value, turns = solver.value(game)
    return VERDICTS[value], turns


@pytest.mark.parametrize("start", [later("1_oo------------xx"), "2_o--o---------xx-"])
def test_everything_that_two_against_two_come_to_is_worth_what_the_definition_says(few, start):
    found = plain_kono.solve(start)
    assert len(found) > 5000
    assert {value for value, _ in found.values()} == {"win", "lose", "tie"}
    for text, outcome in found.items():
        assert said_of(few, text) == outcome, text


@pytest.mark.verify
@pytest.mark.timeout(1200)
@pytest.mark.parametrize("start", ["1_oo-----------xxx", "2_oo-----------xxx"])
def test_everything_that_two_against_three_come_to_as_well(few, start):
    found = plain_kono.solve(start)
    assert len(found) > 50_000
    for text, outcome in found.items():
        assert said_of(few, text) == outcome, text


def follows(solver, text):
    """The value of a position from the values of its moves: one turn of the definition."""
    if plain_kono.verdict(text) != "undecided":
        return "lose", 0
    after = [said_of(solver, child) for child in plain_kono.moves(text).values()]
    lost = [turns for value, turns in after if value == "lose"]
    if lost:
        return "win", min(lost) + 1
    if any(value == "tie" for value, _ in after):
        return "tie", 0
    return "lose", max(turns for _, turns in after) + 1


def test_the_value_of_few_tiles_follows_from_the_moves(few):
    for seed in range(2000):
        text = random_position(seed, 3)
        if 16 - text.count("-") <= FEW:
            assert said_of(few, text) == follows(few, text), text


@pytest.mark.parametrize(
    "seeds",
    [
        pytest.param(range(SAMPLE // 10), marks=pytest.mark.slow),
        pytest.param(range(SAMPLE // 10, SAMPLE), marks=pytest.mark.verify),
    ],
    ids=["some", "many"],
)
def test_the_value_of_any_position_follows_from_the_moves(whole, seeds):
    for seed in seeds:
        text = random_position(seed)
        assert said_of(whole, text) == follows(whole, text), text


@pytest.mark.slow
def test_the_start_is_a_tie(whole):
    assert said_of(whole, plain_kono.START) == ("tie", 0)


def near(few, seeds):
    """Positions of two against two that are undecided, with their outcomes."""
    for seed in seeds:
        text = random_position(seed, 2, 2)
        if plain_kono.verdict(text) == "undecided":
            yield text, said_of(few, text)


def test_search_alone_finds_near_ends_with_their_turns_and_nothing_else(few):
    exact = Exact(Kono())
    game = Kono()
    found = 0
    for text, outcome in near(few, range(120)):
        game.load(text)
        said = exact.glimpse(game)
        if said is not None:
            assert (VERDICTS[said[0]], said[1]) == outcome, text
            found += 1
        else:
            assert outcome[0] == "tie" or outcome[1] > 2
    assert found > 5


# Numbering


@pytest.mark.parametrize("k", [0, 1, 2, 3, later(4)])
def test_all_arrangements_of_few_tiles_have_slots_and_only_symmetric_ones_share_them(k):
    game = Kono()
    key_of = {}
    for cells in itertools.combinations(range(16), k):
        for sides in range(1 << k):
            own = sum(1 << cell for at, cell in enumerate(cells) if sides >> at & 1)
            taken = sum(1 << cell for cell in cells)
            game._set(own, taken & ~own, 0)
            assert key_of.setdefault(slot_of(taken, own), game.key()) == game.key()
    assert set(key_of) == set(range(tier_of(k).slots))


def test_slots_of_any_tier_are_read_back_as_arrangements():
    dice = np.random.default_rng(1)
    for k in TIERS:
        for slot in dice.integers(0, tier_of(k).slots, 50).tolist():
            own, theirs = arrangement(k, slot)
            assert (own | theirs).bit_count() == k
            assert max(own.bit_count(), theirs.bit_count()) <= 8
            assert slot_of(own | theirs, own) == slot


@pytest.mark.slow
def test_every_position_counts_once(whole_tiers):
    counts = report.count(whole_tiers)
    assert counts.sum() == ALL
    assert counts[0].tolist() == [0, 1] + [0] * 254


@pytest.mark.slow
def test_positions_that_symmetries_carry_into_each_other_have_the_same_score(whole_tiers):
    """Those that have several slots too: of a full board, and others as symmetric."""
    file = open_tier(whole_tiers, 16)
    scores = file.block(0)
    file.close()
    game = Kono()
    by_key = {}
    for slot in range(0, tier_of(16).slots, 5):
        game._set(*arrangement(16, slot), 0)
        assert by_key.setdefault(game.key(), scores[slot]) == scores[slot]
    assert len(set(by_key.values())) > 10


# Files


def test_it_goes_on_after_an_interruption_and_makes_a_damaged_file_again(few_tiers, tmp_path):
    def interrupt(step):
        if step.tier == FEW and step.act == "solving":
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Solver(tmp_path).run(interrupt)
    assert len(list(tmp_path.iterdir())) == FEW  # tiers of 0 to 4 tiles
    damaged = Solver(tmp_path).path(3)
    damaged.write_bytes(damaged.read_bytes()[:-4] + bytes(4))
    acts = []
    solver = Solver(tmp_path)
    [trouble] = solver.run(lambda step: acts.append((step.tier, step.act)), FEW)
    assert str(damaged) in trouble
    assert {tier for tier, act in acts if act == "solving"} == {3, FEW}
    for tier in range(FEW + 1):
        assert solver.path(tier).read_bytes() == Solver(few_tiers).path(tier).read_bytes()


def test_a_solution_with_a_tier_missing_is_none(few_tiers, tmp_path):
    shutil.copytree(few_tiers, tmp_path, dirs_exist_ok=True)
    for tier in range(FEW + 1, 16):
        Solver(tmp_path).path(tier).write_bytes(b"")
    assert whole_solution(tmp_path) is None
    Solver(tmp_path).path(16).write_bytes(b"")
    solution = whole_solution(tmp_path)
    assert said_of(solution, "1_o-------------xx") == ("win", 1)
    with pytest.raises(StoreError, match="no file of the solution"):
        said_of(solution, plain_kono.START)
    solution.close()


def test_analyse_names_a_damaged_file_and_what_makes_it_again(tmp_path, capsys, monkeypatch):
    for tier in TIERS:
        Solver(tmp_path).path(tier).write_bytes(b"no tier")
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(tmp_path))
    done = Command(capsys, monkeypatch)("analyse", "kono", stdin=plain_kono.START)
    assert (done.status, done.out) == (2, "")
    assert str(Solver(tmp_path).path(16)) in done.err
    assert "`lodeboard solve kono` makes it again" in done.err


@pytest.mark.slow
def test_the_page_knows_all_of_a_game(whole_tiers, monkeypatch):
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(whole_tiers))
    received = queue.Queue()
    service = AnalysisService(lambda page, message: received.put(message))
    service.ask(1, Study(0, "", "a4a2 b1b3", "kono"))
    studied = []
    while (message := received.get(timeout=60))["t"] != "scorecard":
        studied += [message] if message["t"] == "studied" else []
    service.close()
    assert [study["fix"] for study in studied] == [None] * 3
    assert studied[-1]["value"] == "tie"
    assert all(value for study in studied for _, value, *_ in study["steps"])


# The measured page


@pytest.mark.slow
def test_the_page_says_what_the_solution_does(whole, whole_tiers):
    text = report.body(whole_tiers, report.Cost(2.0, 3_000_000, 200_000_000))
    assert "**The start is worth a tie**" in text
    won, lost = text.partition("| won |")[2], text.partition("| lost |")[2]
    assert said_of(whole, won.split("`")[1]) == ("win", int(won.split()[0]))
    assert said_of(whole, lost.split("`")[1]) == ("lose", int(lost.split()[0]))
    assert f"Of all {ALL:,} positions" in text
