"""Loads games: a game's modules are imported when its plugin is requested. A board has room for the
modules of one game: the firmware restarts to load another.
"""

from lodeboard.games.catalogue import (
    BOARDS,
    GAMES,
    LEVELS,
    MEMORY_WORDS,
    NAMES,
    VARIANTS,
    rule_sets,
)
from lodeboard.games.contract import Game, GameError
from lodeboard.lights import tunes
from lodeboard.play.scene import Board
from lodeboard.play.thinking import Thinking
from lodeboard.storage import journal
from lodeboard.storage.blobs import BlobError
from lodeboard.storage.journal import Journal
from lodeboard.unimport import unimport

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lodeboard.boards.profile import Profile
    from lodeboard.games.contract import Coach, Player, Plugin
    from lodeboard.play.match import Match
    from lodeboard.ports.port import BlobStore, Port
    from lodeboard.storage.journal import Saved

# Argument of SystemExit to restart the firmware; main.py uses the same word.
RESTART = "restart"

# Games whose code has raised an error since the firmware started. They are not offered.
failed: "list[str]" = []


def fits(game: str, words: "int | None") -> bool:
    """True if this game's arrays fit into `words` 32-bit words; None is no limit."""
    return words is None or MEMORY_WORDS[game] <= words


def playable(profile: "Profile", words: "int | None" = None) -> "tuple[tuple[str, str], ...]":
    """Return the variants that can be played on this board, with `words` 32-bit words for a game's
    arrays. Indexes in settings and journal refer to this tuple."""
    size = (profile.rows, profile.columns)
    found = [VARIANTS[index] for index in range(len(VARIANTS)) if size in BOARDS[index]]
    return tuple([variant for variant in found if fits(variant[0], words)])


def first_game(store: "BlobStore", profile: "Profile", words: "int | None" = None) -> str:
    """Return the game to start with: the journal's, else the one in the settings; "" on a board
    without games. `words`: as for `playable`."""
    variants = playable(profile, words)
    if not variants:
        return ""
    with unimport():
        from lodeboard.storage import stored
    return variants[stored.first(store, profile.name, variants)][0]


def parts(name: str) -> "list[str]":
    """Return the modules of a game in import order. The last one contains the plugin."""
    folder = "lodeboard.games." + name
    package = __import__(folder, None, None, ("rules",))
    found = package.PARTS if hasattr(package, "PARTS") else ("rules",)
    return [folder + "." + part for part in found]


def plugin(name: str) -> "Plugin":
    """Return the plugin of the named game. GameError if there is none."""
    if name not in GAMES:
        raise GameError("no game is called {}; there is {}".format(name, ", ".join(GAMES)))
    found: Plugin = __import__(parts(name)[-1], None, None, ("PLUGIN",)).PLUGIN
    return found


def make_game(name: str, rules: str = "") -> Game:
    """Create a game by name, with the named rule set or its first. GameError if there is none."""
    return plugin(name).open(rules or rule_sets(name)[0])[0]


class Loader:
    """The playable games, the one in memory, and its player.

    variants: game and rule set of each; names, levels: their names in the menu. variant: index for
    the match at the board or the interrupted one, -1 before the first. failing: the game to start
    with, if it has failed: none is in memory, and people choose another. journal: stores the game
    in progress.
    """

    def __init__(self, port: "Port", board: Board, notice: "Callable[[str], None]"):
        self._port = port
        self._board = board
        self._notice = notice
        every = playable(board.profile, port.budget.game_words)
        self.variants = tuple([each for each in every if each[0] not in failed])
        board.settings.variants = self.variants
        self.failing = ""
        self.journal = Journal(port.store, board.profile.name, self.variants)
        self.names = tuple([NAMES[VARIANTS.index(variant)] for variant in self.variants])
        quick = {game: LEVELS[game][: port.budget.levels] for game in LEVELS}
        self.levels = [quick[game] for game, _ in self.variants]
        self.variant = -1
        self._game = ""  # the game whose modules are in memory
        self._player: Player | None = None  # reused for each match: there is no room for two
        self._coach: Coach | None = None  # the player's

    def bring_first(self) -> None:
        """Load the modules of the game that the board starts with."""
        port = self._port
        game = first_game(port.store, self._board.profile, port.budget.game_words)
        if game in failed:
            self.failing = game
        elif game:
            self._bring(game)

    def _bring(self, name: str) -> "Plugin":
        """Load this game's modules. There is room for those of one game: see `has`."""
        if self._game != name:
            memory = self._port.budget.memory
            if memory is not None:
                memory.words(MEMORY_WORDS[name])  # while a free block is large enough
            self._game = name
            trouble = plugin(name).check(self._port.store.table)
            if trouble:
                self._notice(trouble)
        return plugin(name)

    def has(self, variant: int) -> bool:
        """True if the modules of this variant's game are in memory."""
        return self._game == self.variants[variant][0]

    @property
    def ready(self) -> bool:
        """True if there is a player, or no game to play."""
        return self._player is not None or not self._game

    def make_engine(self) -> "tuple[Player, Coach]":
        """Create the player and the coach of the game in memory, once."""
        if self._player is None or self._coach is None:
            port = self._port
            port.collect()  # keeps permanent objects close together
            make = plugin(self._game).engine
            self._player, self._coach = make(port.budget.memory, port.store.table)
        return self._player, self._coach

    def make_match(self, variant: int) -> "Match":
        """Create a match of this variant; it has not begun."""
        name, rules = self.variants[variant]
        game, painter, sentences = self._bring(name).open(rules)
        player, coach = self.make_engine()
        thinking = Thinking(self._board, player, coach, game.max_steps)
        module = __import__("lodeboard.play." + game.match, None, None, ("Match",))
        match: Match = module.Match(self._board, self.journal, game, thinking, painter, sentences)
        return match

    def load_saved(self) -> "tuple[Match, Saved] | None":
        """Return the unfinished game in the journal, set up but not resumed. An unreadable journal
        is renamed, and a message says so. Called once per start."""
        store = self._port.store
        try:
            if store.load(journal.NAME) is None:
                return None
            with unimport():
                from lodeboard.storage import replay
            saved = replay.load(store, self._board.profile.name, self.variants)
            if saved is None:
                return None
            if not 0 <= saved.variant < len(self.variants):
                raise BlobError("it is of a game this firmware does not have for this board")
            match = self.make_match(saved.variant)
            replay.replay(match.game, saved)
            if not replay.unfinished(match.game, saved):
                return None
            self.variant = saved.variant
            return match, saved
        except BlobError as error:
            self.journal.put_aside()
            self._notice(f"The interrupted game cannot be read: {error}.")
            self._board.tunes.play(tunes.FAULT)
            return None

    def tell_trouble(self) -> None:
        """Report a table found damaged while reading. The level that needs this table is then no
        longer offered."""
        trouble = self._player.take_trouble() if self._player else ""
        if trouble:
            levels = self.levels[self.variant]
            if levels[-1] == "perfect":
                self.levels[self.variant] = levels[:-1]
            self._notice(trouble)
            self._board.tunes.play(tunes.FAULT)
