"""How the lower levels of all games choose a step: as people do, who see a part of the board, look
a few steps ahead, and err more often where an error costs little.

A person's eyes are where the last step was made. A step further away is noticed more rarely. Each
step that is noticed is thought through some steps ahead; now and then the person stops earlier, and
then does not see the mate, or the answer to it. A step that is not thought through at all seems as
good as the average of the others. Last, an error is added to each worth. Its distribution is
Gumbel's, so a step is chosen with a probability proportional to exp(worth / error).

Worths are in thousandths of a sure win; 0 is an even game. All chance comes from the caller's dice.
"""

from array import array

from micropython import const

from lodeboard.games.contract import NOWHERE
from lodeboard.games.dice import chance_at, distance_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence

    from lodeboard.games.contract import Game
    from lodeboard.games.dice import Dice

SURELY = const(1000)  # the worth of a win
# Who is far ahead cares less about more: beyond _FAR, a worth counts a fifth, up to _MOST.
_FAR = const(500)
_MOST = const(950)
_SURE_ONLY = const(9999)  # a floor that nothing but a sure win is above
UNSEEN = const(255)
_NEVER = const(32000)
# Quantiles of Gumbel's distribution at 1/64, 3/64, ..., 63/64; 2 more, in sixteenths.
_ERRORS = (
    b"\x09\x0e\x11\x13\x15\x17\x19\x1a\x1b\x1d\x1e\x20\x21\x22\x24\x25"
    b"\x27\x28\x2a\x2b\x2d\x2f\x31\x33\x35\x38\x3b\x3e\x42\x48\x51\x62"
)


class Level:
    """A level of play. The last four are those of a person; without them a level sees everything
    within its depth.

    depth     steps that it looks ahead; 1: only its own
    work      limit of work
    sight     percent: how surely it notices a step two cells away; of three cells squared, ...
    follow    percent: how surely it looks at a step, and each time one step further ahead
    error     of its worths, see above
    generous  percent of turns in which it chooses what seems worst: it lets the other player win
    """

    def __init__(
        self,
        depth: int,
        work: int,
        sight: int = 100,
        follow: int = 100,
        error: int = 0,
        generous: int = 0,
    ) -> None:
        self.depth = depth
        self.work = work
        self.sight = sight
        self.follow = follow
        self.error = error
        self.generous = generous

    @property
    def human(self) -> bool:
        """Whether the level overlooks something or errs."""
        return self.sight < 100 or self.follow < 100 or self.error + self.generous > 0


def last_cell(game: "Game") -> int:
    """Return a cell of the last step that people made by hand, or NOWHERE."""
    changes = [0] * (3 * game.max_changes)
    undone: "list[int]" = []
    cell = NOWHERE
    while cell == NOWHERE and game.length and len(undone) < 4:
        undone.append(game.pop())
        count = game.changes(undone[-1], changes)
        if count:
            cell = changes[3 * count - 3]
    while undone:
        game.push(undone.pop())
    return cell


