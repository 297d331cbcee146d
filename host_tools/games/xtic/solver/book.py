"""What the opening book of xtic answers: strategies out of the facts that were proved.

A finished answer to one of the two questions about the first position is a whole strategy for
one of the players: a win for who asks for one, at least a tie for the other where there is none.
From the first position on, the player who is protected gets one step in each position, the
other makes all of them; positions equal by symmetry, the piece in hand included, are one. Of the
steps that keep what is proved those are taken that need few answers later.
"""

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from host_tools.games.xtic.solver.board import State, game_of, laid, safe_cells, state_of, tables
from host_tools.games.xtic.solver.facts import DEEPEST, Facts, Key
from lodeboard.games.xtic.book import NOTHING, TIE, WIN, image_bytes
from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.symmetry import Smallest

# Answers by smallest image: the step in it, a cell or a piece.
Level = dict[bytes, int]
Say = Callable[[str], None]


class Guarantee(NamedTuple):
    """What is proved for a player: TIE or WIN. question: which player would win, the one who gives
    first (1) or places first (0); answer: whether they do."""

    worth: int
    question: int
    answer: bool


class Strategy(NamedTuple):
    """A player's answers: `levels[n]` with n pieces on the board; and the positions they lead to,
    with a piece more than the last of them, in which a piece must be given."""

    guarantee: int
    levels: list[Level]
    ends: list[State]


def question(player: int, worth: int) -> Guarantee:
    """The guarantee of this value for the player who gives first (player 0) or places first (1)."""
    mine = 1 - player
    return Guarantee(worth, mine if worth == WIN else 1 - mine, worth == WIN)


def guaranteed(facts: Facts, player: int) -> Guarantee | None:
    """The best guarantee proved for a player."""
    root = facts.key(state_of(Xtic(facts.rules)))
    for worth in (WIN, TIE):
        guarantee = question(player, worth)
        if facts.look_up(root, guarantee.question) == guarantee.answer:
            return guarantee
    return None


def strategies(facts: Facts, say: Say) -> tuple[Strategy, Strategy]:
    """All strategies in the facts, for the player who gives first and for the one who places
    first."""
    found = []
    for player in (0, 1):
        guarantee = guaranteed(facts, player)
        if guarantee is None:
            found.append(Strategy(NOTHING, [], []))
            continue
        walk = _Walk(facts, player, guarantee, say)
        found.append(Strategy(guarantee.worth, walk.levels, walk.ends))
    return found[0], found[1]


class _Walk:
    """One strategy, level by level: all positions with a piece more, then their answers."""

    def __init__(self, facts: Facts, player: int, guarantee: Guarantee, say: Say) -> None:
        self._facts = facts
        self._guarantee = guarantee
        self._board = tables(facts.rules)[0]
        self._smallest = Smallest()
        self.levels: list[Level] = []
        first = state_of(Xtic(facts.rules))
        level = {facts.key(first): first}
        for placed in range(DEEPEST):
            # The player who gives with no pieces on the board also gives with two, and places with
            # one.
            gives = placed & 1 == player
            answers, level = self._gifts(level) if gives else self._places(level)
            self.levels.append(answers)
            say(f"{len(answers):,} answers with {placed} pieces on the board")
        self.ends = list(level.values())

    def _guaranteed(self, key: Key) -> bool:
        """Whether the guarantee holds when the next player must give."""
        guarantee = self._guarantee
        gives = guarantee.question ^ key[0].bit_count() & 1
        return self._facts.look_up(key, gives) == guarantee.answer

    def _after(self, state: State, piece: int) -> dict[Key, tuple[int, State]]:
        """The positions that a gift may lead to, each with a suitable cell; lost ones are
        omitted."""
        found: dict[Key, tuple[int, State]] = {}
        for cell in safe_cells(state, piece):
            after = laid(self._board, state, piece, cell)
            found.setdefault(self._facts.key(after), (cell, after))
        return found

    def _gifts(self, level: dict[Key, State]) -> tuple[Level, dict[Key, State]]:
        """One gift in each position, after which all placements keep the guarantee."""
        choices = []
        for key, state in level.items():
            gifts = []
            for piece in range(16):
                if state.left >> piece & 1:
                    after = self._after(state, piece)
                    if all(self._guaranteed(each) for each in after):
                        gifts.append((piece, after))
            choices.append((len(gifts), key, state, gifts))
        choices.sort(key=lambda choice: choice[:2])
        answers: Level = {}
        following: dict[Key, State] = {}
        for _, _, state, gifts in choices:
            piece, after = min(gifts, key=lambda gift: sum(key not in following for key in gift[1]))
            following |= {key: state for key, (_, state) in after.items()}
            image = self._image(state, None)
            answers[image] = next(n for n in range(16) if self._smallest.piece(n) == piece)
        return answers, following

    def _places(self, level: dict[Key, State]) -> tuple[Level, dict[Key, State]]:
        """One placement for each gift in each position."""
        asked: dict[bytes, tuple[State, int]] = {}
        for _, state in sorted(level.items()):
            for piece in range(16):
                if state.left >> piece & 1:
                    asked.setdefault(self._image(state, piece), (state, piece))
        choices: dict[bytes, dict[Key, tuple[int, State]]] = {}
        for image, (state, piece) in asked.items():
            after = self._after(state, piece)
            choices[image] = {key: each for key, each in after.items() if self._guaranteed(key)}
        answers: Level = {}
        following: dict[Key, State] = {}
        for image, key in _cover({image: list(keys) for image, keys in choices.items()}).items():
            cell, after_it = choices[image][key]
            following[key] = after_it
            self._image(*asked[image])
            answers[image] = next(n for n in range(16) if self._smallest.cell(n) == cell)
        return answers, following

    def _image(self, state: State, hand: int | None) -> bytes:
        """The smallest image of a position, by which the board asks; and the way back from it,
        for what is asked next."""
        game = game_of(self._facts.rules, state.occupied, state.faces)
        if hand is not None:
            game.push(16 + hand)
        self._smallest.start(game)
        while not self._smallest.run():
            pass
        return image_bytes(self._smallest)


def _cover(choices: dict[bytes, list[Key]]) -> dict[bytes, Key]:
    """Choose one option for each, with few different options in all: always the one that suits
    most."""
    takers: dict[Key, set[bytes]] = {}
    for image, keys in choices.items():
        for key in keys:
            takers.setdefault(key, set()).add(image)
    counts = Counter({key: len(images) for key, images in takers.items()})
    found: dict[bytes, Key] = {}
    while len(found) < len(choices):
        best = min(counts, key=lambda key: (-counts[key], key))
        for image in sorted(takers[best]):
            if image not in found:
                found[image] = best
                counts.subtract(choices[image])
        del counts[best]
    return found


def most_pieces(strategy: Strategy) -> int:
    """The largest number of pieces on the board with answers; 0 if there are none."""
    return max(0, len(strategy.levels) - 1)
