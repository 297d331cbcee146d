"""The board as a whole: who gets the tick, and what goes in and out around it.

magnets -> sensors -> cells -> scene -> frame -> LEDs
"""

from lodeboard.boards.profile import Profile
from lodeboard.games.catalogue import LEVELS, MEMORY_WORDS, NAMES, VARIANTS, level_of
from lodeboard.lights import tunes
from lodeboard.lights.frame import BRIGHTNESS_STEPS, Frame
from lodeboard.link.commands import KNOWN, CommandError, change, choice, play_through
from lodeboard.link.inject import Injected
from lodeboard.link.link import Link
from lodeboard.play.match import Match
from lodeboard.play.scene import LEFT, MIDDLE, RIGHT, Board, Scene
from lodeboard.scenes import menu
from lodeboard.scenes.resume import Resume
from lodeboard.scenes.start import Start
from lodeboard.sensing import calibration
from lodeboard.storage.blobs import BlobError
from lodeboard.storage.journal import Saved, replay, unfinished
from lodeboard.system import loader
from lodeboard.ticks import since

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from lodeboard.games.contract import Coach, Player, Plugin
    from lodeboard.ports.port import Port


class App:
    """Made once a start; `tick` must be called about every `profile.tick_ms`.

    firmware: its version and id, told to computers; empty where they are not known.
    """

    def __init__(self, port: "Port", profile: Profile, firmware: str = ""):
        self._firmware = firmware
        self._port = port
        self._profile = profile
        self._frame = Frame(profile)
        self._board = Board(port, profile)
        self._link = Link(port.serial, profile)
        self._listener = self._obey  # named once: each time takes the chip memory
        self._injected = Injected(profile)
        self._saved: Saved | None = None
        self._variant = -1
        self._match: Match | None = None
        self._player: Player | None = None  # kept from match to match: the chip has no room for two
        self._coach: Coach | None = None  # the player's
        self._game = ""  # whose modules are in memory
        self._menu = self._make_menu()
        self._told_items: object = None
        self._load_settings()
        self._load_calibration()
        self._bring(loader.first_game(port.store, profile.name))
        self._calibrating: Any = None  # one of the scenes of session.calibrate
        self._resume: Resume | None = None
        self._start = Start(self._board, self._link.waiting)
        self._scene: Scene = self._start
        self._now_ms = 0
        self._pressed = 0
        self._button_ms = 0
        self._sent = -1
        self._sent_scene: Scene | None = None
        self._painted: Scene | None = None
        self._begun = False
        self._leaving = False  # to start over with another game's modules in memory
        self._apply_settings()
        self._hello()
        self._link.tell_notices()

    # Starting

    def _make_menu(self) -> menu.Menu:
        quick = {game: LEVELS[game][: self._port.levels] for game in LEVELS}
        levels = tuple([quick[game] for game, _ in VARIANTS])
        return menu.Menu(self._board, NAMES, levels)

    def _load_settings(self) -> None:
        try:
            self._board.settings.load(self._port.store, self._profile.name, self._menu.limits)
        except BlobError as error:
            self._link.notice(f"The settings were lost and are as new: {error}.")
        self._menu.fit()

    def _load_calibration(self) -> None:
        data = self._port.store.load(calibration.NAME)
        if data is None:
            return
        try:
            self._board.calibration.from_blob(data)
        except BlobError as error:
            self._link.notice(f"The calibration cannot be used: {error}.")

    def _tell_trouble(self) -> None:
        """A table that looked sound may turn out to be damaged when it is read."""
        trouble = self._player.take_trouble() if self._player else ""
        if trouble:
            self._link.notice(trouble)
            self._board.tunes.play(tunes.FAULT)

    def _load_game(self) -> "Match | None":
        """The unfinished game in the journal, set up but not yet resumed."""
        journal = self._board.journal
        try:
            saved = journal.load()
            if saved is None:
                return None
            if saved.variant >= len(VARIANTS):
                raise BlobError("it is of a game this firmware does not have")
            match = self._make_match(saved.variant)
            replay(match.game, saved)
        except BlobError as error:
            journal.put_aside()
            self._link.notice(f"The interrupted game cannot be read: {error}.")
            self._board.tunes.play(tunes.FAULT)
            return None
        if not unfinished(match.game, saved):
            return None
        self._saved = saved
        return match

    def _bring(self, name: str) -> "Plugin":
        """Have this game's modules in memory. There is room for one game's only: see _new_game."""
        if self._game != name:
            if self._port.memory is not None:
                self._port.memory.words(MEMORY_WORDS[name])  # while there is so large a piece
            self._game = name
            trouble = loader.plugin(name).check(self._port.store.table)
            if trouble:
                self._link.notice(trouble)
        return loader.plugin(name)

    def _make_player(self) -> "tuple[Player, Coach]":
        """The player and the coach of the game in memory, made once."""
        if self._player is None or self._coach is None:
            plugin = loader.plugin(self._game)
            port = self._port
            self._player, self._coach = plugin.engine(port.memory, port.store.table)
        return self._player, self._coach

    def _make_match(self, variant: int) -> Match:
        name, rules = VARIANTS[variant]
        game, painter, sentences = self._bring(name).open(rules)
        player, coach = self._make_player()
        return Match(self._board, game, player, painter, coach, sentences)

    def _apply_settings(self) -> None:
        settings = self._board.settings
        self._frame.brightness = BRIGHTNESS_STEPS[settings.brightness]
        self._board.tunes.muted = not settings.sound

    # The tick

    def tick(self, now_ms: int) -> None:
        """One round: read, decide, show. SystemExit(loader.RESTART) when all the firmware has to
        start anew, which is how another game comes into memory."""
        self._now_ms = now_ms
        if not self._begun:
            self._begun = True
            self._scene.enter(now_ms)
            self._board.tunes.play(tunes.START)
        board = self._board
        self._link.read(self._listener)
        self._injected.lapse(now_ms)
        if self._injected.sensing != board.borrowed:
            self._change_source(now_ms)
        source = self._injected if board.borrowed else self._port.sensors
        source.read(board.cells.raw)
        board.cells.update(now_ms)
        self._read_buttons(now_ms)
        self._link.tell_cells(board.cells, board.calibration, now_ms)
        self._scene.tick(now_ms)
        self._move_on(now_ms)
        self._paint()
        changed = self._frame.render(now_ms)
        if changed:
            self._port.lights.show(self._frame.bytes)
        self._scene.afterwards()
        self._link.tell_lights(self._frame.bytes, changed, now_ms)
        board.tunes.tick(now_ms)
        if self._scene is not self._sent_scene or self._scene.version != self._sent:
            self._sent_scene = self._scene
            self._sent = self._scene.version
            self._send_state()
            board.littered = True
        elif board.littered:
            board.littered = False
            self._port.tidy()
        if self._leaving:
            raise SystemExit(loader.RESTART)

    def _change_source(self, now_ms: int) -> None:
        """The readings are a computer's from now on, or the sensors' again."""
        board = self._board
        board.borrowed = self._injected.sensing
        if board.borrowed:
            self._link.notice("A computer gives the readings now, in place of the sensors.")
        else:
            self._link.notice("The board's own sensors give the readings again.")
            board.calibration.forget()
            self._load_calibration()
            if not board.calibration.valid and self._scene is self._match:
                self._calibrate("Zeros", now_ms)
        board.cells.restart()
        self._link.send({"t": "inject", "on": board.borrowed})
        self._link.tell_notices()

    def _paint(self) -> None:
        """The scene's marks, unless they would be those that stand there."""
        scene = self._scene
        if scene is not self._painted or scene.stale:
            self._painted = scene
            self._frame.clear()
            scene.paint(self._frame.marks)

    def _read_buttons(self, now_ms: int) -> None:
        """A press counts once, on the way down; what follows within the debounce does not."""
        held = self._port.buttons.read() | self._injected.held
        if held == self._pressed:
            return
        if since(now_ms, self._button_ms) < self._profile.session["button_ms"]:
            return
        down = held & ~self._pressed
        self._pressed = held
        self._button_ms = now_ms
        for button in (LEFT, MIDDLE, RIGHT):
            if down & button:
                self._scene.button(button)

    def _move_on(self, now_ms: int) -> None:
        """Change the scene when the present one is through."""
        scene = self._scene
        if scene is self._match:
            self._leave_match(self._match, now_ms)
        elif scene is self._start:
            if self._player is None and scene is self._painted:
                # It takes the chip a third of a second: now, as the lights stand still anyway.
                self._make_player()
            if self._start.closed:
                if self._start.trouble:
                    self._link.notice(self._start.trouble)
                self._to_game(now_ms)
        elif scene is self._menu:
            if self._menu.changed:
                self._apply_settings()
            if self._menu.closed:
                self._close_menu(now_ms)
        elif scene is self._calibrating:
            if self._calibrated():
                self._calibrating = None
                self._to_game(now_ms)
                loader.unload("lodeboard.scenes.calibrate")
        elif self._resume is not None and self._resume.answer:
            self._answer(self._resume.answer, now_ms)

    def _go(self, scene: Scene, now_ms: int) -> None:
        self._scene = scene
        scene.enter(now_ms)

    def _calibrate(self, what: str, now_ms: int) -> None:
        """Zeros or Gains: seldom, so their module is in memory just while it is needed."""
        from lodeboard.scenes import calibrate

        self._calibrating = getattr(calibrate, what)(self._board)
        self._go(self._calibrating, now_ms)

    def _calibrated(self) -> bool:
        closed: bool = self._calibrating.closed
        return closed

    def _to_game(self, now_ms: int) -> None:
        """On with the match, once there are zeros; at the start, first ask about an
        interrupted one."""
        if not self._board.calibration.valid:
            self._calibrate("Zeros", now_ms)
            return
        if self._match is not None:
            self._go(self._match, now_ms)
            return
        match = self._load_game()
        if match is None:
            self._new_game(now_ms)
            return
        self._match = match
        self._resume = Resume(self._board, match.game)
        self._go(self._resume, now_ms)

    def _answer(self, answer: int, now_ms: int) -> None:
        saved = self._saved
        self._saved = None
        self._resume = None
        if answer == 1 and self._match is not None and saved is not None:
            self._variant = saved.variant
            self._match.resume(saved)
            self._go(self._match, now_ms)
        else:
            self._new_game(now_ms)

    def _new_game(self, now_ms: int) -> None:
        variant = self._board.settings.variant
        if self._game != VARIANTS[variant][0]:
            self._board.journal.clear()
            self._leaving = True
            return
        if self._match is None or self._variant != variant:
            self._match = self._make_match(variant)
            self._variant = variant
        self._match.begin()
        self._go(self._match, now_ms)

    def _leave_match(self, match: Match, now_ms: int) -> None:
        if match.wants_menu:
            self._go(self._menu, now_ms)
        elif match.cleared:
            self._new_game(now_ms)

    def _close_menu(self, now_ms: int) -> None:
        match = self._match
        action = self._menu.action
        untouched = match is not None and not match.record.steps
        if action == menu.NEW_GAME or (self._menu.changed and untouched):
            self._new_game(now_ms)
        elif action == menu.SET_ZEROS:
            self._calibrate("Zeros", now_ms)
        elif action == menu.SET_GAINS:
            self._calibrate("Gains", now_ms)
        else:
            if action == menu.RESIGN and match is not None:
                match.resign()
            self._to_game(now_ms)

    def _hello(self) -> None:
        self._link.hello(self._firmware)
        self._told_items = self._menu.items
        self._link.menu(self._menu.items)
        self._sent_scene = None  # the state again, with the next tick

    def _obey(self, command: "dict[str, object]") -> None:
        """A command from a computer: the same acts that buttons and menu can do."""
        try:
            self._carry_out(command["c"], command)
        except CommandError as error:
            self._link.refuse(str(error))

    def _carry_out(self, name: object, command: "dict[str, object]") -> None:
        match = self._match
        settings = self._board.settings
        if name == "hello":
            self._hello()
        elif name == "watch":
            self._link.watch(command.get("on") is True, command.get("lights") is True)
        elif name == "inject":
            self._injected.take(command, self._now_ms)
        elif name == "set":
            changed = change(settings, command, self._menu.limits)
            self._menu.refresh()
            if changed:
                settings.save(self._port.store, self._profile.name)
            self._apply_settings()
            self._sent_scene = None
            if match is not None and self._scene is match:
                if match.record.steps:
                    self._go(match, self._now_ms)
                else:
                    self._new_game(self._now_ms)
        elif name not in KNOWN:
            raise CommandError(f"Unknown command; there are {', '.join(KNOWN)}.")
        elif match is None or self._scene is not match:
            raise CommandError(f"There is no game on now ({self._scene.phase}).")
        elif name == "new":
            self._new_game(self._now_ms)
        elif name == "back":
            match.take_back()
        elif name == "resign":
            match.resign()
        elif name == "choose":
            refused = match.choose(choice(match.game, command))
            if refused:
                raise CommandError(refused)
        else:
            game, rules = VARIANTS[settings.variant]
            start, steps = play_through(loader.make_game(game, rules), command)
            self._new_game(self._now_ms)
            if self._leaving:
                raise CommandError("The board changes to that game: ask again when it has.")
            if self._match is not None:
                self._match.set_up(start, steps)

    def _send_state(self) -> None:
        self._tell_trouble()
        self._link.tell_notices()
        if self._told_items is not self._menu.items:
            self._told_items = self._menu.items
            self._link.menu(self._menu.items)
        scene = self._scene
        settings = self._board.settings
        variant = self._variant if self._variant >= 0 else settings.variant
        name, rules = VARIANTS[variant]
        message: dict[str, object] = {
            "t": "state",
            "phase": scene.phase,
            "game": name,
            "rules": rules,
            "ask": scene.ask,
            "say": scene.say,
            "level": LEVELS[name][level_of(name, settings.level)],
            "settings": {field: getattr(settings, field) for field in settings.FIELDS},
        }
        scene.tell(message)
        self._link.send(message)
