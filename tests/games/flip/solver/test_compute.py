"""Solving: the last tiers against the rules and full search, interruption, repair."""

import contextlib
import random

import pytest
from games.flip.positions import arrange
from many import later

from host_tools.games.flip.exact import Exact
from host_tools.games.flip.solver.compute import Solver
from host_tools.games.flip.solver.solution import Solution
from host_tools.games.flip.solver.store import tier_path
from host_tools.games.tiers import solve
from host_tools.games.tiers.masks import CELLS
from lodeboard.games.flip.rules import Flip

LOWEST = 15

# What is about files and not about rules needs but one rule set.
one_rule_set = pytest.mark.parametrize("late_tiers", ["magic"], indirect=True)


def late(source, tiles):
    cells = source.sample(range(16), tiles)
    owners = [at < (tiles + 1) // 2 for at in range(tiles)]
    return arrange(cells, owners, [source.random() < 0.7 for _ in range(tiles)])


def test_the_last_tiers_agree_with_full_search(late_tiers):
    rules, where = late_tiers
    solution, search, game = Solution(rules, where), Exact(rules), Flip(rules)
    source = random.Random(5)
    seen = set()
    for tiles in [15, 16] * 100:
        game.load(late(source, tiles))
        found = solution.value(game)
        assert found == search.value(game), game.text()
        seen.add(found)
    assert len(seen) >= 4
    solution.close()


def test_a_half_turn_is_worth_its_best_placement(late_tiers):
    rules, where = late_tiers
    solution, search, game = Solution(rules, where), Exact(rules), Flip(rules)
    source = random.Random(6)
    steps = bytearray(game.max_steps)
    halves = 0
    while halves < 30:
        game.load(late(source, 15))
        for step in steps[: game.steps(steps)]:
            game.push(step)
            if not game.between_moves():
                assert solution.value(game) == search.value(game), game.text()
                halves += 1
            game.pop()
    solution.close()


@one_rule_set
def test_a_finished_solution_is_only_checked(own_tiers):
    rules, where = own_tiers
    acts = set()
    Solver(rules, where).run(lambda step: acts.add(step.act), LOWEST)
    assert acts == {"checking"}


@pytest.mark.verify
@one_rule_set
def test_a_damaged_file_is_named_and_made_again(own_tiers):
    rules, where = own_tiers
    path = tier_path(where, rules, 15)
    before = path.read_bytes()
    path.write_bytes(before[:-100] + bytes(100))
    [trouble] = Solver(rules, where).run(lambda _: None, LOWEST)
    assert str(path) in trouble
    assert path.read_bytes() == before


@one_rule_set
@pytest.mark.parametrize("act", ["solving", later("writing")])
@pytest.mark.verify
def test_an_interruption_leaves_whole_tiers_and_the_next_run_goes_on(own_tiers, act):
    rules, where = own_tiers
    tier_path(where, rules, 15).unlink()

    def interrupt(step):
        if step.tier == 15 and step.act == act:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        Solver(rules, where).run(interrupt, LOWEST)
    assert [path.name for path in where.iterdir()] == [f"flip-{rules}-16.tier"]
    acts = []
    assert Solver(rules, where).run(lambda step: acts.append((step.tier, step.act)), LOWEST) == []
    assert {k for k, act in acts if act == "solving"} == {15}


def test_all_is_compiled_before_ctrl_c_has_to_wait_for_steps(tmp_path, monkeypatch):
    """Compiling takes seconds, in threads that nothing can end."""
    solver = Solver("magic", tmp_path)
    code = solver._solve_blocks
    seen = []

    @contextlib.contextmanager
    def begun(report):
        seen.append(list(code.signatures))
        yield report

    monkeypatch.setattr(solve, "between_steps", begun)
    solver.run(lambda step: None, CELLS)
    assert seen == [list(code.signatures)]
    assert len(seen[0]) == 1
