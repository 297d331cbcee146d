"""The workbench: what it measures, turns and breaks, and that a scene is the same anywhere."""

import asyncio
import json
import re
from itertools import pairwise

import numpy as np
import pytest
from playwright.sync_api import expect
from waiting import LAST_RESORT_S
from web.person import Person, tool
from web.playing import play
from web.serving import PROFILE, centres, hear, served

from host_tools.board.hands.acts import Grab, Help
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.games.loader import host_game
from host_tools.play.web.hub import Hub
from host_tools.play.web.messages import (
    Break,
    BreakRow,
    Cable,
    Knobs,
    KnobValues,
    Power,
    Scene,
    Watch,
)
from host_tools.play.web.picture import Picture
from host_tools.play.web.protocol import ProtocolError, parse
from host_tools.play.web.runner import BoardRunner, Moment
from lodeboard.system.loader import playable

PAGE = 1
B2 = 5


class Bench:
    """A real board on the workbench, ticked as fast as it will."""

    def __init__(self, seed=1):
        self.board = SimulatedBoard(PROFILE, seed)
        self.moments = []
        self.runner = BoardRunner(
            self.board, PROFILE.tick_ms, centres(self.board), self.moments.append
        )
        self.runner.equip(self.board)
        self.board.boot()

    def ask(self, *acts):
        """Acts, one tick, and why they were not done."""
        self.moments.clear()
        for act in acts:
            assert self.runner.ask(PAGE, act) is None
        self.runner.tick()
        return [reason for moment in self.moments for _, reason in moment.problems]

    def run_ms(self, ms):
        self.moments.clear()
        for _ in range(0, ms, PROFILE.tick_ms):
            self.runner.tick()

    def notes(self, kind):
        return [note for m in self.moments for note in m.notes if note["t"] == kind]

    def said(self, kind):
        lines = [json.loads(line) for m in self.moments for line in m.lines]
        return [line for line in lines if line["t"] == kind]


@pytest.fixture
def bench():
    bench = Bench()
    assert bench.ask(Scene(5)) == []
    bench.run_ms(100)
    return bench


def test_readings_come_while_somebody_watches_and_the_truth_beside_them(bench):
    assert bench.ask(Watch(True)) == []
    bench.run_ms(2000)
    assert 8 <= len(bench.said("cells")) <= 11
    assert 8 <= len(bench.notes("truth")) <= 11
    field = np.array(bench.notes("truth")[-1]["field"])
    reported = np.array(bench.said("cells")[-1]["mv"])
    assert field.shape == reported.shape == (16,)
    bench.board.world.arrange([(0, True)])
    bench.run_ms(1000)
    assert bench.notes("truth")[-1]["field"][0] * 15 == pytest.approx(
        bench.said("cells")[-1]["mv"][0], rel=0.15
    )
    bench.runner.leave(PAGE)
    bench.run_ms(100)
    bench.run_ms(1000)
    assert not bench.said("cells")
    assert not bench.notes("truth")


def test_every_scan_of_a_simulated_board_reaches_the_pages_while_somebody_watches(bench):
    bench.ask(Watch(True))
    bench.run_ms(2000)
    scans = bench.notes("scans")
    times = [ms for note in scans for ms in note["ms"]]
    readings = [raw for note in scans for raw in note["raw"]]
    assert len(readings) == len(times) >= 1800 // PROFILE.tick_ms
    assert {b - a for a, b in pairwise(times)} == {PROFILE.tick_ms}
    assert all(len(raw) == PROFILE.cells for raw in readings)
    assert bench.said("cells")[-1]["raw"] in readings
    bench.runner.leave(PAGE)
    bench.run_ms(100)
    wire = []
    bench.board.wire.subscribe(lambda _, line: wire.append(line))
    bench.run_ms(1000)
    assert not bench.notes("scans")
    assert not [line for line in wire if '"t": "scan"' in line]


