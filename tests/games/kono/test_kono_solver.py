"""The solution of Four Field Kono against the definition, and against the rules by themselves."""

import random

import pytest
from games.kono import plain_kono
from games.kono.positions import random_position
from many import later

from host_tools.games.contract import StoreError
from host_tools.games.kono.exact import Exact
from host_tools.games.kono.solver.compute import TIERS, solve
from host_tools.games.kono.solver.solution import (
    KonoSolution,
    read_solution,
    solution_path,
    write_solution,
)
from lodeboard.games.contract import VERDICTS
from lodeboard.games.kono.rules import Kono

FEW = 5  # tiles: what `make test` solves
SAMPLE = 20_000


@pytest.fixture(scope="module")
def few():
    return KonoSolution(solve(lambda one, two: None, FEW))


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """Solved again, and read back from a file."""
    reported = []
    scores = solve(lambda one, two: reported.append((one, two)))
    assert len(reported) == TIERS
    path = solution_path(tmp_path_factory.mktemp("solution"))
    write_solution(path, scores)
    return KonoSolution(read_solution(path))


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
    """What a position is worth by what its moves lead to: one turn of the definition."""
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


@pytest.mark.verify
@pytest.mark.timeout(1200)
def test_the_value_of_any_position_follows_from_the_moves(whole):
    for seed in range(SAMPLE):
        text = random_position(seed)
        assert said_of(whole, text) == follows(whole, text), text


@pytest.mark.verify
@pytest.mark.timeout(1200)
def test_the_start_is_a_tie(whole):
    assert said_of(whole, plain_kono.START) == ("tie", 0)


def near(few, seeds):
    """Positions of two against two that are undecided, with their outcomes."""
    for seed in seeds:
        text = random_position(seed, 2, 2)
        if plain_kono.verdict(text) == "undecided":
            yield text, said_of(few, text)


def test_search_alone_finds_near_ends_with_their_turns_and_nothing_else(few):
    exact = Exact()
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


def test_a_file_that_is_damaged_cut_or_another_is_refused(tmp_path, few):
    path = solution_path(tmp_path)
    with pytest.raises(StoreError, match="No such file"):
        read_solution(path)
    write_solution(path, few._scores)
    data = path.read_bytes()
    assert (read_solution(path) == few._scores).all()
    dice = random.Random(1)
    for _ in range(10):
        at = dice.randrange(len(data))
        path.write_bytes(data[:at] + bytes([data[at] ^ 0x10]) + data[at + 1 :])
        with pytest.raises(StoreError, match=r"kono\.solution"):
            read_solution(path)
    path.write_bytes(data[: len(data) // 2])
    with pytest.raises(StoreError, match="damaged"):
        read_solution(path)
