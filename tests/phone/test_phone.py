"""Who is let in over the radio, and what is kept about phones, without sockets."""

import json

import pytest

from host_tools.build import profiles
from lodeboard.link.phone import CODE, Phone
from lodeboard.storage.blobs import BlobError, Blobs, pack
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.phones import NAME, VERSION, Phones

PROFILE = profiles.profile("tile4x4")


class Line:
    """A serial line, or a phone's. said: what the board has sent; asked: what it will read."""

    def __init__(self, *asked):
        self.asked = list(asked)
        self.said = []
        self.open = True
        self.ending = False

    def read_line(self):
        return self.asked.pop(0) if self.asked else None

    def write_line(self, line):
        self.said.append(json.loads(line))

    def finish(self):
        self.ending = True


class Radio:
    """Stands in for the port's. fails: what `begin` raises; away: the network at home is."""

    def __init__(self):
        self.links = []
        self.address = self.name = ""
        self.begun = []
        self.fails = None
        self.away = False

    def begin(self, home, site, now_ms):
        self.begun.append((home, site, now_ms))
        if self.fails:
            raise self.fails
        self.address, self.name = "192.168.4.1", home[0] if home else "own"

    def end(self):
        self.address = ""
        self.links.clear()

    def poll(self, now_ms):
        if self.fails:
            raise self.fails
        return not self.away

    def chance(self, below):
        return 0


class Board:
    def __init__(self, store=None):
        self.radio = Radio()
        self.serial = Line()
        self.store = store or MemoryStore()
        self.said = []
        self.phone = Phone(self.serial, self.radio, Blobs(self.store), PROFILE)
        self.phone.begin(self.said.append)

    def join(self, *asked):
        line = Line(*asked)
        self.radio.links.append(line)
        self.phone.tick(0)
        return line


def code(cells):
    return json.dumps({"c": "code", "cells": cells})


@pytest.fixture
def board():
    made = Board()
    made.phone.switch(True)
    made.phone.tick(0)
    return made


def test_the_radio_stays_off_until_it_is_switched_on_and_comes_back_after_a_power_cut():
    board = Board()
    board.phone.tick(0)
    assert board.radio.begun == []
    board.phone.switch(True)
    board.phone.tick(20)
    assert board.radio.begun == [(None, "", 20)]
    again = Board(board.store)
    again.phone.tick(0)
    assert again.radio.begun == [(None, "", 0)]
    assert again.phone.stored.code == board.phone.stored.code == [0, 1, 2, 3][:CODE]
    again.phone.switch(False)
    off = Board(board.store)
    off.phone.tick(0)
    assert off.radio.begun == []


def test_a_phone_that_knows_the_code_is_a_second_serial_line(board):
    line = board.join(code([0, 1, 2, 3]), '{"c": "hello"}')
    assert line.said == [{"t": "code", "ok": False, "say": ""}, {"t": "code", "ok": True}]
    board.phone.write_line('{"t": "state"}')
    assert line.said[-1] == board.serial.said[-1] == {"t": "state"}
    board.serial.asked.append("by cable")
    assert (board.phone.read_line(), board.phone.by_phone) == ("by cable", False)
    assert (board.phone.read_line(), board.phone.by_phone) == ('{"c": "hello"}', True)
    assert board.phone.read_line() is None


def test_what_a_phone_was_watching_is_no_longer_sent_once_it_has_left(board):
    line = board.join(code([0, 1, 2, 3]))
    line.open = False
    board.radio.links.remove(line)
    board.phone.tick(0)
    left = [json.loads(board.phone.read_line()) for _ in range(2)]
    assert left == [{"c": "watch"}, {"c": "scan"}]
    assert board.phone.read_line() is None
    board.phone.write_line('{"t": "state"}')
    assert len(line.said) == 2


@pytest.mark.parametrize(
    "wrong", ["no JSON", "[]", code([3, 2, 1, 0]), code(None), '{"c": "hello"}', "[" * 3000]
)
def test_nothing_but_the_code_lets_a_phone_in(board, wrong):
    line = board.join(wrong)
    assert [message["ok"] for message in line.said] == [False, False]
    assert "not the code" in line.said[-1]["say"]
    board.phone.write_line('{"t": "state"}')
    assert len(line.said) == 2
    assert board.phone.read_line() is None


