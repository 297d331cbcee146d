"""Games in memory: a game's modules are imported when its plugin is asked for.

A board has room for the modules of one game: for another one the firmware starts again.
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
from lodeboard.play.match import Match
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
    from lodeboard.ports.port import BlobStore, Port
    from lodeboard.storage.journal import Saved

# What SystemExit says when the firmware is to start again; main.py knows the word too.
RESTART = "restart"

# Games whose own code has raised an error since the firmware started: they are not offered.
failed: "list[str]" = []


def fits(game: str, words: "int | None") -> bool:
    """True where so many words are enough for this game's arrays; None is enough for all."""
    return words is None or MEMORY_WORDS[game] <= words


def playable(profile: "Profile", words: "int | None" = None) -> "tuple[tuple[str, str], ...]":
    """The variants that can be played on this board, on a port with so many words for a game's
    arrays; settings and journal count among these."""
    size = (profile.rows, profile.columns)
    found = [VARIANTS[at] for at in range(len(VARIANTS)) if size in BOARDS[at]]
    return tuple([variant for variant in found if fits(variant[0], words)])


def first_game(store: "BlobStore", profile: "Profile", words: "int | None" = None) -> str:
    """The game that a board starts with: the one in the journal, else the one that is set; "" on
    a board that no game is made for. `words`: as for `playable`."""
    variants = playable(profile, words)
    if not variants:
        return ""
    with unimport():
        from lodeboard.storage import stored
    return variants[stored.first(store, profile.name, variants)][0]


def parts(name: str) -> "list[str]":
    """The modules of the game of this name, in the order in which a start imports them; the last
    has its plugin."""
    folder = "lodeboard.games." + name
    package = __import__(folder, None, None, ("rules",))
    found = package.PARTS if hasattr(package, "PARTS") else ("rules",)
    return [folder + "." + part for part in found]


def plugin(name: str) -> "Plugin":
    """The plugin of the game of this name; GameError when there is none."""
    if name not in GAMES:
        raise GameError("no game is called {}; there is {}".format(name, ", ".join(GAMES)))
    found: Plugin = __import__(parts(name)[-1], None, None, ("PLUGIN",)).PLUGIN
    return found


def make_game(name: str, rules: str = "") -> Game:
    """A game by name, under the rule set named or its first; GameError when there is none."""
    return plugin(name).open(rules or rule_sets(name)[0])[0]


class Loader:
    """The games that can be played on a board, the one in memory, and what plays it.

    variants: game and rule set of each; names, levels: what the menu calls them. variant: the one
    of the match at the board, also of one that waits to be continued, -1 before the first.
    failing: the game to begin with, if it has failed: none is in memory, and people choose another.
    journal: where a game is kept.
    """

    def __init__(self, port: "Port", board: Board, notice: "Callable[[str], None]"):
        self._port = port
        self._board = board
        self._notice = notice
        every = playable(board.profile, port.game_words)
        self.variants = tuple([each for each in every if each[0] not in failed])
        board.settings.variants = self.variants
        self.failing = ""
        self.journal = Journal(port.store, board.profile.name, self.variants)
        self.names = tuple([NAMES[VARIANTS.index(variant)] for variant in self.variants])
        quick = {game: LEVELS[game][: port.levels] for game in LEVELS}
        self.levels = [quick[game] for game, _ in self.variants]
        self.variant = -1
        self._game = ""  # whose modules are in memory
        self._player: Player | None = None  # kept from match to match: there is no room for two
        self._coach: Coach | None = None  # the player's

    def bring_first(self) -> None:
        """Have the modules of the game in memory that the board begins with."""
        port = self._port
        game = first_game(port.store, self._board.profile, port.game_words)
        if game in failed:
            self.failing = game
        elif game:
            self._bring(game)

    def _bring(self, name: str) -> "Plugin":
        """Have this game's modules in memory. There is room for one game's only: see `has`."""
        if self._game != name:
            if self._port.memory is not None:
                self._port.memory.words(MEMORY_WORDS[name])  # while there is so large a piece
            self._game = name
            trouble = plugin(name).check(self._port.store.table)
            if trouble:
                self._notice(trouble)
        return plugin(name)

    def has(self, variant: int) -> bool:
        """True where the modules of this variant's game are in memory."""
        return self._game == self.variants[variant][0]

    @property
    def ready(self) -> bool:
        """True once there is a player, or nothing to play."""
        return self._player is not None or not self._game

    def make_engine(self) -> "tuple[Player, Coach]":
        """The player and the coach of the game in memory, made once."""
        if self._player is None or self._coach is None:
            port = self._port
            port.collect()  # so that what stays for good comes to lie close together
            self._player, self._coach = plugin(self._game).engine(port.memory, port.store.table)
        return self._player, self._coach

    def make_match(self, variant: int) -> Match:
        """A match of this variant, not begun."""
        name, rules = self.variants[variant]
        game, painter, sentences = self._bring(name).open(rules)
        player, coach = self.make_engine()
        thinking = Thinking(self._board, player, coach, game.max_steps)
        return Match(self._board, self.journal, game, thinking, painter, sentences)

    def load_saved(self) -> "tuple[Match, Saved] | None":
        """The unfinished game in the journal, set up but not yet resumed. One that cannot be read
        is put aside, and a message says so. Called once a start."""
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
        """A table that looked sound may turn out to be damaged when it is read. The level that
        plays by it alone is then not offered any more."""
        trouble = self._player.take_trouble() if self._player else ""
        if trouble:
            levels = self.levels[self.variant]
            if levels[-1] == "perfect":
                self.levels[self.variant] = levels[:-1]
            self._notice(trouble)
            self._board.tunes.play(tunes.FAULT)
