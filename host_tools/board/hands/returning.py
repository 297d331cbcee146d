"""Returns to the game from any state of the board, using only its lights.

It does what a person at a board knows: switch on a dark board, continue the game with the middle
button, leave the menu with the middle button, set zeros with the plate empty, and set them again if
the lights ask to lift a tile from an empty cell.
"""

import math

from host_tools.board.hands import follow
from host_tools.board.hands.stage import STRAY, Stage
from host_tools.board.simulator import meanings
from host_tools.board.simulator.tiles import FOREIGN, Tile
from host_tools.board.simulator.world import WorldError
from lodeboard.lights import palette
from lodeboard.play.scene import SET_ZEROS
from lodeboard.scenes.menu import ACTIONS

_LOCKED = meanings.NAMES[palette.LOCKED]
_FAULT = meanings.NAMES[palette.FAULT]
_CALIBRATE = meanings.NAMES[palette.CALIBRATE]
_MEASURE = meanings.NAMES[palette.MEASURE]
_CHECK = meanings.NAMES[palette.CHECK]
_MENU_HERE = meanings.NAMES[palette.MENU_HERE]
_LIFTED = meanings.NAMES[palette.LIFTED]
_GIVEN = meanings.NAMES[palette.GIVEN]
_MISTAKE = meanings.NAMES[palette.MISTAKE]
# Lights of cells where a step under way may continue.
_MAY = (
    *follow.MAY_LIFT,
    *follow.MAY_GO,
    *(meanings.NAMES[palette.COACH + verdict] for verdict in range(4)),
)
# Lights of cells where something must be removed.
_TAKE = (meanings.NAMES[palette.LIFT], _MISTAKE, _CHECK)
_LEFT, _MIDDLE, _RIGHT = 1, 2, 4
_START_MS = 1500  # time limit after power-on until there is something to do
_LOOK_AGAIN_MS = 1200
_MEASURE_MS = 1500
LAST_ITEM = 7  # index of the menu item with actions


def choose_action(stage: Stage, action: int) -> None:
    """In the open menu, go to the actions, choose this one and close the menu."""
    stage.press(_LEFT, LAST_ITEM)
    stage.press(_RIGHT, [event for event, _ in ACTIONS].index(action))
    stage.press(_MIDDLE)


class Returning:
    """One hand that returns to the game. `switched_on`: the board has been switched on and its
    question not yet answered. `acts`: what it did, in a word or two each."""

    def __init__(self, stage: Stage, seed: int) -> None:
        self._stage = stage
        self._choose = follow.chooser(seed)
        self.switched_on = True
        self.acts: list[str] = []

    def once(self) -> None:
        """Look and do one thing, or wait for a while if there is nothing to do."""
        stage = self._stage
        if not stage.board.powered:
            stage.board.boot()
            self.switched_on = True
            self._did("switch on", _START_MS)
            return
        if stage.hand.tile is not None:
            stage.away()
            self._did("put away")
            return
        lights = stage.settled_lights()
        try:
            self._by(lights)
        except (WorldError, follow.LostError):
            # The lights ask for a tile that is not there, or no tile is left in the trays.
            stage.hand.give_up()
            self._at_a_loss(lights)

    def _by(self, lights: list[str]) -> None:
        stage = self._stage
        if _FAULT in lights or all(name == _LOCKED for name in lights):
            stage.wait(_LOOK_AGAIN_MS)
        elif _MENU_HERE in lights:
            self._press(_MIDDLE, "close the menu")
        elif _MEASURE in lights:
            self._press(_MIDDLE, "without gains", _MEASURE_MS)
        elif _CALIBRATE in lights:
            self._calibrate(lights)
        elif self.switched_on and (_LIFTED in lights or _GIVEN in lights):
            self.switched_on = False
            self._press(_MIDDLE, "go on")
        elif lights.count(_GIVEN) == 1:
            self._press(_RIGHT, "seen")
        elif self._set_down_askew() and self._clear_strays():
            pass
        elif follow.asks(lights):
            self._follow(lights)
        elif _LIFTED in lights or any(name in follow.MAY_GO for name in lights):
            self._finish(lights)
        elif not self._clear_strays():
            stage.wait(_LOOK_AGAIN_MS)

    def _set_down_askew(self) -> bool:
        """Handle a tile that visibly does not lie in the cell where it was set down."""
        last = self._stage.hand.last
        return last is not None and last.rest in STRAY

    def _follow(self, lights: list[str]) -> None:
        if follow.run(self._stage, follow.act(self._stage, lights)):
            self._did("follow")
        else:
            self._at_a_loss(lights)

    def _at_a_loss(self, lights: list[str]) -> None:
        """Find a way out: clear tiles that visibly lie askew; if the lights ask to lift a tile from
        an empty cell, set the zeros, which were measured with a tile there; else press the middle
        button."""
        if self._clear_strays():
            return
        if any(name in _TAKE and self._bare(cell) for cell, name in enumerate(lights)):
            self._stage.press(_MIDDLE)
            choose_action(self._stage, SET_ZEROS)
            self._did("ask for zeros", _LOOK_AGAIN_MS)
        else:
            self._press(_MIDDLE, "leave")

    def _bare(self, cell: int) -> bool:
        """Return whether nothing is visible on or near this cell."""
        x, y = self._stage.spot(self._stage.cells[cell])
        return all(
            math.hypot(body.x_mm - x, body.y_mm - y) > follow.AROUND_MM
            for body in self._stage.board.world.bodies()
        )

    def _finish(self, lights: list[str]) -> None:
        """Finish the step under way: set the lifted tile down where it may go, or remove the
        captured one."""
        stage = self._stage
        lit = [cell for cell, name in zip(stage.cells, lights, strict=True) if name in _MAY]
        free = [cell for cell in lit if not stage.board.world.on_cell(stage.cells.index(cell))]
        if free:
            follow.run(stage, follow.set_lifted(stage, self._choose, free))
            self._did("finish a step")
        elif lit:
            captured = stage.topmost(self._choose.choice(lit))
            stage.refused += "ud" if captured.owner else "UD"  # the other tile goes there
            stage.hand.remove(captured)
            self._did("capture", _LOOK_AGAIN_MS)
        elif not self._clear_strays():
            stage.wait(_LOOK_AGAIN_MS)

    def _calibrate(self, lights: list[str]) -> None:
        """Empty the plate, then let the board measure it."""
        stage = self._stage
        lying = self._on_plate()
        if lying:
            stage.hand.remove(max(lying, key=lambda tile: tile.z_mm))
            self._did("clear")
        else:
            bare = _CHECK in lights and _MISTAKE not in lights  # as people see it
            self._press(_RIGHT if bare else _MIDDLE, "measure", _MEASURE_MS)

    def _on_plate(self) -> list[Tile]:
        world = self._stage.board.world
        return [tile for tile in world.bodies() if world.plate.covers(tile.x_mm, tile.y_mm)]

    def _clear_strays(self) -> bool:
        """Remove everything that does not lie in a cell or is not a tile. False if there is
        nothing."""
        strays = [t for t in self._on_plate() if t.rest in STRAY or t.owner == FOREIGN]
        for tile in sorted(strays, key=lambda tile: -tile.z_mm):
            self._stage.hand.remove(tile)
            self._did("clear a stray")
        return bool(strays)

    def _press(self, button: int, what: str, wait_ms: int = 400) -> None:
        self._stage.press(button)
        self._did(what, wait_ms)

    def _did(self, what: str, wait_ms: int = 0) -> None:
        self.acts.append(what)
        self._stage.wait(wait_ms)
