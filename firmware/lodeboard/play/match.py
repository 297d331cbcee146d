"""A game at the board: turns, guidance, thinking, take-back, and the journal behind it."""

from array import array

from lodeboard.games.catalogue import level_of
from lodeboard.games.contract import EMPTY, LOSE, NOWHERE, TIE, UNDECIDED, VERDICTS, WIN, Game
from lodeboard.lights import palette, tunes
from lodeboard.play import guide as see
from lodeboard.play import sentences as words
from lodeboard.play.choosing import Choosing
from lodeboard.play.guide import Guide
from lodeboard.play.record import Record
from lodeboard.play.scene import LEFT, MIDDLE, RIGHT, Board, Scene
from lodeboard.play.timers import Vigil

TYPE_CHECKING = False
if TYPE_CHECKING:
    from lodeboard.games.contract import Coach, Painter, Player, Sentences
    from lodeboard.storage.journal import Saved

TIDY_TICK = 6  # of thinking: later, memory might run out in the midst of a long tick


class Match(Scene):
    """One game from its first tile to the cleared board."""

    phase = "match"

    def __init__(
        self,
        board: Board,
        game: Game,
        player: "Player",
        painter: "Painter",
        coach: "Coach",
        words: "Sentences",
    ):
        super().__init__()
        self._board = board
        self.game = game
        self.record = Record(game, board.journal)
        self._player = player
        self._coach = coach
        self._coaching = False
        self._values = bytearray(game.max_steps)  # the coach's, as last painted
        self._painter = painter
        self._words = words
        self._choosing = Choosing(game)
        self._guide = Guide(game, board.profile.cells)
        self._vigil = Vigil(board, self._guide)
        self._buffer = array("H", [0] * game.max_steps)
        self._plan: list[int] = []
        self._thinking = False
        self._thought_ticks = 0
        self._restoring = True  # the board must first lie as the game stands
        self._news = True  # since the last tick spoke
        self._span = 0  # of the end, as last painted
        self._end_chosen = False  # the end was last painted on the menu of choices
        self.over = False
        self.resigned = False
        self.wants_menu = False

    # Beginning

    def begin(self) -> None:
        """A new game under the current settings; the board has to be cleared first."""
        settings = self._board.settings
        self.record.begin(settings.variant, settings.machine())
        self._plan = []
        self._restoring = True
        self._prepare()
        self._choosing.show()

    def resume(self, saved: "Saved") -> None:
        """Go on with a saved game; `game` has been brought to where it ended."""
        self.record.resume(saved)
        self._restoring = False
        self._prepare()
        self._choosing.show()

    def set_up(self, start: str, steps: "list[int]") -> None:
        """The game as it stands after these legal steps from a position. The lights then lead
        the tiles there."""
        self.record.set_up(self._board.settings.machine(), start, steps)
        self._plan = []
        self._restoring = True
        self._prepare()
        self._choosing.show()

    # The tick

    def enter(self, now_ms: int) -> None:
        if not self.over and self._coaching != bool(self._board.settings.coach):
            self._prepare()
        self._vigil.enter(now_ms)
        self.wants_menu = False
        self._news = self.stale = True

    def tick(self, now_ms: int) -> None:
        if self._thinking:
            self._think_on()
        elif self._coaching:
            self._coach_on()
        cells = self._board.cells
        guide = self._guide
        seen = guide.look(cells.codes, cells.traces, self._restoring or self.over)
        # A tile pushed aside is seen on its new cell before the old one is known to be empty.
        if seen == see.DONE and not cells.astray():
            self._commit(guide.step)
            seen = guide.look(cells.codes, cells.traces, self.over)
        if self._restoring and seen == see.READY:
            self._restoring = False
            self._news = True
            self._board.tunes.play(tunes.ACCEPTED if self.over else tunes.YOUR_TURN)
            guide.look(cells.codes, cells.traces, self.over)
        if seen != see.READY or self._vigil.busy or self.over or self._choosing.shows:
            self._watch(now_ms)
        if self._news or guide.news:
            self._news = guide.news = False
            self.stale = True
            self._speak()

    def _watch(self, now_ms: int) -> None:
        """What lasts. A tick at rest leaves it out, for each large call takes the chip a while."""
        vigil = self._vigil
        vigil.look(now_ms, self._restoring, self.over, len(self.record.steps) > 0)
        if self._choosing.lapse(self._menu_seen(), now_ms) or vigil.news:
            vigil.news = False
            self._renew()
        self.stale = self.stale or vigil.span != self._span

    def _think_on(self) -> None:
        board = self._board
        self._thought_ticks += 1
        board.littered = board.littered or self._thought_ticks == TIDY_TICK
        if not self._plan and not board.littered and self._player.run(board.port.think_evals):
            self._plan = list(self._player.steps)
            self._renew()
        if not self._plan:
            return
        if self.game.choice(self._plan[0]) == NOWHERE:
            self._thinking = False
            self._prepare()
        elif self._guide.seen == see.READY:
            # Not before: what lies wrong would be taken for the step that follows.
            self._thinking = False
            self._commit(self._plan[0])
            self._choosing.show()

    def _coach_on(self) -> None:
        """People are moving tiles meanwhile, and must not wait for their lights."""
        board = self._board
        if not board.littered:
            self._coach.run(board.port.think_evals // 2)
        if self._values != self._coach.values:
            self._values[:] = self._coach.values
            self.stale = True

    def afterwards(self) -> None:
        self.record.keep_new()

    @property
    def cleared(self) -> bool:
        """Over, and the board empty again: time for a new game."""
        return self._vigil.cleared

    def _renew(self) -> None:
        """Something changed: say it again, and show it."""
        self.version += 1
        self._news = self.stale = True

    # Steps

    def _prepare(self) -> None:
        """Work out what may happen next in the position as it now is."""
        self._thinking = self._coaching = False
        self._coach.stop()
        self.over = self.resigned = False
        self._vigil.go_on()
        self._choosing.offer(self._buffer, 0)
        verdict = self.game.verdict()
        if verdict != UNDECIDED:
            self._finish()
            return
        if not self._machine_acts():
            self._plan = []
            count = self.game.steps(self._buffer)
            self._guide.allow(self._buffer, count, False)
            self._choosing.offer(self._buffer, count)
            if self._board.settings.coach:
                self._coaching = True
                self._coach.start(self.game, self._buffer, count)
        elif self._plan and self.game.choice(self._plan[0]) == NOWHERE:
            self._guide.allow(self._plan, 1, True)
        else:
            self._guide.allow(self._buffer, 0, True)
            if not self._plan:
                level = level_of(self.game.name, self._board.settings.level)
                self._player.start(self.game, level)
            self._thinking = True
            self._thought_ticks = 0
        self._renew()

    def _machine_acts(self) -> bool:
        return bool((self.record.machine >> self.game.turn) & 1)

    def _commit(self, step: int) -> None:
        self._choosing.shows = False
        before = self.game.turn
        self.record.push(step)
        if self._plan:
            self._plan.pop(0)
        self._board.tunes.play(tunes.ACCEPTED)
        self._prepare()
        if not self.over and self.game.turn != before and not self._machine_acts():
            self._board.tunes.play(tunes.YOUR_TURN)

    def _finish(self) -> None:
        self.over = True
        self._end_chosen = False
        self._plan = []
        self._choosing.offer(self._buffer, 0)
        self._guide.allow(self._buffer, 0, False)
        verdict = self.verdict()
        tune: tuple[int, ...] = tunes.WON
        if verdict == TIE:
            tune = tunes.DRAWN
        elif self.record.machine in (1, 2):
            winner = self.game.turn if verdict == WIN else 1 - self.game.turn
            tune = tunes.LOST if (self.record.machine >> winner) & 1 else tunes.WON
        self._board.tunes.play(tune)
        self._renew()

    def verdict(self) -> int:
        """How it stands for the player to act, a resignation included."""
        return LOSE if self.resigned else self.game.verdict()

    # Buttons

    def button(self, button: int) -> None:
        choosing = self._choosing
        if self._calm() and choosing.on:
            if button == MIDDLE and choosing.at != NOWHERE:
                self.choose(self._buffer[choosing.index()])
                return
            if choosing.move(button):
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
            self.wants_menu = True
        else:
            self._board.tunes.play(tunes.YOUR_TURN)
            self.version += 1  # say it again

    def _calm(self) -> bool:
        """True while nothing else is shown than how the game goes on."""
        return not (self._restoring or self._vigil.wrong_shown or self.over)

    def _menu_seen(self) -> bool:
        """True while the cells are the menu of choices."""
        return self._calm() and (self._choosing.on or self._choosing.shows)

    def _turn_to_menu(self) -> None:
        self._board.tunes.play(tunes.BUTTON)
        self._renew()

    def choose(self, step: int) -> str:
        """Make this choice for the person who is to; why not, or nothing."""
        if not self._choosing.on:
            return "Nobody is to choose now."
        if self._guide.seen != see.READY:
            self._board.tunes.play(tunes.MISTAKE)
            return "The board has to lie as the game stands first."
        self._commit(step)
        return ""

    def take_back(self) -> None:
        """Back to the last decision of a person; the board then shows the way back."""
        if self.resigned:
            self.record.keep()
            self._prepare()
            return
        if not self.record.take_back(self._at_decision):
            self._board.tunes.play(tunes.MISTAKE)
            return
        self._plan = []
        self._restoring = True
        self._board.tunes.play(tunes.TAKEN_BACK)
        self._prepare()
        self._choosing.show()
        cells = self._board.cells
        self._restoring = self._guide.look(cells.codes, cells.traces, True) != see.READY

    def _at_decision(self) -> bool:
        """True where a person begins a move (hands do, where the machine plays alone)."""
        if not self.game.between_moves():
            return False
        if self.record.machine != 3:
            return not self._machine_acts()
        return self.game.steps(self._buffer) == 0 or self.game.choice(self._buffer[0]) == NOWHERE

    def resign(self) -> None:
        """The player to act gives up."""
        if self.over:
            return
        self._prepare()
        self._thinking = False
        self.resigned = True
        self.record.forget()
        self._finish()

    # What it shows and says

    def paint(self, marks: bytearray) -> None:
        self.stale = False
        guide = self._guide
        if self.over and not self._restoring:
            self._span = self._vigil.span
            chosen = self._painter.end(marks, self.verdict(), self._span)
            if chosen != self._end_chosen:
                self._end_chosen = chosen
                self.version += 1
            return
        values = self._coach.values if self._coaching else None
        if self._menu_seen():
            self._choosing.paint(marks, values)
            return
        guide.paint(marks, self._vigil.wrong_shown, values)
        if self._thinking and not self._plan:
            for cell in range(len(marks)):
                if marks[cell] == palette.OFF and guide.expected[cell] == EMPTY:
                    marks[cell] = palette.THINKING
        self._painter.lines(marks)

    def _speak(self) -> None:
        guide = self._guide
        who = words.who(self.game.turn, self.record.machine)
        if self.over and not self._restoring:
            ask = "over"
            machine = self.record.machine
            how = self._words.ended()
            say = words.end(self.verdict(), self.game.turn, machine, self.resigned, how)
        elif self._vigil.wrong_shown:
            ask = "restore" if guide.reason == see.RESTORE else "fix"
            say = words.wrong(guide.reason, self._words.THING) or self._words.TOO_EARLY
        elif self._thinking:
            ask, say = "wait", words.THINKING
        elif guide.seen == see.HELD and self._vigil.nagged:
            ask, say = "put", words.MISSING
        else:
            ask = "lift" if guide.lifts else "give" if self._choosing.on else "place"
            if guide.seen == see.HELD:
                ask = "put" if guide.puts else "lift"
            at = self._choosing.at
            say = self._words.say(ask, who, guide.asked, at, self._coaching)
        self.change(ask, say)

    def tell(self, message: "dict[str, object]") -> None:
        guide = self._guide
        if self.game.choices:
            over = self.over and not self._restoring
            self._choosing.tell(message, self._end_chosen if over else self._menu_seen())
        message["position"] = self.game.text()
        message["turn"] = self.game.turn
        message["machine"] = self.record.machine
        message["start"] = self.record.start
        message["moves"] = self.record.moves
        message["result"] = VERDICTS[self.verdict()] if self.over else None
        message["reason"] = see.REASONS[guide.reason] if self._vigil.wrong_shown else ""
        name = self._board.profile.cell_name
        message["wrong"] = (
            [name(cell) for cell in range(len(guide.wrong)) if guide.wrong[cell]]
            if self._vigil.wrong_shown
            else []
        )
