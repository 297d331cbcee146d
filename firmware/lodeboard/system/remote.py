"""Commands from a computer. They do the same as the buttons and the menu."""

from lodeboard.boards.radio import RADIO
from lodeboard.link.commands import KNOWN, CommandError, change, choice, move
from lodeboard.link.link import Link
from lodeboard.play.scene import NEW_GAME, Board
from lodeboard.scenes.flow import Flow
from lodeboard.system.loader import Loader, make_game
from lodeboard.system.reporter import Reporter
from lodeboard.unimport import unimport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lodeboard.link.inject import Injected
    from lodeboard.system.watcher import Watcher


_COLLECT_MS = 200
_MOST_LINES = 3  # read in one tick, so that a flood of lines does not delay it


class Remote:
    """Reads commands from the link and executes them. collect: the port's. injected: readings and
    presses from a computer; watcher: sends it readings and lights; each None before the first use.
    """

    def __init__(
        self,
        board: Board,
        link: Link,
        flow: Flow,
        loader: Loader,
        reporter: Reporter,
        collect: "Callable[[], None]",
    ):
        self._board = board
        self._link = link
        self._flow = flow
        self._loader = loader
        self._reporter = reporter
        self.injected: Injected | None = None
        self.watcher: Watcher | None = None
        self._collect = collect  # before permanent objects, so that they lie close together
        self._now_ms = 0
        self._span = 0

    def read(self, now_ms: int) -> None:
        """Execute commands that have arrived: at most one in a tick, apart from injections, since
        some write to flash, and parsing takes time on the chip."""
        self._now_ms = now_ms
        for _ in range(_MOST_LINES):
            command = self._link.command()
            if command is None:
                break
            self._obey(command)
            if command["c"] != "inject":
                break
        if self._span != now_ms // _COLLECT_MS:
            self._span = now_ms // _COLLECT_MS
            # Where lines are exchanged in every tick, each leaves a kilobyte of garbage. It would
            # scatter permanent objects over the heap until there is no free block of 1 KB left,
            # which opening a file needs.
            watcher = self.watcher
            if self._board.injecting or (watcher and (watcher.on or watcher.scans)):
                self._board.gc_due = True

    def _obey(self, command: "dict[str, object]") -> None:
        try:
            self._carry_out(command["c"], command)
        except CommandError as error:
            self._link.refuse(str(error))

    def _carry_out(self, name: object, command: "dict[str, object]") -> None:
        flow = self._flow
        match = flow.match
        if name == "hello":
            self._reporter.hello()
        elif name == "watch":
            self._watch().watch(command.get("on") is True, command.get("lights") is True)
        elif name == "scan":
            self._watch().scan(command.get("on") is True)
        elif name == "inject":
            self._inject(command)
        elif name == "set":
            self._set(command)
        elif name == "past":
            with unimport():
                from lodeboard.link.past import tell
            tell(self._board, self._link, command.get("back"))
        elif RADIO and name == "network":
            self._know_network(command)
        elif name not in KNOWN:
            raise CommandError(f"Unknown command; there are {', '.join(KNOWN)}.")
        elif match is None or flow.scene is not match:
            raise CommandError(f"No game is running now ({flow.scene.phase}).")
        elif name == "new":
            match.event = NEW_GAME
        elif name == "back":
            match.take_back()
        elif name == "resign":
            match.resign()
        elif name == "choose":
            refused = match.choose(choice(match.game, command))
            if refused:
                raise CommandError(refused)
        elif name == "play":
            if not match.waits:
                raise CommandError("This is not the turn of a friend elsewhere.")
            match.play(move(match.game, command))
        else:
            self._set_up(command)

    if RADIO:

        def _know_network(self, command: "dict[str, object]") -> None:
            """Keep the network at home, whose password must not go over the board's own."""
            with unimport():
                from lodeboard.link.network import know
            know(self._board.phone, self._link, command)

    def _inject(self, command: "dict[str, object]") -> None:
        if self.injected is None:
            # Rare, so the module is loaded on first use.
            self._collect()
            from lodeboard.link.inject import Injected

            self.injected = Injected(self._board.profile)
        self.injected.take(command, self._now_ms)

    def _watch(self) -> "Watcher":
        if self.watcher is None:
            self._collect()
            from lodeboard.system.watcher import Watcher

            self.watcher = Watcher(self._link, self._board)
        return self.watcher

    def _set(self, command: "dict[str, object]") -> None:
        flow = self._flow
        settings = self._board.settings
        menu = flow.menu()
        changed = change(settings, command, menu.limits)
        menu.refresh()
        if changed:
            settings.save(self._board.store, self._board.profile.name)
        flow.change(self._now_ms)
        self._board.changes.report()
        match = flow.match
        if match is not None and flow.scene is match and not match.event:
            flow.go(match, self._now_ms)

    def _set_up(self, command: "dict[str, object]") -> None:
        flow = self._flow
        variant = self._board.settings.variant
        game, rules = self._loader.variants[variant]
        from lodeboard.link.setup import load, times

        left = times(command)
        start, steps = load(make_game(game, rules), command)
        flow.new_game(self._now_ms)
        if flow.leaving:
            raise CommandError("The board changes to that game: ask again when it has.")
        if self._loader.variant != variant:
            from lodeboard.storage.unsaved import NO_CHANGE

            raise CommandError(NO_CHANGE)
        if flow.match is not None:
            flow.match.set_up(start, steps, left)
