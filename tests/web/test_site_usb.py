"""A real board on the site's page: a browser with a serial port behind which a board is, or nothing
that is one."""

import contextlib
import json
import os
import pty
import re
import select
import threading
import tty
from dataclasses import replace

import pytest
from device import small
from playwright.sync_api import expect
from web.person import DRAWN, Person, tool
from web.test_access import check
from web.usb import SCRIPT, Usb

from host_tools.board.emulator import filesystem
from host_tools.board.emulator.bootrom import copy_to_drive
from host_tools.board.emulator.serialport import SerialPort
from host_tools.build import firmware, prebuilt, profiles
from host_tools.build.layout import sha256
from host_tools.build.revision import of_board
from host_tools.lab import site as measured
from host_tools.lab.site_server import SiteServer
from lodeboard.boards.rp2040 import FILES_OFFSET, FLASH_BYTES
from tests.device.ptyboard import PtyBoard

pytestmark = pytest.mark.browser

BOARD = "tile4x4"
OLD, NEW = small.make("1.0"), small.make("2.0", added=b"ADDED = 'Only in the new one.'\n")
LOG = b"""--- fault 1 x 1: 5 s after the start, firmware 0.2.0 abc ---
Traceback (most recent call last):
  File "lodeboard.link.link", line 3, in tell
ValueError: made up
"""


class CablePage:
    """The panel of the site's page for a real board."""

    def __init__(self, page, usb):
        self.page = page
        self.usb = usb
        self.state = page.locator("#cable [data-part=state]")
        self.wrong = page.locator("#cable [data-part=wrong]")
        self.said = page.locator("#cable [data-part=said]")
        self.share = page.locator("#cable progress")

    def do(self, what):
        self.page.click(f"#cable [data-do={what}]")

    def install(self):
        """Compare with the site's firmware, and install that."""
        self.do("flash")
        expect(self.page.locator("#cable [data-part=versions]")).to_be_visible()
        self.do("install")

    def expect(self, where, words):
        expect(where).to_contain_text(words)

    def ended(self):
        """Wait for the end of what is done with the board; what was wrong."""
        expect(self.page.locator("#cable [data-do=leave]")).to_be_enabled()
        return self.wrong.inner_text()


@pytest.fixture
def open_cable(chromium, site_folder):
    """Opens the site with a port at `path`, and the panel for a real board. `built`: the firmware
    that this site has; its own where that is left out. No request goes elsewhere, and nothing fails
    without a word."""
    with contextlib.ExitStack() as ended:
        faults = []

        def open_cable(path=None, script=SCRIPT, built=None, changes=None):
            usb = Usb(path)
            ended.callback(usb.end)
            answers = usb.answers
            if built is not None:
                data = prebuilt.pack(built)
                about = {"sha256": sha256(data), "version": built.version, "id": built.manifest.id}
                about |= {"uf2": {"name": f"lodeboard-{BOARD}.uf2", "bytes": 1}}
                news = json.dumps(changes or {}).encode()
                index = json.dumps({BOARD: {**about, "cells": "4x4"}}).encode()
                answers |= {
                    "firmware/index.json": lambda request: _send(request, index),
                    f"firmware/{BOARD}.zip": lambda request: _send(request, data),
                    "firmware/changes.json": lambda request: _send(request, news),
                }
            server = ended.enter_context(SiteServer(site_folder, answers=answers))
            context = chromium.new_context(viewport={"width": 1280, "height": 800})
            ended.callback(context.close)
            context.add_init_script(script)
            foreign = re.compile(f"^(?!{re.escape(server.address)})")
            context.route(foreign, lambda route: (faults.append(route.request.url), route.abort()))
            page = context.new_page()
            page.on("pageerror", lambda error: faults.append(str(error)))
            measured.first_light(page, server.address)
            tool(page, "cable").click()
            expect(page.locator("#cable-board option")).not_to_have_count(0)
            return CablePage(page, usb)

        yield open_cable
    assert faults == []


def _send(request, data):
    request.send_response(200)
    request.send_header("Content-Length", str(len(data)))
    request.end_headers()
    request.wfile.write(data)


def downloaded(cable):
    """The name of the file that the panel offers for a new Pico, and its contents."""
    with cable.page.expect_download() as got:
        cable.page.click("#cable [data-part=uf2]")
    return got.value.suggested_filename, got.value.path().read_bytes()


