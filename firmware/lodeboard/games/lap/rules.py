"""Lap: three tiles each race round the twelve cells of the rim; the board rolls 1 to 4.

The first player's lap begins at a4, the second's at d1; both run clockwise. With a roll, a player
moves one tile on by that many cells, or brings a new tile onto that cell of the lap. A tile that
passes its twelfth cell is home and leaves the board. Moved onto the other player's tile it sends
that one back to its start; own tiles are in the way, and a new tile needs an empty cell. Instead of
moving, a player may roll once more, and must then play the new roll, or pass if no tile can move.
The first player with all tiles home wins; 200 moves are a draw.

A position is one of tiles and four digits: tiles of the first and of the second player that are
still to come, the roll (0 before it), and 1 for the second roll of a turn. Steps:

    r3      chance rolls a three: _ROLL + 3
    again   the player rolls once more: _AGAIN + the roll given up
    pass    no tile can move: _PASS + the roll
    a4a1    move; `a4` comes onto the board, `b4off` goes home: bits 4 to 7 are the tile's place on
            the lap, 0 off the board; 2 and 3 the roll - 1; 1 that it hits; 0 the second roll
"""

from micropython import const

from lodeboard.games.chance import chance_plugin
from lodeboard.games.contract import (
    EMPTY,
    LOSE,
    NOWHERE,
    TIE,
    UNDECIDED,
    UP_0,
    UP_1,
    WIN,
    GameError,
)
from lodeboard.games.tiles import TileGame, TilePainter, TileSentences, ones
from lodeboard.lights import palette

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import MutableSequence

_RIM = bytes((12, 8, 4, 0, 1, 2, 3, 7, 11, 15, 14, 13))  # the first player's lap
_DIE = bytes((5, 6, 10, 9))  # the roll is the number of lit cells
_LAP = const(12)
_TILES = const(3)
_FACES = const(4)
_FIRST = const(0x10)  # a tile that is on the lap moves; below it, one comes in
_ROLL = const(0x100)
_AGAIN = const(0x200)
_PASS = const(0x300)
_MOST_MOVES = const(200)
_HALF_TURN = const(3)  # of the grid's symmetries
_PACE = const(350)  # the score of a cell ahead


