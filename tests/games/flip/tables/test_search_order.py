"""The weights of the search's order: how they are learned, and those that are kept."""

import random
from itertools import permutations

import numpy as np
import pytest
from games.flip.late import masks, random_game
from games.flip.solver.conftest import late_solution
from many import later

from host_tools.build.compiled import compiled
from host_tools.games.flip.solver.batch import Batch
from host_tools.games.flip.tables.build import search_path
from host_tools.games.moves import legal_moves, make_move
from host_tools.games.tiers.masks import moved as symmetry
from host_tools.lab.flip.search_order import collect, fit, gain, traps, tree
from host_tools.lab.flip.search_order import run as program
from host_tools.lab.flip.search_order.layout import LINES, layout
from host_tools.lab.flip.search_order.progress import Progress
from host_tools.lab.flip.search_order.train import written
from lodeboard.games.contract import LOSE, UNDECIDED
from lodeboard.games.flip import search_layout as words
from lodeboard.games.flip.rules import Flip
from lodeboard.games.flip.search import NO_LIMIT, FlipSearch
from lodeboard.games.flip.search_kernel import flip_search
from lodeboard.games.flip.tables import build_tables, patterns
from lodeboard.games.grid import Grid

__all__ = ["late_solution"]


def some_rows(seed, number, tiles=range(1, 17)):
    """Positions of so many tiles as rows of masks."""
    source = random.Random(seed)
    rows = []
    for _ in range(number):
        row = [0, 0, 0, 0]
        for cell in source.sample(range(16), source.choice(tiles)):
            row[source.randrange(4)] |= 1 << cell
        rows.append(row)
    return np.array(rows, np.int64)


def kept_sets(rules):
    """The committed weights: both sets, as numbers."""
    data = search_path(rules).read_bytes()
    assert len(data) == words.WEIGHTS_BYTES == 2 * words.SET_BYTES
    return np.frombuffer(data, np.uint8).reshape(2, words.SET_BYTES).astype(np.int64) - 128


def images(row):
    """A position under the square's symmetries."""
    for permutation in symmetry().tolist():
        yield [sum(1 << permutation[c] for c in range(16) if m >> c & 1) for m in row]


# Layout


def test_the_layout_is_the_kernels():
    plan = layout()
    assert plan.size == words.SET_BYTES
    assert plan.parameters == 451
    assert len(plan.cells) == words.PATTERN_COUNT
    rows = some_rows("contents", 50)
    for row, found in zip(rows.tolist(), plan.contents(rows).tolist(), strict=True):
        for (base, cells), at in zip(patterns(Grid(4, 4)), found, strict=True):
            digits = [sum((kind + 1) * (row[kind] >> c & 1) for kind in range(4)) for c in cells]
            assert at == base + int("".join(map(str, digits)), 5)


@pytest.mark.parametrize("number", [None, LINES])
def test_what_is_worth_the_same(number):
    """Whatever the parameters, a score does not change when all tiles of one player are turned
    over, nor by the square's symmetries."""
    plan = layout(number)
    values = np.random.default_rng(3).integers(-1000, 1000, plan.parameters)
    rows = some_rows("symmetry", 40)
    scores = values[plan.parameters_of(rows)].sum(1)
    for order in ([1, 0, 2, 3], [0, 1, 3, 2], [1, 0, 3, 2]):
        assert (values[plan.parameters_of(rows[:, order])].sum(1) == scores).all()
    turned = np.array([list(images(row)) for row in rows.tolist()], np.int64)
    for at in range(8):
        assert (values[plan.parameters_of(turned[:, at])].sum(1) == scores).all()
    # But which player's tiles they are does matter.
    assert (values[plan.parameters_of(rows[:, collect.OTHER])].sum(1) != scores).any()


def test_rounding_keeps_the_order():
    plan = layout()
    values = np.random.default_rng(4).normal(5, 1, plan.parameters).astype(np.float32)
    weights = plan.rounded(values.copy())
    assert np.abs(weights).max() == 127
    rows = some_rows("rounding", 200)
    exact = values[plan.parameters_of(rows)].sum(1)
    rounded = weights[plan.contents(rows)].sum(1)
    assert np.corrcoef(exact, rounded)[0, 1] > 0.999


# The weights that are kept


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_the_kept_weights(rules):
    order, trap = kept_sets(rules)
    plan, lines = layout(), layout(LINES)
    for weights, ties in ((order, plan.shared), (trap[: lines.size], lines.shared)):
        of = np.zeros(ties.max() + 1, np.int64)
        of[ties] = weights
        assert (of[ties] == weights).all()
        assert len(np.unique(weights)) > 30
    assert not trap[lines.size :].any()
    assert np.abs(order).max() <= 43


