"""A game at the board: turns, guidance, thinking, take-back, and the journal behind it."""

from array import array

from lodeboard.games.catalogue import level_of
from lodeboard.games.contract import (
    EMPTY,
    FIXED,
    NOWHERE,
    UNDECIDED,
    UNDO,
    VERDICTS,
    Game,
)
from lodeboard.lights import palette, tunes
from lodeboard.play import sentences
from lodeboard.play.choosing import Choosing
from lodeboard.play.ending import Ending
from lodeboard.play.guide import AMENDED, DONE, HELD, READY, REASONS, RESTORE, Guide
from lodeboard.play.record import Record
from lodeboard.play.scene import LEFT, MENU, MIDDLE, NEW_GAME, RIGHT, Board, Scene
from lodeboard.play.thinking import Thinking
from lodeboard.play.timers import Timers
from lodeboard.storage.settings import FRIEND
from lodeboard.unimport import unimport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lodeboard.games.contract import Painter, Sentences
    from lodeboard.storage.journal import Journal, Saved


class Match(Scene):
    """One game, from its first tile to the cleared board.

    Events: NEW_GAME when the board is cleared; MENU when the middle button is pressed or the
    machine cannot play its level."""

    phase = "match"

    def __init__(
        self,
        board: Board,
        journal: "Journal",
        game: Game,
        thinking: Thinking,
        painter: "Painter",
        words: "Sentences",
    ):
        super().__init__(board)
        self.game = game
        self.record = Record(game, journal)
        self._thinking = thinking
        self.painter = painter
        self._sentences = words
        self._choosing = Choosing(game)
        self._guide = Guide(game, board.profile.cells, board.changes)
        self._timers = Timers(board, self._guide)
        self._ending = Ending(board, self.record, painter, self._timers)
        self._buffer = array("H", [0] * game.max_steps)
        self._restoring = True  # the board must first be set to the position
        self._spoken = -1  # count of changes at the last update of the sentence

    # Beginning

    def begin(self) -> None:
        """Begin a new game with the current settings; the board must be cleared first."""
        settings = self._board.settings
        self._thinking.vary(self._board.cells.raw)
        machine = settings.machine()
        self.record.begin(settings.variant, machine)
        self._set_clock(array("H", [settings.clock]) if settings.clock and not machine else None)
        self._set_up()

    def _set_up(self) -> None:
        self._thinking.plan = []
        self._restoring = True
        self._prepare()
        self._choosing.show()

    def resume(self, saved: "Saved") -> None:
        """Continue a saved game; `game` is already in its last position."""
        self.record.resume(saved)
        self._set_clock(saved.clock)
        self._restoring = False
        self._prepare()
        self._choosing.show()

    def _set_clock(self, kept: "array[int] | None") -> None:
        self.record.clock = None
        if kept:
            with unimport():
                from lodeboard.play.clock import Clock
            self.record.clock = Clock(self._board, self.record, kept)

    def set_up(self, start: str, steps: "list[int]", left: "Sequence[int] | None" = None) -> None:
        """Set up the game after these legal steps from a position. The lights then show where the
        tiles go. left: the milliseconds left to each player, if there is a clock."""
        self._rate("set up")
        self.record.set_up(self._board.settings.machine(), start, steps)
        if self.record.clock:
            self.record.clock.put(left)
        self._set_up()

    def restore(self) -> None:
        """The tiles were moved for something else: show where they belong. Otherwise the last
        one missing would look like a tile that is lifted for a step."""
        self._restoring = not self.over

    # The tick

    def enter(self, now_ms: int) -> None:
        thinking = self._thinking
        refused = self._machine_acts() and not (thinking.on or thinking.plan)
        if not self.over and (refused or thinking.coaching != bool(self._board.settings.coach)):
            self._prepare()
        self._timers.enter(now_ms)
        if self.record.clock:
            self.record.clock.enter(now_ms)
        self._changes.show()

    def tick(self, now_ms: int) -> None:
        thinking = self._thinking
        if thinking.on:
            if thinking.run():
                self._carry_on()
            elif not thinking.on:
                self.event = MENU
        elif thinking.coaching:
            thinking.run_coach()
        elif thinking.looks_ahead:
            thinking.run_ahead()
        seen = self._look(self._restoring or self.over)
        if seen in (DONE, AMENDED) or (self._restoring and seen == READY):
            seen = self._go_on(seen)
        # Skipped while nothing happens: large calls are slow on the chip.
        if seen != READY or self._timers.busy or self.over or self._choosing.shows:
            self._watch(now_ms)
        clock = self.record.clock
        if clock and clock.tick(now_ms, self._restoring or self.over or self.untouched):
            self.resign(2)
            clock.fall()
        if self._spoken != self._changes.count:
            self._speak()
            self._spoken = self._changes.count

    def _look(self, calm: bool) -> int:
        """Return the guide's state."""
        cells = self._board.cells
        return self._guide.look(cells.codes, cells.traces, calm)

    def _go_on(self, seen: int) -> int:
        """Handle a completed step or a restored position; return the guide's new state."""
        # A tile pushed to another cell is sensed there before its old cell reads as empty.
        if seen != READY and not self._board.cells.changing():
            if seen == DONE:
                self._commit(self._guide.step)
            else:
                self.amend(self._guide.step)
            seen = self._look(self.over)
        if self._restoring and seen == READY:
            self._restoring = False
            self._changes.show()
            self._board.tunes.play(tunes.ACCEPTED if self.over else tunes.YOUR_TURN)
            self._look(self.over)
        return seen

    def _watch(self, now_ms: int) -> None:
        """Update the timers for states that persist."""
        self._timers.look(now_ms, self._restoring, self.over)
        if self._timers.cleared and not self.event:
            self.event = NEW_GAME
        if self._choosing.lapse(self._menu_seen(), now_ms):
            self._changes.report()

    def _carry_on(self) -> None:
        """Begin the first step of the machine's plan."""
        thinking = self._thinking
        if self.game.choice(thinking.plan[0]) == NOWHERE:
            thinking.on = False
            self._prepare()
        elif self._guide.seen == READY:
            # Only when READY: misplaced tiles would be taken for the next step.
            thinking.on = False
            self._commit(thinking.plan[0])
            self._choosing.show()

    def afterwards(self) -> None:
        if self.over and self.record.new:
            # Before the journal: after a power cut between the two, the game counts no second time.
            self._end()
        self.record.keep_new()

    def _end(self) -> None:
        """Count the finished game for the fair opponent and add it to the list of past games."""
        self._rate("")
        try:
            with unimport():
                from lodeboard.storage.past import add
            add(self._board, self.record, self._ending.verdict())
        except MemoryError:  # with a computer on the line
            self.warning = "MemoryError"  # flow.py says it

    def _rate(self, why: str) -> None:
        """The game under way no longer counts for the fair opponent: it has ended ("") or why."""
        fair = self._board.fair
        if fair is None or not fair["counts"]:
            return
        with unimport():
            from lodeboard.storage.ratings import Ratings
        ratings = Ratings(self._board, self.game)
        if why:
            ratings.drop(why)
        else:
            ratings.end(self._ending.result())
        self._changes.report()

    @property
    def over(self) -> bool:
        """The game has ended."""
        return self._ending.over

    @property
    def untouched(self) -> bool:
        """Nobody has made a step."""
        return not self.record.steps

    # Steps

    def _prepare(self) -> None:
        """Find out what may happen next in this position."""
        thinking = self._thinking
        thinking.stop()
        self._ending.undo()
        self._timers.go_on()
        self._choosing.offer(self._buffer, 0)
        if self.game.verdict() != UNDECIDED:
            self._finish()
            return
        if not self._machine_acts():
            thinking.plan = []
            count = self.game.steps(self._buffer)
            self._guide.allow(self._buffer, count, False)
            self._choosing.offer(self._buffer, count)
            if self._board.settings.coach:
                self._rate("coach")
                thinking.start_coach(self.game, self._buffer, count)
            elif 0 < self.record.machine < FRIEND:
                thinking.look_ahead(self.game, self._level())
        elif thinking.plan and self.game.choice(thinking.plan[0]) == NOWHERE:
            self._guide.allow(thinking.plan, 1, True)
            if self.record.machine < 3 and not self._board.settings.coach:
                thinking.look_ahead(self.game, self._level())
        else:
            self._guide.allow(self._buffer, 0, True)
            thinking.start(self.game, self._level(), self.record.machine > FRIEND)
        self.allow(self.game.amend())
        self._changes.report()

    def _level(self) -> int:
        return level_of(self.game.name, self._board.settings.wanted)

    def allow(self, step: int) -> None:
        """Allow amendments of the turn (see Game.amend), if it is a person's."""
        steps = self.record.steps
        if step == FIXED or not steps:
            return
        game = self.game
        left = len(steps) - 1
        under_way = not game.between_moves()
        cells = bytearray(self._guide.expected)
        game.pop()
        if not self._machine_acts():
            way = self._guide.way
            if under_way:
                game.expected(cells)
                way.amend(UNDO, cells)
            while left and not game.between_moves():
                left -= 1
                game.pop()
                if under_way:
                    game.expected(cells)
                    way.amend(UNDO + len(steps) - 1 - left, cells)
            if step != UNDO and game.between_moves():
                triples = bytearray(3 * game.max_changes)
                game.expected(cells)
                for index in range(0, 3 * game.changes(step, triples), 3):
                    cells[triples[index]] = triples[index + 2]
                way.amend(step, cells)
        for index in range(left, len(steps)):
            game.push(steps[index])

    def _machine_acts(self) -> bool:
        return bool((self.record.machine >> self.game.turn) & 1)

    def _commit(self, step: int) -> None:
        self._choosing.shows = False
        before = self.game.turn
        self.record.push(step)
        if self._thinking.plan:
            self._thinking.plan.pop(0)
        self._board.tunes.play(tunes.ACCEPTED)
        self._prepare()
        if not self.over and self.game.turn != before and not self._machine_acts():
            self._board.tunes.play(tunes.YOUR_TURN)

    def amend(self, step: int) -> None:
        """UNDO + n: undo n + 1 steps. Any other value: a step that replaces the turn."""
        self._choosing.shows = False
        record = self.record
        if step >= UNDO:
            left = len(record.steps) - 1 - step + UNDO
            record.take_back(lambda: self.game.length == left, False)
            self._board.tunes.play(tunes.TAKEN_BACK)
        else:
            record.take_back(self.game.between_moves, False)
            record.push(step)
            self._board.tunes.play(tunes.ACCEPTED)
        self._prepare()

    def _finish(self) -> None:
        self._thinking.plan = []
        self._thinking.looks_ahead = False
        self._choosing.offer(self._buffer, 0)
        self._guide.allow(self._buffer, 0, False)
        self._ending.begin()
        self._changes.report()

    # Buttons

    def button(self, button: int) -> None:
        choosing = self._choosing
        if self._calm() and choosing.on:
            if button == MIDDLE and choosing.at != NOWHERE:
                self.choose(self._buffer[choosing.index()])
                return
            if self._menu_seen() and choosing.move(button):
                self._turn_to_menu()
                return
        elif self._calm() and button == RIGHT and self.game.chosen() != NOWHERE:
            shows = choosing.shows
            choosing.show()
            choosing.shows = not shows
            self._turn_to_menu()
            return
        choosing.shows = False
        if button == LEFT:
            self.take_back()
        elif button == MIDDLE:
            self.event = MENU
        else:
            self._board.tunes.play(tunes.YOUR_TURN)
            self._changes.report()  # repeat it

    def _calm(self) -> bool:
        """True while the board shows only how the game continues."""
        return not (self._restoring or self._timers.wrong_shown or self.over)

    def _menu_seen(self) -> bool:
        """True while the cells show the menu of choices. With a tile in the hand they show where it
        may go instead."""
        choosing = self._choosing
        if choosing.on and self._guide.seen == HELD:
            return False
        return self._calm() and (choosing.on or choosing.shows)

    def _turn_to_menu(self) -> None:
        self._board.tunes.play(tunes.BUTTON)
        self._changes.report()

    def choose(self, step: int) -> str:
        """Make this choice for a person. Returns why it is refused, or ""."""
        if not self._choosing.on:
            return "There is nothing to choose now."
        if self._guide.seen != READY:
            self._board.tunes.play(tunes.MISTAKE)
            return "First set the board up as the game stands."
        self._commit(step)
        return ""

    @property
    def waits(self) -> bool:
        """A friend elsewhere has to choose a move."""
        return self._thinking.on and self._thinking.waits and not self._thinking.plan

    def play(self, steps: "list[int]") -> None:
        """Make a friend's legal move: the lights ask for it, as for the machine's."""
        self._thinking.plan = steps

    def take_back(self) -> None:
        """Return to the last decision of a person; the lights then show how to restore the
        board."""
        if self._ending.resigned:
            if self.record.clock:
                self.record.clock.back()
            self.record.keep()
            self._prepare()
            return
        if not self.record.take_back(self._at_decision):
            self._board.tunes.play(tunes.MISTAKE)
            return
        self._rate("taken back")
        self._board.tunes.play(tunes.TAKEN_BACK)
        self._set_up()
        cells = self._board.cells
        self._restoring = self._guide.look(cells.codes, cells.traces, True) != READY

    def _at_decision(self) -> bool:
        """True if a person begins a move here (or the hands, if the machine plays both sides)."""
        if not self.game.between_moves():
            return False
        if self.record.machine != 3:
            return not self._machine_acts()
        return self.game.steps(self._buffer) == 0 or self.game.choice(self._buffer[0]) == NOWHERE

    def resign(self, how: int = 1) -> None:
        """The person at the board gives up, whoever is to act; of two, the one to act. how: see
        Ending.resigned."""
        if self.over:
            return
        self._prepare()
        self._thinking.on = False
        self._restoring = False
        self._ending.resigned = how
        self._finish()
        self._end()
        self.record.clear()

    # Lights and sentences

    def paint(self, marks: bytearray) -> None:
        if self.over and not self._restoring:
            self._ending.paint(marks)
            return
        guide = self._guide
        thinking = self._thinking
        if self._menu_seen():
            self._choosing.paint(marks, thinking.values)
        else:
            guide.paint(marks, self._timers.wrong_shown, thinking.values)
            if thinking.on and not thinking.plan:
                self._paint_thinking(marks)
        self.painter.lines(marks)
        if self.record.clock and guide.seen == READY:
            self.record.clock.paint(marks)

    def _paint_thinking(self, marks: bytearray) -> None:
        """Fill the unlit empty cells. As the decision proceeds, they go out one by one."""
        cells = [
            cell
            for cell in range(len(marks))
            if marks[cell] == palette.OFF and self._guide.expected[cell] == EMPTY
        ]
        # rounded down, so that the last ones stay
        for cell in cells[len(cells) * (16 - self._thinking.left) // 16 :]:
            marks[cell] = palette.THINKING

    def _speak(self) -> None:
        guide = self._guide
        who = sentences.who(self.game.turn, self.record.machine)
        if self.over and not self._restoring:
            ask = "over"
            machine = self.record.machine
            how = self._sentences.ended()
            say = sentences.end(
                self._ending.verdict(), self.game.turn, machine, self._ending.resigned, how
            )
        elif self._timers.wrong_shown:
            ask = "restore" if guide.reason == RESTORE else "fix"
            say = sentences.wrong(guide.reason, self._sentences.THING) or self._sentences.TOO_EARLY
        elif self._thinking.on:
            ask = "wait"
            say = sentences.WAITING if self._thinking.waits else sentences.THINKING
        elif guide.seen == HELD and self._timers.nagged:
            ask, say = "put", sentences.MISSING
        else:
            ask = "lift" if guide.lifts else "give" if self._choosing.on else "place"
            if guide.seen == HELD:
                ask = "put" if guide.puts else "lift"
            selected = self._choosing.at
            say = self._sentences.say(ask, who, guide.asked, selected, self._thinking.coaching)
        self.change(ask, say)

    def report(self, message: "dict[str, object]") -> None:
        guide = self._guide
        if self.game.choices:
            over = self.over and not self._restoring
            self._choosing.report(message, self._ending.chosen if over else self._menu_seen())
        message["position"] = self.game.text()
        message["turn"] = self.game.turn
        message["machine"] = self.record.machine & 3
        message["friend"] = self.record.machine > FRIEND
        plan = self._thinking.plan
        message["step"] = plan[0] if guide.asked and plan and not self.over else None
        record = self.record
        message["start"] = record.start
        message["clock"] = record.clock.report() if record.clock else None
        message["moves_from"] = record.reported
        message["moves"] = record.moves[record.reported :]
        record.reported = len(record.moves)
        message["result"] = VERDICTS[self._ending.verdict()] if self.over else None
        message["reason"] = REASONS[guide.reason] if self._timers.wrong_shown else ""
        name = self._board.profile.cell_name
        message["wrong"] = (
            [name(cell) for cell in range(len(guide.wrong)) if guide.wrong[cell]]
            if self._timers.wrong_shown
            else []
        )
