"""Games solved by their rules alone, against plain searches and numbers that are well known."""

import shutil
from array import array
from functools import cache

import numpy as np
import pytest
from cli.command import run_program
from games.retrograde.numbers_game import NumbersGame

from host_tools import ROOT
from host_tools.games.contract import SolveError, StoreError
from host_tools.games.retrograde import command, expand, explore, solution, values
from host_tools.games.retrograde.expand import at_least, pack_keys
from host_tools.games.retrograde.report import report
from host_tools.jobs.progress import progress_bar
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN, BaseGame

EXAMPLE = ROOT / "host_tools" / "games" / "example"
OPPOSITE = {WIN: LOSE, LOSE: WIN, TIE: TIE}


class Stones(NumbersGame):
    """Take one or two stones, as two steps: a number, then how it ends the turn. After "again" the
    same player acts; "add" adds a stone, so that play can go round. Who takes the last one wins;
    thirteen are a draw."""

    name = "stones"
    rows = columns = 4
    numbers = ("left", "turn", "half")
    start = "9 0 0"

    def verdict(self):
        if self.half:
            return UNDECIDED
        return LOSE if self.left == 0 else TIE if self.left >= 13 else UNDECIDED

    def between_moves(self):
        return not self.half

    def legal(self):
        if self.half:
            return [10] + [11] * (self.left % 4 == 1)
        if self.verdict() != UNDECIDED:
            return []
        return [each for each in (1, 2) if each <= self.left] + [5] * (self.left % 3 == 2)

    def _make(self, step):
        if step < 10:
            self.left += 2 if step == 5 else -step
            self.half = step
        else:
            self.half = 0
            self.turn ^= step == 10 or self.left == 0

    def _unmake(self, step):
        raise NotImplementedError

    def count_moves(self):
        return len(plain_moves(self.text()))

    def key(self):
        return (self.left * 3 + self.half % 3) * 2 + self.turn


@cache
def plain_moves(text):
    """The positions after each move, and whether the same player acts there."""
    left, turn, half = map(int, text.split())
    if half or left in (0, *range(13, 20)):
        return []
    found = []
    for take in [-each for each in (1, 2) if each <= left] + [2] * (left % 3 == 2):
        ways = [turn ^ 1]
        if (left + take) % 4 == 1:
            ways.append(turn ^ (left + take == 0))
        found += [(f"{left + take} {way} 0", way == turn) for way in ways]
    return found


def plain_values(root):
    """Value and turns of all positions from here, by repeating the definition until it holds."""
    texts, known = [root], {}
    for text in texts:
        texts += [after for after, _ in plain_moves(text) if after not in texts]
        left = int(text.split()[0])
        if left == 0 or left >= 13:
            known[text] = (LOSE if left == 0 else TIE, 0)
    for turns in range(1, 60):
        new = {}
        for text in set(texts) - set(known):
            after = [
                None if each not in known else known[each][0] if same else OPPOSITE[known[each][0]]
                for each, same in plain_moves(text)
            ]
            if WIN in after:
                new[text] = (WIN, turns)
            elif set(after) == {LOSE}:
                new[text] = (LOSE, turns)
        known |= new
    return {text: known.get(text, (TIE, 0)) for text in texts}


@pytest.fixture
def stones(monkeypatch, tmp_path):
    game = Stones()
    monkeypatch.setattr(explore, "make_game", lambda *_: game)
    monkeypatch.setattr(explore, "sources", lambda _: "these")
    monkeypatch.setattr(solution, "sources", lambda _: "these")
    return game


def solved(where, game):
    """Solve a game, without a command line."""
    explorer = explore.Explorer(where / "work", game.name, "")
    explorer.run(lambda *_: None)
    scores = values.solve(where / "work", lambda *_: None)
    keys, numbers = explorer.sorted()
    path = solution.path_of(where, game.name, "")
    solution.write(path, game, keys, scores[numbers], {})
    return solution.Values(path, game)


def test_values_are_those_of_the_definition_also_with_half_moves_and_moves_again(stones, tmp_path):
    found = solved(tmp_path, stones)
    wanted = plain_values("9 0 0")
    assert {value for value, _ in wanted.values()} == {WIN, LOSE, TIE}
    assert any(same for text in wanted for _, same in plain_moves(text))
    assert len(found.keys) == len(wanted)
    for text, outcome in wanted.items():
        stones.load(text)
        assert found.value(stones) == outcome, text


