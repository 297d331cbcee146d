"""The levels of a game against each other: each meets the one below, the lowest a plain player.

Each game's own `ladder` module says what it asks of its levels, and is the command that plays.
"""

import random
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from host_tools.jobs import report
from host_tools.jobs.command import Parser, at_least_one
from host_tools.jobs.progress import progress_bar
from host_tools.lab.experiments import measuring_parser
from host_tools.lab.matches import Chooser, Score, any_move, match, no_bar, openings
from lodeboard.games.contract import Game


class Ladder(NamedTuple):
    """What differs from game to game."""

    name: str  # of the experiment
    title: str  # of the page
    notes: str  # on the page, above the table
    kind: Callable[[str], Game]  # makes the game from a rule set
    rule_sets: tuple[str, ...]
    levels: tuple[str, ...]
    level: Callable[[int], Chooser]  # makes a player of a level
    bottom: str  # the name of who meets the lowest level
    bottom_player: Callable[[random.Random], Chooser]
    openings: int  # for each match
    opening_moves: int
    seed_word: str  # in what the openings' random numbers come from
    shortfall: Callable[[Score], str | None]  # what a score lacks, as a sentence
    rival: str = ""  # the name of who meets the highest level besides
    rival_player: Callable[[], Chooser] | None = None

    def starts(self, rules: str, count: int, seed: int) -> list[str]:
        """Different undecided positions after random moves."""
        source = random.Random(f"{self.seed_word} {rules} {seed}")
        moves = self.opening_moves
        return openings(self.kind(rules), count, lambda _: moves, any_move(source))

    def climb(
        self,
        rules: str,
        count: int,
        seed: int,
        levels: Sequence[int] | None = None,
        advance: Callable[[], None] = no_bar,
    ) -> list[Score]:
        """These levels (all) under one rule set, from the bottom, each against what is below."""
        starts = self.starts(rules, count, seed)
        scores = []
        below: tuple[int, Chooser] | None = None
        for level in range(len(self.levels)) if levels is None else levels:
            if below is None or below[0] != level - 1:
                below = level - 1, self._below(level, rules, seed)
            player = self.level(level)
            names = (self.levels[level], self.levels[level - 1] if level else self.bottom)
            scores.append(match(self.kind(rules), names, (player, below[1]), starts, advance))
            below = level, player
        if self.rival_player is not None and below is not None and below[0] == self._highest:
            names = (self.levels[self._highest], self.rival)
            players = (below[1], self.rival_player())
            scores.append(match(self.kind(rules), names, players, starts, advance))
        return scores

    @property
    def _highest(self) -> int:
        return len(self.levels) - 1

    def _below(self, level: int, rules: str, seed: int) -> Chooser:
        if level:
            return self.level(level - 1)
        return self.bottom_player(random.Random(f"{self.bottom} {rules} {seed}"))

    def shortfalls(self, scores: Sequence[Score]) -> list[str]:
        """What the scores lack, a sentence each."""
        return [text for text in map(self.shortfall, scores) if text is not None]

    def main(self, doc: str | None, page: Path, arguments: list[str] | None = None) -> int:
        """The command: play, print the table, keep it on the page if that is asked for."""
        chosen = openings_parser(self.name, doc, self.openings, page).parse_args(arguments)
        scores = []
        matches = len(self.rule_sets) * (len(self.levels) + bool(self.rival))
        with progress_bar(matches * chosen.openings) as bar:
            for rules in self.rule_sets:
                scores += self.climb(rules, chosen.openings, chosen.seed, advance=bar.update)
        print(table(scores))
        if chosen.write:
            asked = f"--openings {chosen.openings} --seed {chosen.seed}"
            command = f"lodeboard lab {self.name} {asked}"
            report.write_page(page, self.title, command, f"{self.notes}\n\n{table(scores)}")
        lacking = self.shortfalls(scores)
        print("\n".join(lacking), end="\n" if lacking else "", file=sys.stderr)
        return 1 if lacking else 0


def table(scores: Sequence[Score]) -> str:
    """The scores as a Markdown table."""
    rows = [
        [
            score.rules,
            score.player,
            score.opponent,
            str(score.wins),
            str(score.draws),
            str(score.losses),
            f"{100 * score.points:.1f} %",
        ]
        for score in scores
    ]
    titles = ["rules", "player", "against", "won", "drawn", "lost", "points"]
    return report.table(titles, rows)


def openings_parser(name: str, text: str | None, openings: int, page: Path) -> Parser:
    """The command line of a tool that plays games from so many openings and can write a page."""
    parser = measuring_parser(name, text, page.name)
    parser.add_argument("--openings", type=at_least_one, default=openings, metavar="N")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    return parser
