"""The game as it went: its start, its steps, its written moves, and the journal behind them."""

from array import array

from lodeboard.games.contract import Game
from lodeboard.storage.journal import Journal, Saved

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable


class Record:
    """Steps go in through `push` and come out through `take_back`. The journal keeps each change
    at once, but for steps pushed: they wait for `keep_new`, as flash takes its time.

    variant: its place in catalogue.VARIANTS. machine: bit 0 set when the machine plays the first
    player, bit 1 the second. start: position text the game began from. steps: all steps
    since. moves: the same as written moves, the last one maybe half done. reported: how many of
    these a listener has and that are still valid.
    """

    def __init__(self, game: Game, journal: Journal):
        self.game = game
        self._journal = journal
        self._new = False  # steps that the journal does not have yet
        self._steps: list[int] = []  # of the last written move
        self.variant = 0
        self.machine = 0
        self.start = game.text()
        self.steps = array("H")
        self.moves: list[str] = []
        self.reported = 0

    def begin(self, variant: int, machine: int) -> None:
        """A new game; the journal drops the old one."""
        self.game.reset()
        self.variant = variant
        self.machine = machine
        self.start = self.game.text()
        self.steps = array("H")
        self._write_none()
        self.keep()

    def resume(self, saved: Saved) -> None:
        """A saved game; `game` has been brought to where it ended."""
        self.variant = saved.variant
        self.machine = saved.machine
        self.start = saved.start
        self.steps = array("H", saved.steps)
        self._write_all()

    def set_up(self, machine: int, start: str, steps: "list[int]") -> None:
        """Begin from another position, with these steps (legal there) made already."""
        self.machine = machine
        self.game.load(start)
        self.start = start
        self.steps = array("H", steps)
        self._write_none()
        for step in steps:
            self._make(step)
        self.keep()

    def push(self, step: int) -> None:
        """Make a step in the game; `keep_new` keeps it."""
        self._make(step)
        self.steps.append(step)
        self._new = True

    def keep_new(self) -> None:
        """Write the journal if steps were pushed since it was written."""
        if self._new:
            self.keep()

    def take_back(self, far_enough: "Callable[[], bool]", keep: bool = True) -> bool:
        """Undo steps until `far_enough` says so; False, and nothing undone, if it never does.
        Without `keep` the journal is written by `keep_new` only."""
        game = self.game
        left = len(self.steps)
        moves = len(self.moves)
        while left:
            game.pop()
            left -= 1
            if game.between_moves() or left == 0:
                moves -= 1  # that was the first step of a written move
            if far_enough():
                self.steps = self.steps[:left]
                self._cut_moves(moves)
                self._new = True
                if keep:
                    self.keep()
                return True
        for step in self.steps:
            game.push(step)
        return False

    def _cut_moves(self, count: int) -> None:
        """Keep so many written moves; inside a move, the last of them as far as it is made."""
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
        """Write the journal: the whole game, or nothing where nothing has been played."""
        self._new = False
        if self.steps:
            saved = Saved(self.variant, self.machine, self.start, self.steps)
            self._journal.save(saved)
        else:
            self.clear()

    def clear(self) -> None:
        """The game is over: the next start must not offer it."""
        self._new = False
        self._journal.clear()

    def _write_all(self) -> None:
        """Write the moves of a game that has been brought to its end by its steps alone."""
        for _ in self.steps:
            self.game.pop()
        self._write_none()
        for step in self.steps:
            self._make(step)

    def _write_none(self) -> None:
        self.moves = []
        self.reported = 0

    def _make(self, step: int) -> None:
        """Write a step down and make it in the game."""
        if self.game.between_moves() or not self.moves:
            self.moves.append("")
            self._steps = []
        self.reported = min(self.reported, len(self.moves) - 1)
        # A whole move need not be written as its steps are, one after the other.
        self._steps.append(step)
        self.moves[-1] = self.game.move_text(self._steps)
        self.game.push(step)
