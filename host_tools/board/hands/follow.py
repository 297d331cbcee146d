"""A hand that knows only the lights: it does what they ask, or plays by them.

Each act is a generator that yields when board time must pass. A script runs the board meanwhile
(`follow`, `play`); a page calls the generator between the board's ticks (`act`, `step`).
"""

import random
from collections.abc import Callable, Generator, Iterator

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator import meanings
from host_tools.board.simulator.meanings import UNCLEAR
from host_tools.board.simulator.tiles import FOREIGN, Tile
from lodeboard.lights import palette

_LIFT = meanings.NAMES[palette.LIFT]
_PUTS = {meanings.NAMES[palette.PUT + code]: "UDud"[code] for code in range(4)}
_MEASURE = meanings.NAMES[palette.MEASURE]
_MISTAKE = meanings.NAMES[palette.MISTAKE]
_CHECK = meanings.NAMES[palette.CHECK]
_LIFTS = (_MISTAKE, _CHECK, _LIFT)
_OVER = (meanings.NAMES[palette.WINNER], meanings.NAMES[palette.DRAW])
_THINKING = meanings.NAMES[palette.THINKING]
MAY_LIFT = (
    meanings.NAMES[palette.MAY_LIFT],
    meanings.NAMES[palette.THREAT_LIFT],
    meanings.NAMES[palette.DANGER_LIFT],
)
_LIFTED = meanings.NAMES[palette.LIFTED]
MAY_GO = (meanings.NAMES[palette.MAY_GO], meanings.NAMES[palette.HOLE_GO])
_MAY_PLACE = meanings.NAMES[palette.MAY_PLACE]
_GIFT_HERE = meanings.NAMES[palette.GIFT_HERE]
_GIFTS = (_GIFT_HERE, *(meanings.NAMES[palette.GIFT + verdict] for verdict in range(4)))
_GIVEN = meanings.NAMES[palette.GIVEN]
_MIDDLE, _RIGHT = 2, 4
_LONGEST_THOUGHT_MS = 120_000
AROUND_MM = 30.0  # search radius for what disturbs a cell
_LOOK_AGAIN_MS = 1200  # longer than any light's cycle
_ANSWER_MS = 3000  # time limit for the lights to answer an act
_SETTLE_MS = 4000
_NEAR = 4  # pieces to choose among, which limits presses in random play
_SHOWN_MS = 6000  # longer than a given piece is shown

Doing = Generator[None, None, bool]  # result: whether there was something to do


class LostError(RuntimeError):
    """The lights ask for nothing that a hand can do."""


def follow(stage: Stage, most: int = 60) -> int:
    """Do what the lights ask until they ask no more; return the number of acts.

    A flashing white light is a tile to lift: if a cell then asks for that tile, it goes there, else
    back to its tray. A mistake is taken away. A ramp asks for a tile.
    """
    done = 0
    while done < most:
        lights = stage.settled_lights()
        if _shows_gift(lights):
            stage.press(_RIGHT)  # seen: continue the game
            stage.wait_for(lambda: _GIVEN not in stage.lights(), _ANSWER_MS)
        elif _THINKING in lights:
            stage.wait_for(lambda: _THINKING not in stage.lights(), _LONGEST_THOUGHT_MS)
        elif not run(stage, act(stage, lights)):
            return done
        else:
            done += 1
    raise LostError(f"the lights still ask after {most} acts:\n{stage.picture()}")


def asks(lights: list[str]) -> bool:
    """True if the lights ask for something, or the machine is thinking."""
    wanted = (_LIFT, _THINKING, _MISTAKE, _CHECK)
    return any(name in wanted or name in _PUTS for name in lights) or _shows_gift(lights)


def _shows_gift(lights: list[str]) -> bool:
    """True if the given piece is shown; several such lights mean the end of the game."""
    return lights.count(_GIVEN) == 1


def run(stage: Stage, doing: Doing) -> bool:
    """Let board time pass until the act is done; return its result."""
    while True:
        try:
            next(doing)
        except StopIteration as end:
            return bool(end.value)
        stage.look_on()


