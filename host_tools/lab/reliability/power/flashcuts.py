"""What a cut during a write to the flash leaves, and what the firmware reads there."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

import numpy as np
from littlefs import LittleFSError

from host_tools.lab.reliability.power import nor
from host_tools.lab.reliability.power.disk import store_on
from host_tools.lab.reliability.power.stored_state import (
    DEAD,
    LOST,
    REFUSED,
    StoredState,
    Tried,
    judge,
    read,
)
from lodeboard.boards.profile import Profile
from lodeboard.storage.blobs import BlobError

NEXT = "game", b"a step after the cut" * 5  # a blob that is saved after each cut
_LEVELS = 8  # commands between two images that are kept whole


class FlashCut(NamedTuple):
    """Where the power fails: after this many commands, and this share of the next one, in this way;
    "" if the next has not begun."""

    done: int
    way: str = ""
    share: float = 0.0


class FlashLog:
    """A flash image and the commands given to it since; it returns the image after any of them."""

    def __init__(self, image: bytes) -> None:
        self.commands: list[nor.Command] = []
        self._images = [image]
        self._now = bytearray(image)

    def add(self, command: nor.Command) -> None:
        """Add a command that has been carried out."""
        self.commands.append(command)
        nor.apply(self._now, command)
        if len(self.commands) % _LEVELS == 0:
            self._images.append(bytes(self._now))

    def image(self, cut: FlashCut, rng: np.random.Generator) -> bytes:
        """The image that a cut leaves."""
        image = bytearray(self._images[cut.done // _LEVELS])
        for command in self.commands[cut.done // _LEVELS * _LEVELS : cut.done]:
            nor.apply(image, command)
        if cut.way:
            nor.apply_partly(image, self.commands[cut.done], cut.way, cut.share, rng)
        return bytes(image)


def try_image(
    image: bytes, around: tuple[StoredState, StoredState], blob: str, profile: Profile
) -> tuple[Tried, bytes]:
    """Read a file system's image as a start does, and judge it; then save and read one more blob,
    as the board would. Also returns the image as the start leaves it."""
    flash = nor.Flash(image)
    try:
        system = nor.OnFlash(flash)
        store = store_on(system)
        found = read(store, profile)
        started = bytes(flash.buffer)
        store.save(*NEXT)
        if store_on(nor.OnFlash(nor.Flash(bytes(flash.buffer)))).load(NEXT[0]) != NEXT[1]:
            return Tried(LOST, "the next save is not there"), started
    except LittleFSError as error:
        return Tried(DEAD, f"no file system: {error}"), image
    except (BlobError, OSError) as error:
        return Tried(REFUSED, f"{type(error).__name__} {error}"), image
    return judge(found, around, blob), started


def changed_blobs(images: Sequence[Mapping[str, bytes]]) -> list[str]:
    """For each change from one set of files to the next: the first blob that differs."""
    found = []
    for before, after in pairwise(images):
        names = {name.partition(".")[0] for name in before.keys() | after.keys()
                 if before.get(name) != after.get(name)}  # fmt: skip
        found.append(min(names, default=""))
    return found