def test_knobs_turn_the_world_and_are_told(bench):
    bench.ask(Knobs(noise=4.0, temperature=40.0), Knobs(tremor=1.5, spread=0.5))
    assert bench.notes("bench")[-1]["knobs"] == {
        "noise": 4.0,
        "tremor": 1.5,
        "spread": 0.5,
        "temperature": 40.0,
    }
    assert bench.board.world.temperature_c == 40.0
    assert bench.board.world.tremor_mm == 1.5


@pytest.mark.parametrize(
    ("how", "size", "least", "most"), [("stuck", 0.0, -1800, -1500), ("noisy", 300.0, -1500, 1500)]
)
def test_a_broken_sensor_is_seen_in_its_reading_and_can_be_mended(bench, how, size, least, most):
    def readings():
        bench.run_ms(3000)
        return [line["mv"][B2] for line in bench.said("cells")]

    bench.ask(Watch(True), Break(B2, how, size))
    assert bench.notes("bench")[-1]["breaks"] == [[B2, how, size]]
    broken = readings()
    assert all(least <= value <= most for value in broken)
    assert max(abs(value) for value in broken) > 100
    bench.ask(Break(B2, "whole", 0.0))
    assert bench.notes("bench")[-1]["breaks"] == []
    assert all(abs(value) < 30 for value in readings()[2:])


def test_a_dead_channel_repeats_the_one_before_it(bench):
    bench.board.world.arrange([(0, True)])
    bench.ask(Watch(True), Break(1, "dead", 0.0))
    bench.run_ms(1000)
    first, second = bench.said("cells")[-1]["mv"][:2]
    assert abs(second - first) < 150 < abs(first)


def test_power_goes_and_comes_and_the_game_is_offered_again(bench):
    bench.ask(Watch(True), Power(False))
    assert bench.notes("bench")[-1]["power"] is False
    assert not any(bench.moments[-1].picture.leds)
    bench.run_ms(500)
    assert not bench.said("cells")
    bench.ask(Power(True))
    assert bench.notes("bench")[-1]["power"] is True
    bench.run_ms(2000)
    assert bench.said("state")
    assert bench.said("cells")  # without asking again


def test_without_the_cable_the_board_is_not_heard_until_it_is_back(bench):
    bench.ask(Watch(True), Cable(False))
    assert bench.notes("bench")[-1]["cable"] is False
    bench.run_ms(1000)
    assert not bench.said("cells")
    assert any(bench.board.leds[B2]) or any(any(led) for led in bench.board.leds)
    bench.ask(Cable(True))
    assert bench.said("state")
    bench.run_ms(1000)
    assert bench.said("cells")


VARIANTS = [game for game, _ in playable(PROFILE)]
LAP, XTIC = VARIANTS.index("lap"), VARIANTS.index("xtic")
LAP_CELLS = "-------o----x---"
ELEVEN = "8042731-9-d--6-5/-"

SCENE = Scene(
    7,
    knobs=KnobValues(noise=3.0, temperature=31.0, spread=1.2, tremor=0.8),
    breaks=[BreakRow(9, "noisy", 40.0)],
    settings={"variant": 1, "level": 2, "players": 1},
    start="1_----------------",
    moves=["b2U", "b2Sd1D"],
)


def test_a_scene_gives_the_same_readings_whatever_was_there_before():
    reported = []
    for seed, before in ((1, 40), (2, 3000)):
        bench = Bench(seed)
        bench.run_ms(before)
        bench.ask(Knobs(noise=9.0), Break(2, "stuck", 5.0), Grab(3))
        bench.run_ms(200)
        bench.ask(Help("board", "fast"))
        assert bench.ask(SCENE) == []
        assert bench.notes("bench")[-1]["seed"] == 7
        assert bench.notes("bench")[-1]["breaks"] == [[9, "noisy", 40.0]]
        bench.ask(Watch(True))
        bench.run_ms(1000)
        tiles = [tile[:6] for tile in bench.moments[-1].picture.tiles]
        raw = [line["raw"] for line in bench.said("cells")]
        truth = [note["field"] for note in bench.notes("truth")]
        reported.append((raw, truth, tiles))
    assert reported[0] == reported[1]
    assert len(reported[0][0]) >= 4


