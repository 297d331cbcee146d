"""A hand that knows nothing but the lights: it does what they ask, or plays on by them."""

import random

from host_tools.scenario.stage import Stage
from lodeboard.lights import palette

_LIFT = palette.NAMES[palette.LIFT]
_PUTS = {palette.NAMES[palette.PUT + at]: "UDud"[at] for at in range(4)}
_MISTAKE = palette.NAMES[palette.MISTAKE]
_CHECK = palette.NAMES[palette.CHECK]
_OVER = (palette.NAMES[palette.WINNER], palette.NAMES[palette.DRAW])
_THINKING = palette.NAMES[palette.THINKING]
_MAY_LIFT = (palette.NAMES[palette.MAY_LIFT], palette.NAMES[palette.THREAT_LIFT])
_MAY_GO = palette.NAMES[palette.MAY_GO]
_MAY_PLACE = palette.NAMES[palette.MAY_PLACE]
_LONGEST_THOUGHT_MS = 120_000
_AROUND_MM = 30.0  # where to look for what disturbs a cell
_ANSWER_MS = 3000  # until the lights have answered an act


class LostError(RuntimeError):
    """The lights ask for nothing that a hand could do."""


def follow(stage: Stage, most: int = 60) -> int:
    """Do what the lights ask until they ask no more; the number of things done.

    A knocking light is a tile to lift: where a cell then asks for that tile, it goes
    there, else back to its tray. A mistake is taken away. A ramp asks for a tile.
    """
    done = 0
    while done < most:
        lights = stage.settled_lights()
        if _THINKING in lights:
            stage.wait_for(lambda: _THINKING not in stage.lights(), _LONGEST_THOUGHT_MS)
        elif not _one_act(stage, lights):
            return done
        else:
            done += 1
    raise LostError(f"the lights still ask after {most} acts:\n{stage.picture()}")


def asks(lights: list[str]) -> bool:
    """True when the lights want something done, or the machine is still thinking."""
    wanted = (_LIFT, _THINKING, _MISTAKE, _CHECK)
    return any(name in wanted or name in _PUTS for name in lights)


def _one_act(stage: Stage, lights: list[str]) -> bool:
    for at, meaning in enumerate(lights):
        cell = stage.cells[at]
        if meaning in (_MISTAKE, _CHECK):
            stage.hand.remove(stage.topmost(cell, _AROUND_MM))
        elif meaning == _LIFT:
            _lift(stage, cell)
        elif meaning in _PUTS:
            stage.take(_PUTS[meaning])
            stage.set_down(cell)
        else:
            continue
        _wait_for_answer(stage, at, meaning)
        return True
    return False


def _wait_for_answer(stage: Stage, at: int, meaning: str) -> None:
    """Until the light of a cell has changed, or it is clear that it will not."""
    stage.wait_for(lambda: stage.settled_lights()[at] != meaning, _ANSWER_MS)


def _lift(stage: Stage, cell: str) -> None:
    stage.hand.lift(cell)
    tile = stage.hand.tile
    stage.wait_for(lambda: any(name in _PUTS for name in stage.settled_lights()), _ANSWER_MS)
    asked = [name for name in stage.lights() if name in _PUTS]
    if tile is None or not asked or "UDud".index(_PUTS[asked[0]]) // 2 != tile.owner:
        stage.away()
        return
    if tile.up != (_PUTS[asked[0]] in "Uu"):
        stage.hand.turn()
    target = stage.cells_with(asked[0])[0]
    stage.set_down(target)
    _wait_for_answer(stage, stage.cells.index(target), asked[0])


def play(stage: Stage, seed: int, most: int = 40) -> None:
    """Play the people's side by lit cells chosen at random, and follow the machine's asks,
    until the lights show the end of the game."""
    choose = random.Random(seed)
    for _ in range(most):
        follow(stage)
        lights = stage.settled_lights()
        if any(name in _OVER for name in lights):
            return
        if not _play_step(stage, choose, lights):
            raise LostError(f"nothing is lit to play on:\n{stage.picture()}")
    raise LostError(f"the game is not over after {most} steps:\n{stage.picture()}")


def _play_step(stage: Stage, choose: random.Random, lights: list[str]) -> bool:
    lifts = [stage.cells[at] for at, name in enumerate(lights) if name in _MAY_LIFT]
    if lifts:
        stage.hand.lift(choose.choice(lifts))
        stage.hand.turn()
        if not stage.wait_for(lambda: _MAY_GO in stage.settled_lights(), _ANSWER_MS):
            raise LostError(f"the lifted tile may go nowhere:\n{stage.picture()}")
        stage.set_down(choose.choice(stage.cells_with(_MAY_GO)))
        stage.wait_for(lambda: _MAY_GO not in stage.settled_lights(), _ANSWER_MS)
        return True
    goes = stage.cells_with(_MAY_GO)
    if goes:  # the lifted tile is off the board: whose it is one sees, its side one tries
        stage.take(choose.choice("UD" if _tiles_down(stage) % 2 == 0 else "ud"))
        cell = choose.choice(goes)
        stage.set_down(cell)
        _wait_for_answer(stage, stage.cells.index(cell), _MAY_GO)
        return True
    places = [stage.cells[at] for at, name in enumerate(lights) if name == _MAY_PLACE]
    if not places:
        return False
    stage.take(choose.choice("UD" if _tiles_down(stage) % 2 == 0 else "ud"))
    cell = choose.choice(places)
    stage.set_down(cell)
    _wait_for_answer(stage, stage.cells.index(cell), _MAY_PLACE)
    return True


def _tiles_down(stage: Stage) -> int:
    """Tiles on the board, as a person sees them: even when the first player is to place."""
    return sum(tile.rest == "well" for tile in stage.board.world.tiles)
