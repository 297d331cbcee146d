"""What each level chooses in some positions, after how much thought: as when its limits and tables
were measured. Whoever changes the engine on purpose writes `choices.txt` again, with what the
failing test found, and measures the levels again."""

from pathlib import Path

import pytest

from host_tools.build.compiled import bound
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.magician.player import MagicianPlayer
from lodeboard.games.magician.rules import Magician

# Of each position: the rule set, the position, and for each level its turn, with positions looked
# at, plies, and units of work.
CHOICES = Path(__file__).with_name("choices.txt").read_text(encoding="utf-8").splitlines()


def choices(rules, text):
    found = []
    for level in range(len(LEVELS["magician"])):
        game = Magician(rules)
        game.load(text)
        player = MagicianPlayer()
        player.start(game, level)
        while not player.run(1000):  # however the thinking is sliced
            pass
        assert (player.source == "search") == (player.nodes > 0)
        move = game.move_text(player.steps)
        found.append(f"{move} {player.nodes} {player.depth} {player.search.work}")
    return ", ".join(found)


@pytest.mark.parametrize("line", CHOICES)
def test_levels_choose_as_they_were_measured(compiled_game, line):
    rules, text, _ = line.split(" | ")
    with bound(compiled_game.kernel):
        assert " | ".join((rules, text, choices(rules, text))) == line
