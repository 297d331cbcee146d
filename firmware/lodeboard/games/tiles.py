"""Base classes for games with two players' tiles, without sides, on a square board.

A game is a subclass of TileGame in its folder's `rules`, and a PLUGIN beside it. Player, coach,
painter, sentences and texts come from here; a game overrides what differs.
"""

from array import array

from micropython import const

from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import (
    EMPTY,
    LOSE,
    TIE,
    UNDECIDED,
    UP_0,
    UP_1,
    VERDICTS,
    BaseGame,
    GameError,
    Plugin,
)
from lodeboard.games.grid import grid_of
from lodeboard.games.human import Level
from lodeboard.games.search import Search, SearchCoach, SearchPlayer
from lodeboard.lights import palette

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from lodeboard.games.contract import Tables
    from lodeboard.games.solved import SolvedPlayer
    from lodeboard.ports.port import Memory

_DEEPEST = const(24)
_TILE = const(100)
_LETTERS = "-xo"
_ONES = bytes((0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4))


class TileGame(BaseGame):
    """A position of tiles; see BaseGame.

    first, second   masks of the cells with a tile of the first and of the second player

    A game adds `begin`, what lies on the board at first, `steps`, `verdict`, `changes`, `_make`,
    `_unmake`, sizes, and `step_text`. Positions are written as `1_` or `2_`, the player to act,
    then the cells row by row from a1: `x` the first player's tile, `o` the second's, `-` empty.
    """

    rows = 4
    columns = 4
    max_tiles = 8  # of a player
    begin = (0, 0)
    # Cost of a search node, in a port's evaluations: see docs/adding-a-game.md.
    cost = 215
    strengths: "tuple[int, ...]" = ()
    decisive = 1000  # a score that lower levels take for a sure win
    allowance = 3000  # nodes that the coach searches for all steps of a decision
    levels: "Sequence[Level]" = (
        Level(2, 32, 90, 95, 10, 95),
        Level(2, 200, 80, 75, 60, 50),
        Level(2, 300, 90, 85, 50, 15),
        Level(3, 600, 100, 96, 20),
        Level(_DEEPEST, 3000),
    )

    def __init__(self, rules: str = "") -> None:
        self.grid = grid_of(self.rows, self.columns)
        super().__init__(rules)

    def reset(self) -> None:
        self._set(self.begin[0], self.begin[1], 0)

    def _set(self, first: int, second: int, turn: int) -> None:
        self.first = first
        self.second = second
        self.turn = turn
        self.length = 0

    def tiles(self, player: int) -> int:
        """Return the mask of a player's tiles."""
        return self.second if player else self.first

    def code(self, cell: int) -> int:
        if (self.first >> cell) & 1:
            return UP_0
        return UP_1 if (self.second >> cell) & 1 else EMPTY

    def count_moves(self) -> int:
        return self.steps(array("H", bytes(2 * self.max_steps)))

    def key(self) -> int:
        """Return the smallest image of the tiles (player to act, opponent) under the board's
        symmetries."""
        own = self.tiles(self.turn)
        theirs = self.tiles(1 - self.turn)
        grid = self.grid
        images = range(len(grid.symmetries))
        return min(
            [grid.image(own, image) << grid.cells | grid.image(theirs, image) for image in images]
        )

    def score(self) -> int:
        """Return the estimated value of an undecided position for the player to act, within
        +-search.FAIR."""
        return (ones(self.tiles(self.turn)) - ones(self.tiles(1 - self.turn))) * _TILE

    def ended(self) -> str:
        """Return how the game ended, to follow the result, or ""."""
        return ""

    # Text

    def load(self, text: str) -> None:
        """Set up a position without a history; any arrangement of tiles is valid."""
        cells = self.grid.cells
        if len(text) < 2 or text[0] not in "12" or text[1] != "_":
            raise GameError("a position begins with 1_ or 2_, the player to act")
        if len(text) != 2 + cells:
            raise GameError(
                f"a position has {cells} cells after {text[:2]}, this one has {len(text) - 2}"
            )
        masks = [0, 0, 0]  # by letter
        for cell in range(cells):
            letter = text[2 + cell]
            kind = _LETTERS.find(letter)
            if kind < 0:
                raise GameError(f'cell {cell + 1} of {cells} is "{letter}": cells are x, o or -')
            masks[kind] |= 1 << cell
        for mask, who in ((masks[1], "first"), (masks[2], "second")):
            count = ones(mask)
            if count > self.max_tiles:
                raise GameError(
                    f"the {who} player has {count} tiles: there are {self.max_tiles} a player"
                )
        self._set(masks[1], masks[2], int(text[0]) - 1)

    def text(self) -> str:
        first = self.first
        second = self.second << 1
        cells = [
            _LETTERS[(first >> cell & 1) | (second >> cell & 2)] for cell in range(self.grid.cells)
        ]
        return f"{self.turn + 1}_" + "".join(cells)

    def parse_move(self, text: str) -> "list[int]":
        verdict = self.verdict()
        if verdict != UNDECIDED:
            raise GameError(f"the game is over here: {VERDICTS[verdict]} for the player to act")
        steps = array("H", bytes(2 * self.max_steps))
        for step in steps[: self.steps(steps)]:
            if self.step_text(step) == text:
                return [step]
        raise GameError(self.why_not(text))

    def why_not(self, text: str) -> str:
        """Return why this is not a legal move."""
        return f'"{text}" is no legal move here'