class Lap(TileGame):
    """waiting: tiles of each player that are still to come. roll: 0 before it. second: 1 for the
    second roll of a turn. moves: made in this game."""

    name = "lap"
    strengths: "tuple[int, ...]" = (1000, 1058, 1153, 1293, 1400)
    max_steps = 4  # three tiles and another roll; or the faces of the die
    max_length = 4 * _MOST_MOVES  # two rolls, the choice between them, a move
    max_changes = 2
    max_tiles = _TILES
    choices = True
    match = "rolling"

    def _set(self, first: int, second: int, turn: int) -> None:
        super()._set(first, second, turn)
        self.waiting = bytearray((_TILES, _TILES))
        self.roll = self.second_roll = self.moves = 0

    def _cell(self, place: int) -> int:
        """Return the cell of a place (1..12) on the lap of the player to act."""
        return _RIM[(place - 1 + 6 * self.turn) % _LAP]

    def steps(self, out: "MutableSequence[int]") -> int:
        if self.verdict() != UNDECIDED:
            return 0
        count = 0
        if not self.roll:
            for face in range(_FACES):
                out[face] = _ROLL + 1 + face
            return _FACES
        own = self.tiles(self.turn)
        theirs = self.tiles(1 - self.turn)
        for start in range(_LAP + 1):
            if not ((own >> self._cell(start)) & 1 if start else self.waiting[self.turn]):
                continue
            step = start << 4 | (self.roll - 1) << 2 | self.second_roll
            end = start + self.roll
            if end <= _LAP:
                cell = self._cell(end)
                if (own >> cell) & 1 or (not start and (theirs >> cell) & 1):
                    continue
                step |= ((theirs >> cell) & 1) << 1
            out[count] = step
            count += 1
        if not self.second_roll:
            out[count] = _AGAIN + self.roll
        elif not count:
            out[count] = _PASS + self.roll
        else:
            return count
        return count + 1

    def chances(self, out: "MutableSequence[int]") -> int:
        if self.roll or self.verdict() != UNDECIDED:
            return 0
        for face in range(_FACES):
            out[face] = 1
        return _FACES

    def _make(self, step: int) -> None:
        if _PASS > step >= _AGAIN:
            self.roll = 0
            self.second_roll = 1
        elif _AGAIN > step >= _ROLL:
            self.roll = step - _ROLL
        else:
            if step < _ROLL:
                self._run(step, -1)
            self.roll = self.second_roll = 0
            self.moves += 1
            self.turn = 1 - self.turn

    def _unmake(self, step: int) -> None:
        if _PASS > step >= _AGAIN:
            self.roll = step - _AGAIN
            self.second_roll = 0
        elif _AGAIN > step >= _ROLL:
            self.roll = 0
        else:
            self.turn = 1 - self.turn
            self.moves -= 1
            if step >= _PASS:
                self.roll = step - _PASS
                self.second_roll = 1
            else:
                self.roll = 1 + (step >> 2 & 3)
                self.second_roll = step & 1
                self._run(step, 1)

    def _run(self, step: int, waits: int) -> None:
        """Toggle the cells of a move. waits: what a tile that comes in adds to the waiting ones."""
        start = step >> 4
        end = start + 1 + (step >> 2 & 3)
        own = 1 << self._cell(start) if start else 0
        theirs = 0
        if end <= _LAP:
            own |= 1 << self._cell(end)
            if step & 2:
                theirs = 1 << self._cell(end)
                self.waiting[1 - self.turn] -= waits
        if not start:
            self.waiting[self.turn] += waits
        self.first ^= theirs if self.turn else own
        self.second ^= own if self.turn else theirs

    def left(self, player: int) -> int:
        """Return the tiles of a player that are not home."""
        return self.waiting[player] + ones(self.tiles(player))

    def verdict(self) -> int:
        if not self.left(1 - self.turn):
            return LOSE
        if not self.left(self.turn):
            return WIN
        return TIE if self.moves >= _MOST_MOVES else UNDECIDED

    def changes(self, step: int, out: "MutableSequence[int]") -> int:
        if step >= _ROLL:
            return 0
        own = UP_1 if self.turn else UP_0
        start = step >> 4
        index = 0
        if start:
            out[0] = self._cell(start)
            out[1] = own
            out[2] = EMPTY
            index = 3
        if start + self.roll <= _LAP:
            out[index] = cell = self._cell(start + self.roll)
            out[index + 1] = self.code(cell)
            out[index + 2] = own
            index += 3
        return index // 3

    def choice(self, step: int) -> int:
        if step < _ROLL:
            return NOWHERE
        return _DIE[0 if step >= _AGAIN else step - _ROLL - 1]

    def key(self) -> int:
        """Return the tiles, the player to act first, as from the first player's side."""
        own = self.tiles(self.turn)
        theirs = self.tiles(1 - self.turn)
        if self.turn:
            own = self.grid.image(own, _HALF_TURN)
            theirs = self.grid.image(theirs, _HALF_TURN)
        waiting = self.waiting[self.turn] << 2 | self.waiting[1 - self.turn]
        return (own << 16 | theirs) << 8 | waiting << 4 | self.roll << 1 | self.second_roll

    def score(self) -> int:
        return max(-9500, min(9500, (self._ahead(self.turn) - self._ahead(1 - self.turn)) * _PACE))

    def _ahead(self, player: int) -> int:
        """Return how many cells a player's tiles have run; one that is home has run 13."""
        run = 13 * (_TILES - self.left(player))
        tiles = self.tiles(player)
        for place in range(_LAP):
            if (tiles >> _RIM[(place + 6 * player) % _LAP]) & 1:
                run += place + 1
        return run

    # Text

    def text(self) -> str:
        return super().text() + f"{self.waiting[0]}{self.waiting[1]}{self.roll}{self.second_roll}"

    def load(self, text: str) -> None:
        cells = text[: 2 + self.grid.cells]
        digits = text[2 + self.grid.cells :]
        # Of bytes, since a superscript 2 is a digit of text.
        if len(digits) != 4 or not digits.encode().isdigit() or digits[2] > "4" or digits[3] > "1":
            raise GameError(
                "a position ends with four digits: tiles to come of both players, the roll 0 to 4,"
                " 1 for a second roll"
            )
        if any(cells[2 + cell] != "-" for cell in _DIE):
            raise GameError("no tile lies in the middle of the board")
        if max(cells.count("x") + int(digits[0]), cells.count("o") + int(digits[1])) > _TILES:
            raise GameError(f"a player has {_TILES} tiles, on the board and to come")
        super().load(cells)
        self.waiting[:] = bytes((int(digits[0]), int(digits[1])))
        self.roll = int(digits[2])
        self.second_roll = int(digits[3])

    def step_text(self, step: int) -> str:
        if step >= _AGAIN:
            return "pass" if step >= _PASS else "again"
        if step >= _ROLL:
            return f"r{step - _ROLL}"
        start = step >> 4
        text = self.grid.cell_name(self._cell(start)) if start else ""
        end = start + self.roll
        return text + (self.grid.cell_name(self._cell(end)) if end <= _LAP else "off")

    def ended(self) -> str:
        return ": 200 moves" if self.verdict() == TIE else ": all tiles are home"


