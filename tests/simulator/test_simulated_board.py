import pytest

from host_tools.board.simulator.store import BEFORE, MIDDLE


class Clerk:
    """A firmware that counts its starts in the store, repeats lines, beeps on a button."""

    def __init__(self, port, profile):
        self.port = port
        self.starts = int(port.store.load("starts") or b"0") + 1
        port.store.save("starts", b"%d" % self.starts)
        port.serial.write_line(f"start {self.starts}")
        self.frame = bytearray(3 * profile.cells)

    def tick(self, now_ms):
        line = self.port.serial.read_line()
        if line == "save":
            self.port.store.save("note", bytes(1000))
        if line is not None:
            self.port.serial.write_line(f"{now_ms} {line}")
        pressed = self.port.buttons.read()
        self.port.sound.tone(440 * pressed)
        self.frame[1] = pressed
        self.port.lights.show(self.frame)


@pytest.fixture
def clerk(make_board):
    return make_board(app_factory=Clerk)


def test_it_ticks_as_often_as_the_profile_says(board, profile):
    board.run_ms(1000)
    assert board.app.ticks == list(range(profile.tick_ms, 1001, profile.tick_ms))
    assert board.now_ms == 1000


def test_time_wraps_for_the_firmware(make_board):
    board = make_board(start_ms=(1 << 30) - 40)
    board.run_ms(100)
    assert board.app.ticks == [(1 << 30) - 20, 0, 20, 40, 60]
    assert board.now_ms == (1 << 30) + 60


def test_the_firmware_feels_a_tile(board, millivolts):
    board.run_ms(100)
    before = millivolts(board.app.raw)
    board.world.arrange([None] * 6 + [(0, True)] + [None] * 9)
    board.run_ms(20)
    change = [b - a for a, b in zip(before, millivolts(board.app.raw), strict=True)]
    assert change[6] > 700
    assert max(abs(c) for cell, c in enumerate(change) if cell != 6) < 15


def test_light_comes_out_at_the_right_cell(make_board, profile):
    class Lamp:
        def __init__(self, port, profile):
            self.port, self.order = port, profile.led_order
            self.cell = 0

        def tick(self, now_ms):
            frame = bytearray(48)
            frame[3 * self.order[self.cell] : 3 * self.order[self.cell] + 3] = bytes([10, 20, 30])
            self.port.lights.show(frame)
            self.cell += 1

    board = make_board(app_factory=Lamp)
    told_ms = []
    board.frames.subscribe(lambda now_ms, _: told_ms.append(now_ms))
    for cell in range(profile.cells):
        board.step()
        assert board.leds[cell] == (20, 10, 30)
        assert sum(map(any, board.leds)) == 1
    assert told_ms == list(range(20, 321, 20))


def test_buttons_tones_and_lines(clerk):
    tones, shown, said = [], [], []
    clerk.sounds.subscribe(lambda *what: tones.append(what))
    clerk.frames.subscribe(lambda now_ms, leds: shown.append((now_ms, leds[0])))
    stop = clerk.lines.subscribe(lambda *what: said.append(what))
    clerk.run_ms(40)
    clerk.press(2)
    clerk.press(4)
    clerk.run_ms(40)
    clerk.release(2)
    clerk.run_ms(40)
    clerk.release(4)
    clerk.send_line("hello")
    clerk.run_ms(40)
    stop()
    clerk.send_line("unheard")
    clerk.run_ms(20)
    assert tones == [(60, 2640), (100, 1760), (140, 0)] == clerk.tones
    assert shown == [(20, (0, 0, 0)), (60, (6, 0, 0)), (100, (4, 0, 0)), (140, (0, 0, 0))]
    assert said == [(140, "140 hello")]
    assert clerk.serial_out == ["start 1", "140 hello", "180 unheard"]


def test_a_power_cut_darkens_and_silences_but_the_store_stays(clerk):
    clerk.press(1)
    clerk.run_ms(40)
    assert any(map(any, clerk.leds))
    clerk.power_cut()
    assert clerk.app is None
    assert not any(map(any, clerk.leds))
    assert clerk.tones[-1] == (40, 0)
    assert clerk.current_ma == 0.0
    clerk.run_ms(100)  # the world goes on
    clerk.boot()
    assert clerk.app.starts == 2
    assert clerk.now_ms == 140


def test_booting_a_running_board_cuts_its_power_first(clerk):
    clerk.boot()
    assert clerk.app.starts == 2


def test_lines_sent_to_a_board_without_power_are_lost(clerk):
    clerk.power_cut()
    clerk.send_line("lost")
    clerk.boot()
    clerk.run_ms(40)
    assert clerk.serial_out == ["start 1", "start 2"]


def test_power_that_fails_in_a_write_ends_the_tick(clerk):
    clerk.store.cut_after(1, MIDDLE)
    clerk.send_line("save")
    clerk.run_ms(100)
    assert clerk.app is None
    assert clerk.serial_out == ["start 1"]
    clerk.boot()
    assert clerk.port.store.load("note") is None
    assert clerk.app.starts == 2


def test_power_may_fail_while_starting(make_board):
    fails = []

    def start(port, profile):
        if fails:
            port.store.store.cut_after(fails.pop(), BEFORE)
        return Clerk(port, profile)

    clerk = make_board(app_factory=start)
    clerk.power_cut()
    fails.append(2)
    clerk.boot()
    assert clerk.app is None
    clerk.boot()
    assert clerk.app.starts == 2


def test_stores_outlive_the_board_where_asked(make_board, tmp_path):
    directory = tmp_path / "deep" / "store"
    make_board(app_factory=Clerk, store_dir=directory)
    assert make_board(app_factory=Clerk, store_dir=directory).app.starts == 2
    assert make_board(app_factory=Clerk).app.starts == 1


def test_run_until_stops_at_the_first_tick_that_fits(board):
    assert board.run_until(lambda: board.now_ms >= 70, 1000)
    assert board.now_ms == 80
    assert not board.run_until(lambda: False, 100)
    assert board.now_ms == 180
