"""The contract every game meets, and the few words all layers share.

A *step* is one physical act (flip, place, give, move, spell) as an integer of 16 bits. A
*move*, as records write it, is one or more steps. Players are 0 and 1. A game knows no
clock, no pins and no light.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence

# Verdicts, always for the player to act.
UNDECIDED = 0
WIN = 1
LOSE = 2
TIE = 3
VERDICTS = ("undecided", "win", "lose", "tie")

# Tile codes: what lies on a cell, as the sensors tell it apart (owner x side).
EMPTY = 0
UP_0 = 1  # first player's tile, up side showing: strong north pole
DOWN_0 = 2  # the same tile turned over: weak south pole
UP_1 = 3  # second player's tile, up: strong south pole
DOWN_1 = 4  # turned over: weak north pole
UNCLEAR = 5  # something, but not one of the above
NOWHERE = 255  # "no cell"


def owner_of(code: int) -> int:
    """Player (0 or 1) who owns a tile of this code (1..4)."""
    return (code - 1) >> 1


def turned(code: int) -> int:
    """The same tile (code 1..4) with its other side up."""
    return ((code - 1) ^ 1) + 1


class GameError(ValueError):
    """A position, a move or a rule set that cannot be; the text says which and why."""


class Game:
    """What every layer may ask of a game. Subclasses fill in every method."""

    name = ""
    rule_sets: tuple[str, ...] = ()
    rows = 0
    columns = 0
    max_steps = 0  # most legal steps in any position: size of a caller's buffer
    max_length = 0  # most steps in a whole game: size of the journal
    max_changes = 0  # most changes of one step: see `changes`
    choices = False  # True where some steps are choices: see `changes`
    alike = bytes((EMPTY, UP_0, DOWN_0, UP_1, DOWN_1, UNCLEAR))
    # The code that the game uses for each sensed code. A game to which the sides of a tile mean
    # nothing has UP_0 for DOWN_0 and UP_1 for DOWN_1, and knows of no DOWN.

    rules = ""
    turn = 0  # the player to act
    length = 0  # steps pushed since reset or load

    def reset(self) -> None:
        """Back to the first position of the game."""
        raise GameError("not a game")

    def steps(self, out: "MutableSequence[int]") -> int:
        """Write the legal steps into `out` and return their number; 0 when decided."""
        raise GameError("not a game")

    def push(self, step: int) -> None:
        """Make a legal step. The step is not checked."""
        raise GameError("not a game")

    def pop(self) -> int:
        """Undo the last step and return it."""
        raise GameError("not a game")

    def verdict(self) -> int:
        """UNDECIDED, WIN, LOSE or TIE for the player to act; UNDECIDED inside a move."""
        raise GameError("not a game")

    def between_moves(self) -> bool:
        """False while a move is half done (flipped, not yet placed)."""
        raise GameError("not a game")

    def count_moves(self) -> int:
        """Number of legal whole moves (of completions, inside a move); 0 when decided."""
        raise GameError("not a game")

    def key(self) -> int:
        """Canonical key: equal for, and only for, positions equal by symmetry."""
        raise GameError("not a game")

    def expected(self, out: "MutableSequence[int]") -> None:
        """Write the tile code that should lie on each cell into `out` (rows x columns)."""
        raise GameError("not a game")

    def changes(self, step: int, out: "MutableSequence[int]") -> int:
        """What a legal step changes on the board. Writes (cell, code before, code after) for
        each cell that it changes into `out`, of 3 * max_changes, and returns how many cells.

        Hands may make the changes in any order; the lights lead in the order written, so the
        first is what people begin with: `(a, own, EMPTY), (b, theirs, own)` is a capture by the
        tile on a. A tile that leaves the board is one that has no cell afterwards, a new one has
        none before. A step is made as soon as its changes are there and no other. Where these
        are also a stage of a longer step, that one can be made only by an order that avoids the
        stage, and the game writes its changes in such an order; where there is none, or two
        steps change the same, the game has to make the decision a choice.

        0: a choice. No hands carry it out; it is made with the buttons on a lit menu of the
        cells, or by a computer. Where one step is a choice, all are."""
        raise GameError("not a game")

    def choice(self, step: int) -> int:
        """The cell that stands for a choice on the menu; NOWHERE for a step of hands."""
        return NOWHERE

    def chosen(self) -> int:
        """The menu's cell of the choice that the next step is bound by; NOWHERE for none."""
        return NOWHERE

    def load(self, text: str) -> None:
        """Set up the position written in the game's notation; GameError says what is wrong."""
        raise GameError("not a game")

    def text(self) -> str:
        """The position in the game's notation."""
        raise GameError("not a game")

    def parse_move(self, text: str) -> list[int]:
        """The steps of one written move, legal here; GameError says why not."""
        raise GameError("not a game")

    def move_text(self, steps: "list[int]") -> str:
        """The written form of the steps of one move (or of half a move) from here."""
        raise GameError("not a game")