@pytest.mark.parametrize("which", [0, 1], ids=["order", "traps"])
@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_the_kernel_sorts_by_the_sum(rules, which):
    """Its ranks of a root's replies are the plain sums, less the root's own, cut to a byte."""
    weights = kept_sets(rules)[which]
    data = bytes(words.SET_BYTES) + (weights + 128).astype(np.uint8).tobytes()
    search = FlipSearch(build_tables(Grid(4, 4)), 1024, compiled(flip_search))

    def write(into):
        into[:] = data

    search.learn_order(write)
    source = random.Random(f"ranks {rules}")
    compared = 0
    for tiles in [*range(7, 15)] * 3:
        game = random_game(source, rules, tiles)
        here = np.array([masks(game)], np.int64)
        search.load(game)
        search.rank_replies()
        begin, end = search.replies()
        ranks = {word & 0xFFF: word >> 20 for word in search.state[begin:end]}
        after = {}
        for move in legal_moves(game):
            make_move(game, move)
            if game.verdict() == UNDECIDED:
                up, down, oup, odown = masks(game)
                after[move[-1] | (move[0] if len(move) > 1 else 1) << 5] = oup, odown, up, down
            for _ in move:
                game.pop()
        codes = [code for code in ranks if code in after]
        if not game.between_moves() or not codes:
            continue
        rows = np.array([after[code] for code in codes], np.int64)
        sums = weights[layout().contents(rows)].sum(1) - weights[layout().contents(here)].sum()
        assert [ranks[code] for code in codes] == np.clip(sums + 128, 0, 255).tolist()
        compared += len(codes)
    assert compared > 500


# What is made small


def by_hand(score, cut, work):
    """The work until the first cut, over all orders of the moves and their chances."""
    powers = np.exp(score)
    total = 0.0
    for order in permutations(range(len(score))):
        chance, left, spent = 1.0, powers.sum(), 0.0
        for move in order:
            chance *= powers[move] / left
            left -= powers[move]
        for move in order:
            spent += work[move]
            if cut[move]:
                break
        total += chance * spent
    return total


def expected_work(score, cut, work, stands):
    """The formula at the head of fit.py, for one node: what its slopes are of."""
    e = np.exp(score - score.max())
    whole = (e * stands)[cut].sum()
    ahead = np.where(cut, e / whole, e / (e + whole))
    return (work * stands * ahead).sum()


TOY = (
    np.array([0.3, -1.1, 0.8, 0.0, -0.4, 1.3]),
    np.array([False, True, False, True, False, False]),
    np.array([1.0, 0.2, 3.0, 0.7, 0.4, 2.2]),
)


def test_the_expected_work_is_that_of_all_orders():
    assert expected_work(*TOY, np.ones(6)) == pytest.approx(by_hand(*TOY), rel=1e-9)


def test_moves_that_stand_for_others_count_as_often():
    score, cut, work = TOY
    stands = np.array([1, 2, 3, 1, 1, 2])
    copied = (np.repeat(part, stands) for part in TOY)
    assert expected_work(score, cut, work, stands) == pytest.approx(
        expected_work(*copied, np.ones(stands.sum())), rel=1e-9
    )


def slopes(function, at, step=1e-5):
    found = []
    for move in np.eye(len(at)) * step:
        found.append((function(at + move) - function(at - move)) / (2 * step))
    return found


def test_slopes():
    score, cut, work = TOY
    stands = np.array([1, 2, 3, 1, 1, 2], np.float32)
    powers = np.exp(score - score.max()).astype(np.float32)
    found = np.zeros(8, np.float32)
    fit.costly_slopes(powers, cut, work.astype(np.float32), stands, 6, found)
    want = slopes(lambda at: expected_work(at, cut, work, stands), score)
    assert found[:6] == pytest.approx(want, abs=1e-5)
    fit.likely_slopes(powers, cut, 6, found)
    want = slopes(lambda at: -np.log(np.exp(at)[cut].sum() / np.exp(at).sum()), score)
    assert found[:6] == pytest.approx(want, abs=1e-5)


def toy_examples():
    """Moves of five random parameters each; number 0 cuts, and cheaply where 1 is there too."""
    rng = np.random.default_rng(5)
    nodes, moves = 400, 8
    x = rng.integers(0, 12, (nodes * moves, 5)).astype(np.int16)
    cut = (x == 0).any(1)
    work = np.where(cut & (x == 1).any(1), 0.2, 1.0).astype(np.float32)
    first = np.arange(0, nodes * moves + 1, moves)
    number = cut.reshape(nodes, moves).sum(1)
    useful = np.flatnonzero((number > 0) & (number < moves))
    return fit.Examples(x, first, cut, work, np.ones(nodes * moves, np.float32), useful)