def test_a_scene_brings_its_game_and_settings(bench):
    bench.ask(SCENE)
    bench.ask(Cable(False), Cable(True))
    state = bench.said("state")[-1]
    assert state["rules"] == "eclipse"
    assert state["moves"] == ["b2U", "b2Sd1D"]
    assert state["wrong"] == []
    assert state["settings"]["players"] == 1


def test_a_scene_begins_with_power_and_cable_and_may_end_without(bench):
    bench.ask(Watch(True), Cable(False), Power(False))
    assert bench.ask(Scene(4)) == []
    assert [bench.notes("bench")[-1][name] for name in ("power", "cable")] == [True, True]
    bench.run_ms(600)
    assert bench.said("cells")
    assert bench.ask(Scene(4, power=False, cable=False)) == []
    assert [bench.notes("bench")[-1][name] for name in ("power", "cable")] == [False, False]


def test_a_scene_of_a_game_with_choices_has_the_tiles_of_both_players(bench):
    assert bench.ask(Scene(2, settings={"variant": LAP}, start=f"1_{LAP_CELLS}2200")) == []
    world = bench.board.world
    lying = [world.on_cell(cell) for cell in range(PROFILE.cells)]
    assert [tiles[-1].owner if tiles else "-" for tiles in lying] == [
        {"-": "-", "o": 1, "x": 0}[letter] for letter in LAP_CELLS
    ]


def test_a_scene_of_a_game_with_more_tiles_than_a_player_has_changes_nothing(bench, monkeypatch):
    xtic = Scene(3, settings={"variant": XTIC}, start=ELEVEN)
    monkeypatch.setattr(type(host_game("xtic")), "alike", False)
    assert bench.ask(xtic) == ["that game cannot be set up: there are too few tiles"]
    assert bench.board.seed == 5


def test_a_scene_of_half_a_move(bench):
    assert bench.ask(Scene(2, start="1_---d-U----------;d1S")) == []
    bench.ask(Cable(False), Cable(True))
    assert bench.said("state")[-1]["position"] == "1_---d-U----------;d1S"


@pytest.mark.parametrize(
    "scene",
    [
        Scene(1, start="nonsense"),
        Scene(1, start="1_----------------", moves=["b2N"]),
        Scene(1, settings={"variant": 99}, start="1_----------------"),
        Scene(1, breaks=[BreakRow(16, "dead", 0.0)]),
    ],
)
def test_a_scene_that_cannot_be_changes_nothing(bench, scene):
    seed, tiles = bench.board.seed, [(t.x_mm, t.y_mm) for t in bench.board.world.tiles]
    problems = bench.ask(scene)
    assert len(problems) == 1
    assert bench.board.seed == seed
    assert bench.board.app is not None
    assert [(t.x_mm, t.y_mm) for t in bench.board.world.tiles] == tiles


def test_what_the_board_said_is_not_kept_for_ever(bench):
    bench.ask(Watch(True))
    bench.board.serial_out.extend(["old"] * 100_000)
    bench.run_ms(11_000)
    assert len(bench.board.serial_out) < 3000


@pytest.mark.parametrize(
    ("text", "act"),
    [
        ('{"t":"help","mode":"both"}', Help("both", "")),
        ('{"t":"help","speed":"slow"}', Help("", "slow")),
        ('{"t":"watch","on":true}', Watch(True)),
        ('{"t":"knobs","noise":2,"temperature":-5.5}', Knobs(noise=2.0, temperature=-5.5)),
        ('{"t":"break","cell":5,"how":"stuck","mv":1650}', Break(5, "stuck", 1650.0)),
        ('{"t":"break","cell":5,"how":"dead"}', Break(5, "dead", 0.0)),
        ('{"t":"power","on":false}', Power(False)),
        ('{"t":"cable","on":true}', Cable(True)),
        (
            '{"t":"scene","seed":7,"knobs":{"noise":2},"breaks":[[1,"dead",0]],'
            '"settings":{"level":1},"start":"1_-","moves":["a1U"],"cable":false}',
            Scene(
                7,
                KnobValues(noise=2.0),
                [BreakRow(1, "dead", 0.0)],
                {"level": 1},
                "1_-",
                ["a1U"],
                power=True,
                cable=False,
            ),
        ),
    ],
)
def test_each_message_is_understood(text, act):
    assert parse(text) == act


