"""The contract that each game's plugin meets, and the numbers that all layers share.

A *step* is one physical act (flip, place, give, move, spell) as an integer of 16 bits. A
*move*, as records write it, is one or more steps. Players are 0 and 1. A game knows no
clock, no pins and no light.
"""

from array import array

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, MutableSequence, Sequence
    from typing import Any, Protocol

    from lodeboard.ports.port import Memory, Table

    Tables = Callable[[str], "Table | None"]  # opens a table by its name
else:
    Protocol = object  # MicroPython has no typing; a board gets no protocol at all

# Verdicts, always for the player to act.
UNDECIDED = 0
WIN = 1
LOSE = 2
TIE = 3
VERDICTS = ("undecided", "win", "lose", "tie")

# Tile codes: what lies on a cell, as the sensors distinguish it (owner x side).
EMPTY = 0
UP_0 = 1  # first player's tile, up side showing: strong north pole
DOWN_0 = 2  # the same tile turned over: weak south pole
UP_1 = 3  # second player's tile, up: strong south pole
DOWN_1 = 4  # turned over: weak north pole
UNCLEAR = 5  # something, but not one of the above
NOWHERE = 255  # "no cell"

# What Game.amend says where it names no step. No game has steps as large as UNDO.
FIXED = -1
UNDO = 0xFFF0

# Game.alike of games that distinguish the sides of a tile, and of those that do not, which know
# of no DOWN.
ALL_CODES = bytes((EMPTY, UP_0, DOWN_0, UP_1, DOWN_1, UNCLEAR))
EITHER_SIDE = bytes((EMPTY, UP_0, UP_0, UP_1, UP_1, UNCLEAR))


def owner_of(code: int) -> int:
    """Player (0 or 1) who owns a tile of this code (1..4)."""
    return (code - 1) >> 1


def turned(code: int) -> int:
    """The same tile (code 1..4) with its other side up."""
    return ((code - 1) ^ 1) + 1


class GameError(ValueError):
    """A position, a move or a rule set that cannot be; the text says which and why."""


def no_tables(_tables: "Tables") -> str:
    """The check of a game that has no tables."""
    return ""


class Game(Protocol):
    """A position under a rule set, and how it came about."""

    name: str
    rules: str  # the rule set
    rows: int
    columns: int
    max_steps: int  # most legal steps in any position: size of a caller's buffer
    max_length: int  # most steps in a whole game: size of the journal
    max_changes: int  # most changes of one step: see `changes`
    choices: bool  # True where some steps are choices: see `changes`
    alike: bytes  # the code that the game uses for each sensed code: ALL_CODES, or see EITHER_SIDE
    turn: int  # the player to act
    length: int  # steps pushed since reset or load

    def change_rules(self, rules: str) -> None:
        """Go on as a game under this rule set, in its first position. GameError when there is no
        such rule set. A board does so in place of making a new game, which would split its
        memory a little more each time."""

    def reset(self) -> None:
        """Back to the first position of the game."""

    def steps(self, out: "MutableSequence[int]") -> int:
        """Write the legal steps into `out` and return their number; 0 when decided."""

    def push(self, step: int) -> None:
        """Make a legal step. The step is not checked."""

    def pop(self) -> int:
        """Undo the last step and return it."""

    def verdict(self) -> int:
        """UNDECIDED, WIN, LOSE or TIE for the player to act; UNDECIDED inside a move."""

    def between_moves(self) -> bool:
        """False while a move is half done (flipped, not yet placed)."""

    def count_moves(self) -> int:
        """Number of legal whole moves (of completions, inside a move); 0 when decided."""

    def key(self) -> int:
        """Canonical key: equal for, and only for, positions equal by symmetry."""

    def expected(self, out: "MutableSequence[int]") -> None:
        """Write the tile code that should lie on each cell into `out` (rows x columns)."""

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

    def choice(self, step: int) -> int:
        """The cell that stands for a choice on the menu; NOWHERE for a step of hands."""

    def chosen(self) -> int:
        """The menu's cell of the choice that the next step is bound by; NOWHERE for none."""

    def amend(self) -> int:
        """What hands may still make of the turn under way, or of the one just made, before anybody
        else acts. FIXED: nothing. UNDO: the turn under way may be undone, its last step or more, by
        laying the tiles as they lay before. A step: one that is legal at the start of the turn,
        in place of the whole turn, by laying the tiles as they lie after it; and UNDO too, while
        the turn is under way. Where a step's changes are also a stage of a longer one, this lets
        hands go on from the one to the other. At most three positions can be reached in this
        way."""

    def load(self, text: str) -> None:
        """Set up the position written in the game's notation; GameError says what is wrong."""

    def text(self) -> str:
        """The position in the game's notation."""

    def parse_move(self, text: str) -> list[int]:
        """The steps of one written move, legal here; GameError says why not."""

    def move_text(self, steps: "list[int]") -> str:
        """The written form of the steps of one move (or of half a move) from here."""


