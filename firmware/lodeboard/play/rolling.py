"""A match in which chance acts too, or people choose by button or make a step by hand.

Chance: the board rolls by its own light. A menu beside steps by hand: see `Choosing`; its cells are
lit among those of the steps, and alone while one is selected.

The rolls of a game follow from its seed, which is drawn from the noise of the sensors when the game
begins and is stored before the first roll. So a roll falls again as it did after a power cut, and
after a take-back if the same moves lead to it: neither is a way to roll once more.
"""

from array import array

from micropython import const

from lodeboard.games.contract import EMPTY, NOWHERE, Game
from lodeboard.games.dice import Dice
from lodeboard.lights import palette, tunes
from lodeboard.play import match, sentences
from lodeboard.play.guide import HELD, READY
from lodeboard.play.scene import MIDDLE, Board
from lodeboard.play.thinking import Thinking
from lodeboard.storage.blobs import BlobError, pack, unpack
from lodeboard.ticks import Stopwatch

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from lodeboard.games.contract import Sentences
    from lodeboard.storage.journal import Journal, Saved

NAME = "dice"  # of the stored seed
VERSION = 1
_FACE_MS = const(180)  # each face is shown once in so many ms times their number: no flicker
_ROUNDS = const(2)
_NONE = const(-1)


def fall(dice: Dice, text: str, weights: "Sequence[int]", whole: int) -> int:
    """Return the index of the weight that falls with dice seeded by this text. whole: their sum."""
    dice.seed(text)
    left = dice.roll(whole)
    index = 0
    while left >= weights[index]:
        left -= weights[index]
        index += 1
    return index