@pytest.mark.parametrize(
    "text",
    [
        '{"t":"help","mode":"on"}',
        '{"t":"help","speed":2}',
        '{"t":"watch"}',
        '{"t":"watch","on":1}',
        '{"t":"knobs","noise":-1}',
        '{"t":"knobs","noise":NaN}',
        '{"t":"knobs","warmth":1}',
        '{"t":"break","cell":-1,"how":"dead"}',
        '{"t":"break","cell":true,"how":"dead"}',
        '{"t":"break","cell":1,"how":"bent"}',
        '{"t":"break","cell":1,"how":["dead"]}',
        '{"t":"break","cell":1,"how":"stuck","mv":4000}',
        '{"t":"power","on":"yes"}',
        '{"t":"scene"}',
        '{"t":"scene","seed":-1}',
        '{"t":"scene","seed":1.5}',
        '{"t":"scene","seed":1,"moves":"a1U"}',
        '{"t":"scene","seed":1,"breaks":[1]}',
        '{"t":"scene","seed":1,"breaks":[[1,"dead",0,0]]}',
        json.dumps({"t": "scene", "seed": 1, "moves": ["a1U"] * 201}),
        '{"t":"scene","seed":1,"settings":{"level":"hard"}}',
        '{"t":"scene","seed":1,"knobs":[]}',
    ],
)
def test_anything_else_is_refused_with_a_reason(text):
    with pytest.raises(ProtocolError) as refused:
        parse(text)
    assert str(refused.value)


def test_a_slow_page_gets_the_last_readings_and_every_word():
    async def whole():
        hub = Hub()
        page = hub.join()
        for number in range(1000):
            lines = (json.dumps({"t": "cells", "raw": [number]}),)
            if number == 3:
                lines += (json.dumps({"t": "state", "say": "Listen"}),)
            hub.publish(Moment(number, Picture(), lines, (), (), ({"t": "truth", "n": number},)))
        sent, told = [], asyncio.Event()

        async def send(text):
            sent.append(json.loads(text))
            if sent[-1]["t"] == "truth":  # of the notes, which come last
                told.set()

        task = asyncio.create_task(hub.serve(page, send))
        await asyncio.wait_for(told.wait(), LAST_RESORT_S)
        task.cancel()
        return sent + hub.news(page)

    sent = asyncio.run(whole())
    assert [m["line"] for m in sent if m["t"] == "said"] == [
        {"t": "state", "say": "Listen"},
        {"t": "cells", "raw": [999]},
    ]
    assert [m for m in sent if m["t"] == "truth"] == [{"t": "truth", "n": 999}]


def test_a_slow_page_gets_all_scans_and_a_new_one_none():
    hub = Hub()
    page = hub.join()
    notes = [{"t": "scans", "ms": [number], "raw": [[number]]} for number in range(5)]
    for number, note in enumerate(notes):
        hub.publish(Moment(number, Picture(), (), (), (), (note,)))
    assert [m for m in hub.news(page) if m["t"] == "scans"] == notes
    assert not [m for m in hub.news(hub.join()) if m["t"] == "scans"]


def test_newcomers_learn_how_bench_and_hand_stand():
    async def whole():
        async with served() as server, server.link() as one:
            await one.send_json({"t": "knobs", "noise": 2.5})
            await one.send_json({"t": "help", "speed": "slow"})
            await hear(one, "bench", lambda message: message["knobs"]["noise"] == 2.5)
            async with server.link() as other:
                bench = await hear(other, "bench")
                helper = await hear(other, "helper")
            assert (bench["knobs"]["noise"], helper["speed"]) == (2.5, "slow")

    asyncio.run(whole())


# In the browser