def mean_work(examples, weights):
    found = []
    for node in examples.useful:
        a, z = examples.first[node : node + 2]
        part = examples.cut[a:z], examples.work[a:z], examples.stands[a:z]
        found.append(expected_work(weights[examples.x[a:z]].sum(1), *part))
    return np.mean(found)


def test_fitting():
    examples = toy_examples()
    nothing = np.zeros(12, np.float32)
    likely = fit.fit(examples, nothing, False, 5, 0.3, 0.6, 0.0)
    costly = fit.fit(examples, likely, True, 8, 0.2, 0.7, 0.001)
    assert likely.argmax() == 0
    assert costly[1] > likely[1] + 0.3
    assert mean_work(examples, nothing) > 1.3 * mean_work(examples, likely)
    assert mean_work(examples, likely) > 1.02 * mean_work(examples, costly)
    held = fit.fit(examples, likely, True, 8, 0.2, 0.7, 10.0)
    assert np.abs(held - likely).max() < np.abs(costly - likely).max() / 2
    again = fit.fit(examples, likely, True, 8, 0.2, 0.7, 0.001)
    assert (again == costly).all()


# What it is fitted to


def a_searcher(rules):
    weights = np.random.default_rng(6).integers(-40, 41, (17, words.SET_BYTES))
    return collect.Searcher(rules, layout(), weights)


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_the_search_says_what_the_kernel_says(rules):
    """And keeps nodes that have moves to order."""
    searcher = a_searcher(rules)
    searcher.keep(20)
    kernel = FlipSearch(build_tables(Grid(4, 4)), 1024, compiled(flip_search))
    source = random.Random(f"tree {rules}")
    values = []
    for tiles in [11, 12, 13, 14, 15] * 8:
        game = random_game(source, rules, tiles)
        if not game.between_moves():
            continue
        kernel.load(game)
        kernel.begin(16, True)
        while kernel.run(NO_LIMIT) == words.RUNNING:
            pass
        value, nodes = searcher.solve(np.array(masks(game)))
        assert value == np.sign(kernel.value)
        assert nodes >= 1
        values.append(value)
    assert set(values) == {-1, 0, 1}
    for tiles, nodes in searcher.visited().items():
        assert len(nodes) == (20 if tiles > 12 else len(nodes))
        for *row, low, high in nodes.tolist():
            assert sum(mask.bit_count() for mask in row) == tiles
            assert -1 <= low < high <= 1


@pytest.mark.slow
@pytest.mark.parametrize("late_tiers", ["magic", later("eclipse")], indirect=True)
def test_choices_are_the_moves_that_need_a_search(late_solution):
    """Against the rules themselves, with 14 tiles on the board."""
    batch = Batch(late_solution)
    positions = collect.Positions(batch)
    rows = positions.random(14, 60, np.random.default_rng(7))
    found = collect.choices(positions, collect.open_windows(rows))
    game, kinds = Flip(late_solution.rules), set()
    for at, row in enumerate(rows.tolist()):
        game.load(gain.position(row))
        assert masks(game) == tuple(row)
        wanted, values, won = [], [], False
        for move in legal_moves(game):
            make_move(game, move)
            won |= game.verdict() == LOSE
            if game.verdict() == UNDECIDED:
                up, down, oup, odown = masks(game)
                wanted.append([oup, odown, up, down])
                values.append(-late_solution.value(game)[0])
            for _ in move:
                game.pop()
        begin, end = found.first[at : at + 2]
        assert found.moved[begin:end].tolist() == ([] if won else wanted)
        if not won and wanted:
            best = max(outcome(late_solution, row) for row in found.moved[begin:end])
            cut = [outcome(late_solution, row) >= max(best, 0) for row in found.moved[begin:end]]
            assert found.cut[begin:end].tolist() == cut
            assert (at in found.useful) == (any(cut) and not all(cut))
            kinds.add(best)
    assert len(kinds) > 1
    batch.close()


def outcome(solution, moved):
    """For the player who has just moved."""
    up, down, oup, odown = map(int, moved)
    return -int(np.sign(solution.score(up | down | oup | odown, oup | odown, down | odown)))


