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

    Tables = Callable[[str], "Table | None"]  # opens a table by name
else:
    Protocol = object  # MicroPython has no typing; a board needs no protocols

# Verdicts, for the player to act.
UNDECIDED = 0
WIN = 1
LOSE = 2
TIE = 3
VERDICTS = ("undecided", "win", "lose", "tie")

# Tile codes: the contents of a cell that the sensors distinguish (owner x side).
EMPTY = 0
UP_0 = 1  # first player's tile, up side showing: strong north pole
DOWN_0 = 2  # the same tile turned over: weak south pole
UP_1 = 3  # second player's tile, up: strong south pole
DOWN_1 = 4  # turned over: weak north pole
UNCLEAR = 5  # something else
NOWHERE = 255  # "no cell"

# Results of Game.amend other than a step. No game has steps as large as UNDO.
FIXED = -1
UNDO = 0xFFF0
_PART = 100  # steps by which a history grows while it is made

# Game.alike for games that distinguish the sides of a tile, and for those that do not (no DOWN).
ALL_CODES = bytes((EMPTY, UP_0, DOWN_0, UP_1, DOWN_1, UNCLEAR))
EITHER_SIDE = bytes((EMPTY, UP_0, UP_0, UP_1, UP_1, UNCLEAR))


def owner_of(code: int) -> int:
    """Return the owner (0 or 1) of a tile with this code (1..4)."""
    return (code - 1) >> 1


def turned(code: int) -> int:
    """Return the code of the same tile (1..4) turned over."""
    return ((code - 1) ^ 1) + 1


class GameError(ValueError):
    """A position, move or rule set is invalid; the text says which and why."""


def no_tables(_tables: "Tables") -> str:
    """The table check of a game without tables."""
    return ""


class Game(Protocol):
    """A position under a rule set, with its history."""

    name: str
    rules: str  # the rule set
    rows: int
    columns: int
    max_steps: int  # maximum of legal steps in a position: size of a caller's buffer
    max_length: int  # maximum of steps in a game: size of the journal
    max_changes: int  # maximum of changes of one step: see `changes`
    choices: bool  # True where some steps are choices: see `changes`
    match: str  # module of lodeboard.play whose Match plays it: "match", or see `chances`
    alike: bytes  # the code that the game uses for each sensed code: ALL_CODES, or see EITHER_SIDE
    strengths: "tuple[int, ...]"  # ratings of the levels, weakest first; () where none are known
    turn: int  # the player to act
    length: int  # steps pushed since reset or load

    def change_rules(self, rules: str) -> None:
        """Switch to this rule set, in its first position. GameError if there is no such rule set. A
        board does this instead of creating a new game, which would fragment the heap."""

    def reset(self) -> None:
        """Return to the first position of the game."""

    def steps(self, out: "MutableSequence[int]") -> int:
        """Write the legal steps into `out` and return their number; 0 if the game is decided."""

    def push(self, step: int) -> None:
        """Make a step. It must be legal; this is not checked."""

    def pop(self) -> int:
        """Undo the last step and return it."""

    def verdict(self) -> int:
        """UNDECIDED, WIN, LOSE or TIE for the player to act; UNDECIDED inside a move."""

    def between_moves(self) -> bool:
        """False while a move is incomplete (flipped, not yet placed)."""

    def count_moves(self) -> int:
        """Return the number of legal complete moves (inside a move: of completions); 0 if
        decided."""

    def key(self) -> int:
        """Return the canonical key: equal exactly for positions that are equal by symmetry."""

    def expected(self, out: "MutableSequence[int]") -> None:
        """Write the expected tile code of each cell into `out` (rows x columns)."""

    def changes(self, step: int, out: "MutableSequence[int]") -> int:
        """Write the changes of a legal step into `out` (3 * max_changes): (cell, code before, code
        after) for each changed cell. Returns the number of cells.

        Hands may make the changes in any order; the lights lead in the order written, so people
        begin with the first: `(a, own, EMPTY), (b, theirs, own)` is a capture by the tile on a. A
        tile that leaves the board is on no cell afterwards; a new tile is on none before. A step is
        complete as soon as the board shows exactly its changes. If this is also a stage of a longer
        step, the longer one can be made only in an order that avoids the stage, and the game must
        write its changes in such an order. If there is none, or two steps have the same changes,
        the game must make the decision a choice.

        Returns 0 for a choice, which is not made by hand but with the buttons on a lit menu of the
        cells, or by a computer. If one step is a choice, all are; or, where `match` is "rolling",
        choices come after the steps made by hand, on cells that these leave dark."""

    def choice(self, step: int) -> int:
        """Return the menu cell of a choice; NOWHERE for a step made by hand."""

    def chosen(self) -> int:
        """Return the menu cell of the choice that determines the next step; NOWHERE if there is
        none."""

    def chances(self, out: "MutableSequence[int]") -> int:
        """Where chance acts: write the weight of each of `steps`, in their order, and return their
        sum, at most 1000. 0 where a player acts. Called only if `match` is "rolling", which games
        with rolls need, and games in which people choose or make a step by hand.

        Chance then makes one of the steps instead of a player; the board rolls. A roll is a move of
        its own, with the same steps, text and history as any other; its `changes` are none and its
        `choice` is a cell. `turn` is the player it is made for, who acts after it, and `verdict` is
        UNDECIDED. The painter of such a game is a RollPainter."""

    def amend(self) -> int:
        """Return how hands may still change the turn under way, or the one just made, before the
        next player acts.

        FIXED: not at all. UNDO: the last step or more of the turn under way may be undone, by
        restoring the tiles. A step: it is legal at the start of the turn and may replace the whole
        turn, by setting the tiles as after this step; UNDO is then possible too, while the turn is
        under way. If a step's changes are also a stage of a longer step, this lets hands continue
        from one to the other. At most three positions can be reached in this way."""

    def load(self, text: str) -> None:
        """Set up the position written in the game's notation; GameError says what is wrong."""

    def text(self) -> str:
        """The position in the game's notation."""

    def parse_move(self, text: str) -> list[int]:
        """The steps of one written move, legal here; GameError says why not."""

    def move_text(self, steps: "list[int]") -> str:
        """The written form of the steps of one move (or of half a move) from here."""


