"""Matches between players of any game, from random openings, colours swapped, all seeded."""

import random
from collections.abc import Callable
from typing import Any, NamedTuple, Protocol

from host_tools.games.moves import legal_moves, make_move, take_back
from lodeboard.games.contract import LOSE, UNDECIDED, WIN, Game

Chooser = Callable[[Game], list[int]]

REPEATED = 1000  # repeated openings in a row before the search for new ones gives up


class Player(Protocol):
    """The part of a firmware player that this module uses."""

    @property
    def steps(self) -> list[int]: ...
    def start(self, game: Any, level: int) -> None: ...
    def run(self, budget: int) -> bool: ...


class Score(NamedTuple):
    """A match, from the view of `player`."""

    rules: str
    player: str
    opponent: str
    wins: int
    draws: int
    losses: int

    @property
    def games(self) -> int:
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """Share of the points, 0..1; a draw counts half."""
        return (self.wins + self.draws / 2) / self.games

    @property
    def lost(self) -> float:
        """Share of lost games, 0..1."""
        return self.losses / self.games


def level_of(player: Player, level: int) -> Chooser:
    """A level of a firmware's player."""

    def choose(game: Game) -> list[int]:
        player.start(game, level)
        while not player.run(1 << 20):
            pass
        return player.steps

    return choose


def casual_player(source: random.Random) -> Chooser:
    """Takes a win in one turn if there is one; otherwise any legal move, with equal probability."""

    def choose(game: Game) -> list[int]:
        moves = legal_moves(game)
        for move in moves:
            make_move(game, move)
            won = game.verdict() == LOSE
            take_back(game, move)
            if won:
                return move
        return source.choice(moves)

    return choose


def any_move(source: random.Random) -> Chooser:
    """Any legal move, with equal probability."""

    def choose(game: Game) -> list[int]:
        return source.choice(legal_moves(game))

    return choose


def rolls(game: Game) -> bool:
    """Whether chance acts in this position."""
    return game.match == "rolling" and game.chances([0] * game.max_steps) > 0


def rolled(choose: Chooser, source: random.Random) -> Chooser:
    """The same player, and the rolls of a game in which chance acts."""

    def act(game: Game) -> list[int]:
        if not rolls(game):
            return choose(game)
        weights = [0] * game.max_steps
        game.chances(weights)
        steps = [0] * game.max_steps
        count = game.steps(steps)
        return source.choices(steps[:count], weights[:count])

    return act


def openings(game: Game, count: int, moves: Callable[[int], int], play: Chooser) -> list[str]:
    """This many different undecided positions: number n is found after `moves(n)` moves of `play`
    from the start of the game. Raises ValueError if `play` finds no new one any more."""
    found: dict[str, None] = {}
    repeated = 0
    while len(found) < count:
        if repeated == REPEATED:
            raise ValueError(f"only {len(found)} different openings of {count}: use more moves")
        before = len(found)
        game.reset()
        for _ in range(moves(len(found))):
            if game.verdict() != UNDECIDED:
                break
            make_move(game, play(game))
        if game.verdict() == UNDECIDED:
            found[game.text()] = None
        repeated = repeated + 1 if len(found) == before else 0
    return list(found)


def play_out(game: Game, players: tuple[Chooser, Chooser]) -> int:
    """Play to the end; 1 if the first of the game's two players won, -1 if the second, else 0."""
    while game.verdict() == UNDECIDED:
        make_move(game, players[game.turn](game))
    sign = 1 if game.turn == 0 else -1
    return {WIN: sign, LOSE: -sign}.get(game.verdict(), 0)


def match(
    game: Game,
    names: tuple[str, str],
    players: tuple[Chooser, Chooser],
    starts: list[str],
) -> Score:
    """Two games from each start, colours swapped, scored for the first of the two players."""
    results = []
    for text in starts:
        game.load(text)
        results.append(play_out(game, players))
        game.load(text)
        results.append(-play_out(game, (players[1], players[0])))
    wins, draws, losses = (results.count(result) for result in (1, 0, -1))
    return Score(game.rules, *names, wins, draws, losses)
