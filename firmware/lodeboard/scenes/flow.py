"""Which scene comes after which: start, calibration, an interrupted game, the match, the menu.

The modules of those that come once, or rarely, are in memory only while they are needed.
"""

from lodeboard.lights import tunes
from lodeboard.play.match import Match
from lodeboard.play.scene import Board, Scene
from lodeboard.scenes import menu

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lodeboard.scenes.calibrate import Gains, Zeros
    from lodeboard.scenes.no_game import NoGame
    from lodeboard.scenes.resume import Resume
    from lodeboard.scenes.start import Start
    from lodeboard.storage.journal import Saved
    from lodeboard.system.loader import Loader


class Flow:
    """scene: the one that has the tick. match: the game at the board, None before the first.
    leaving: all the firmware has to start again, for another game's modules.

    loader: the games. unload: takes a scene's module out of memory again. notice: something that
    people should know. settled: the settings may have changed.
    """

    def __init__(
        self,
        board: Board,
        loader: "Loader",
        unload: "Callable[[str], None]",
        notice: "Callable[[str], None]",
        settled: "Callable[[], None]",
    ):
        self._board = board
        self._loader = loader
        self._unload = unload
        self._notice = notice
        self._settled = settled
        self.menu = menu.Menu(board, loader.names, loader.levels)
        self.match: Match | None = None
        self.leaving = False
        self._saved: Saved | None = None
        self._no_game: NoGame | None = None
        self._calibration: Zeros | Gains | None = None
        self._resume: Resume | None = None
        from lodeboard.scenes.start import Start

        self._start: Start | None = Start(board)
        self.scene: Scene = self._start

    def begin(self, damaged: bool, now_ms: int) -> None:
        """The first scene. `damaged`: something kept on the flash could not be read."""
        if self._start is not None:
            self._start.damaged = damaged
            self.go(self._start, now_ms)
        self._board.tunes.play(tunes.START)

    def move_on(self, now_ms: int, shown: bool) -> None:
        """Change the scene when the present one is through. `shown`: its lights are out."""
        scene = self.scene
        if scene is self.match:
            self._leave_match(self.match, now_ms)
        elif self._start is not None and scene is self._start:
            if shown and not self._loader.ready:
                # It takes the chip a third of a second: now, as the lights stand still anyway.
                self._loader.make_engine()
            if self._start.closed:
                self._leave_start(self._start, now_ms)
        elif scene is self.menu:
            if self.menu.changed:
                self._settled()
            if self.menu.closed:
                self._close_menu(now_ms)
        elif self._calibration is not None:
            if self._calibration.closed:
                if self._calibration.warning:
                    self._notice(self._calibration.warning)
                self._calibration = None
                self.to_game(now_ms)
                self._unload("lodeboard.scenes.calibrate")
                self._unload("lodeboard.sensing.averager")
                self._unload("lodeboard.sensing.kept")
                self._unload("lodeboard.boards.magnets")
        elif self._resume is not None:
            if self._resume.answer:
                self._answer(self._resume.answer, now_ms)
        elif self._no_game is not None and self._no_game.wants_menu:
            self.go(self.menu, now_ms)

    def _leave_start(self, start: "Start", now_ms: int) -> None:
        if start.trouble:
            self._notice(start.trouble)
        self._start = None
        self._unload("lodeboard.scenes.start")
        self.to_game(now_ms)

    def go(self, scene: Scene, now_ms: int) -> None:
        """Give a scene the tick."""
        self.scene = scene
        self._board.changes.report()
        scene.enter(now_ms)

    def set_zeros(self, now_ms: int) -> None:
        """Measure the zeros."""
        from lodeboard.scenes.calibrate import Zeros

        self._calibration = Zeros(self._board)
        self.go(self._calibration, now_ms)

    def _set_gains(self, now_ms: int, first: bool = False) -> None:
        from lodeboard.scenes.calibrate import Gains

        self._calibration = Gains(self._board, first)
        self.go(self._calibration, now_ms)

    def needs_zeros(self) -> bool:
        """True where a scene is on that takes its tiles from readings, and there are no zeros."""
        playing = self.scene is self.match or self.scene is self._no_game
        return playing and not self._board.calibration.valid

    def to_game(self, now_ms: int) -> None:
        """On with the match, once there are zeros and gains were asked for; at the start, first
        ask about an interrupted one."""
        calibration = self._board.calibration
        if not calibration.valid:
            self.set_zeros(now_ms)
            return
        if any(calibration.missing):
            self._set_gains(now_ms, True)
            return
        if self.match is not None:
            self.go(self.match, now_ms)
            return
        found = self._loader.load_saved()
        if found is None:
            self.new_game(now_ms)
            return
        from lodeboard.scenes.resume import Resume

        self.match, self._saved = found
        self._resume = Resume(self._board, self.match.game, self.match.painter)
        self.go(self._resume, now_ms)

    def _answer(self, answer: int, now_ms: int) -> None:
        saved = self._saved
        self._saved = None
        self._resume = None
        self._unload("lodeboard.scenes.resume")
        if answer == 1 and self.match is not None and saved is not None:
            self.match.resume(saved)
            self.go(self.match, now_ms)
        else:
            self.new_game(now_ms)

    def new_game(self, now_ms: int) -> None:
        """A game under the current settings, from its beginning."""
        loader = self._loader
        if not loader.variants:
            self._show_no_game(now_ms)
            return
        variant = self._board.settings.variant
        if not loader.has(variant):
            loader.journal.clear()
            unkept = self._board.store.unkept
            if unkept is None or loader.variant < 0 or unkept.ready(self._notice):
                self.leaving = True
                return
            variant = self._board.settings.variant = loader.variant
            self.menu.refresh()
        if self.match is None:
            self.match = loader.make_match(variant)
        elif loader.variant != variant:
            # A match made anew would lie elsewhere in memory, among what the old one leaves, until
            # there was no large piece left.
            self.match.game.change_rules(loader.variants[variant][1])
        loader.variant = variant
        self.match.begin()
        self.go(self.match, now_ms)

    def _show_no_game(self, now_ms: int) -> None:
        if self._no_game is None:
            from lodeboard.scenes.no_game import NoGame

            self._no_game = NoGame(self._board)
        self.go(self._no_game, now_ms)

    def _leave_match(self, match: Match, now_ms: int) -> None:
        if match.wants_menu:
            self._loader.tell_trouble()
            self.go(self.menu, now_ms)
        elif match.cleared:
            self.new_game(now_ms)

    def _close_menu(self, now_ms: int) -> None:
        match = self.match
        action = self.menu.action
        untouched = match is not None and not match.record.steps
        if action == menu.NEW_GAME or (self.menu.changed and untouched):
            self.new_game(now_ms)
        elif action == menu.SET_ZEROS:
            self.set_zeros(now_ms)
        elif action == menu.SET_GAINS:
            self._set_gains(now_ms)
        else:
            if action == menu.RESIGN and match is not None:
                match.resign()
            self.to_game(now_ms)