class BaseGame:
    """What most games have in common; see Game. A game adds sizes, `reset`, `steps`, `verdict`,
    `key`, `changes`, `load`, `text`, `parse_move` and

    code(cell)      tile code of a cell
    step_text(step) the written form of a step; or `move_text`, where that depends on other steps
    _make(step)     make a step, the last in `_history`
    _unmake(step)   undo it

    Sizes are class attributes; `reset` and `load` set `length` to 0.
    """

    rule_sets: "tuple[str, ...]" = ("",)  # the default first
    choices = False
    match = "match"
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
        def chances(self, out: MutableSequence[int]) -> int: ...

    def __init__(self, rules: str = "") -> None:
        # In parts: the bytes of the whole would take as much of the heap again for a moment.
        part = array("H", bytes(2 * _PART))
        self._history = array("H")
        for _ in range((self.max_length + _PART - 1) // _PART):
            self._history.extend(part)
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
    """The machine's play: `start`, then `run` until it returns True, then read `steps`.

    steps   the whole move, or what is left of it; empty where the level cannot be played, of which
            `take_trouble` says why
    nodes   positions evaluated to find it
    source  where it comes from: "search", "table", "book", "chance"
    longest evaluations that the longest decision of the level takes, about; 0 if not known. A
            player without it shows no progress.

    A player may have `variety`, a text: it chooses by it among opening moves of equal worth, and is
    otherwise reproducible from the position. "" is for no variety.
    """

    steps: "list[int]"
    nodes: int
    source: str

    def start(self, game: Game, level: int) -> None:
        """Begin to think about an undecided position, which must not change until the end.
        GameError if it belongs to another game."""

    def run(self, max_evals: int) -> bool:
        """Think for about `max_evals` evaluations; True when the move is decided. The size of the
        slices does not change the result."""

    def take_trouble(self) -> str:
        """Return a message about the tables once; "" if there is nothing new."""


class Coach(Protocol):
    """The value of each legal step: `start`, `run` until it returns True, read `values` at any
    time.

    values: for each step WIN, LOSE or TIE for the player to act, UNDECIDED if not known. In a game
    with rolls they are expectations: see games/chance.py.
    """

    values: bytearray

    def start(self, game: Game, steps: "Sequence[int]", count: int) -> None:
        """Begin with the first `count` of `steps`, the legal ones in `game`. GameError if it
        belongs to another game."""

    def stop(self) -> None:
        """Stop and forget the steps."""

    def run(self, max_evals: int) -> bool:
        """Think for about `max_evals` evaluations; True when there is nothing more to find."""


class Painter(Protocol):
    """Adds a game's own marks, which become lights."""

    def lines(self, marks: bytearray) -> None:
        """Paint over the guide's marks."""

    def end(self, marks: bytearray, verdict: int, span: int) -> bool:
        """Paint the finished game. `span` increases every few seconds, for pictures that alternate.
        True if the cells stand for choices."""


class RollPainter(Protocol):
    """What the painter of a game with rolls adds. `lines` paints the last roll while it counts."""

    def roll(self, marks: bytearray, step: int) -> None:
        """Paint this roll. The number or the places of the lit cells must tell it: colour alone is
        not enough."""


class Sentences(Protocol):
    """The sentences of a game."""

    THING: str  # the game's word for a tile, singular
    TOO_EARLY: str  # said if a tile is placed too early

    def say(self, ask: str, who: str, asked: bool, cell: int, coaching: bool) -> str:
        """Return the sentence for `ask` (lift, put, place, give). `who`: the player to act, as the
        start of a sentence. `asked`: it is the machine's step. `cell`: the selected menu cell, or
        NOWHERE. `coaching`: the coach is on for this player."""

    def ended(self) -> str:
        """Return how the game ended, to follow the result, or ""."""


class Plugin:
    """A game's interface to the rest of the firmware; the last of its parts defines it as PLUGIN.

    game, painter, sentences: the classes; painter and sentences are created with a game. engine:
        creates player and coach for all rule sets. They share the memory, so only one may think at
        a time; without memory they allocate their own arrays. check: checks the headers of the
        game's tables; returns a sentence about a fault, or "".
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
        """Return a game under a rule set, with its painter and its sentences. GameError if there is
        no such rule set."""
        game = self.game(rules)
        return game, self.painter(game), self.sentences(game)
