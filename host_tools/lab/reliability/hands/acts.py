"""The acts of a careless hand: anything, at any moment, often left unfinished."""

import math
import random
from collections.abc import Callable

from host_tools.board.hands.hand import Hand
from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.board.simulator.store import AFTER, BEFORE, MIDDLE
from host_tools.board.simulator.tiles import Tile
from host_tools.board.simulator.world import WorldError

_BROKEN_OFF = 0.2  # share of acts that the hand abandons halfway
_BROKEN_OFF_MS = 900
_LONGEST_MS = 20_000
_HOVER_MM = 12.0
_FALL_MM = 25.0
_AWAY = 0.4  # share of tiles that an arm sweeps off the plate
_LINES = ('{"c": "hello"}', '{"c": "watch", "on": true}', '{"c": "watch"}', "{nonsense")

# Relative frequency of each act, with an empty hand and with a tile in it.
EMPTY_HAND = {
    "lift": 3, "place": 3, "move": 3, "turn": 2, "swap": 1, "throw": 2, "slide": 2, "sweep": 1,
    "stack": 2, "lean": 2, "fall": 1, "take away": 3, "magnet": 1, "buttons": 3, "cable": 1,
    "power": 1, "wait": 2,
}  # fmt: skip
HOLDING = {
    "let go": 2, "set down": 3, "put back": 2, "turn in hand": 2, "hover": 2, "buttons": 2,
    "cable": 1, "power": 1, "wait": 1,
}  # fmt: skip
ACTS = tuple(dict.fromkeys((*EMPTY_HAND, *HOLDING)))


