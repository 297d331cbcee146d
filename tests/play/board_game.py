"""A game for tests only, with every kind of step that the guide has to know, as plain data."""

from lodeboard.games.contract import (
    ALL_CODES,
    DOWN_0,
    DOWN_1,
    EITHER_SIDE,
    EMPTY,
    NOWHERE,
    UNDECIDED,
    UP_0,
    UP_1,
    Game,
    GameError,
)

CODES = {"-": EMPTY, "U": UP_0, "D": DOWN_0, "u": UP_1, "d": DOWN_1}


class Steps(Game):
    """One position, and steps from it by name: each a text such as "a1 U- b1 uU", cell, code
    before and code after. `sides` False: a tile's sides mean nothing."""

    rows = 3
    columns = 4
    max_length = 1
    choices = False
    alike = ALL_CODES

    def __init__(self, position: str, steps: "dict[str, str]", sides: bool = True) -> None:
        self.position = [CODES[letter] for letter in position.replace("/", "")]
        self.names = list(steps)
        self.written = [_changes(text.split()) for text in steps.values()]
        self.max_steps = max(1, len(steps))
        self.max_changes = max([len(changes) for changes in self.written], default=1)
        if not sides:
            self.alike = EITHER_SIDE
        for changes in self.written:
            for cell, before, _ in changes:
                if self.position[cell] != before:
                    raise GameError(f"cell {cell} has another tile")

    def steps(self, out):
        # Numbers that need 16 bits.
        out[: len(self.names)] = type(out)("H", [self.number(name) for name in self.names])
        return len(self.names)

    def number(self, name):
        return 60_000 + self.names.index(name)

    def changes(self, step, out):
        changes = self.written[step - 60_000]
        for number, change in enumerate(changes):
            out[3 * number : 3 * number + 3] = bytes(change)
        return len(changes)

    def expected(self, out):
        for cell, code in enumerate(self.position):
            out[cell] = code

    def choice(self, step):
        return NOWHERE

    def chosen(self):
        return NOWHERE

    def verdict(self):
        return UNDECIDED


def _changes(words: "list[str]") -> "list[tuple[int, int, int]]":
    return [
        ("abcd".index(at[0]) + 4 * (int(at[1]) - 1), CODES[code[0]], CODES[code[1]])
        for at, code in zip(words[::2], words[1::2], strict=True)
    ]
