"""The fast implementations give the same results as the simulator's own."""

import random

import numpy as np
import pytest

from host_tools.board.simulator.fields import FieldMap
from host_tools.lab.reliability.hands import fast, scenes
from host_tools.lab.reliability.hands.conditions import Condition
from lodeboard.lights import kernel as light_kernel
from lodeboard.lights.frame import Frame

FLIP = Condition("flip", "magic", 1.5)

pytestmark = pytest.mark.apart


def table():
    return scenes.Table(FLIP, random.Random(3))


def test_readings_are_those_of_the_front_end():
    """Count for count where neither has noise, and with noise by their mean and spread."""
    quick, front = table().board, table().board.frontend
    front.field = FieldMap(front.world)
    read = [0] * quick.profile.cells

    def scans(count):
        mine, theirs = [], []
        for _ in range(count):
            quick.port.sensors.read(read)
            mine.append(list(read))
            theirs.append(front.scan())
        return np.array(mine), np.array(theirs)

    for frontend in (quick.frontend, front):
        frontend.world.arrange([(0, True), None, (1, False), (0, False), (1, True)])
    mine, theirs = scans(1500)  # more than is drawn at a time
    assert mine.mean(axis=0) == pytest.approx(theirs.mean(axis=0), abs=3.0)
    assert mine.std(axis=0) == pytest.approx(theirs.std(axis=0), rel=0.15)
    for frontend in (quick.frontend, front):
        frontend.noise(0.0)
    for gain in (1.0, 40.0):  # up to both ends of what they can put out
        for frontend in (quick.frontend, front):
            frontend.world.lay(3, 50.0, 40.0, False)
            frontend.sensors.mv_per_mt = [gain * one for one in frontend.sensors.mv_per_mt]
        mine, theirs = scans(1)
        assert mine.tolist() == theirs.tolist()
    assert max(read) > 60_000
    assert min(read) < 5000


def test_a_kernel_sees_what_its_arrays_hold_now():
    profile = table().board.profile
    run = fast.with_cached_views(light_kernel.render)
    frames = [Frame(profile) for _ in range(fast._ARRAYS)]
    for _ in range(2):
        for at, frame in enumerate(frames):
            frame.fill(1 + at % 20)
            plain = Frame(profile)
            plain.fill(1 + at % 20)
            run(frame.state, frame.tables, frame.marks, frame.bytes)
            light_kernel.render(plain.state, plain.tables, plain.marks, plain.bytes)
            assert frame.bytes == plain.bytes