@pytest.mark.verify
def test_a_new_pico_gets_the_file_of_its_board_with_the_steps_in_pictures(open_cable):
    # Without Web Serial, too: a file can be dragged with any browser.
    cable = open_cable(script="delete Navigator.prototype.serial;")
    page = cable.page
    for name in ("tile7x7", BOARD):
        page.select_option("#cable-board", name)
        file, data = downloaded(cable)
        assert file == f"lodeboard-{name}.uf2"
        assert f"Download {file} ({len(data) / 1e6:.1f} MB)" == page.inner_text("[data-part=uf2]")
        flash = bytearray(b"\xff" * FLASH_BYTES)
        copy_to_drive(data, flash)
        files = filesystem.read_image(bytes(flash[FILES_OFFSET:]))
        assert files == firmware.board_files(board=name)
    steps = page.locator("#cable .steps")
    pictures = [picture.get_attribute("aria-label") for picture in steps.get_by_role("img").all()]
    words = steps.locator("span").all_inner_texts()
    assert [("BOOTSEL" in one, "RPI-RP2" in one) for one in words[:2]] == [
        (True, False),
        (False, True),
    ]
    assert len(words) == len(set(pictures)) == 3
    check(page)
    for width in (1440, 390):
        page.set_viewport_size({"width": width, "height": 844})
        page.evaluate(DRAWN)
        panel = page.locator("#cable").bounding_box()
        for one in [*steps.locator("li").all(), page.locator("[data-part=uf2]")]:
            box = one.bounding_box()
            assert panel["x"] <= box["x"] < box["x"] + box["width"] <= panel["x"] + panel["width"]
        assert page.evaluate("document.documentElement.scrollWidth") <= width


@contextlib.contextmanager
def stranger(answer):
    """A port that something else is on: what it makes of what it gets."""
    master, slave = pty.openpty()
    tty.setraw(slave)
    ended = threading.Event()

    def run():
        while not ended.is_set():
            if select.select([master], [], [], 0.05)[0]:
                os.write(master, answer(os.read(master, 4096)))

    thread = threading.Thread(target=run)
    thread.start()
    try:
        yield os.ttyname(slave)
    finally:
        ended.set()
        thread.join()
        os.close(master)
        os.close(slave)


@pytest.mark.verify
def test_a_board_of_another_size_is_named_and_then_played(open_cable):
    with PtyBoard(profile=profiles.profile("tile7x7")) as real:
        cable = open_cable(real.path)
        cable.do("connect")
        cable.expect(cable.state, "calls itself tile7x7; this page is for a tile4x4")
        cable.expect(cable.state, "choose tile7x7 below")
        cable.page.select_option("#cable-board", "tile7x7")
        cable.expect(cable.state, "A real board on this USB port.")
        Person(cable.page).wait_for_words("Set up the board")
        expect(cable.page.locator("#stops button[data-cell]")).to_have_count(49)


@pytest.mark.verify
def test_a_real_board_is_played_on_the_page_and_let_go_again(open_cable):
    with PtyBoard() as real:
        cable = open_cable()
        cable.do("connect")
        cable.expect(cable.wrong, "No port was chosen")
        cable.usb.path, cable.usb.busy = real.path, True
        cable.do("connect")
        cable.expect(cable.state, "Close the program that has it open")
        cable.usb.busy = False
        cable.expect(cable.state, "A real board on this USB port.")
        person = Person(cable.page)
        person.wait_for_words("The first player: place")
        with real.held:
            tile = real.board.world.tiles[0]
            real.board.world.lay(tile.id, *real.board.world.plate.centre(5))
        person.wait_for_words("The second player: flip")
        person.wait(lambda: person.look()["b2"].tile, "the tile on the board")
        person.wait(lambda: person.look()["b2"].light, "its light")
        cable.page.click("#buttons [data-button='1']")  # take back
        person.wait_for_words("Set up the board")
        power = cable.page.locator("#workbench [data-part=power]")
        tool(cable.page, "workbench").press("Enter")
        expect(power).to_be_disabled()
        tool(cable.page, "cable").press("Enter")
        # The cable is pulled, and put in again.
        cable.usb.path = None
        cable.usb.end()
        cable.expect(cable.state, "has gone (unplugged?")
        cable.usb.path = real.path
        cable.expect(cable.state, "A real board on this USB port.")
        cable.do("leave")
        person.wait_for_words("Your turn: place")
        expect(cable.page.locator("#odd")).to_have_text("")
        expect(power).to_be_enabled()
        person.lift(person.spare("sun", "up"), "click")
        person.put(person.look()["b2"], "click")
        person.wait_for_words("Your turn: lift", "Your turn: flip", "The board moves")