@pytest.mark.verify
@pytest.mark.parametrize("late_tiers", ["magic"], indirect=True)
def test_measured_work(late_solution):
    """Does not depend on what was measured before, and is that of the moves asked for."""
    batch = Batch(late_solution)
    positions = collect.Positions(batch)
    nodes = collect.open_windows(positions.random(14, 300, np.random.default_rng(8)))
    found = collect.choices(positions, nodes)
    part = collect.sample(found, 20, 2, 3, np.random.default_rng(9))
    assert len(part.nodes) > 5
    for node, (a, z) in enumerate(zip(part.first[:-1], part.first[1:], strict=True)):
        cut = part.cut[a:z]
        assert 1 <= cut.sum() <= 2
        assert 1 <= (~cut).sum() <= 3
        whole = np.flatnonzero((nodes == part.nodes[node]).all(1))[0]
        x, y = found.first[whole : whole + 2]
        assert part.stands[a:z][cut].sum() == pytest.approx(found.cut[x:y].sum())
        assert part.stands[a:z][~cut].sum() == pytest.approx((~found.cut[x:y]).sum())
    searcher = a_searcher("magic")
    once, again = (np.zeros(len(part.moved), np.float32) for _ in range(2))
    searcher.measure(part, 14, 0, len(part.nodes), once)
    for node in reversed(range(len(part.nodes))):
        searcher.measure(part, 14, node, node + 1, again)
    assert (once == again).all()
    assert once.min() >= tree.CYCLES[tree.NODE]
    batch.close()


@pytest.mark.slow
@pytest.mark.parametrize("late_tiers", Flip.rule_sets, indirect=True)
def test_traps(late_solution):
    batch = Batch(late_solution)
    positions = collect.Positions(batch)
    found = traps.find(positions, 15, 60, np.random.default_rng(10))
    assert len(found.share) > 50
    assert (np.bincount(found.before) <= 16).all()
    assert (np.diff(found.before) >= 0).all()
    for row, share in zip(found.moved, found.share, strict=True):
        value = outcome(late_solution, row)
        assert value >= 0 or value == -1
        first, answers = positions.moves(row[None, collect.OTHER])
        wrong = [outcome(late_solution, answer) < -value for answer in answers]
        assert share == pytest.approx(np.mean(wrong), abs=1e-6)
        assert first[-1] == len(wrong)
    assert 0 < found.share.mean() < 1
    centred = traps.within(found.share, found.before)
    assert np.abs(np.bincount(found.before, centred)).max() < 1e-5
    batch.close()


@pytest.mark.parametrize("rules", Flip.rule_sets)
def test_the_learned_order_saves_work(rules):
    """In positions of eight tiles; the values found are held equal elsewhere."""
    source = random.Random(f"gain {rules}")
    games = [random_game(source, rules, 8) for _ in range(40)]
    rows = np.array([masks(game) for game in games if game.between_moves()][:25])
    calls = []
    plain = gain.evaluations(rules, rows, None, lambda: calls.append(1))
    learned = gain.evaluations(rules, rows, search_path(rules).read_bytes(), lambda: None)
    assert len(calls) == 25
    assert learned.mean() < 0.7 * plain.mean()
    assert np.median(learned) < 0.8 * np.median(plain)
    assert gain.report_line("it", np.array([1000, 2000, 3000])) == (
        "it: mean 2,000, median 2,000, 99 % 2,980, highest 3,000"
    )


# The program


def test_without_a_solution(capsys):
    assert program.main(["magic"]) == program.BAD_ARGUMENT
    assert "lodeboard solve flip --rules magic" in capsys.readouterr().err


def test_unknown_rules(capsys):
    with pytest.raises(SystemExit):
        program.main(["magic", "--gain", "0"])
    with pytest.raises(SystemExit) as end:
        program.main(["chess"])
    assert end.value.code == program.BAD_ARGUMENT
    assert 'no rule set "chess": choose magic or eclipse' in capsys.readouterr().err


def test_weights_as_bytes():
    data = written(np.array([-200.0, -1.5, 0.4, 126.6, 500.0]))
    assert list(data[:6]) == [0, 126, 128, 255, 255, 128]
    assert len(data) == words.SET_BYTES


def test_progress(capsys):
    shown = Progress("magic", [3.0, 1.0])
    parts = []
    for name, number in (("searching", 4), ("traps", 2)):
        shown.begin(name, number, "positions")
        for _ in range(number):
            shown.more(1)
            parts.append(shown.part())
    shown.close()
    assert parts == pytest.approx([3 / 16, 6 / 16, 9 / 16, 12 / 16, 7 / 8, 1])
    lines = capsys.readouterr().err.splitlines()
    assert lines[1].endswith("traps, 2 positions")
    assert len(lines) == 2


def test_what_is_kept(tmp_path, capsys):
    path = tmp_path / "flip.search"
    path.write_bytes(b"before")
    assert program.keep(path, b"behind", False, "learned") == program.FAILED
    assert path.read_bytes() == b"before"
    assert "4 of 6 bytes unlike" in capsys.readouterr().out
    assert program.keep(path, b"behind", True, "learned") == program.OK
    assert program.keep(path, b"behind", False, "learned") == program.OK
    assert "the same bytes as" in capsys.readouterr().out
    assert [file.name for file in tmp_path.iterdir()] == ["flip.search"]