def act(stage: Stage, lights: list[str], clear_away: bool = True) -> Doing:
    """Do one thing that these lights ask. Without `clear_away`, misplaced tiles are left alone."""
    if _shows_gift(lights):
        return (yield from _until(stage, lambda: _GIVEN not in stage.lights(), _SHOWN_MS))
    # Lift first: a tile that lies wrong can go straight to a cell that asks for it.
    for index, meaning in sorted(enumerate(lights), key=lambda lit: lit[1] not in _LIFTS):
        cell = stage.cells[index]
        if clear_away and meaning in (_MISTAKE, _CHECK):
            yield from _clear(stage, cell)
        elif meaning == _LIFT:
            yield from _lift(stage, cell)
        elif meaning in _PUTS:
            if not stage.spare(_PUTS[meaning]):
                continue  # all are on the plate: another light shows which one to lift
            stage.take(_PUTS[meaning])
            stage.set_down(cell)
            yield from done(stage)
        elif meaning == _MEASURE:
            letters = [letter for letter in "Uu" if stage.spare(letter)]
            if not letters:
                return False  # all are on the plate
            stage.take(letters[0])
            stage.set_down(cell)
            yield from done(stage)
        else:
            continue
        yield from _answered(stage, index, meaning)
        return True
    return False


def settled(stage: Stage) -> Doing:
    """Wait until no light changes any more; False if they never rest."""
    return (yield from _until(stage, lambda: UNCLEAR not in stage.lights(), _SETTLE_MS))


def _until(stage: Stage, holds: Callable[[], bool], timeout_ms: int) -> Doing:
    end = stage.board.now_ms + timeout_ms
    while not holds():
        if stage.board.now_ms >= end:
            return False
        yield
    return True


def done(stage: Stage) -> Iterator[None]:
    """Wait until the hand has done all its acts (a blocking hand has done them already)."""
    while stage.hand.busy:
        yield
    if stage.hand.error is not None:
        raise stage.hand.error


def _answered(stage: Stage, index: int, *meanings: str) -> Iterator[None]:
    """Wait until a cell shows another light than these, or the time limit is over."""
    end = stage.board.now_ms + _ANSWER_MS
    while stage.board.now_ms < end:
        yield from settled(stage)
        if stage.lights()[index] not in meanings:
            return
        yield


def _clear(stage: Stage, cell: str) -> Iterator[None]:
    """Take a misplaced tile to a cell that asks for it, or to its tray."""
    tile = stage.topmost(cell, AROUND_MM)
    refused = tile is stage.hand.last
    if refused:
        stage.refused.append(_letter(tile))
    if refused or _asked(stage, tile) is None:
        stage.hand.remove(tile)
        yield from done(stage)
    else:
        yield from _lift(stage, tile)


def _asked(stage: Stage, tile: Tile) -> str | None:
    """Return the light that asks for this tile, if possible with the side up that it shows."""
    lights = stage.lights()
    asked = [name for name, letter in _PUTS.items() if name in lights and letter in _sides(tile)]
    return min(asked, key=lambda name: _PUTS[name] != _letter(tile), default=None)


def _sides(tile: Tile) -> str:
    """Return the letters of a tile's two sides; "" for a magnet that is no tile."""
    return "" if tile.owner == FOREIGN else "ud" if tile.owner else "UD"


def _lift(stage: Stage, what: Tile | str) -> Iterator[None]:
    stage.hand.lift(what)
    yield from done(stage)
    tile = stage.hand.tile
    end = stage.board.now_ms + _ANSWER_MS
    while stage.board.now_ms < end:
        yield from settled(stage)
        if any(name in _PUTS for name in stage.lights()):
            break
        yield
    asked = None if tile is None else _asked(stage, tile)
    if tile is None or asked is None:
        stage.away()
        yield from done(stage)
        return
    target = stage.cells_with(asked)[0]  # turning takes time: the lights may change meanwhile
    if _PUTS[asked] != _letter(tile):
        stage.hand.turn()
    stage.set_down(target)
    yield from done(stage)
    yield from _answered(stage, stage.cells.index(target), asked)


def chooser(seed: int) -> random.Random:
    """Return the random source for choices that the lights leave open."""
    return random.Random(seed)


