"""The acts of a script on littlefs itself, cut at each of its flash commands."""

from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from host_tools.lab.reliability.power import nor, storing
from host_tools.lab.reliability.power.disk import MKDIR, OPEN, REMOVE, RENAME, SYNC, WRITE, Act
from host_tools.lab.reliability.power.flashcuts import FlashCut, FlashLog

SHARES = (0.1, 0.5, 0.9)


class OnLittlefs(NamedTuple):
    """A script's acts as commands to the flash; `acts`: the act that each belongs to."""

    log: FlashLog
    acts: list[int]
    cuts: list[FlashCut]


@lru_cache(1)
def run(name: str) -> OnLittlefs:
    """The acts of the script of this name on littlefs."""
    return replay(storing.run(name).acts)


def replay(acts: list[Act]) -> OnLittlefs:
    """Apply these acts to an empty file system."""
    image = nor.empty_image()
    flash = nor.Flash(image)
    log = FlashLog(image)
    belongs: list[int] = []
    now = 0

    def record(command: nor.Command) -> None:
        log.add(command)
        belongs.append(now)

    flash.on_command = record
    system = nor.OnFlash(flash)
    files: dict[int, Any] = {}
    for now, act in enumerate(acts):  # noqa: B007 - `record` reads it
        _do(system, act, files)
    cuts = [FlashCut(done) for done in range(len(log.commands) + 1)]
    for done, command in enumerate(log.commands):
        cuts += [FlashCut(done, way, share) for way in command.ways for share in SHARES]
    return OnLittlefs(log, belongs, cuts)


def _do(system: nor.OnFlash, act: Act, files: dict[int, Any]) -> None:
    if act.kind == MKDIR:
        system.mkdir(act.path)
    elif act.kind == OPEN:
        files[act.file] = system.open(act.path, "wb")
    elif act.kind == WRITE:
        files[act.file].write(act.data)
    elif act.kind == SYNC:
        files[act.file].flush()
    elif act.kind == RENAME:
        system.rename(act.path, act.to)
    elif act.kind == REMOVE:
        system.remove(act.path)


def random_cut(on: OnLittlefs, rng: np.random.Generator) -> FlashCut:
    """A random cut during a command, at any share of it."""
    done = int(rng.integers(len(on.log.commands)))
    return FlashCut(done, str(rng.choice(on.log.commands[done].ways)), float(rng.random()))