@pytest.mark.slow
@pytest.mark.chip
def test_a_bare_pico_is_told_from_a_board_and_gets_a_firmware(open_cable):
    board = small.board({})
    with SerialPort(board) as port:
        cable = open_cable(port.wait(), built=NEW)
        cable.do("connect")
        cable.expect(cable.state, "stands at MicroPython's prompt")
        cable.expect(cable.state, "Install the firmware")
        cable.do("flash")
        cable.expect(cable.page.locator("#cable [data-part=compared]"), "There is no firmware")
        with port.held() as chip:
            assert chip.files() == {}
        cable.do("install")
        expect(cable.share).to_be_visible()
        assert cable.ended() == ""
        cable.expect(cable.said, "there is no firmware on it yet".capitalize())
        cable.expect(cable.said, f"runs firmware 2.0 {NEW.manifest.id}.")
    assert board.files() == NEW.board_files()


@pytest.mark.slow
@pytest.mark.chip
def test_a_board_of_another_revision_keeps_its_firmware_and_says_what_to_do(open_cable):
    now = of_board(BOARD)
    moved = replace(now, parts=now.parts.replace("GP16+GP17", "GP21"))
    files = {**OLD.board_files(), "board": moved.encode()}
    board = small.board(files)
    with SerialPort(board) as port:
        cable = open_cable(port.wait(), built=replace(NEW, board=BOARD, parts=now.parts))
        cable.do("connect")
        cable.expect(cable.page.locator("#cable"), "Install the firmware")
        cable.do("flash")
        wrong = cable.ended()
    assert "is for a tile4x4 (piezo=GP21)" in wrong
    assert "this firmware is for a tile4x4 (piezo=GP16+GP17). Change the board" in wrong
    assert board.files() == files


@pytest.mark.verify
@pytest.mark.parametrize(
    ("answer", "linked", "worked"),
    [
        (lambda data: data, "echoes what it is sent", "echoes what it is sent"),
        (lambda _: b"", "Nothing on this USB port answers", "Nothing on this USB port answers"),
        (lambda _: b"Marlin ready\r\n", "Marlin ready", "is not a board with MicroPython"),
    ],
    ids=["echo", "mute", "another"],
)
def test_what_is_no_board_is_known(open_cable, answer, linked, worked):
    with stranger(answer) as path:
        cable = open_cable(path)
        cable.do("connect")
        cable.expect(cable.state, linked)
        cable.do("log")
        assert worked in cable.ended()


class OtherPython:
    """Another Python at its prompt, with just enough to identify it. `greets`: its output at the
    first key; `who`: its answer to the question."""

    def __init__(self, greets, who):
        self.greets = greets
        self.who = who
        self.raw = False
        self.code = b""

    def __call__(self, data):
        return b"".join(self.hear(data[at : at + 1]) for at in range(len(data)))

    def hear(self, key):
        if key == b"\x01":
            self.raw, self.code = True, b""
            return b"raw REPL; CTRL-B to exit\r\n>"
        if key == b"\x02":
            self.raw = False
        if not self.raw:
            greets, self.greets = self.greets, b""
            return greets + b"\r\n>>> " if greets or key in b"\r\n\x02\x03" else b""
        if key != b"\x04":
            self.code += key
            return b""
        code, self.code = self.code, b""
        if not code:
            return b"OK\r\nMPY: soft reboot\r\nraw REPL; CTRL-B to exit\r\n>"
        printed = f"{self.who}\r\n".encode() if b"implementation" in code else b""
        return b"OK" + printed + b"\x04\x04>"


@pytest.mark.verify
@pytest.mark.parametrize(
    ("greets", "who", "linked", "worked"),
    [
        (
            b"Adafruit CircuitPython 9.2.1 on 2024-11-20; Raspberry Pi Pico with rp2040",
            ("circuitpython", (9, 2, 1), "Raspberry Pi Pico with rp2040", 0, "RP2040"),
            "runs CircuitPython",
            "runs circuitpython 9.2.1 on Raspberry Pi Pico with rp2040, not MicroPython",
        ),
        (
            b"MicroPython v1.25.0 on 2025-04-15; Raspberry Pi Pico2 with RP2350-RISCV",
            ("micropython", (1, 25, 0), "Raspberry Pi Pico2 with RP2350-RISCV", 11526, "rp2"),
            "stands at MicroPython's prompt",
            "does not run on the board on this USB port: Raspberry Pi Pico2 with RP2350-RISCV",
        ),
    ],
    ids=["circuitpython", "risc-v"],
)
def test_a_board_that_cannot_run_the_firmware_is_named(open_cable, greets, who, linked, worked):
    with stranger(OtherPython(greets, who)) as path:
        cable = open_cable(path, built=NEW)
        cable.do("connect")
        cable.expect(cable.state, linked)
        cable.do("flash")
        assert worked in cable.ended()


