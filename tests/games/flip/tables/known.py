"""Positions of few tiles with the steps that keep their value, for tests that have no solution.

Each line of known.txt: rule set, position (between turns or inside one), and the steps that keep
its value as a mask in hexadecimal digits: flips by cell * 4 + direction, placements by
cell * 2 + side. Written from the solution by

    PYTHONPATH=tests .venv/bin/python -m games.flip.tables.known
"""

import random
from pathlib import Path
from typing import NamedTuple

from host_tools.games.flip.scores import before
from host_tools.games.flip.solver.solution import Solution
from lodeboard.games.contract import UNDECIDED
from lodeboard.games.flip.rules import Flip

KNOWN = Path(__file__).with_name("known.txt")
EACH = 16  # positions for each rule set, number of tiles, and state of the turn
FLIP = 32


class Known(NamedTuple):
    rules: str
    text: str
    mask: int

    def keeps(self, step: int) -> bool:
        return bool(self.mask >> (step - FLIP if step >= FLIP else step) & 1)


def known() -> list[Known]:
    """All of them."""
    lines = KNOWN.read_text(encoding="ascii").splitlines()
    return [Known(*line.split()[:2], int(line.split()[2], 16)) for line in lines]


def random_position(source: random.Random, tiles: int) -> str:
    """Any arrangement of so many tiles."""
    cells = source.sample(range(16), tiles)
    first = cells[: (tiles + 1) // 2]
    letters = "".join(
        source.choice("UD" if cell in first else "ud") if cell in cells else "-"
        for cell in range(16)
    )
    return f"{1 + tiles % 2}_{letters}"


def random_half(source: random.Random, game: Flip) -> bool:
    """Make a flip, if there is one."""
    steps = bytearray(game.max_steps)
    count = game.steps(steps)
    step = steps[source.randrange(count)]
    if step >= FLIP:
        game.push(step)
    return step >= FLIP


def keeping(solution: Solution, game: Flip) -> int | None:
    """The steps that keep the value of an undecided position; None where it is lost."""
    steps = bytearray(game.max_steps)
    values = {}
    for step in steps[: game.steps(steps)]:
        game.push(step)
        score = solution.score(game.occupied, game.tiles(game.turn), game.side)
        if not game.between_moves():
            inner = bytearray(game.max_steps)
            scores = []
            for place in inner[: game.steps(inner)]:
                game.push(place)
                scores.append(solution.score(game.occupied, game.tiles(game.turn), game.side))
                game.pop()
            score = before(min(scores))
        else:
            score = -score
        game.pop()
        values[step] = (score > 0) - (score < 0)
    best = max(values.values())
    if best < 0:
        return None
    kept = [step for step, value in values.items() if value == best]
    return sum(1 << (step - FLIP if step >= FLIP else step) for step in kept)


def main() -> None:
    lines = []
    source = random.Random(1)
    for rules in Flip.rule_sets:
        solution = Solution(rules)
        game = Flip(rules)
        for tiles in range(8):
            for half in (False, True) if tiles else (False,):
                found = 0
                while found < (EACH if tiles else 1):
                    game.load(random_position(source, tiles))
                    if game.verdict() != UNDECIDED or (half and not random_half(source, game)):
                        continue
                    mask = keeping(solution, game)
                    if mask is None:
                        continue
                    lines.append(f"{rules} {game.text()} {mask:x}\n")
                    found += 1
    KNOWN.write_text("".join(lines), encoding="ascii")


if __name__ == "__main__":
    main()