def test_inside_a_move_the_value_is_that_of_the_best_completion(stones, tmp_path):
    found = solved(tmp_path, stones)
    wanted = plain_values("9 0 0")
    looked_at = 0
    for text in wanted:
        stones.load(text)
        steps = [0] * stones.max_steps
        for step in steps[: stones.steps(steps)]:
            stones.push(step)
            rest = [0] * stones.max_steps
            after = []
            for way in rest[: stones.steps(rest)]:
                stones.push(way)
                value, turns = wanted[stones.text()]
                again = stones.text().split()[1] == text.split()[1]
                after.append((value if again else OPPOSITE[value], turns))
                stones.pop()
            best = next(value for value in (WIN, TIE, LOSE) if value in dict(after))
            pick = min if best == WIN else max
            turns = 0 if best == TIE else 1 + pick(each for value, each in after if value == best)
            assert found.value(stones) == (best, turns)
            assert not found.settles(stones)
            stones.pop()
            looked_at += 1
    assert looked_at > 20


def test_an_interrupted_run_goes_on(stones, tmp_path, monkeypatch):
    monkeypatch.setattr(explore, "PORTION", 3)
    whole = solved(tmp_path / "whole", stones)
    examined = []

    def stop(count, _):
        examined.append(count)
        if len(examined) == 3:
            raise KeyboardInterrupt

    where = tmp_path / "cut"
    with pytest.raises(KeyboardInterrupt):
        explore.Explorer(where / "work", "stones", "").run(stop)
    with (where / "work" / "moves").open("ab") as file:
        file.write(b"written, and not yet in state.json")
    again = []
    resumed = explore.Explorer(where / "work", "stones", "")
    resumed.run(lambda count, _: again.append(count))
    assert again[0] == examined[-1]  # the portion under way is done again, those before are not
    found = solved(where, stones)
    assert (found.keys == whole.keys).all()
    assert (found.scores == whole.scores).all()


@pytest.mark.parametrize("remembered", [0, 2, 1000])
def test_each_position_is_described_however_few_are_remembered(
    stones, tmp_path, monkeypatch, remembered
):
    monkeypatch.setattr(expand, "_TOLD", remembered)
    monkeypatch.setattr(explore, "CHUNK", 1)
    monkeypatch.setattr(explore, "PORTION", 4)
    found = solved(tmp_path, stones)
    assert len(found.keys) == len(plain_values("9 0 0"))
    lines = (tmp_path / "work" / "texts").read_text().split("\n")[:-1]
    assert len(set(lines)) == len(lines) == len(values.undecided(tmp_path / "work"))
    assert all(lines)


def test_the_bar_of_a_run_that_goes_on_counts_from_there(stones, tmp_path, monkeypatch):
    monkeypatch.setattr(explore, "PORTION", 3)
    bars = []

    def bar(*words, **more):
        bars.append((progress_bar(*words, **more), more["initial"]))
        return bars[-1][0]

    def stop(_, found):
        if found > 10:
            raise KeyboardInterrupt

    monkeypatch.setattr(command, "progress_bar", bar)
    with pytest.raises(KeyboardInterrupt):
        explore.Explorer(tmp_path, "stones", "").run(stop)
    explorer = explore.Explorer(tmp_path, "stones", "")
    before = explorer.examined
    assert before
    command._explore(explorer, "stones")
    ((shown, initial),) = bars
    assert (initial, shown.n) == (before, explorer.examined)


def test_other_rules_begin_again(stones, tmp_path, monkeypatch):
    solved(tmp_path, stones)
    monkeypatch.setattr(explore, "sources", lambda _: "others")
    assert explore.Explorer(tmp_path / "work", "stones", "").found == 0


def test_a_solution_of_other_rules_is_not_used(stones, tmp_path, monkeypatch):
    solved(tmp_path, stones)
    assert solution.open_values(stones, tmp_path) is not None
    monkeypatch.setattr(solution, "sources", lambda _: "others")
    assert solution.open_values(stones, tmp_path) is None


def test_a_damaged_solution_is_named(stones, tmp_path):
    path = solved(tmp_path, stones).path
    data = bytearray(path.read_bytes())
    data[-1] ^= 1
    path.write_bytes(data)
    with pytest.raises(StoreError, match=r"stones\.values is damaged"):
        solution.open_values(stones, tmp_path)