@pytest.mark.slow
@pytest.mark.chip
def test_what_is_new_is_shown_before_and_the_firmware_before_comes_back(open_cable):
    board = small.board(OLD.board_files())
    with SerialPort(board) as port:
        cable = open_cable(port.wait(), built=NEW, changes={"2.0": ["A clock."], "1.0": ["Games."]})
        versions = cable.page.locator("#cable [data-part=versions]")
        cable.do("connect")
        cable.expect(cable.page.locator("#cable"), "Install the firmware")
        cable.do("flash")
        cable.expect(versions, f"On the board: 1.0 {OLD.manifest.id}. ")
        cable.expect(versions, f"To be installed: 2.0 {NEW.manifest.id}.")
        assert versions.locator("li").all_inner_texts() == ["A clock."]
        back = versions.locator("[data-do=back]")
        expect(back).to_be_hidden()
        check(cable.page)
        cable.do("keep")
        expect(versions).to_be_hidden()
        with port.held() as chip:
            assert chip.files() == OLD.board_files()
        cable.install()
        assert cable.ended() == ""
        cable.expect(cable.said, f"Firmware 1.0 {OLD.manifest.id} stays on the board, too.")
        cable.do("flash")
        expect(back).to_have_text(f"Go back to 1.0 {OLD.manifest.id}")
        back.click()
        assert cable.ended() == ""
        cable.expect(cable.said, f"runs firmware 1.0 {OLD.manifest.id}.")
    assert board.files()["slot"] == b"a\n"


@pytest.mark.verify
@pytest.mark.chip
def test_a_cable_pulled_in_the_middle_and_then_again(open_cable):
    board = small.board({**OLD.board_files(), "data/faults.blob": LOG})
    with SerialPort(board) as port:
        cable = open_cable(port.wait(), built=NEW)
        cable.do("connect")
        cable.expect(cable.page.locator("#cable"), "Install the firmware")
        cable.do("log")
        assert cable.ended() == ""
        log = cable.page.locator("#cable [data-part=log]")
        cable.expect(log, 'File "lodeboard/link/link.py", line 3')
        cable.install()
        cable.page.wait_for_function("() => document.querySelector('#cable progress').value >= 50")
        port.unplug()
        assert "starts either the old firmware or the complete new one" in cable.ended()
        with port.held() as chip:
            assert chip.files()["slot"] == b"a\n"
            assert OLD.slot_files("a").items() <= chip.files().items()
        port.plug()
        port.wait()
        cable.install()
        assert cable.ended() == ""
        cable.expect(cable.said, f"runs firmware 2.0 {NEW.manifest.id}.")
    assert NEW.slot_files("b").items() <= board.files().items()
    assert board.files()["slot"] == b"b\n"
    assert board.files()["data/faults.blob"] == LOG


@pytest.mark.verify
@pytest.mark.chip
def test_the_sites_firmware_over_another_whole_one(open_cable):
    files = firmware.build().board_files()
    other = {name: data for name, data in files.items() if not name.startswith("packs/core")}
    board = small.board({**other, "data/faults.blob": LOG})
    with SerialPort(board, hurry=True) as port:
        cable = open_cable(port.wait())
        cable.do("connect")
        cable.expect(cable.page.locator("#cable"), "Install the firmware")
        cable.install()
        assert cable.ended() == ""
        cable.expect(cable.state, "A real board on this USB port.")
    assert files.items() <= {**board.files(), "slot": b"a\n"}.items()


@pytest.mark.verify
def test_a_browser_without_web_serial_is_named(open_cable):
    cable = open_cable(script="delete Navigator.prototype.serial;")
    cable.expect(cable.wrong, "lacks Web Serial. Chrome, Edge and Opera")
    expect(cable.page.locator("#cable [data-do=connect]")).to_be_disabled()