class Match(match.Match):
    """A match of a game with `chances`; see match.Match.

    The faces take turns, then the roll falls: it is written to the journal, then shown."""

    def __init__(
        self,
        board: Board,
        journal: "Journal",
        game: Game,
        thinking: Thinking,
        painter: "Any",
        words: "Sentences",
    ):
        super().__init__(board, journal, game, thinking, painter, words)
        self._dice = Dice()
        self._seed = ""
        self._hands = 0  # steps by hand, if there are choices beside them
        self._opens = False  # chance acts first
        self._weights = array("H", [0] * game.max_steps)
        self._faces = array("H", [0] * game.max_steps)
        self._count = 0  # of faces
        self._falls = _NONE  # index of the face that will fall, while the board rolls
        self._shown = 0  # faces shown so far
        self._rolling = Stopwatch()

    # The seed

    def begin(self) -> None:
        self._draw()
        super().begin()

    def set_up(self, start: str, steps: "list[int]", left: "Sequence[int] | None" = None) -> None:
        self._draw()
        super().set_up(start, steps, left)

    def resume(self, saved: "Saved") -> None:
        self._seed = self._stored()
        if not self._seed:
            self._draw()
        super().resume(saved)

    def _stored(self) -> str:
        """Return the stored seed, "" if there is none or it cannot be read."""
        board = self._board
        try:
            data = board.store.load(NAME)
            return "" if data is None else unpack(data, "R", VERSION, board.profile.name).decode()
        except (BlobError, UnicodeError):
            return ""

    def _draw(self) -> None:
        """Draw and store a new seed. The old one is part of it: a computer that supplies the
        readings may send the same ones for each game."""
        board = self._board
        dice = self._dice
        words = [self._seed or self._stored()]
        words += [str(reading) for reading in board.cells.raw]
        dice.seed(" ".join(words))
        self._seed = ".".join([str(dice.roll(1000)) for _ in range(3)])
        board.store.save(NAME, pack("R", VERSION, board.profile.name, self._seed.encode()))

    # Rolling

    @property
    def untouched(self) -> bool:
        """Nobody has made a step: at most the first roll has fallen."""
        return len(self.record.steps) <= self._opens

    def _machine_acts(self) -> bool:
        """True if no person acts: the machine does, or chance."""
        return self.game.chances(self._weights) > 0 or super()._machine_acts()

    def _prepare(self) -> None:
        self._falls = _NONE
        self._hands = 0
        whole = self.game.chances(self._weights)
        if not self.record.steps:
            self._opens = whole > 0
        if not whole:
            super()._prepare()
            return
        self._thinking.stop()
        self._thinking.plan = []
        self._ending.undo()
        self._timers.go_on()
        self._choosing.offer(self._buffer, 0)
        self._guide.allow(self._buffer, 0, True)
        self._guide.chooses = True  # a tile now is too early
        self._count = self.game.steps(self._faces)
        text = f"{self._seed} {len(self.record.steps)} {self.game.text()}"
        self._falls = fall(self._dice, text, self._weights, whole)
        self._shown = 0
        self._rolling.ms(False, 0)
        self._changes.report()

    def _finish(self) -> None:
        self._falls = _NONE
        super()._finish()

    @property
    def rolls(self) -> bool:
        """True while the board rolls, and nothing is wrong on it."""
        return self._falls != _NONE and self._calm()

    def tick(self, now_ms: int) -> None:
        super().tick(now_ms)
        if self._falls == _NONE:
            return
        shown_ms = self._rolling.ms(self.rolls and self._guide.seen == READY, now_ms)
        if shown_ms >= (self._shown + 1) * _FACE_MS:
            self._shown += 1
            self._changes.show()
            if self._shown < _ROUNDS * self._count - 1:
                self._board.tunes.play(tunes.BUTTON)
            else:
                self._land()

    def _land(self) -> None:
        """Make the roll."""
        self._commit(self._faces[self._falls])
        self.record.keep_new()  # before its light is seen: a power cut must not undo it
        if not self._machine_acts():
            self._board.tunes.play(tunes.YOUR_TURN)

    # Choices beside steps by hand

    def allow(self, step: int) -> None:
        """The legal steps are known: offer the choices that stand after those made by hand."""
        game = self.game
        count = 0 if self._machine_acts() else game.steps(self._buffer)
        hands = count
        while hands and game.choice(self._buffer[hands - 1]) != NOWHERE:
            hands -= 1
        if 0 < hands < count:
            self._hands = hands
            self._guide.allow(self._buffer, hands, False)
            self._choosing.offer(self._buffer[hands:], count - hands)
        super().allow(step)

    @property
    def _beside(self) -> bool:
        """True while people may choose or make a step by hand."""
        return self._hands > 0 and self._calm() and self._guide.seen == READY

    def button(self, button: int) -> None:
        choosing = self._choosing
        if self._beside:
            if button == MIDDLE and choosing.at != NOWHERE:
                self.choose(self._buffer[self._hands + choosing.index()])
                return
            if choosing.move(button):
                self._turn_to_menu()
                return
        super().button(button)

    def _menu_seen(self) -> bool:
        return super()._menu_seen() and not (self._hands and self._choosing.at == NOWHERE)

    # Lights and sentences

    def paint(self, marks: bytearray) -> None:
        super().paint(marks)
        if self._beside:
            values = self._thinking.values
            self._choosing.paint(marks, values and values[self._hands :])
            self.painter.lines(marks)  # again: a choice may lie among them
        if not self.rolls:
            return
        for cell in range(len(marks)):
            if marks[cell] == palette.OFF and self._guide.expected[cell] == EMPTY:
                marks[cell] = palette.THINKING
        face = (self._falls + 1 + self._shown) % self._count
        self.painter.roll(marks, self._faces[face])  # type: ignore[attr-defined]  # see RollPainter

    def _speak(self) -> None:
        guide = self._guide
        who = sentences.who(self.game.turn, self.record.machine)
        if self.rolls:
            self.change("wait", who + ": the board rolls.")
        elif self._hands and self._calm() and guide.seen != HELD:
            selected = self._choosing.at
            ask = "lift" if guide.lifts else "place"
            if selected != NOWHERE:
                ask = "give"
            say = self._sentences.say(ask, who, False, selected, self._thinking.coaching)
            self.change(ask, say)
        else:
            super()._speak()