class Person:
    """Chooses one of `most` steps or fewer, in passes that look further ahead each time. After
    `begin`, search the step `at` to this `depth`, call `take` with its worth, and go on until `at`
    is negative. Then, or whenever the work is used up, read `choice`.

    floor   the step is not chosen if it is worth so little or less: no need to know it exactly
    """

    def __init__(self, most: int) -> None:
        self.at = -1
        self.depth = 0
        self.floor = -_NEVER
        self._worths = array("h", [0] * most)
        self._errors = array("h", [0] * most)
        self._reach = bytearray(most)  # steps ahead; UNSEEN
        self._count = 0
        self._deepest = 0
        self._first = 0
        self._generous = False
        self._best = -_NEVER  # of this pass

    def begin(
        self,
        level: Level,
        dice: "Dice",
        cells: "MutableSequence[int]",
        count: int,
        focus: int,
        size: "tuple[int, int]",
    ) -> None:
        """Start with this many steps. cells: where each of them ends, or NOWHERE; they count as two
        cells away. focus: where the last step was made; if it is NOWHERE, anywhere. size: rows and
        columns of the board."""
        rows, columns = size
        if focus == NOWHERE:
            focus = dice.roll(rows * columns)
        self._count = count
        self._deepest = level.depth
        self._generous = dice.roll(100) < level.generous
        seen = 0
        for index in range(count):
            cell = cells[index]
            distance = 2 if cell == NOWHERE else distance_of(cell, focus, columns)
            noticed = dice.roll(100) < chance_at(distance, level.sight)
            reach = 0
            while reach < level.depth and dice.roll(100) < level.follow:
                reach += 1
            self._reach[index] = reach if noticed else UNSEEN
            seen += noticed
            self._errors[index] = _ERRORS[dice.roll(32)] * level.error >> 4
            self._worths[index] = 0
        if not seen:
            for index in range(count):
                self._reach[index] = 1
        self.depth = 0
        self._next_pass()

    def _next_pass(self) -> None:
        self.depth += 1
        self._best = -_NEVER
        # What seems best is looked at first: then the others need not be known exactly.
        self._first = self.choice
        self.at = -1
        if self.depth <= self._reach[self._first] < UNSEEN:
            self._look_at(self._first)
        else:
            self._go_on(0)

    def _look_at(self, index: int) -> None:
        self.at = index
        above = self._best > -_NEVER and not self._generous
        floor = self._best - self._errors[index] if above else -_NEVER
        size = abs(floor)
        if size > _FAR:
            size = _FAR + 5 * (size - _FAR) if size < _MOST else _SURE_ONLY
        self.floor = size if floor > 0 else -size

    def _go_on(self, index: int) -> None:
        """Look at the next step from this index on that is to be looked at in this pass."""
        reach = self._reach
        while index < self._count:
            if self.depth <= reach[index] < UNSEEN and index != self._first:
                self._look_at(index)
                return
            index += 1
        if self.depth == 1:
            self._guess()
        if self.depth == self._deepest or self.at < 0 or self._worths[self.choice] >= SURELY:
            self.at = -1
        else:
            self._next_pass()

    def _guess(self) -> None:
        """Take a step without a thought for as good as the average of the others."""
        total = thought = 0
        for index in range(self._count):
            if 0 < self._reach[index] < UNSEEN:
                total += self._worths[index]
                thought += 1
        for index in range(self._count):
            if thought and not self._reach[index]:
                self._worths[index] = total // thought

    def take(self, worth: int, sure: bool = False) -> None:
        """Store what the step `at` is worth, and go on to the next one. sure: it wins or loses."""
        size = abs(worth)
        if sure:
            size = SURELY
        elif size > _FAR:
            size = min(_MOST, _FAR + (size - _FAR) // 5)
        worth = size if worth > 0 else -size
        self._worths[self.at] = worth
        self._best = max(self._best, worth + self._errors[self.at])
        self._go_on(0 if self.at == self._first else self.at + 1)

    def stop(self) -> None:
        """End here, as the work is used up. Steps that it did not come to are not seen."""
        if self.depth == 1:
            for index in range(0 if self.at == self._first else self.at, self._count):
                if index != self._first:
                    self._reach[index] = UNSEEN
        self.at = -1

    @property
    def hopeful(self) -> bool:
        """Whether the step `at` would be chosen if it were a sure win."""
        return self.floor < _SURE_ONLY

    @property
    def worth(self) -> int:
        """What the step `at` seemed to be worth in the last pass; 0 in the first one."""
        return self._worths[self.at]

    @property
    def choice(self) -> int:
        """The step that seems best so far."""
        best = -2 * _NEVER
        found = 0
        for index in range(self._count):
            if self._reach[index] != UNSEEN:
                worth = self._worths[index]
                worth = self._errors[index] + (-worth if self._generous else worth)
                if worth > best:
                    best = worth
                    found = index
        return found
