"""RAM that the board takes for thinking."""

from host_tools.lab.bench.chip.parts import Figures, prelude
from host_tools.lab.bench.chip.probe import Marks
from host_tools.lab.flip.bench.positions import sample
from host_tools.lab.flip.bench.thinking import BOOKED, PERFECT
from lodeboard.games.flip.rules import Flip

_SLICES = 12  # of a decision: memory is looked at after each of so many, and after the last
_TAKE = f"""
def free():
    gc.collect()
    return gc.mem_free()

game = plugin("flip")  # the code counts as firmware, so it is there before
before = free()
player, coach = game.engine(port.memory, port.store.table)
gc.threshold(-1)

def take(rules, position):
    game = make_game("flip", rules)
    game.load(position)
    least = free()
    player.start(game, {PERFECT})
    slices = 0
    while not player.run(port.think_evals):
        slices += 1
        if slices <= {_SLICES}:
            least = min(least, free())
    print(before - min(least, free()), player.source)
"""


def taken() -> Figures:
    """Bytes of memory that thinking holds at the most: free before there is a player, less free
    in the midst and at the end of a perfect decision from the book and of one from the search,
    garbage left out. By rule set, book and search in turn."""
    marks = Marks(prelude() + _TAKE)
    most = {}
    for rules in Flip.rule_sets:
        stages = sample(rules, 64, "memory")
        for wanted, tiles in (("table", BOOKED - 1), ("search", BOOKED + 3)):
            for position in (one for one in stages if one.tiles == tiles):
                took, source = marks.say(f"take({rules!r}, {position.text!r})").split()
                if source == wanted:
                    most[f"{rules}, {wanted}"] = int(took)
                    break
    return most
