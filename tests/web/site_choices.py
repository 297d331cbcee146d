"""The moves of all games' levels in a fixed set of positions. The same text runs on CPython, which
imports it, and in a worker of the site, which is sent it."""

from array import array

from host_tools.games.engine import Memory
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.dice import Dice
from lodeboard.system.loader import make_game, plugin

AT_A_TIME = 6500  # evaluations, as a board thinks in a tick
# A game, its rules, and after how many steps of chance its levels choose.
CASES = [
    ("flip", "magic", (0, 3, 9, 17)),
    ("flip", "eclipse", (5, 13)),
    ("xtic", "normal", (0, 5, 12, 17)),
    ("xtic", "torus", (1, 14)),
    ("kono", "", (0, 6)),
    ("magician", "standard", (0, 30)),
]


def position(game, steps):
    """Play so many steps by chance, the same everywhere; other ones where they end the game."""
    dice = Dice()
    legal = array("H", bytes(2 * game.max_steps))
    for attempt in range(100):
        dice.seed(game.name + game.rules + str(steps) + " " + str(attempt))
        game.reset()
        for _ in range(steps):
            count = game.steps(legal)
            if count:
                game.push(legal[dice.roll(count)])
        if game.length == steps and game.steps(legal):
            return
    raise ValueError(steps)


def thinking(open_table):
    """Each level of each game about to choose: what it is, and its player."""
    for name, rules, lengths in CASES:
        game = make_game(name, rules)
        # In a port's memory, as on the board: arrays lie in others there.
        player, _ = plugin(name).engine(Memory(), open_table)
        for steps in lengths:
            position(game, steps)
            for level in range(len(LEVELS[name])):
                player.start(game, level)
                yield [name, rules, game.text(), LEVELS[name][level]], player


def choices(open_table):
    """What each of them chose, after how many evaluations, and how it got there."""
    found = []
    for what, player in thinking(open_table):
        while not player.run(AT_A_TIME):
            pass
        found.append([*what, list(player.steps), player.nodes, player.source])
    return found
