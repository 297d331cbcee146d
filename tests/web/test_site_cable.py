"""A real board on the site's page, without a browser: the worker's Python at a pseudo-terminal."""

import contextlib
import json
import os
import select
import threading

import pytest
from device import small
from waiting import wait_until

from host_tools.board.device import flash as flashing
from host_tools.board.device.advice import ADVICE
from host_tools.board.device.flash import Flasher
from host_tools.board.emulator.serialport import SerialPort
from host_tools.build import prebuilt
from host_tools.build.layout import sha256
from host_tools.play.site.cabled import Cabled
from tests.device.ptyboard import PtyBoard

BOARD = "tile4x4"
LOOK_S = 0.02
OLD, NEW = small.OLD, small.NEW


class CablePage:
    """The page and the browser around the worker's Python, with a terminal for a port. What the
    page does by itself runs in a thread: it opens the port again, and brings what came."""

    def __init__(self, path):
        self.path = path
        self.received = []
        self.sent = bytearray()
        self._news = threading.Event()
        self._ended = threading.Event()
        self._file = -1
        self.cabled = Cabled(
            lambda text: self.received.append(json.loads(text)),
            self._write,
            lambda seconds: seconds,
            self._wait,
            lambda: True,
        )
        self.cabled.begin(BOARD)
        self._thread = threading.Thread(target=self._run)
        self._thread.start()

    def close(self):
        self._ended.set()
        self._thread.join()

    def _wait(self, seconds):
        self._news.wait(seconds)
        self._news.clear()

    def _run(self):
        line = self.cabled.line
        while not self._ended.is_set():
            try:
                self._file = os.open(self.path, os.O_RDWR | os.O_NOCTTY | os.O_NONBLOCK)
            except OSError:
                line.lost("gone", "the board has gone. Plug it in again")
                self._ended.wait(LOOK_S)
                continue
            line.opened()
            with contextlib.suppress(OSError):
                while not self._ended.is_set():
                    self._carry(line)
            os.close(self._file)
            line.lost("gone", "the board has gone. Plug it in again")
            self._news.set()

    def _carry(self, line):
        if not select.select([self._file], [], [], LOOK_S)[0]:
            return
        data = os.read(self._file, 4096)
        if not data:
            raise OSError
        line.fed(data)
        self._news.set()

    def _write(self, data):
        self.sent += data
        size = len(data)
        with contextlib.suppress(OSError):
            while data:
                if select.select([], [self._file], [], LOOK_S)[1]:
                    data = data[os.write(self._file, data) :]
            self.cabled.line.written(size)

    def tick_until(self, seen):
        def tick():
            self._wait(LOOK_S)
            self.cabled.tick()

        wait_until(seen, lambda: f"more than {self.received[-3:]}", tick)

    def said(self, kind):
        lines = [each["line"] for each in self.received if each["t"] == "said" and "line" in each]
        return [line for line in lines if line["t"] == kind]

    @property
    def device(self):
        return [each["device"] for each in self.received if each["t"] == "bench"][-1]

    @property
    def news(self):
        """Of what is done with the board."""
        return [each for each in self.received if each["t"] == "cable"]

    @property
    def words(self):
        return " ".join(each.get("say", "") for each in self.news)


@pytest.fixture
def page(monkeypatch):
    pages = []

    def page(path):
        pages.append(CablePage(path))
        return pages[-1]

    for name, words in dict(ADVICE).items():
        monkeypatch.setitem(ADVICE, name, words)  # given back at the end
    yield page
    for each in pages:
        each.close()


def flash(page, firmware, data=None, **index):
    data = prebuilt.pack(firmware) if data is None else data
    index = {"sha256": sha256(data)} | index
    page.cabled.flash(BOARD, json.dumps({BOARD: index}), data, False)


@pytest.fixture
def made_up(monkeypatch):
    """The tables of the small firmwares are the site's."""
    tables = [*OLD.tables.values(), *NEW.tables.values()]
    unpack = prebuilt.unpack
    monkeypatch.setattr(prebuilt, "unpack", lambda data, _, *chip: unpack(data, tables, *chip))


def test_a_real_board_is_on_the_page_and_hears_its_commands(page):
    with PtyBoard() as real:
        shown = page(real.path)
        assert shown.received[0]["t"] == "hello"
        shown.tick_until(lambda: shown.said("state"))
        assert shown.device["status"] == "ready"
        assert shown.device["say"] == "A real board on this USB port."
        with real.held:
            tile = real.board.world.tiles[0]
            real.board.world.lay(tile.id, *real.board.world.plate.centre(5))
        shown.tick_until(lambda: shown.said("state")[-1].get("moves") == ["b2U"])
        lit = [each["leds"] for each in shown.received if each["t"] == "frame" and "leds" in each]
        assert any(set(leds) != {"0"} for leds in lit)
        asked = shown.said("state")[-1]["say"]
        shown.cabled.receive('{"t":"tell","line":{"c":"back"}}')
        shown.tick_until(lambda: shown.said("state")[-1]["say"] != asked)
        shown.cabled.receive('{"t":"grab","tile":3}')
        shown.tick_until(lambda: any(each["t"] == "error" for each in shown.received))
        shown.cabled.leave()
        assert shown.news == [{"t": "cable", "left": True}]
        assert b'"watch", "on": false' in shown.sent