def play(stage: Stage, seed: int, most: int = 1000) -> None:
    """Play the people's side on random lit cells, and carry out the machine's moves, until the
    lights show the end of the game."""
    for _ in playing(stage, seed, most):
        pass


def playing(stage: Stage, seed: int, most: int = 1000) -> Iterator[None]:
    """Play like `play`; yields after each step of the people's side."""
    choose = chooser(seed)
    idle = 0
    for _ in range(most):
        follow(stage)
        lights = stage.settled_lights()
        if over(lights):
            return
        if run(stage, step(stage, choose, lights)):
            idle = 0
            yield
            continue
        # A light that has just begun can look like another one: look twice more.
        idle += 1
        if idle > 2:
            raise LostError(f"nothing is lit to play on:\n{stage.picture()}")
        stage.wait(_LOOK_AGAIN_MS)
    raise LostError(f"the game is not over after {most} steps:\n{stage.picture()}")


def over(lights: list[str]) -> bool:
    """True if the lights show the end of the game."""
    return any(name in _OVER for name in lights) or lights.count(_GIVEN) > 1


def step(stage: Stage, choose: random.Random, lights: list[str]) -> Doing:
    """Play one step of the people's side on random lit cells."""
    lifts = [stage.cells[index] for index, name in enumerate(lights) if name in MAY_LIFT]
    if lifts:
        stage.refused.clear()
        cell = choose.choice(lifts)
        stage.hand.lift(cell)
        stage.hand.turn()
        yield from done(stage)
        yield from _go(stage, choose, cell)
        return True
    gifts = _gifts(lights)
    if gifts:
        return (yield from _choosing(stage, choose.choice(gifts[:_NEAR])))
    for lit in (MAY_GO, (_MAY_PLACE,)):
        # A lifted tile that is off the board: try owners and sides.
        cells = [stage.cells[index] for index, name in enumerate(lights) if name in lit]
        if cells:
            return (yield from _set_one(stage, choose, cells, lit is MAY_GO))
    return False


def set_lifted(stage: Stage, choose: random.Random, cells: list[str]) -> Doing:
    """Set the lifted tile, which is beside the board, down on one of these cells."""
    return (yield from _set_one(stage, choose, cells, True))


def _set_one(stage: Stage, choose: random.Random, cells: list[str], lifted: bool) -> Doing:
    stage.take(choose.choice(letters_left(stage, lifted)))
    cell = choose.choice(cells)
    index = stage.cells.index(cell)
    lit = stage.lights()[index]
    stage.set_down(cell)
    yield from done(stage)
    yield from _answered(stage, index, lit)
    return True


def _go(stage: Stage, choose: random.Random, start: str) -> Iterator[None]:
    """Set the tile lifted from `start` down where it may go, or capture with it. If it may go
    nowhere and its cell is no longer lit, it has been captured."""
    tile = stage.hand.tile
    index = stage.cells.index(start)
    end = stage.board.now_ms + _ANSWER_MS
    while not _free(stage) and not (stage.lights()[index] == _LIFTED and _captures(stage)):
        if stage.board.now_ms >= end:
            # Where it has gone home, the board rolls already: lights change often.
            yield from _until(stage, lambda: stage.lights()[index] != UNCLEAR, _SETTLE_MS)
            if stage.lights()[index] in (_LIFTED, UNCLEAR):
                raise LostError(f"the lifted tile may go nowhere:\n{stage.picture()}")
            stage.away()
            yield from done(stage)
            return
        yield
    yield from _until(stage, lambda: _sure(stage), _ANSWER_MS)
    captures = _captures(stage)
    target = choose.choice(_free(stage) + captures)
    if target == start and tile is not None:
        # This is the captured tile, lifted second: the one that captures lies beside the board.
        stage.away()
        yield from done(stage)
        stage.take("Uu"[1 - tile.owner])
    elif target in captures and tile is not None:
        # There is one hand: the tile waits in its tray until the captured one is off the board.
        stage.away()
        other = stage.topmost(target)
        stage.hand.remove(other)
        yield from done(stage)
        yield from _answered(stage, stage.cells.index(target), *MAY_LIFT)
        if not (yield from _until(stage, lambda: bool(_free(stage)), _ANSWER_MS)):
            raise LostError(f"the capture cannot be continued:\n{stage.picture()}")
        if start in _free(stage):
            target, tile = start, other  # the captured one was lifted first
        stage.take("Uu"[tile.owner])
    stage.set_down(target)
    yield from done(stage)
    yield from _answered(stage, stage.cells.index(target), *MAY_GO)