class BaseGame:
    """What most games have alike; see Game. A game adds sizes, `reset`, `steps`, `verdict`, `key`,
    `changes`, `load`, `text`, `parse_move` and

    code(cell)      what lies on a cell
    step_text(step) the written form of a step; or `move_text`, where that depends on other steps
    _make(step)     make a step, the last one of `_history`
    _unmake(step)   undo it

    Sizes are attributes of the class; `length` is set to 0 by `reset` and `load`.
    """

    rule_sets: "tuple[str, ...]" = ("",)  # the usual one first
    choices = False
    alike = EITHER_SIDE

    if TYPE_CHECKING:
        name: str
        rules: str
        rows: int
        columns: int
        max_steps: int
        max_length: int
        max_changes: int
        turn: int
        length: int

        def reset(self) -> None: ...
        def steps(self, out: MutableSequence[int]) -> int: ...
        def verdict(self) -> int: ...
        def changes(self, step: int, out: MutableSequence[int]) -> int: ...
        def code(self, cell: int) -> int: ...
        def step_text(self, step: int) -> str: ...
        def _make(self, step: int) -> None: ...
        def _unmake(self, step: int) -> None: ...

    def __init__(self, rules: str = "") -> None:
        self._history = array("H", bytes(2 * self.max_length))
        self.change_rules(rules or self.rule_sets[0])

    def change_rules(self, rules: str) -> None:
        if rules not in self.rule_sets:
            sets = " or ".join(self.rule_sets) or "none"
            raise GameError(f'{self.name} has no rule set "{rules}": choose {sets}')
        self.rules = rules
        self.reset()

    def push(self, step: int) -> None:
        self._history[self.length] = step
        self.length += 1
        self._make(step)

    def pop(self) -> int:
        if self.length == 0:
            raise GameError("no step to take back")
        step = self._history[self.length - 1]
        self._unmake(step)
        self.length -= 1
        return step

    def between_moves(self) -> bool:
        return True

    def expected(self, out: "MutableSequence[int]") -> None:
        for cell in range(self.rows * self.columns):
            out[cell] = self.code(cell)

    def choice(self, step: int) -> int:
        return NOWHERE

    def chosen(self) -> int:
        return NOWHERE

    def amend(self) -> int:
        return FIXED

    def move_text(self, steps: "list[int]") -> str:
        return "".join([self.step_text(step) for step in steps])


class Player(Protocol):
    """The machine's play: `start`, then `run` until it says True, then read `steps`.

    steps   the whole move, or what is left of it; empty where the level cannot be played, of which
            `take_trouble` says why
    nodes   positions evaluated to find it
    source  where it comes from: "search", "table", "book", "chance"
    """

    steps: "list[int]"
    nodes: int
    source: str

    def start(self, game: Game, level: int) -> None:
        """Begin to think about an undecided position, which must stay as it is until the end.
        GameError when it is of another game."""

    def run(self, max_evals: int) -> bool:
        """Think on for the work of so many evaluations; True when the move is decided. How it is
        sliced changes nothing."""

    def take_trouble(self) -> str:
        """What people should know about the tables, once; empty if there is nothing new."""


class Coach(Protocol):
    """What each legal step is worth: `start`, `run` until it says True, read `values` at any time.

    values: for each step WIN, LOSE or TIE for the player to act, UNDECIDED where not known.
    """

    values: bytearray

    def start(self, game: Game, steps: "Sequence[int]", count: int) -> None:
        """Begin with the first `count` of `steps`, the legal ones in `game`. GameError when it is
        of another game."""

    def stop(self) -> None:
        """Drop what was asked."""

    def run(self, max_evals: int) -> bool:
        """Think on for the work of so many evaluations; True when there is no more to find."""


class Painter(Protocol):
    """What a game adds to the marks that become lights."""

    def lines(self, marks: bytearray) -> None:
        """Paint over the marks of the guide."""

    def end(self, marks: bytearray, verdict: int, span: int) -> bool:
        """The finished game. `span` counts up every few seconds, for what takes turns. True
        where the cells stand for choices."""


class Sentences(Protocol):
    """What the board says of a game."""

    THING: str  # what the game calls its tiles, one of them
    TOO_EARLY: str  # when a tile is laid before its time

    def say(self, ask: str, who: str, asked: bool, cell: int, coaching: bool) -> str:
        """The sentence for `ask` (lift, put, place, give). `who` acts, as a sentence begins.
        `asked`: it is the machine's step. `cell`: that of the menu one is at, or NOWHERE.
        `coaching`: the coach speaks to who acts."""

    def ended(self) -> str:
        """How the end came about, to follow the result; or nothing."""


class Plugin:
    """What the rest of the firmware asks of a game; the last of its parts has one, called PLUGIN.

    game, painter, sentences: the classes; the second and third are made for a game.
    engine: the player and the coach, for all rule sets. They share the memory, so that only one
        of them may think at a time; without it they make their own arrays.
    check: what is wrong with the game's tables, as a sentence, as far as their headers show; or
        nothing.
    """

    def __init__(
        self,
        game: "Callable[[str], Game]",
        painter: "Callable[[Any], Painter]",
        sentences: "Callable[[Any], Sentences]",
        engine: "Callable[[Memory | None, Tables | None], tuple[Player, Coach]]",
        check: "Callable[[Tables], str]" = no_tables,
    ) -> None:
        self.game = game
        self.painter = painter
        self.sentences = sentences
        self.engine = engine
        self.check = check

    def open(self, rules: str) -> "tuple[Game, Painter, Sentences]":
        """A game under a rule set, and what paints it and speaks of it, whatever its position.
        GameError when there is no such rule set."""
        game = self.game(rules)
        return game, self.painter(game), self.sentences(game)