def ones(mask: int) -> int:
    """Return the number of cells in a mask."""
    count = 0
    while mask:
        count += _ONES[mask & 15]
        mask >>= 4
    return count


class TilePainter:
    """Paints the end; during the game the guide's marks are enough."""

    def __init__(self, game: TileGame) -> None:
        self._game = game

    def lines(self, marks: bytearray) -> None:
        """Nothing."""

    def end(self, marks: bytearray, verdict: int, span: int) -> bool:
        """Mark the winner's tiles, or all tiles after a draw."""
        game = self._game
        shown = game.first | game.second
        meaning = palette.DRAW
        if verdict != TIE:
            shown = game.tiles(1 - game.turn if verdict == LOSE else game.turn)
            meaning = palette.WINNER
        for cell in range(game.grid.cells):
            if (shown >> cell) & 1:
                marks[cell] = meaning
        return False


class TileSentences:
    """The sentences: what to do, and how a game ended."""

    THING = "tile"
    TOO_EARLY = "Take that tile away again: none comes onto the board now."

    def __init__(self, game: TileGame) -> None:
        self._game = game

    def say(self, ask: str, who: str, asked: bool, cell: int, coaching: bool) -> str:
        """Return the sentence for lift (a tile to move), put (the tile in the hand), place (a new
        tile) or give (a choice)."""
        if ask == "put":
            if asked:
                return "Set it down on the lit cell; first take away the tile there, if any."
            return (
                "Set it down on a lit cell; first take away the tile there, if any."
                " Or put it back to choose another."
            )
        if ask == "give":
            return who + ": choose. Middle: yes. Right: the next."
        if ask == "place":
            if asked:
                return who + ": place its tile on the lit cell."
            return who + ": place a tile of your own on any lit cell."
        if asked:
            return who + ": lift the lit tile."
        return who + ": move one of the lit tiles."

    def ended(self) -> str:
        return self._game.ended()


def tile_plugin(
    game: "type[TileGame]",
    sentences: "type[TileSentences]" = TileSentences,
    solved: "type[SolvedPlayer] | None" = None,
) -> "Plugin":
    """Return the plugin of a game of tiles. sentences, solved: the game's own class of sentences,
    and of the player with the level perfect, if it has one."""

    def engine(
        _memory: "Memory | None", tables: "Tables | None"
    ) -> "tuple[SearchPlayer, SearchCoach]":
        """Create player and coach; they need no memory, and tables only for perfect play."""
        copy = game()
        search = Search(copy, copy.score, _DEEPEST)
        search.decisive = copy.decisive
        names = LEVELS[copy.name]
        if len(names) > len(copy.levels):
            if solved is None:
                from lodeboard.games.solved import SolvedCoach, SolvedPlayer

                reader = SolvedPlayer(search, names, copy.levels, copy.cost, tables)
                return reader, SolvedCoach(reader, copy.allowance)
            player: SearchPlayer = solved(search, names, copy.levels, copy.cost, tables)
        else:
            player = SearchPlayer(search, names, copy.levels, copy.cost)
        return player, SearchCoach(search, copy.cost, copy.allowance)

    return Plugin(game, TilePainter, sentences, engine)
