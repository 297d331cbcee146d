"""Chances of winning by value iteration, against equations solved by hand and plain fractions."""

from array import array

import pytest
from games.retrograde.numbers_game import NumbersGame

from host_tools.games.contract import SolveError
from host_tools.games.finding import analyse
from host_tools.games.retrograde import chances, command, explore, solution
from host_tools.games.retrograde.report import report
from lodeboard.games.contract import LOSE, TIE, UNDECIDED


class Coin(NumbersGame):
    """Dare, or pass where that is allowed. After a dare a die with six faces falls: one wins, two
    are a draw, three give the turn to the opponent, as a pass does."""

    name = "coin"
    match = "rolling"
    numbers = ("state", "turn", "may_pass")
    start = "0 0 0"
    ends = (1, 2, 3)  # weights

    def verdict(self):
        return {2: LOSE, 3: TIE}.get(self.state, UNDECIDED)

    def legal(self):
        if self.verdict() != UNDECIDED:
            return []
        return [2, 3, 4] if self.state else [0] + [1] * self.may_pass

    def chances(self, out):
        if self.state != 1:
            return 0
        out[:3] = array("H", self.ends)
        return sum(self.ends)

    def _make(self, step):
        self.turn ^= step in (1, 2, 4)
        self.state = {0: 1, 1: 0, 2: 2, 3: 3, 4: 0}[step]

    def count_moves(self):
        return len(self.legal())

    def key(self):
        return self.state * 2 + self.may_pass


@pytest.fixture
def coin(monkeypatch):
    game = Coin()
    for module in (explore, command):
        monkeypatch.setattr(module, "make_game", lambda *_: game)
    for module in (explore, solution):
        monkeypatch.setattr(module, "sources", lambda _: "these")
    return game


def solved(where, game):
    found = command.solve(where, game.name, "", 1)
    game.reset()
    return found


def test_a_game_that_can_go_round_has_the_chance_of_its_equations(coin, tmp_path, capsys):
    """x = 1/6 + 2/6 * 1/2 + 3/6 * (1 - x), so x = 5/9."""
    said = analyse(coin, solved(tmp_path, coin), with_moves=True)
    assert abs(said["chance"] - 5 / 9) <= chances.BOUND
    assert said["chances"] == {"0": said["chance"]}
    assert said["value"] is None
    assert "coin: 4 positions solved" in capsys.readouterr().out
    assert "the first player wins 55.56 % of games" in report(solved(tmp_path, coin), coin)


def test_each_roll_has_its_chance_for_the_player_who_rolled(coin, tmp_path):
    known = solved(tmp_path, coin)
    coin.load("1 0 0")
    said = analyse(coin, known, with_moves=True)
    assert said["chances"] == {"2": 1, "3": 0.5, "4": pytest.approx(4 / 9, abs=chances.BOUND)}


def test_a_game_that_nobody_ends_is_refused_with_what_is_known(coin, tmp_path, monkeypatch):
    monkeypatch.setattr(chances, "_MOST", 50)

    def passes(out):
        out[0] = 1
        return 1

    coin.steps = passes
    with pytest.raises(SolveError, match=r"known only within 0\.5"):
        solved(tmp_path, coin)


def test_an_interrupted_run_goes_on_to_the_same_solution(coin, tmp_path, monkeypatch):
    whole = solved(tmp_path / "whole", coin).path.read_bytes()
    monkeypatch.setattr(explore, "PORTION", 1)

    def stop(_, found):
        if found > 1:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        explore.Explorer(tmp_path / "cut" / "coin.work", "coin", "").run(stop)
    assert solved(tmp_path / "cut", coin).path.read_bytes() == whole