@pytest.mark.slow
@pytest.mark.chip
def test_a_bare_pico_gets_a_firmware_of_the_site(page, made_up):
    board = small.board({})
    with SerialPort(board) as port:
        shown = page(port.wait())
        shown.tick_until(lambda: shown.cabled.line.is_open)
        flash(shown, NEW)
        assert shown.news[-1] == {"t": "cable", "ended": True, "wrong": ""}
        assert "There is no firmware on it yet" in shown.words
        assert f"runs firmware 2.0 {NEW.manifest.id}." in shown.words
        assert "web://" not in shown.words
        shares = [each["share"] for each in shown.news if "share" in each]
        assert shares == sorted(set(shares))
        assert shares[-1] == 100
    assert board.files() == NEW.board_files()


@pytest.mark.slow
@pytest.mark.chip
def test_a_cable_pulled_in_the_middle_leaves_the_old_firmware_and_the_next_time_completes(
    page, made_up, monkeypatch
):
    board = small.board(OLD.board_files())
    carry_out = Flasher.carry_out
    with SerialPort(board) as port:

        def half(self, steps, advance):
            carry_out(self, steps[: len(steps) // 2], advance)
            port.unplug()
            carry_out(self, steps[len(steps) // 2 :], advance)

        shown = page(port.wait())
        shown.tick_until(lambda: shown.cabled.line.is_open)
        with monkeypatch.context() as patch:
            patch.setattr(Flasher, "carry_out", half)
            flash(shown, NEW)
        assert "has gone" in shown.news[-1]["wrong"]
        assert "old firmware or the complete new one" in shown.news[-1]["wrong"]
        with port.held() as chip:
            assert chip.files()["slot"] == b"a\n"
            assert OLD.slot_files("a").items() <= chip.files().items()
        port.plug()
        port.wait()
        flash(shown, NEW)
        assert shown.news[-1]["wrong"] == ""
    assert board.files()["slot"] == b"b\n"
    assert NEW.slot_files("b").items() <= board.files().items()


@pytest.mark.chip
def test_the_page_gets_what_would_change_and_goes_back(page, made_up):
    board = small.board({**NEW.slot_files("b"), **NEW.table_files, **OLD.board_files()})
    data = prebuilt.pack(NEW)
    index = json.dumps({BOARD: {"sha256": sha256(data)}})
    changes = json.dumps({"2.0": ["A clock."], "1.0": ["Games."]})
    with SerialPort(board) as port:
        shown = page(port.wait())
        shown.tick_until(lambda: shown.cabled.line.is_open)
        shown.cabled.compare(BOARD, index, data, changes, False)
        [versions] = [each["versions"] for each in shown.news if "versions" in each]
        there, other = f"1.0 {OLD.manifest.id}", f"2.0 {NEW.manifest.id}"
        lists = {"gained": ["A clock."], "lost": []}
        assert versions == {"there": there, "wanted": other, "back": other, **lists}
        assert shown.news[-1]["wrong"] == ""
        with port.held() as chip:
            assert chip.files()["slot"] == b"a\n"
        shown.cabled.go_back()
        assert shown.news[-1] == {"t": "cable", "ended": True, "wrong": ""}
        assert f"runs firmware {other}." in shown.words
    assert board.files()["slot"] == b"b\n"


@pytest.mark.chip
def test_the_fault_log_has_the_lines_of_the_source(page):
    log = b"""--- fault 1 x 1: 5 s after the start, firmware 0.2.0 abc ---
Traceback (most recent call last):
  File "lodeboard.link.link", line 3, in tell
ValueError: made up
"""
    board = small.board({**OLD.board_files(), "data/faults.blob": log})
    with SerialPort(board) as port:
        shown = page(port.wait())
        shown.cabled.show_faults()
        assert 'File "lodeboard/link/link.py", line 3' in shown.news[-2]["log"]
        assert shown.news[-1] == {"t": "cable", "ended": True, "wrong": ""}


@pytest.mark.parametrize("erase", [False, True])
def test_another_kind_of_board_is_flashed_only_when_it_is_erased(monkeypatch, made_up, erase):
    asked = []
    monkeypatch.setattr(flashing, "flash", lambda *_, **options: asked.append(options))
    for name, words in dict(ADVICE).items():
        monkeypatch.setitem(ADVICE, name, words)  # given back at the end
    quiet = [lambda *_: None] * 4
    cabled = Cabled(*quiet, lambda: True)
    data = prebuilt.pack(NEW)
    cabled.flash(BOARD, json.dumps({BOARD: {"sha256": sha256(data)}}), data, erase)
    [options] = asked
    assert (options["erase"], options["other_board"]) == (erase, erase)


def test_a_file_that_is_not_the_sites_is_refused_before_the_board_is_stopped(page):
    shown = page("/nothing")
    data = prebuilt.pack(NEW)
    flash(shown, NEW, data, sha256=sha256(data[:-1]))
    assert "not from this site" in shown.news[-1]["wrong"]
    flash(shown, NEW, data[:-100])
    assert "is damaged" in shown.news[-1]["wrong"]
    assert shown.sent == b""


def test_a_firmware_that_is_packed_is_the_same_afterwards():
    tables = [b"another", *NEW.tables.values()]
    assert prebuilt.unpack(prebuilt.pack(NEW), tables) == NEW
    with pytest.raises(prebuilt.PrebuiltError, match="damaged"):
        prebuilt.unpack(prebuilt.pack(NEW), [])


@pytest.mark.slow
def test_without_a_board_flash_and_log_say_what_to_do(page):
    shown = page("/nothing")
    shown.cabled.show_faults()
    assert shown.news[-1]["wrong"].startswith("There is no board now. Plug the board in")


def test_a_browser_that_cannot_wait_is_named(page):
    shown = page("/nothing")
    shown.cabled._can_wait = lambda: False
    shown.cabled.show_faults()
    assert "stack switching" in shown.news[-1]["wrong"]
