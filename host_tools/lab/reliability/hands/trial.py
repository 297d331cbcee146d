"""A burst by its number: a scene, careless acts, and the way back."""

import gc
import random
import time
from collections.abc import Iterator
from contextlib import contextmanager

from host_tools.board.hands.returning import Returning
from host_tools.board.simulator.world import WorldError
from host_tools.build import compiled
from host_tools.games.loader import host_game
from host_tools.lab.reliability.hands import fast
from host_tools.lab.reliability.hands.acts import Careless
from host_tools.lab.reliability.hands.conditions import Condition, Counts
from host_tools.lab.reliability.hands.scenes import SceneError, Table, scenes_of
from lodeboard.lights import kernel as light_kernel
from lodeboard.sensing import kernel

BURSTS_IN_BATCH = 20
MOST_ACTS = 40  # of the careless hand, in one burst
BOUND = 5  # things for each piece that the hand does on its way back, at most
LOOKS = 250  # of the hand, things done and waits together
_NOTICED_MS = 2500  # until the firmware has noticed whatever lies wrong
_STAYS_MS = 2500  # the hand is back when so much later it still is

_KERNELS = (kernel.deviate, kernel.classify, kernel.track, light_kernel.render)


def try_burst(condition: Condition, number: int, scene: str | None = None) -> Counts:
    """One burst on its own board, in the scene whose turn it is."""
    choose = random.Random(f"{condition.name} {number}")
    scenes = scenes_of(condition.game)
    scene = scene or scenes[number % len(scenes)]
    counts = Counts(bursts=1, begun={scene: 1})
    name = f"{condition.name}, burst {number} ({scene})"
    begun = time.process_time()
    table = Table(condition, choose)
    try:
        table.bring(scene)
        careless(table, choose.randrange(1, MOST_ACTS + 1), choose, counts)
        back(table, choose.randrange(1 << 31), counts, scene, name)
    except (SceneError, WorldError) as error:
        counts.stuck.append(f"{name}: {error}")
    umpire = table.umpire
    counts.steps += umpire.steps
    counts.refused += [f"{name}: {what}" for what in table.refused]
    counts.lost += [f"{name}: {what}" for what in umpire.lost]
    counts.faults += [f"{name}: {what}" for what in umpire.faults()]
    counts.phantoms += len(umpire.phantoms)
    counts.examples += [f"{name}: {what}" for what in umpire.phantoms]
    table.close()
    counts.processor_seconds += time.process_time() - begun
    return counts


def careless(table: Table, acts: int, choose: random.Random, counts: Counts) -> None:
    """Perform this many acts of the careless hand."""
    hand = Careless(table.board, table.stage, choose)
    for _ in range(acts):
        doing = table.umpire.scene
        done = hand.act()
        counts.acts[done] = counts.acts.get(done, 0) + 1
        counts.during[doing] = counts.during.get(doing, 0) + 1
    hand.end()


def back(table: Table, seed: int, counts: Counts, scene: str, name: str) -> None:
    """Follow the lights back into the game."""
    board, umpire = table.board, table.umpire
    board.run_ms(_NOTICED_MS)
    hand = Returning(table.stage, seed)
    from_ms = board.now_ms
    bound = BOUND * len(board.world.tiles)
    for _ in range(LOOKS):
        if umpire.back():
            board.run_ms(_STAYS_MS)
            if umpire.back():
                break
        _give_the_right_tiles(table)
        hand.once()
        table.exchange()
        if len(hand.acts) > bound:
            break
    counts.seconds += (board.now_ms - from_ms) / 1000
    for act in hand.acts:
        counts.ways[act] = counts.ways.get(act, 0) + 1
    if umpire.back():
        counts.needed[len(hand.acts)] = 1
        counts.longest[scene] = len(hand.acts)
    else:
        lights = table.stage.picture().replace("\n", " / ")
        counts.stuck.append(f"{name}: {umpire.scene} after {len(hand.acts)} acts, {lights}")


def _give_the_right_tiles(table: Table) -> None:
    """The careless hand may have begun another game from the menu, which needs other tiles."""
    match = table.umpire.match
    if match is None:
        return
    alike = host_game(match.game.name).alike
    if alike != table.board.world.alike:
        table.stage.hand.open()
        table.board.world.unpack(alike)


@contextmanager
def swiftly() -> Iterator[None]:
    """Use machine code for the firmware's kernels during a batch."""
    # Each start of the firmware collects garbage; it need not scan the objects that exist now.
    gc.collect()
    gc.freeze()
    with compiled.bound(*(fast.with_cached_views(each) for each in _KERNELS)):
        yield


def try_batch(condition: Condition, number: int) -> Counts:
    """The counts of one batch of bursts, with the firmware's kernels as machine code."""
    counts = Counts()
    with swiftly():
        for burst in range(number * BURSTS_IN_BATCH, (number + 1) * BURSTS_IN_BATCH):
            counts.add(try_burst(condition, burst))
    return counts
