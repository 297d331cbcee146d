"""The order of scenes: `NEXT` maps a scene and its event to the action that follows.

Scenes that are used once or rarely are in memory only while they are active.
"""

from lodeboard.boards.radio import RADIO
from lodeboard.lights import tunes
from lodeboard.play.match import Match
from lodeboard.play.scene import (
    CHANGED,
    DONE,
    MENU,
    NEW_GAME,
    NONE,
    PHONE,
    RESIGN,
    SET_GAINS,
    SET_ZEROS,
    SHOWN,
    Board,
    Scene,
)
from lodeboard.unimport import unimport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lodeboard.games.contract import Game
    from lodeboard.scenes.menu import Menu
    from lodeboard.storage.journal import Saved
    from lodeboard.storage.ratings import Ratings
    from lodeboard.system.loader import Loader


class Flow:
    """scene: the active one. match: the game at the board, None before the first. leaving: the
    firmware must restart to load another game's modules.

    loader: the games. notice: called with a message for people. settled: called when the settings
    may have changed.
    """

    def __init__(
        self,
        board: Board,
        loader: "Loader",
        notice: "Callable[[str], None]",
        settled: "Callable[[], None]",
    ):
        self.board = board
        self._loader = loader
        self._notice = notice
        self._settled = settled
        self.match: Match | None = None
        self.leaving = False
        self._saved: Saved | None = None
        self.scene = Scene(board)  # until `begin`

    def begin(self, damaged: bool, now_ms: int) -> None:
        """Enter the first scene. `damaged`: some stored data could not be read."""
        with unimport():
            from lodeboard.scenes.start import Start
        self.go(Start(self.board, damaged), now_ms)
        self.board.tunes.play(tunes.START)

    def menu(self) -> "Menu":
        """Return the menu: the open one, or another to check or list the settings."""
        if self.scene.phase == "menu":
            return self.scene  # type: ignore[return-value]  # no other scene has this phase
        with unimport():
            from lodeboard.scenes.menu import Menu
        return Menu(self.board, self._loader.names, self._loader.levels)

    def move_on(self, now_ms: int) -> None:
        """Perform the action for the scene's event, if it has one."""
        event = self.scene.event
        if event:
            self.scene.event = NONE
            NEXT[self.scene.phase, event](self, now_ms)

    def go(self, scene: Scene, now_ms: int) -> None:
        """Make a scene the active one."""
        self.scene = scene
        scene.event = NONE
        self.board.changes.report()
        scene.enter(now_ms)

    # What follows an event

    def make_engine(self, now_ms: int) -> None:
        """Create player and coach now: it takes a third of a second, and the lights are still
        anyway."""
        if not self._loader.ready:
            self._loader.make_engine()

    def _end(self, now_ms: int) -> None:
        """Report the scene's warning and return to the game."""
        if self.scene.warning:
            self._notice(self.scene.warning)
        if self.match is not None:
            self.match.restore()
        self.to_game(now_ms)

    def set_zeros(self, now_ms: int) -> None:
        """Measure the zeros."""
        with unimport():
            from lodeboard.scenes.calibrate import Zeros
        self.go(Zeros(self.board), now_ms)

    def _set_gains(self, now_ms: int, first: bool = False) -> None:
        with unimport():
            from lodeboard.scenes.calibrate import Gains

            scene = Gains(self.board, first)
        self.go(scene, now_ms)

    def to_game(self, now_ms: int) -> None:
        """Continue the match once zeros are set and gains have been asked for; at start-up, ask
        about an interrupted game first."""
        calibration = self.board.calibration
        if not calibration.valid:
            self.set_zeros(now_ms)
            return
        if any(calibration.missing):
            self._set_gains(now_ms, True)
            return
        if self.match is not None:
            if self.match.event == NEW_GAME:
                self.new_game(now_ms)
            else:
                self.go(self.match, now_ms)
            return
        if self._loader.failing and self._loader.variants:
            if self.scene.phase == "menu":
                self.new_game(now_ms)
            else:
                game = self._loader.failing
                self._notice(f"The game {game} does not run on this board: choose another one.")
                self._turn_to_menu(now_ms)
            return
        found = self._loader.load_saved()
        if found is None:
            self.new_game(now_ms)
            return
        self.match, self._saved = found
        with unimport():
            from lodeboard.scenes.resume import Resume
        self.go(Resume(self.board, self.match.game, self.match.painter), now_ms)

    def _resume(self, now_ms: int) -> None:
        """Continue the interrupted game."""
        if self.match is not None and self._saved is not None:
            self.match.resume(self._saved)
            if self.board.settings.fair and self._saved.machine in (1, 2):
                self._ratings(self.match.game).resume()
            self._saved = None
            self.go(self.match, now_ms)

    def new_game(self, now_ms: int) -> None:
        """Start a game with the current settings."""
        self._saved = None
        loader = self._loader
        if not loader.variants:
            with unimport():
                from lodeboard.scenes.no_game import NoGame
            self.go(NoGame(self.board), now_ms)
            return
        variant = self.board.settings.variant
        if not loader.has(variant):
            if loader.failing:
                loader.journal.put_aside()
                self.board.settings.save(self.board.store, self.board.profile.name)
            loader.journal.clear()
            unsaved = self.board.store.unsaved
            if unsaved is None or loader.variant < 0 or unsaved.ready(self._notice):
                self.leaving = True
                return
            variant = self.board.settings.variant = loader.variant
            self.menu().fit()
        if self.match is None:
            self.match = loader.make_match(variant)
        elif loader.variant != variant:
            # Reuse the match: creating one for each game would fragment the heap.
            self.match.game.change_rules(loader.variants[variant][1])
        loader.variant = variant
        if self.match.warning:
            self.match.warning = ""
            self._notice("The list of past games lacks this game: too little memory is free.")
        settings = self.board.settings
        if self.board.fair or (settings.fair and not settings.friend):
            self._ratings(self.match.game).begin()
        self.match.begin()
        self.go(self.match, now_ms)

    def _ratings(self, game: "Game") -> "Ratings":
        with unimport():
            from lodeboard.storage.ratings import Ratings
        return Ratings(self.board, game, self._notice)

    def _turn_to_menu(self, now_ms: int) -> None:
        self._loader.tell_trouble()
        self.go(self.menu(), now_ms)

    def change(self, now_ms: int) -> None:
        """A setting has changed. A game without a step begins again, with `to_game` if another
        scene is active."""
        self._settled()
        match = self.match
        if match is not None and match.untouched:
            match.event = NEW_GAME

    def resign(self, now_ms: int) -> None:
        """End the match: see Match.resign."""
        if self.match is not None:
            self.match.resign()
        self.to_game(now_ms)

    if RADIO:

        def phone(self, now_ms: int) -> None:
            """Switch the radio on, and show the code for a phone."""
            with unimport():
                from lodeboard.scenes.phones import Phones
            self.go(Phones(self.board), now_ms)

    # For the App

    def needs_zeros(self) -> bool:
        """True if the active scene needs readings of tiles and no zeros are set."""
        return self.scene.phase in ("match", "idle") and not self.board.calibration.valid


NEXT = {
    ("start", SHOWN): Flow.make_engine,
    ("start", DONE): Flow._end,
    ("calibrate", DONE): Flow._end,
    ("resume", DONE): Flow._resume,
    ("resume", NEW_GAME): Flow.new_game,
    ("match", MENU): Flow._turn_to_menu,
    ("match", NEW_GAME): Flow.new_game,
    ("menu", CHANGED): Flow.change,
    ("menu", DONE): Flow.to_game,
    ("menu", NEW_GAME): Flow.new_game,
    ("menu", RESIGN): Flow.resign,
    ("menu", SET_ZEROS): Flow.set_zeros,
    ("menu", SET_GAINS): Flow._set_gains,
    ("idle", MENU): Flow._turn_to_menu,
}
if RADIO:
    NEXT["menu", PHONE] = Flow.phone
    NEXT["phone", DONE] = Flow.to_game
