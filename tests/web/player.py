"""Plays flip tiles at the page: a person with the sun tiles against the board. They follow the
lights, build lines where that is easy, and do each act in another way."""

import random

OVER = ("for a new game", "for a new one")
OWN = "sun"
WAYS = ("drag", "keys", "click")
LINES = [
    [(row + k * down, column + k * right) for k in range(3)]
    for row in range(4)
    for column in range(4)
    for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
    if row + 2 * down < 4 and 0 <= column + 2 * right < 4
]


def row_and_column(where):
    return int(where[1]) - 1, ord(where[0]) - ord("a")


class Player:
    """`before_flip(number)` is called before each flip of the person's own."""

    def __init__(self, person, seed, before_flip=None):
        self.person = person
        self.random = random.Random(seed)
        self.before_flip = before_flip
        self.acts = 0
        self.flips = 0

    def play(self, most_acts=64):
        """Play until the board says that it is over; what it says."""
        person = self.person
        while self.acts < most_acts:
            sentence = person.wait_for_words("Your turn", "The board's turn", *OVER)
            if any(word in sentence for word in OVER):
                return sentence
            mine = "Your turn" in sentence
            if "place" in sentence:
                (self.place if mine else self.obey_placement)()
            else:
                (self.flip if mine else self.obey_flip)()
            person.wait(lambda was=sentence: person.say() != was, "an answer")
        raise AssertionError(f"the game is not over after {most_acts} acts")

    # What the board asks for its own moves

    def obey_flip(self):
        """Lift the tile that flashes, turn it over, set it down on the lit cell."""
        person, way = self.person, self._way()
        [start] = person.wait_steady(lambda: person.cells("lift this", True), "a tile to lift")
        person.lift(start, way)
        end = self._asked("sun")
        person.turn(way)
        person.put(end, way)

    def obey_placement(self):
        """Place the board's own tile: rising light up, falling light down."""
        way = self._way()
        end = self._asked("moon")
        self._carry(end, "moon", "up" if "up side" in end.light else "down", way)

    def _asked(self, kind):
        """The empty cell whose light clearly asks for a tile of this kind."""
        owner = {"sun": "first", "moon": "second"}[kind]
        [cell] = self.person.wait_steady(
            lambda: self.person.cells(f"{owner} player's goes here", False),
            f"a cell that asks for a {kind} tile",
        )
        return cell

    # The person's own moves

    def flip(self):
        """Flip some tile that may be flipped, anywhere it may go."""
        person, way = self.person, self._way()
        starts = person.wait_steady(lambda: person.cells("may be lifted", True), "a tile")
        self.flips += 1
        if self.before_flip:
            self.before_flip(self.flips)
        person.lift(self.random.choice(starts), way)
        person.wait_for_words("Turn it over")
        ends = person.wait_steady(lambda: person.cells("may be set here", False), "a cell to go to")
        person.turn(way)
        person.put(self.random.choice(ends), way)

    def place(self):
        """Place a tile where it helps a line most."""
        person, way = self.person, self._way()
        free = person.wait_steady(
            lambda: person.cells("may be placed here", False), "a cell to place at"
        )
        chances = [
            (self._worth(cell, side), self.random.random(), cell, side)
            for cell in free
            for side in ("up", "down")
        ]
        _, _, cell, side = max(chances, key=lambda chance: chance[:2])
        self._carry(cell, OWN, side, way)

    def _worth(self, cell, side):
        mine = {
            row_and_column(spot.where)
            for spot in self.person.cells(tile=True)
            if spot.tile == f"{OWN} tile, {side} side"
        }
        here = row_and_column(cell.where)
        return max(len(mine.intersection(line)) for line in LINES if here in line)

    def _carry(self, end, kind, side, way):
        spare = self.person.spare(kind, side)
        self.person.lift(spare, way)
        if side not in spare.tile:
            self.person.turn(way)
        self.person.put(end, way)

    def _way(self):
        self.acts += 1
        return WAYS[self.acts % len(WAYS)]
