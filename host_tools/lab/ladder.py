"""Matches between the levels of a game: each plays the one below, the lowest a child.

Each game's own `ladder` module says what it requires of its levels.
"""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from host_tools.jobs import report
from host_tools.lab.experiment import Experiment, Tally
from host_tools.lab.matches import Chooser, Score, any_move, casual_player, match, openings
from lodeboard.games.contract import Game

SEED = 1
CHILD = "child"  # takes wins in one, otherwise plays at random
LEAST_POINTS = 0.6  # of each level against the one below
LEAST_LOST = 0.8  # of the games of the lowest level against the child
RULES = f"""\
a draw is half a point. `{CHILD}` takes a win in one turn where there is one and plays any
legal turn otherwise: the lowest level is to lose at least {LEAST_LOST:.0%} of its games to it.
Every other level is to make at least {LEAST_POINTS:.0%} of the points against the level below."""
LEGEND = "Games won-drawn-lost, and the share of the points:"


class Rung(NamedTuple):
    """A match of a level against the one below, or of the highest against the rival."""

    rules: str
    level: int
    rival: bool = False

    @property
    def name(self) -> str:
        return f"{self.rules}-{'rival' if self.rival else self.level}"


class Scored(Tally):
    """A match, from the view of the upper player."""

    games: int = 0
    wins: int = 0
    draws: int = 0
    losses: int = 0


@dataclass(frozen=True)
class Ladder:
    """The parts specific to a game. `notes`: on the page, above the table; `kind` makes the game
    from a rule set, `level` the player of a level; `rival`: additional opponent of the highest,
    `least_against_rival`: points wanted; `openings` for each match, of this many moves."""

    name: str
    title: str
    notes: str
    kind: Callable[[str], Game]
    rule_sets: tuple[str, ...]
    levels: tuple[str, ...]
    level: Callable[[int], Chooser]
    openings: int
    opening_moves: int
    seed_word: str
    rival: str = ""
    rival_player: Callable[[], Chooser] | None = None
    least_against_rival: float = LEAST_POINTS

    def starts(self, rules: str, count: int, seed: int = SEED) -> list[str]:
        """Different undecided positions after random moves."""
        source = random.Random(f"{self.seed_word} {rules} {seed}")
        moves = self.opening_moves
        return openings(self.kind(rules), count, lambda _: moves, any_move(source))

    def plan(self) -> dict[Rung, int]:
        """All matches from the bottom up, two games from each opening."""
        found = []
        for rules in self.rule_sets:
            found += [Rung(rules, level) for level in range(len(self.levels))]
            found += [Rung(rules, len(self.levels) - 1, True)] if self.rival_player else []
        return dict.fromkeys(found, 2 * self.openings)

    def play(self, rung: Rung, count: int = 0) -> Score:
        """Play a match from this many openings, by default all."""
        starts = self.starts(rung.rules, count or self.openings)
        players = self.level(rung.level), self._below(rung)
        return match(self.kind(rung.rules), self._names(rung), players, starts)

    def _names(self, rung: Rung) -> tuple[str, str]:
        below = self.levels[rung.level - 1] if rung.level else CHILD
        return self.levels[rung.level], self.rival if rung.rival else below

    def _below(self, rung: Rung) -> Chooser:
        if rung.rival and self.rival_player:
            return self.rival_player()
        if rung.level:
            return self.level(rung.level - 1)
        return casual_player(random.Random(f"{CHILD} {rung.rules} {SEED}"))

    def shortfall(self, score: Score) -> str | None:
        """What a score lacks, as a sentence; None if it is as required."""
        if score.opponent == CHILD:
            if score.lost >= LEAST_LOST:
                return None
            return (
                f"{score.rules}: {score.player} loses only {score.lost:.0%} to a child,"
                f" at least {LEAST_LOST:.0%} are wanted"
            )
        least = self.least_against_rival if score.opponent == self.rival else LEAST_POINTS
        if score.points >= least:
            return None
        return (
            f"{score.rules}: {score.player} makes only {score.points:.0%} against"
            f" {score.opponent}, at least {least:.0%} are wanted"
        )

    def shortfalls(self, scores: Sequence[Score]) -> list[str]:
        """What the scores lack, a sentence each."""
        return [text for text in map(self.shortfall, scores) if text is not None]

    def scores(self, results: Mapping[Rung, Scored]) -> list[Score]:
        """The results with the names of the players."""
        return [
            Score(condition.rules, *self._names(condition), one.wins, one.draws, one.losses)
            for condition, one in results.items()
        ]

    def experiment(self, trial: Callable[[Rung, int], Scored]) -> Experiment[Rung, Scored]:
        """The ladder as an experiment. `trial`: plays a match with `tally`."""
        return Experiment(
            name=self.name,
            unit="games",
            tally=Scored,
            in_batch=2 * self.openings,
            plan=self.plan,
            trial=trial,
            said=lambda _, one: f"{one.wins} won, {one.draws} drawn, {one.losses} lost",
            missed=lambda results: self.shortfalls(self.scores(results)),
            title=self.title,
            body=lambda results: f"{self.notes}\n\n{LEGEND}\n\n{table(self.scores(results))}",
        )

    def tally(self, rung: Rung) -> Scored:
        """Play a match and count it."""
        score = self.play(rung)
        return Scored(score.games, score.wins, score.draws, score.losses)


def table(scores: Sequence[Score]) -> str:
    """The scores as a Markdown table: a row for each match, a column for each rule set."""
    rule_sets = dict.fromkeys(score.rules for score in scores)
    results = {
        (score.player, score.opponent, score.rules): (
            f"{score.wins}-{score.draws}-{score.losses}, {score.points:.1%}"
        )
        for score in scores
    }
    pairs = dict.fromkeys((score.player, score.opponent) for score in scores)
    rows = [[*pair, *(results.get((*pair, rules), "") for rules in rule_sets)] for pair in pairs]
    return report.table(["player", "against", *rule_sets], rows)