def test_a_game_that_is_too_large_is_refused(stones, tmp_path, monkeypatch):
    with pytest.raises(SolveError, match="more than 5 positions"):
        explore.Explorer(tmp_path / "a", "stones", "", most=5).run(lambda *_: None)
    monkeypatch.setattr(explore, "ESTIMATE_AT", 10)
    monkeypatch.setattr(explore, "PORTION", 3)
    monkeypatch.setattr(explore.expand, "at_least", lambda *_: 1e9)
    with pytest.raises(SolveError, match="too large: random games show some 1,000,000,000"):
        explore.Explorer(tmp_path / "b", "stones", "").run(lambda *_: None)


def test_a_game_without_key_is_refused(stones, tmp_path):
    stones.key = None
    with pytest.raises(SolveError, match=r"it has no key\(\)"):
        explore.Explorer(tmp_path, "stones", "")


class Urn(BaseGame):
    """One turn, to any of 5000 positions that are equally likely."""

    name = "urn"
    rows = columns = 1
    max_steps = 5000
    max_length = 4
    max_changes = 1

    def reset(self):
        self.at, self.turn, self.length = 0, 0, 0

    def steps(self, out):
        out[:] = array("H", range(5000))
        return 5000

    def verdict(self):
        return UNDECIDED

    def key(self):
        return self.at

    def _make(self, step):
        self.at = step


@pytest.mark.slow
def test_the_estimate_is_right_for_equally_likely_positions():
    assert 4000 < at_least(Urn(), 2000, (1, 4)) < 6000
    assert at_least(Urn(), 20, (4,)) < 5000  # too few games show little


@pytest.fixture(scope="module")
def tictac(tmp_path_factory):
    """A folder with the game that everybody knows: the example on 3x3 cells."""
    folder = tmp_path_factory.mktemp("games")
    shutil.copytree(EXAMPLE, folder / "tictac", ignore=shutil.ignore_patterns("*.txt", "*.md"))
    rules = folder / "tictac" / "rules.py"
    text = rules.read_text()
    for old, new in (
        ('name = "example"', 'name = "tictac"\n    rows = columns = 3'),
        ("max_steps = 16", "max_steps = 9"),
        ("max_length = 16", "max_length = 9"),
    ):
        assert old in text
        text = text.replace(old, new)
    rules.write_text(text)
    return folder


def test_tic_tac_toe_has_its_765_positions_and_is_a_tie(tictac, tmp_path, monkeypatch):
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(tmp_path))
    done = run_program("solve", "tictac", "--games", str(tictac), "--report", "--threads", "2")
    assert done.status == 0, done.err
    assert "765 positions solved" in done.lines[0]
    assert "**The start is worth a tie**. Of its 9 moves 9 keep" in done.out
    stored = tmp_path / "tictac.values"
    assert not stored.with_suffix(".work").exists()
    texts = "1_---------\n1_x---o----\n2_x--------\n"
    known = run_program("analyse", "tictac", "--games", str(tictac), stdin=texts).objects
    assert [each["value"] for each in known] == ["tie", "tie", "tie"]
    assert known[2]["best"] == ["b2"]  # only the centre holds against a corner
    record = tmp_path / "game.txt"
    record.write_text("1. a1 b1 2. a3\n")
    words = ("review", str(record), "--game", "tictac", "--games", str(tictac))
    assert run_program(*words).status == 0
    page = record.with_suffix(".html").read_text(encoding="utf-8")
    assert "Not all values are known" not in page
    stored.unlink()
    assert run_program(*words).status == 0
    assert "Not all values are known" in record.with_suffix(".html").read_text(encoding="utf-8")


def test_the_report_counts_what_the_solution_says(stones, tmp_path):
    found = solved(tmp_path, stones)
    wanted = list(plain_values("9 0 0").values())
    counts = [str(sum(value == each for value, _ in wanted)) for each in (WIN, TIE, LOSE)]
    longest = max(turns for value, turns in wanted if value == WIN)
    row = next(line for line in report(found, stones).splitlines() if line.startswith("| all"))
    assert [cell.strip() for cell in row.split("|")[2:6]] == [*counts, str(longest)]


def test_a_long_key_is_refused(stones, tmp_path):
    stones.key = lambda: 1 << 128
    with pytest.raises(SolveError, match="more than 128 bits"):
        explore.Explorer(tmp_path, "stones", "").run(lambda *_: None)


def test_keys_sort_as_numbers():
    numbers = [0, 256, 1, 255, 65536, 1 << 127]
    keys = pack_keys([each.to_bytes(16, "big") for each in numbers])
    assert [numbers[at] for at in np.argsort(keys)] == sorted(numbers)
    assert len(np.unique(keys)) == len(numbers)
