"""Proves the opening book of xtic: plays it against everything, and asks what has been proved.

From the first position the player whom the book answers plays by the book, as the board's own
code reads it; the other makes every step. Positions equal by symmetry, the piece in hand
included, are played on once. Where the book ends, the position must be worth what the book
guarantees: by facts about positions with six pieces, and by nothing else in the file of facts.
Rules are the firmware's; symmetries and comparison are those of the check of proofs.
"""

from pathlib import Path
from typing import Any, BinaryIO, NamedTuple

import numpy as np

from host_tools.games.xtic.solver.book import Guarantee, question
from host_tools.games.xtic.solver.check import GIVE, Checker, CheckError, Leaf, Say, least_faces
from host_tools.games.xtic.solver.facts import Key
from lodeboard.games.book_file import BookError
from lodeboard.games.contract import LOSE, NOWHERE, UNDECIDED
from lodeboard.games.xtic.book import NOTHING, WIN, XticBook
from lodeboard.games.xtic.rules import Xtic

PLAYERS = ("who gives first", "who places first")
_ENDLESS = 1 << 60


class Proof(NamedTuple):
    """What was proved for a player: the guarantee, and how many positions had their answers
    looked at, by the number of pieces on the board."""

    player: int
    guarantee: int
    answers: dict[int, int]


class BookProof(Checker):
    """One book and the facts it is held to. StoreError, BookError where one cannot be read."""

    def __init__(self, rules: str, proofs: Path, path: Path) -> None:
        super().__init__(rules, proofs)

        def open_table(_: str) -> Any:
            file: BinaryIO = path.open("rb")
            return file

        if not path.exists():
            raise BookError(f"there is no table {path}: lodeboard tables build makes it")
        self._book = XticBook(open_table, rules)
        self._guarantee = Guarantee(NOTHING, 0, False)
        self._player = 0
        self._asked: dict[int, int] = {}
        self._seen: set[Key] = set()
        self._answered: set[Key] = set()

    def run(self, say: Say) -> tuple[list[Proof], dict[Leaf, bool]]:
        """Prove every answer. Returns what was proved for each player, and the facts about
        positions with six pieces that it rests on. Raises CheckError for a wrong answer."""
        self._say = say
        proofs = []
        for player, guarantee in enumerate(self._book.guarantees):
            if guarantee != NOTHING:
                self._player = player
                self._guarantee = question(self._player, guarantee)
                self._asked = {}
                self._seen = set()
                self._answered = set()
                self._visit()
                proofs.append(Proof(self._player, guarantee, self._asked))
        proved = sum(sum(each.answers.values()) for each in proofs)
        if proved != self._book.entries:
            raise CheckError(f"it has {self._book.entries} answers, of which {proved} are asked")
        self._book.close()
        return proofs, self._needed

    def _visit(self) -> None:
        """Prove the positions after this one, in which a piece must be given."""
        game = self._game
        key = self.key(game)
        if key in self._seen:
            return
        self._seen.add(key)
        placed = key[0].bit_count()
        if placed > self._book.most[self._player]:
            guarantee = self._guarantee
            if self._wins(key, guarantee.question ^ placed & 1) != guarantee.answer:
                raise CheckError(f"{self._book.name} leads to {game.text()}, where it fails")
            return
        if placed & 1 == self._player:
            game.push(self._answer(placed))
            for cell in range(16):
                if not game.occupied >> cell & 1:
                    game.push(cell)
                    # with a placement that loses, the other player has kept the guarantee for us
                    if game.verdict() != LOSE:
                        self._visit()
                    game.pop()
            game.pop()
            return
        for piece in range(16):
            if self._left(piece):
                game.push(GIVE + piece)
                held = self.held_key(game)
                if held not in self._answered:
                    self._answered.add(held)
                    game.push(self._answer(placed))
                    if game.verdict() != UNDECIDED:
                        raise CheckError(f"{self._book.name} loses at once in {game.text()}")
                    self._visit()
                    game.pop()
                game.pop()

    def _answer(self, placed: int) -> int:
        """The book's step as the board reads it."""
        game, book = self._game, self._book
        if book.answers(game):
            book.start(game)
            while not book.run(_ENDLESS):
                pass
            steps = bytearray(game.max_steps)
            if book.step in steps[: game.steps(steps)]:
                self._asked[placed] = self._asked.get(placed, 0) + 1
                self._say(f"{sum(self._asked.values()):,} answers of {book.entries:,} proved")
                return book.step
        raise CheckError(f"{book.name} has no answer in {game.text()}")

    def held_key(self, game: Xtic) -> Key:
        """Like `key`, with a piece in hand: of each property the image in which it has a 0."""
        pieces = np.frombuffer(bytes(game.at), np.uint8).astype(np.int64)
        taken = pieces != NOWHERE
        cells = self._weights @ taken
        best = cells.min()
        weights = self._weights[cells == best]
        masks = np.stack(
            [weights @ (taken & ((pieces ^ game.hand) >> bit & 1 == 1)) for bit in range(4)], axis=1
        )
        return int(best), least_faces(masks)


def report_lines(rules: str, proofs: list[Proof], facts: int, again: int) -> list[str]:
    """Lines with the result for each player, and a sum."""
    lines = []
    for each in proofs:
        worth = "a win" if each.guarantee == WIN else "at least a tie"
        counts = ", ".join(f"{count:,} with {n}" for n, count in sorted(each.answers.items()))
        lines.append(f"{rules}: {PLAYERS[each.player]}: {worth}; answers by pieces: {counts}")
    total = sum(sum(each.answers.values()) for each in proofs)
    lines.append(
        f"{rules}: {total:,} answers from the book: every one keeps what is guaranteed, by"
        f" {facts:,} facts about six pieces; {again:,} of these searched again and found right"
    )
    return lines