class LapPainter(TilePainter):
    """Shows the roll in the middle of the board."""

    _game: Lap

    def lines(self, marks: bytearray) -> None:
        if self._game.roll:
            self.roll(marks, _ROLL + self._game.roll)

    def end(self, marks: bytearray, verdict: int, span: int) -> bool:
        """Mark the first half of the winner's lap: no tile of the winner's is left to mark."""
        if verdict == TIE:
            return super().end(marks, verdict, span)
        winner = self._game.turn if verdict == WIN else 1 - self._game.turn
        for place in range(_LAP // 2):
            marks[_RIM[place + 6 * winner]] = palette.WINNER
        return False

    def roll(self, marks: bytearray, step: int) -> None:
        """Light as many cells as the roll says. While a choice is offered on the first, all of them
        have its light, so the number can still be read."""
        light = marks[_DIE[0]]
        if not palette.GIFT <= light <= palette.GIFT_HERE:
            light = palette.MENU_CHOSEN
        for cell in _DIE[: step - _ROLL]:
            if marks[cell] in (palette.OFF, palette.THINKING, palette.MENU_CHOSEN):
                marks[cell] = light


class LapSentences(TileSentences):
    """The sentences, with the roll in them."""

    _game: Lap

    @property
    def TOO_EARLY(self) -> str:  # type: ignore[override]
        if self._game.roll:
            return "Take that tile away again: no new tile can come in with this roll."
        return "Take that tile away again: wait for the roll."

    def say(self, ask: str, who: str, asked: bool, cell: int, coaching: bool) -> str:
        game = self._game
        if ask == "give":
            if game.second_roll and cell == NOWHERE:
                return who + ": no tile can move. Right, then middle button: pass."
            if game.second_roll:
                return who + ": no tile can move. Middle button: pass."
            if cell == NOWHERE:
                return who + ": roll once more? Right, then middle button: yes."
            return who + ": roll once more? Middle button: yes. Left: no."
        if asked or ask == "put":
            return super().say(ask, who, asked, cell, coaching)
        steps = [0] * game.max_steps
        hands = [step for step in steps[: game.steps(steps)] if step < _ROLL]
        if not any(step < _FIRST for step in hands):
            said = f"{who}: rolled {game.roll}. Move a lit tile."
        elif not any(step >= _FIRST for step in hands):
            said = f"{who}: rolled {game.roll}. Place a new tile on a lit cell."
        else:
            said = f"{who}: rolled {game.roll}. Move a lit tile, or place a new one on a lit cell."
        return said if game.second_roll else said + " Right button: roll once more."


PLUGIN = chance_plugin(Lap, LapPainter, LapSentences)