def _free(stage: Stage) -> list[str]:
    """Return the cells where the tile in the hand may go."""
    return [cell for name in MAY_GO for cell in stage.cells_with(name)]


def _captures(stage: Stage) -> list[str]:
    """Return the cells of tiles that may be lifted besides the one in the hand. A light that has
    just begun may look like theirs, so skip cells without a tile."""
    lit = [cell for name in MAY_LIFT for cell in stage.cells_with(name)]
    return [cell for cell in lit if _lies(stage, cell)]


def _sure(stage: Stage) -> bool:
    """Return whether all lights can be trusted. A light that has just begun can look like another
    one: then a cell with a tile seems free to go to, or an empty one seems to have a tile to
    lift."""
    lit = [cell for name in MAY_LIFT for cell in stage.cells_with(name)]
    return (
        UNCLEAR not in stage.lights()
        and all(_lies(stage, cell) for cell in lit)
        and not any(_lies(stage, cell) for cell in _free(stage))
    )


def _lies(stage: Stage, cell: str) -> bool:
    return bool(stage.board.world.on_cell(stage.cells.index(cell)))


def letters_left(stage: Stage, lifted: bool) -> str:
    """Return the tiles to try, in order. A lifted tile that is off the board belongs to the owner
    of the tile last taken, unless the board has refused that one; refused tiles are tried again
    only when all have been refused. For placing, the first player is to move if the number of tiles
    on the board is even, as in games in which players place tiles in turn."""
    world = stage.board.world
    if world.alike:
        return "U"
    last = stage.hand.last
    likely = "ud" if sum(tile.rest == "well" for tile in world.tiles) % 2 else "UD"
    if lifted and last is not None and last.rest != "well":
        likely = _sides(last)
    for letters in (likely, "UDud"):
        left = "".join(letter for letter in letters if letter not in stage.refused)
        if left:
            return left
    stage.refused.clear()
    return likely


def _letter(tile: Tile) -> str:
    """Return a tile's letter, as in positions: U or D for the first player, u or d for the
    second."""
    return "UDud"[2 * tile.owner + (not tile.up)]


def choose(stage: Stage, piece: int) -> None:
    """Give this piece by the lights of the menu of pieces. LostError if it is not lit."""
    stage.wait_for(lambda: bool(_gifts(stage.settled_lights())), _SETTLE_MS)
    if piece not in _gifts(stage.lights()):
        raise LostError(f"piece {piece:x} cannot be chosen:\n{stage.picture()}")
    run(stage, _choosing(stage, piece))


def _gifts(lights: list[str]) -> list[int]:
    """Return the lit pieces of the menu, in the order of the right button."""
    return [index for index, name in enumerate(lights) if name in _GIFTS]


def _choosing(stage: Stage, piece: int) -> Doing:
    """Go to a lit piece with the right button, check that it is selected, and give it."""
    lights = stage.lights()
    gifts = _gifts(lights)
    here = gifts.index(lights.index(_GIFT_HERE)) if _GIFT_HERE in lights else -1
    for _ in range((gifts.index(piece) - here) % (len(gifts) + 1)):
        yield from stage.pressing(_RIGHT)
    reached = yield from _until(stage, lambda: stage.lights()[piece] == _GIFT_HERE, _ANSWER_MS)
    if not reached and _GIFT_HERE not in stage.lights():
        # The lit cells of a die are one choice together: an even number of presses leaves it.
        yield from stage.pressing(_RIGHT)
        reached = yield from _until(stage, lambda: stage.lights()[piece] == _GIFT_HERE, _ANSWER_MS)
    if not reached:
        raise LostError(f"piece {piece:x} was not reached:\n{stage.picture()}")
    yield from stage.pressing(_MIDDLE)
    return (yield from _until(stage, lambda: _GIFT_HERE not in stage.lights(), _ANSWER_MS))