class Careless:
    """A hand that ignores the board's lights."""

    def __init__(self, board: SimulatedBoard, stage: Stage, choose: random.Random) -> None:
        self._board = board
        self._stage = stage
        self._hand: Hand = stage.hand
        self._choose = choose
        self._done: dict[str, Callable[[], None]] = {
            name: getattr(self, "_" + name.replace(" ", "_")) for name in ACTS
        }

    def act(self) -> str:
        """Perform a random act; return its name."""
        offered = HOLDING if self._hand.tile is not None else EMPTY_HAND
        [name] = self._choose.choices(list(offered), list(offered.values()))
        broken_off = self._choose.random() < _BROKEN_OFF
        self.do(name, self._choose.randrange(20, _BROKEN_OFF_MS) if broken_off else _LONGEST_MS)
        return name

    def do(self, name: str, within_ms: int = _LONGEST_MS) -> None:
        """Perform this act as far as time allows; do nothing if it is impossible."""
        hand = self._hand
        hand.blocking = False
        try:
            self._done[name]()
            self._board.run_until(lambda: not hand.busy, within_ms)
        except (WorldError, IndexError):  # no tile for it
            pass
        finally:
            if hand.busy:
                hand.open()
            hand.give_up()
            hand.blocking = True

    def end(self) -> None:
        """Correct what people notice at once: release the button, plug the cable in."""
        self._board.release(7)
        self._board.plug(True)

    # Positions and objects

    def _lying(self) -> list[Tile]:
        world = self._board.world
        return [t for t in world.tiles if not t.held and world.plate.covers(t.x_mm, t.y_mm)]

    def _one(self) -> Tile:
        return self._choose.choice(self._lying())

    def _some(self) -> Tile:
        """A tile from the plate or from a tray."""
        return self._choose.choice([t for t in self._board.world.tiles if not t.held])

    def _spare(self) -> Tile:
        return self._board.world.spare(self._choose.randrange(1 if self._board.world.alike else 2))

    def _cell(self) -> str:
        return self._choose.choice(self._stage.cells)

    def _turned(self) -> bool:
        return self._choose.random() < 0.5

    def _spot(self) -> tuple[float, float]:
        """A random spot on the plate, including its margin."""
        x, y = self._board.world.plate.centre(self._board.profile.cells - 1)
        margin = self._board.world.plate.margin_mm
        return self._choose.uniform(-margin, x + margin), self._choose.uniform(-margin, y + margin)

    # With an empty hand

    def _lift(self) -> None:
        self._hand.lift(self._one())

    def _place(self) -> None:
        self._hand.move_tile(self._spare(), self._cell(), self._turned())

    def _move(self) -> None:
        self._hand.move_tile(self._one(), self._cell(), self._turned())

    def _turn(self) -> None:
        tile = self._one()
        self._hand.move_tile(tile, (tile.x_mm, tile.y_mm), turn=True)

    def _swap(self) -> None:
        one, other = self._choose.sample(self._lying(), 2) if len(self._lying()) > 1 else [None] * 2
        if one is None or other is None:
            return
        here, there = (one.x_mm, one.y_mm), (other.x_mm, other.y_mm)
        self._hand.remove(one)
        self._hand.move_tile(other, here)
        self._hand.move_tile(one, there)

    def _throw(self) -> None:
        self._hand.throw(self._some(), self._cell(), self._turned())

    def _slide(self) -> None:
        over = [self._cell() for _ in range(self._choose.randrange(1, 4))]
        self._hand.slide(self._one(), *over)

    def _sweep(self) -> None:
        """An arm sweeps over the plate: tiles are moved or knocked off all at once."""
        lying = self._lying()
        world = self._board.world
        for tile in self._choose.sample(lying, self._choose.randint(0, len(lying))):
            off = self._choose.random() < _AWAY
            x, y = world.home(tile) if off else self._spot()
            world.lay(tile.id, x, y, self._turned())
        self._board.run_ms(self._board.profile.tick_ms)

    def _stack(self) -> None:
        below = self._one()
        above = self._choose.choice([t for t in self._board.world.tiles if t is not below])
        self._hand.move_tile(above, (below.x_mm, below.y_mm), self._turned())

    def _lean(self) -> None:
        """A spot off the middle of a cell, so that the tile does not slip in."""
        x, y = self._stage.spot(self._cell())
        angle, off = self._choose.uniform(0, 2 * math.pi), self._choose.uniform(4.0, 28.0)
        spot = (x + off * math.cos(angle), y + off * math.sin(angle))
        self._hand.move_tile(self._some(), spot, self._turned())

    def _fall(self) -> None:
        self._hand.lift(self._some())
        self._hand.carry(self._spot(), _FALL_MM)
        self._board.run_until(lambda: not self._hand.busy, _LONGEST_MS)
        self._hand.open()

    def _take_away(self) -> None:
        self._hand.remove(self._one())

    def _magnet(self) -> None:
        """A disc that is not a tile, dropped or taken away."""
        if self._stage.magnet is None:
            self._stage.drop_magnet(self._cell())
        else:
            self._stage.take_magnet()

    # With a tile in the hand

    def _let_go(self) -> None:
        self._hand.open()

    def _set_down(self) -> None:
        self._hand.carry(self._spot() if self._choose.random() < 0.3 else self._cell())
        self._hand.lower()
        self._hand.release()

    def _put_back(self) -> None:
        self._stage.away()

    def _turn_in_hand(self) -> None:
        self._hand.turn()

    def _hover(self) -> None:
        self._hand.hover(self._cell(), self._choose.uniform(0.0, _HOVER_MM), 600)

    # With an empty hand or with a tile

    def _buttons(self) -> None:
        """One or several at a time, short or long."""
        for _ in range(self._choose.randrange(1, 5)):
            mask = self._choose.choice((1, 1, 2, 2, 4, 4, 3, 5, 6, 7))
            self._board.press(mask)
            self._board.run_ms(self._choose.choice((20, 40, 80, 400)))
            self._board.release(mask)
            self._board.run_ms(self._choose.choice((20, 60, 140, 700)))

    def _cable(self) -> None:
        if self._choose.random() < 0.5:
            self._board.send_line(self._choose.choice(_LINES))
        else:
            self._board.plug(not self._board.plugged)
        self._board.run_ms(self._choose.randrange(20, 300))

    def _power(self) -> None:
        """Off, now or at one of the next writes; usually on again."""
        if self._choose.random() < 0.5:
            after = self._choose.randrange(1, 5)
            self._board.store.cut_after(after, self._choose.choice((BEFORE, MIDDLE, AFTER)))
            return
        self._board.power_cut()
        self._board.run_ms(self._choose.randrange(20, 1500))
        if self._choose.random() < 0.8:
            self._board.boot()
            self._board.run_ms(self._choose.randrange(20, 3000))

    def _wait(self) -> None:
        self._board.run_ms(self._choose.randrange(20, 2500))
