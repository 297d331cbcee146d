"""The quick parts give what the simulator's own give."""

import random

import numpy as np
import pytest

from host_tools.hands.stage import Stage
from host_tools.reliability.hands import scenes, swift
from host_tools.reliability.hands.conditions import Condition
from host_tools.simulator import magnets
from host_tools.simulator.fields import FieldMap
from host_tools.simulator.meanings import UNCLEAR, Meanings
from lodeboard.lights import kernel as light_kernel
from lodeboard.lights.frame import Frame

FLIP = Condition("flip", "magic", 1.5)

pytestmark = pytest.mark.apart


def table():
    return scenes.Table(FLIP, random.Random(3))


def test_fields_are_those_of_the_simulator_in_and_beside_a_magnet():
    choose = np.random.default_rng(1)
    count = 40
    centre = choose.uniform(-20, 20, (count, 3))
    axis = choose.normal(size=(count, 3))
    axis /= np.linalg.norm(axis, axis=1)[:, None]
    size = choose.uniform(2, 12, (count, 2))
    remanence = choose.uniform(-1300, 1300, count)
    axis[0], centre[0], size[0] = (0, 0, 1), 0, (8, 3)
    on_the_mantle = (4, 0, 1)  # where the integral has a jump
    points = np.concatenate((choose.uniform(-25, 25, (60, 3)), centre, [on_the_mantle]))
    wanted = magnets.field_z(centre, axis, size, remanence, points)
    found = np.empty_like(wanted)
    rows = np.column_stack((centre, axis, size / 2, remanence))
    swift._field_at(rows, points, found)
    np.testing.assert_allclose(found, wanted, rtol=1e-9, atol=1e-9)


def test_readings_are_those_of_the_front_end_count_for_count():
    quick, front = table(), table().board.frontend
    front.field = FieldMap(front.world)
    read = [0] * quick.board.profile.cells
    for board in (quick.board, front):
        world = board.world
        world.arrange([(0, True), None, (1, False), (0, False), (1, True)])
    for scan in range(150):  # more than is drawn at a time
        if scan == 100:
            for board, sensors in (
                (quick.board, quick.board.frontend.sensors),
                (front, front.sensors),
            ):
                board.world.lay(3, 50.0, 40.0, False)
                sensors.mv_per_mt *= 40  # up to both ends of what they can put out
        quick.board.port.sensors.read(read)
        assert read == front.scan().tolist()
    assert max(read) > 60_000
    assert min(read) < 5000


def test_lights_and_their_meanings_are_those_of_the_simulator():
    quick = table()
    stage = quick.stage
    plain = Meanings(quick.board.profile.cells)
    quick.board.frames.subscribe(plain.feed)
    sent = []
    quick.board.frames.subscribe(lambda _, colours: sent.append(colours))
    quick.bring(scenes.PERSON)
    seen = set()
    for _ in range(60):
        stage.look_on()
        plain.pass_time(quick.board.now_ms)
        lights = stage.lights()
        assert lights == plain.read()
        seen.update(lights)
    assert len(sent) > 60
    assert seen > {"off", UNCLEAR}


def test_a_frame_from_memory_lights_as_the_library_does():
    board = table().board
    shown = []
    lights = swift.SwiftLights(board._pixels, board.chain, lambda: shown.append(list(board.leds)))
    frames = [bytearray(random.Random(at).randbytes(3 * board.profile.cells)) for at in (1, 2, 1)]
    for frame in frames:
        lights.show(frame)
        place = board.profile.led_order[5]
        green, red, blue = frame[3 * place : 3 * place + 3]
        assert board.leds[5] == (red, green, blue)
    assert shown[0] == shown[2] != shown[1]


def test_a_kernel_sees_what_its_arrays_hold_now():
    profile = table().board.profile
    run = swift.on_kept_arrays(light_kernel.render)
    frames = [Frame(profile) for _ in range(swift._ARRAYS)]
    for _ in range(2):
        for at, frame in enumerate(frames):
            frame.fill(1 + at % 20)
            plain = Frame(profile)
            plain.fill(1 + at % 20)
            run(frame._state, frame._tables, frame.marks, frame.bytes)
            light_kernel.render(plain._state, plain._tables, plain.marks, plain.bytes)
            assert frame.bytes == plain.bytes


def test_the_stage_hears_of_each_frame_once():
    board = table().board
    stage = Stage(board)
    before = len(board.frames._calls)
    swift.hasten(board, stage)
    assert len(board.frames._calls) == before
