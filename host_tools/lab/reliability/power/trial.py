"""Cuts by number: each kind of condition tries its own."""

import random
from typing import NamedTuple

import numpy as np

from host_tools.board.simulator.store import PowerCut
from host_tools.lab.reliability.power import littlefs_cuts, storing
from host_tools.lab.reliability.power.conditions import (
    BETWEEN,
    CHIP,
    IN_BATCH,
    LITTLEFS,
    Condition,
    Counts,
)
from host_tools.lab.reliability.power.disk import MKDIR, OPEN, REMOVE, RENAME, Cut, Disk
from host_tools.lab.reliability.power.flashcuts import FlashCut, FlashLog, try_image
from host_tools.lab.reliability.power.stored_state import LOST, WRONG, Tried

BOOTS = 4  # of each batch of chip cuts, the chip itself is started after so many
WHOLE = 25  # and after one cut in so many all files of the firmware are compared


def try_batch(condition: Condition, number: int) -> Counts:
    """Try the cuts of a batch."""
    counts = Counts()
    numbers = range(number * IN_BATCH, (number + 1) * IN_BATCH)
    if condition.kind == CHIP:
        _try_chip(condition, number, numbers, counts)
    elif condition.kind == LITTLEFS:
        for cut in numbers:
            _try_littlefs(condition, cut, counts)
    else:
        for cut in numbers:
            _try_store(condition, cut, counts)
    return counts


def redo(condition: Condition, number: int) -> Counts:
    """Repeat one cut, by the number in its example."""
    counts = Counts()
    if condition.kind == CHIP:
        _try_chip(condition, number // IN_BATCH, range(number, number + 1), counts)
    elif condition.kind == LITTLEFS:
        _try_littlefs(condition, number, counts)
    else:
        _try_store(condition, number, counts)
    return counts


def _note(counts: Counts, condition: Condition, number: int, cut: object, tried: Tried) -> None:
    if tried.outcome in WRONG and len(counts.examples) < counts.EXAMPLES:
        counts.examples.append(
            f"{condition.name}, number {number}: {cut}: {tried.outcome}: {tried.why}"
        )


# The store


def _try_store(condition: Condition, number: int, counts: Counts) -> None:
    run = storing.run(condition.game)
    counts.every = len(run.cuts)
    rng = random.Random(f"{condition.name} {number}")
    if number < len(run.cuts):
        cut, second = run.cuts[number], ""
        tried = storing.try_cut(run, cut)
        counts.single += 1
    else:
        cut = rng.choice([each for each in run.cuts if each.bytes])
        tried, second = _try_twice(run, cut, rng)
        counts.twice += 1
    kind = run.acts[cut.act].kind if cut.act < len(run.acts) else BETWEEN
    inside = cut.bytes or cut.lost or kind not in (OPEN, REMOVE, MKDIR, RENAME)
    counts.count(storing.blob_of(run, cut), kind if inside else f"before {kind}", tried.outcome)
    _note(counts, condition, number, f"{cut}{second}", tried)


def _try_twice(run: storing.Run, cut: Cut, rng: random.Random) -> tuple[Tried, str]:
    """After a cut during a write the power fails again, at an act of the start."""
    files = run.left.by(cut)
    disk = Disk(files)
    storing.start(disk, run.profile)
    done = rng.randrange(len(disk.acts) + 1)
    again = Disk(files)

    def fail(_: object) -> None:
        if len(again.acts) == done:
            raise PowerCut

    again.before_act = fail
    storing.start(again, run.profile)
    started = storing.start(Disk(again.files), run.profile)
    around = run.told.around(cut.act)
    tried = storing.judge_start(started, around, storing.blob_of(run, cut))
    return tried, f", and again before act {done} of the start"


# littlefs


def _try_littlefs(condition: Condition, number: int, counts: Counts) -> None:
    run, on = storing.run(condition.game), littlefs_cuts.run(condition.game)
    counts.every = len(on.cuts)
    rng = np.random.default_rng((number, 1))
    if number < len(on.cuts):
        cut = on.cuts[number]
        counts.single += 1
    else:
        cut = littlefs_cuts.random_cut(on, rng)
    act = on.acts[cut.done] if cut.done < len(on.acts) else len(run.acts)
    blob = run.acts[act].blob if act < len(run.acts) else ""
    image = on.log.image(cut, rng)
    tried, _ = try_image(image, run.told.around(act), blob, run.profile)
    _count_flash(counts, on.log, cut, blob, tried)
    _note(counts, condition, number, cut, tried)


def _count_flash(counts: Counts, log: FlashLog, cut: FlashCut, blob: str, tried: Tried) -> None:
    if cut.way:
        phase = f"{log.commands[cut.done].kind}: {cut.way}"
        counts.count(blob, phase, tried.outcome, cut.share)
    else:
        counts.count(blob, BETWEEN, tried.outcome)


# The chip


class _Chosen(NamedTuple):
    """The cuts of a batch that are examined more closely."""

    booted: frozenset[int]
    whole: frozenset[int]


def _choose(number: int) -> _Chosen:
    rng = random.Random(number)
    first = number * IN_BATCH
    booted = [first + index for index in rng.sample(range(IN_BATCH), BOOTS)]
    return _Chosen(frozenset(booted), frozenset(range(first, first + IN_BATCH, WHOLE)))


def _try_chip(condition: Condition, batch: int, numbers: range, counts: Counts) -> None:
    # The other kinds do not need the emulator.
    from host_tools.lab.reliability.power import chip  # noqa: PLC0415

    session = chip.play(condition.game, batch)
    chosen = _choose(batch)
    whole = chip.firmware_files(session.flash.log.image(FlashCut(0), np.random.default_rng(0)))
    for number in numbers:
        rng = np.random.default_rng((number, 2))
        drawn = chip.draw(session, number, rng)
        image = session.flash.log.image(drawn.cut, rng)
        blob = session.blobs[drawn.cut.done] if drawn.cut.way else ""
        around = session.told.around(drawn.cycle)
        tried, started = try_image(image, around, blob, session.board.profile)
        compare = tried.outcome not in WRONG and number in chosen.whole
        if compare and chip.firmware_files(started) != whole:
            tried = Tried(LOST, "a file of the firmware")
        if tried.outcome not in WRONG and number in chosen.booted:
            counts.booted += 1
            begun = chip.start_again(session.board, image)
            tried = storing.judge_start(begun, around, blob)
        _count_flash(counts, session.flash.log, drawn.cut, blob, tried)
        _note(counts, condition, number, drawn, tried)
