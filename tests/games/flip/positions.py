"""Positions of flip tiles for the tests, each from a seed or a Hypothesis draw."""

import random

from hypothesis import strategies as st

from lodeboard.games.flip.rules import Flip


def arrange(cells, owners, sides):
    """Text of the position with a tile on each of `cells`: its owner (True for the first
    player) and its side (True for down) at the same place in `owners` and `sides`."""
    board = ["-"] * 16
    for cell, first, down in zip(cells, owners, sides, strict=True):
        board[cell] = ("UD" if first else "ud")[down]
    return f"{1 + len(cells) % 2}_{''.join(board)}"


def lay(game: Flip, occupied: int, own: int, side: int, flipped: bool = False) -> None:
    """Set a game up by masks of cells: with a tile, with one of the player to act, and with one
    that has its side down up. flipped: only a placement is left of the turn."""
    game._set(occupied, occupied & ~own if occupied.bit_count() & 1 else own, side)
    game._flipped = flipped


def random_position(source: random.Random) -> str:
    """Any arrangement with the right numbers of tiles, reachable or not.

    Half of them lean towards one side, or there would hardly be a line among them.
    """
    tiles = source.randint(0, 16)
    cells = source.sample(range(16), tiles)
    owners = [index < (tiles + 1) // 2 for index in range(tiles)]
    lean = source.choice([0.5, 0.85])
    sides = [source.random() > lean for _ in range(tiles)]
    return arrange(cells, owners, sides)


def random_line_of_play(source: random.Random, rules: str) -> list[str]:
    """The positions, half turns too, of a game of random moves."""
    game = Flip(rules)
    steps = bytearray(game.max_steps)
    texts = [game.text()]
    while count := game.steps(steps):
        game.push(source.choice(steps[:count]))
        texts.append(game.text())
    return texts


@st.composite
def positions(draw: st.DrawFn) -> str:
    """Any arrangement with the right numbers of tiles, between turns."""
    tiles = draw(st.integers(0, 16))
    cells = draw(st.permutations(range(16)))[:tiles]
    owners = [index < (tiles + 1) // 2 for index in range(tiles)]
    sides = draw(st.lists(st.booleans(), min_size=tiles, max_size=tiles))
    return arrange(cells, owners, sides)


rule_sets = st.sampled_from(Flip.rule_sets)