def test_a_code_that_was_guessed_at_five_times_is_void_also_after_a_power_cut(board):
    for _ in range(4):
        board.join(code([4, 5, 6, 7]))
    assert board.phone.code_names == "a1 b1 c1 d1"
    line = board.join(code([4, 5, 6, 7]))
    assert "another code" in line.said[-1]["say"]
    again = Board(board.store)
    again.phone.tick(0)
    line = again.join(code([]), code([0, 1, 2, 3]))
    again.phone.tick(0)
    assert not any(message["ok"] for message in line.said)


def test_the_right_code_in_between_forgives_wrong_ones(board):
    for _ in range(4):
        board.join(code([4, 5, 6, 7]))
    board.join(code([0, 1, 2, 3]))
    board.join(code([4, 5, 6, 7]))
    assert board.phone.stored.code


def test_a_radio_that_fails_is_said_and_tried_again(board):
    board.radio.fails = OSError(5)
    board.phone.switch(True)
    board.phone.tick(100)
    assert "The radio cannot be used" in board.said[-1]
    assert board.phone.problem == board.said[-1]
    board.phone.tick(10_000)
    board.radio.fails = None
    tried = len(board.radio.begun)
    board.phone.tick(10_101)
    assert len(board.radio.begun) == tried + 1
    assert board.phone.problem == ""


def test_a_radio_that_fails_while_it_is_on_is_no_fault_of_the_board(board):
    board.radio.fails = OSError(98)
    board.phone.tick(20)
    assert "The radio cannot be used" in board.said[-1]
    board.radio.fails = None
    board.phone.tick(10_021)
    assert board.phone.problem == ""
    assert len(board.radio.begun) == 2


def test_a_network_at_home_that_is_away_gives_way_to_the_boards_own(board):
    board.phone.know("Home", "12345678", "https://example.org/")
    board.phone.switch(True, True)
    board.phone.tick(0)
    assert board.radio.begun[-1] == (("Home", "12345678"), "https://example.org/", 0)
    board.radio.away = True
    board.phone.tick(20)
    assert board.said == ["The network Home does not answer; the board opens its own."]
    assert board.radio.begun[-1] == (None, "https://example.org/", 20)
    again = Board(board.store)
    again.phone.tick(0)
    assert again.radio.begun[0][0] == ("Home", "12345678")  # it may be back


def test_nobody_is_sent_home_without_a_network_there(board):
    board.phone.switch(True, True)
    assert not board.phone.stored.at_home


def test_a_network_at_home_that_is_forgotten_is_not_looked_for(board):
    board.phone.know("Home", "12345678", "")
    board.phone.switch(True, True)
    board.phone.know("", "", "")
    board.phone.tick(0)
    assert board.radio.begun[-1][0] is None
    board.phone.stored.at_home = True  # as stored by an earlier version
    board.phone.choose_code()
    again = Board(board.store)
    again.phone.tick(0)
    assert again.radio.begun[0][0] is None


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"noise",
        pack("W", VERSION, PROFILE.name, b""),
        pack("W", VERSION, PROFILE.name, b"on own\n1 2 x\n\n\n"),
        pack("W", VERSION, PROFILE.name, b"on own\n1 2\n"),
        pack("W", VERSION, PROFILE.name, b"on own\n1\n\xff\n\n"),
        pack("W", VERSION, "tile7x7", b"on own\n1 2 3 4\n\n\n"),
        pack("W", VERSION + 1, PROFILE.name, b"on own\n1 2 3 4\n\n\n"),
    ],
)
def test_damaged_data_leave_the_radio_off_and_are_said(data):
    store = MemoryStore()
    store.save(NAME, data)
    board = Board(store)
    board.phone.tick(0)
    assert board.radio.begun == []
    assert "about phones cannot be read" in board.said[0]
    with pytest.raises(BlobError):
        Phones().load(store, PROFILE.name)


def test_all_that_is_kept_is_read_again():
    store = MemoryStore()
    phones = Phones()
    phones.on = phones.at_home = True
    phones.code, phones.home, phones.password = [15, 0], "Café 2", "pass word 1"
    phones.site = "https://example.org/"
    phones.save(store, PROFILE.name)
    found = Phones()
    found.load(store, PROFILE.name)
    assert vars(found) == vars(phones)
