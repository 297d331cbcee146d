"""The course of the game: start, steps, written moves, and the journal."""

from array import array

from lodeboard.games.contract import Game
from lodeboard.storage.journal import Journal, Saved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lodeboard.play.clock import Clock


class Record:
    """`push` adds steps, `take_back` removes them. The journal is written after each change, except
    pushed steps: these wait for `keep_new`, since flash is slow.

    variant: index into the loader's variants. machine: bit 0 set when the machine plays the first
    player, bit 1 the second. start: position text the game began from. steps: all steps since.
    moves: the same steps as written moves; the last one may be incomplete. reported: how many moves
    sent to listeners are still valid. new: the journal is out of date. clock: None if the game has
    none.
    """

    def __init__(self, game: Game, journal: Journal):
        self.game = game
        self._journal = journal
        self.new = False
        self.clock: Clock | None = None
        self._steps: list[int] = []  # steps of the last written move
        self.variant = 0
        self.machine = 0
        self.start = game.text()
        self.steps = array("H")
        self.moves: list[str] = []
        self.reported = 0

    def begin(self, variant: int, machine: int) -> None:
        """Begin a new game; clear the journal."""
        self.game.reset()
        self.variant = variant
        self.machine = machine
        self.start = self.game.text()
        self.steps = array("H")
        self._write_none()
        self.keep()

    def resume(self, saved: Saved) -> None:
        """Continue a saved game; `game` is already in its last position."""
        self.variant = saved.variant
        self.machine = saved.machine
        self.start = saved.start
        self.steps = array("H", saved.steps)
        self._write_all()

    def set_up(self, machine: int, start: str, steps: "list[int]") -> None:
        """Begin from another position, after these legal steps."""
        self.machine = machine
        self.game.load(start)
        self.start = start
        self.steps = array("H", steps)
        self._write_none()
        for step in steps:
            self._make(step)
        self.keep()

    def push(self, step: int) -> None:
        """Make a step in the game; `keep_new` saves it."""
        self._make(step)
        self.steps.append(step)
        self.new = True

    def keep_new(self) -> None:
        """Write the journal if steps were pushed since the last write."""
        if self.new:
            self.keep()

    def take_back(self, far_enough: "Callable[[], bool]", keep: bool = True) -> bool:
        """Undo steps until `far_enough` returns True. If it never does, undo nothing and return
        False. Without `keep` the journal is written by the next `keep_new`."""
        game = self.game
        left = len(self.steps)
        moves = len(self.moves)
        while left:
            game.pop()
            left -= 1
            if game.between_moves() or left == 0:
                moves -= 1  # it was the first step of a written move
            if far_enough():
                self.steps = self.steps[:left]
                self._cut_moves(moves)
                self.new = True
                if keep:
                    self.keep()
                return True
        for step in self.steps:
            game.push(step)
        return False

    def _cut_moves(self, count: int) -> None:
        """Cut the list of written moves to this length; inside a move, shorten the last to the
        steps made."""
        first = len(self.steps)
        if first and not self.game.between_moves():
            count -= 1
        self.moves = self.moves[:count]
        self.reported = min(self.reported, count)
        while first and not self.game.between_moves():
            self.game.pop()
            first -= 1
        for step in self.steps[first:]:
            self._make(step)

    def keep(self) -> None:
        """Write the journal: the whole game, or delete it if no step has been made."""
        self.new = False
        if self.steps:
            clock = self.clock.kept() if self.clock else None
            saved = Saved(self.variant, self.machine, self.start, self.steps, clock)
            self._journal.save(saved)
        else:
            self.clear()

    def clear(self) -> None:
        """Delete the journal: the game is over, and the next start must not offer it."""
        self.new = False
        self._journal.clear()

    def _write_all(self) -> None:
        """Write the moves of a game whose steps have been replayed."""
        for _ in self.steps:
            self.game.pop()
        self._write_none()
        for step in self.steps:
            self._make(step)

    def _write_none(self) -> None:
        self.moves = []
        self.reported = 0

    def _make(self, step: int) -> None:
        """Record a step and make it in the game."""
        if self.game.between_moves() or not self.moves:
            self.moves.append("")
            self._steps = []
        self.reported = min(self.reported, len(self.moves) - 1)
        # A complete move may be written differently from its steps in sequence.
        self._steps.append(step)
        self.moves[-1] = self.game.move_text(self._steps)
        self.game.push(step)
