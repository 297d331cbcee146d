"""The game as it went: its start, its steps, its written moves, and the journal behind them."""

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
    since. moves: the same as written moves, the last one maybe half done.
    """

    def __init__(self, game: Game, journal: Journal):
        self.game = game
        self._journal = journal
        self._new = False  # steps that the journal does not have yet
        self.variant = 0
        self.machine = 0
        self.start = game.text()
        self.steps = bytearray()
        self.moves: list[str] = []

    def begin(self, variant: int, machine: int) -> None:
        """A new game; the journal forgets the old one."""
        self.game.reset()
        self.variant = variant
        self.machine = machine
        self.start = self.game.text()
        self.steps = bytearray()
        self.moves = []
        self.keep()

    def resume(self, saved: Saved) -> None:
        """A saved game; `game` has been brought to where it ended."""
        self.variant = saved.variant
        self.machine = saved.machine
        self.start = saved.start
        self.steps = bytearray(saved.steps)
        self._write_again()

    def set_up(self, machine: int, start: str, steps: "list[int]") -> None:
        """Begin from another position, with these steps (legal there) made already."""
        self.machine = machine
        self.game.load(start)
        for step in steps:
            self.game.push(step)
        self.start = start
        self.steps = bytearray(steps)
        self._write_again()
        self.keep()

    def push(self, step: int) -> None:
        """Make a step in the game; `keep_new` keeps it."""
        if self.game.between_moves():
            self.moves.append("")
        self.moves[-1] += self.game.move_text([step])
        self.game.push(step)
        self.steps.append(step)
        self._new = True

    def keep_new(self) -> None:
        """Write the journal if steps were pushed since it was written."""
        if self._new:
            self.keep()

    def take_back(self, far_enough: "Callable[[], bool]") -> bool:
        """Undo steps until `far_enough` says so; False, and nothing undone, if it never does."""
        popped: list[int] = []
        while len(popped) < len(self.steps):
            popped.append(self.game.pop())
            if far_enough():
                self.steps = self.steps[: len(self.steps) - len(popped)]
                self._write_again()
                self.keep()
                return True
        for step in reversed(popped):
            self.game.push(step)
        return False

    def keep(self) -> None:
        """Write the journal: the whole game, or nothing where nothing has been played."""
        self._new = False
        if self.steps:
            saved = Saved(self.variant, self.machine, self.start, bytes(self.steps))
            self._journal.save(saved)
        else:
            self.forget()

    def forget(self) -> None:
        """The game is over and done with: the next start is not to offer it."""
        self._new = False
        self._journal.clear()

    def _write_again(self) -> None:
        """The written moves of the steps."""
        for _ in self.steps:
            self.game.pop()
        self.moves = []
        for step in self.steps:
            if self.game.between_moves() or not self.moves:
                self.moves.append("")
            self.moves[-1] += self.game.move_text([step])
            self.game.push(step)