def opened(page):
    """The workbench, opened by keyboard."""
    tool(page, "workbench").press("Enter")
    page.wait_for_selector("#workbench .cell")  # it is loaded then
    return page.get_by_role("region", name="Workbench")


def slide(page, bench, name, key, times):
    bench.get_by_role("slider", name=name).focus()
    for _ in range(times):
        page.keyboard.press(key)


@pytest.mark.verify
@pytest.mark.browser
def test_the_workbench_by_keyboard_and_its_link_on_a_fresh_server(open_page, chromium, tmp_path):
    page = open_page()
    Person(page).wait_for_words("middle button")
    page.keyboard.press("2")
    Person(page).leave_gains()
    Person(page).wait_for_words("Your turn")
    bench = opened(page)
    chosen = bench.get_by_role("button", name=re.compile(r"^b2\S* .* empty "))
    chosen.focus()
    page.keyboard.press("Enter")
    expect(chosen).to_have_attribute("aria-pressed", "true")
    expect(bench.locator("dl")).to_contain_text("mT")
    expect(bench.locator("polyline.reading")).to_have_attribute("points", re.compile(r"\d,.* \d"))

    slide(page, bench, "Noise", "ArrowRight", 4)
    slide(page, bench, "Temperature", "ArrowLeft", 3)
    bench.get_by_label("Its sensor is").select_option("stuck at 3.3 V")
    expect(bench.get_by_role("button", name=re.compile(r"^b2\S* .* unclear "))).to_be_visible()

    bench.get_by_role("button", name="Unplug the cable").click()
    expect(page.get_by_text("cable is unplugged")).to_be_visible()
    expect(bench.get_by_role("button", name=re.compile(r"^b2\S* .* no data "))).to_be_visible()
    bench.get_by_role("button", name="Plug the cable in").click()
    expect(bench.get_by_role("button", name=re.compile(r"^b2\S* .* unclear "))).to_be_visible()
    expect(page.get_by_text("cable is unplugged")).to_have_count(0)
    bench.get_by_role("button", name="Cut the power").click()
    expect(page.get_by_text("has no power")).to_be_visible()

    bench.get_by_role("button", name="Copy a link").click()
    address = bench.get_by_label("Link to this state").input_value()
    words = address.partition("#")[2]
    assert {"noise=3", "temperature=22", "break=b2:stuck:3300", "power=off"} <= set(
        words.split("&")
    )
    with play(tmp_path / "fresh", "--no-browser", "--seed", "9") as fresh:
        other = chromium.new_page()
        other.goto(f"{fresh.address}#{words}")
        bench = other.get_by_role("region", name="Workbench")
        expect(bench).to_contain_text("Board 1")
        expect(other.get_by_text("has no power")).to_be_visible()
        expect(bench.get_by_role("slider", name="Noise")).to_have_value("3")
        bench.get_by_role("button", name="Switch the power on").click()
        expect(bench.get_by_role("button", name=re.compile(r"^b2\S* .* unclear "))).to_be_visible()
        other.close()


@pytest.mark.verify
@pytest.mark.browser
def test_large_readings_fit_their_boxes(open_page):
    page = open_page()
    opened(page)
    for width in (1280, 390):
        page.set_viewport_size({"width": width, "height": 844})
        too_wide = page.evaluate(
            """() => [...document.querySelectorAll('#workbench .cell')].filter((box) => {
              box.querySelector('.mv').textContent = '-1420 mV';
              return box.scrollWidth > box.clientWidth;
            }).length"""
        )
        assert too_wide == 0


@pytest.mark.browser
@pytest.mark.verify
@pytest.mark.worker("verify")
def test_the_workbench_fits_a_phone(open_page):
    page = open_page(viewport={"width": 390, "height": 780}, has_touch=True)
    tool(page, "workbench").tap()
    bench = page.get_by_role("region", name="Workbench")
    bench.get_by_role("button", name="Unplug the cable").tap()
    expect(page.get_by_text("cable is unplugged")).to_be_visible()
    bench.get_by_role("button", name="Plug the cable in").tap()
    expect(page.get_by_text("cable is unplugged")).to_have_count(0)
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
