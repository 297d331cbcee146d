"""Lap read plainly: tiles as numbers of cells run, without masks and without steps."""

from fractions import Fraction
from functools import cache
from typing import NamedTuple

RIM = ["a4", "a3", "a2", "a1", "b1", "c1", "d1", "d2", "d3", "d4", "c4", "b4"]
HOME = 13


class Lap(NamedTuple):
    """runs: of each player, how far each of three tiles has run: 0 to come, 1 to 12 on the rim, 13
    home; sorted. roll: None before it. turn: whose."""

    runs: tuple[tuple[int, ...], tuple[int, ...]] = ((0, 0, 0), (0, 0, 0))
    turn: int = 0
    roll: int | None = None
    again: bool = False  # the turn's second roll

    def cell(self, player: int, run: int) -> str:
        return RIM[(run - 1 + 6 * player) % 12]

    def winner(self) -> int | None:
        for player in (0, 1):
            if self.runs[player] == (HOME,) * 3:
                return player
        return None

    def moves(self) -> "dict[str, Lap]":
        """What may happen next, by its notation."""
        if self.winner() is not None:
            return {}
        if self.roll is None:
            return {f"r{face}": self._replace(roll=face) for face in (1, 2, 3, 4)}
        found = {}
        own, theirs = self.runs[self.turn], self.runs[1 - self.turn]
        for run in set(own) - {HOME}:
            to = min(run + self.roll, HOME)
            if to in own and to != HOME:
                continue
            cell = self.cell(self.turn, to)
            there = [self.cell(1 - self.turn, each) for each in theirs if 0 < each < HOME]
            if not run and cell in there:
                continue
            text = self.cell(self.turn, run) if run else ""
            text += "off" if to == HOME else self.cell(self.turn, to)
            rest = list(own)
            rest[rest.index(run)] = to
            hit = [
                0
                if to != HOME
                and 0 < each < HOME
                and self.cell(1 - self.turn, each) == self.cell(self.turn, to)
                else each
                for each in theirs
            ]
            runs = [tuple(sorted(rest)), tuple(sorted(hit))]
            if self.turn:
                runs.reverse()
            found[text] = Lap((runs[0], runs[1]), 1 - self.turn)
        if not self.again:
            found["again"] = self._replace(roll=None, again=True)
        elif not found:
            found["pass"] = Lap(self.runs, 1 - self.turn)
        return found

    def text(self) -> str:
        cells = {cell: "-" for row in "1234" for cell in [c + row for c in "abcd"]}
        for player, letter in ((0, "x"), (1, "o")):
            for run in self.runs[player]:
                if 0 < run < HOME:
                    cells[self.cell(player, run)] = letter
        waiting = [runs.count(0) for runs in self.runs]
        return (
            f"{self.turn + 1}_{''.join(cells.values())}"
            f"{waiting[0]}{waiting[1]}{self.roll or 0}{int(self.again)}"
        )


@cache
def chance_of(game: Lap) -> Fraction:
    """The probability that the player to act wins with best play: only for positions where the
    players' tiles have passed each other, so that games end."""
    winner = game.winner()
    if winner is not None:
        return Fraction(int(winner == game.turn))
    chances = [
        chance_of(after) if after.turn == game.turn else 1 - chance_of(after)
        for after in game.moves().values()
    ]
    return sum(chances, Fraction(0)) / 4 if game.roll is None else max(chances)
