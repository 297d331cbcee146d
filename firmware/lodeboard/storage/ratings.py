"""How strong the people at this board are, for the fair opponent: a rating of each player at each
game, from which the level of the next game follows.

The expected score of a game is 1 / (1 + 10 ** (difference of the ratings / 400)), and after it the
rating changes by K times the difference between score and expectation: A. Elo, The Rating of
Chessplayers, Past and Present (1978). K falls with the number of games, as in M. Glickman and T.
Doan, The US Chess Rating System, so that a new player's level is found soon; 2400 / (games + 12),
but 32 at least. The ratings of the levels come from matches between them. Between two
levels the games are shared out so that the player is expected to score half.

A game counts if it is won, drawn, lost or resigned. It does not count once a move was taken back,
the coach was on, or the level was changed; nor if it is given up for a new one.

Payload: words, GAME.PLAYER=RATING/GAMES/CHANGE/RESULT, the last two of the last game; and
@GAME.PLAYER=LEVEL while a game counts. In memory only while needed.
"""

from lodeboard.storage.blobs import BlobError, pack, unpack
from lodeboard.storage.settings import ONE_PLAYER

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from lodeboard.games.contract import Game
    from lodeboard.play.scene import Board

    Words = dict[str, list[int]]

NAME = "ratings"
VERSION = 1
RESULTS = ("lost", "drawn", "won")
_FIRST = 1  # level that a new player's rating is that of
_LEAST_K = 32
_MOST = 400  # a rating stays within so much of those of the levels
_SHARE = 618  # thousandths of the golden ratio: games fall on the two levels evenly


def expected(rating: int, other: int) -> float:
    """Return the expected score against a player with this other rating."""
    return float(1 / (1 + 10 ** ((other - rating) / 400)))


def strengths_of(game: "Game", levels: int) -> "tuple[int, ...]":
    """Return the ratings of the first levels of a game; of one without matches, guesses."""
    return (game.strengths or tuple(range(1000, 9000, 240)))[:levels]


def new_player(strengths: "tuple[int, ...]") -> "list[int]":
    """Return the numbers of a player who has not played: rating, games, last change and result."""
    return [strengths[min(_FIRST, len(strengths) - 1)], 0, 0, 0]


def level_for(strengths: "tuple[int, ...]", rating: int, games: int) -> int:
    """Return the level for the next game of a player who has played so many."""
    level = 0
    while level + 1 < len(strengths) and strengths[level + 1] <= rating:
        level += 1
    if rating <= strengths[0] or level + 1 == len(strengths):
        return level
    weaker = expected(rating, strengths[level]) - 0.5
    stronger = 0.5 - expected(rating, strengths[level + 1])
    return level + (games * _SHARE % 1000 * (weaker + stronger) < 1000 * weaker)


def after(
    strengths: "tuple[int, ...]", level: int, player: "list[int]", result: int
) -> "list[int]":
    """Return a player's numbers after a game against a level."""
    rating, games, _, _ = player
    score = result / 2 - expected(rating, strengths[level])
    change = round(max(_LEAST_K, 2400 / (games + 12)) * score)
    change = max(strengths[0] - _MOST, min(strengths[-1] + _MOST, rating + change)) - rating
    return [rating + change, games + 1, change, result]


def read(data: "bytes | None", board: str) -> "Words":
    """Return the stored words. Raises BlobError."""
    words: Words = {}
    if data is not None:
        try:
            for word in unpack(data, "R", VERSION, board).decode().split():
                name, _, numbers = word.partition("=")
                words[name] = [int(number) for number in numbers.split("/")]
                if len(words[name]) != (1 if name[0] == "@" else 4):
                    raise BlobError("a number is missing")
        except BlobError:
            raise
        except ValueError as error:
            raise BlobError("they are no numbers") from error
    return words


class Ratings:
    """The stored ratings, and those of the player and the game that the settings say."""

    def __init__(
        self, board: "Board", game: "Game", notice: "Callable[[str], None] | None" = None
    ) -> None:
        self._board = board
        self._strengths = strengths_of(game, len(board.settings.levels))
        self._name = f"{game.name}.{board.settings.fair}"
        self._words: Words = {}
        try:
            self._words = read(board.store.load(NAME), board.profile.name)
        except BlobError as error:
            if notice is not None:
                notice(f"The ratings cannot be read and start again: {error}.")
        self._player = self._words.get(self._name) or new_player(self._strengths)

    def _save(self) -> None:
        words = [name + "=" + "/".join(map(str, self._words[name])) for name in self._words]
        board = self._board
        board.store.save(NAME, pack("R", VERSION, board.profile.name, " ".join(words).encode()))

    def _tell(self, counts: bool, why: str = "") -> None:
        rating, games, change, result = self._player
        self._board.fair = {
            "player": self._board.settings.fair,
            "rating": rating,
            "games": games,
            "change": change,
            "why": why or (RESULTS[result] if games else ""),
            "counts": counts,
        }

    def _close(self) -> int:
        """No game counts any more. Returns the level of this player's that did, or -1."""
        level = self._words.get("@" + self._name, [-1])[0]
        for name in list(self._words):
            if name[0] == "@":
                del self._words[name]
        return level

    def begin(self) -> None:
        """A new game begins: set its level, and count it. The one before no longer counts."""
        board = self._board
        settings = board.settings
        self._close()
        board.fair = None
        if settings.fair and not settings.friend and settings.players == ONE_PLAYER:
            level = level_for(self._strengths, self._player[0], self._player[1])
            self._words["@" + self._name] = [level]
            self._tell(True)
            if settings.level != level:
                settings.level = settings.wanted = level
                settings.save(board.store, board.profile.name)
        self._save()

    def resume(self) -> None:
        """Continue a game; it counts if it did before."""
        level = self._words.get("@" + self._name, [-1])[0]
        if level >= 0:
            self._board.settings.level = self._board.settings.wanted = level
        self._tell(level >= 0, "" if level >= 0 else "resumed")

    def end(self, result: int) -> None:
        """Count the game: an index into RESULTS."""
        level = self._close()
        counts = level >= 0 and level == self._board.settings.wanted
        if counts:
            self._player = after(self._strengths, level, self._player, result)
            self._words[self._name] = self._player
        self._save()
        self._tell(False, "" if counts else "level")

    def drop(self, why: str) -> None:
        """The game under way does not count."""
        self._close()
        self._save()
        self._tell(False, why)
