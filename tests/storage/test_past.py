"""The past games of a board: kept when they end, sent on request, the oldest forgotten first."""

from contextlib import suppress
from types import SimpleNamespace

import pytest
from at_board import notices, power_cycle, ready, say, state
from one_board import PROFILE

from host_tools.board.hands.follow import playing
from lodeboard.games.contract import LOSE, TIE, WIN
from lodeboard.link.past import tell
from lodeboard.storage import past
from lodeboard.storage.blobs import Blobs, pack
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.settings import Settings

START = "1_----------------"


class Link:
    """Keeps the games that are sent."""

    def __init__(self):
        self.games = []
        self.next = 0

    def send(self, message):
        assert message["t"] == "past"
        if "game" in message:
            self.games.append(message["game"])
        else:
            self.next = message["next"]


def asked(stage):
    """What the board sends of its past games."""
    found, back = [], 0
    while back >= 0:
        sent = [line for line in say(stage, c="past", back=back) if line["t"] == "past"]
        found += [line["game"].split("\t") for line in sent[:-1]]
        back = sent[-1]["next"]
    return found


def place(stage, tile, cell):
    moves = state(stage)["moves"]
    stage.take(tile)
    stage.set_down(cell)
    assert stage.wait_for(lambda: state(stage)["moves"] != moves, 5000)


def test_a_game_that_is_resigned_is_kept_over_a_power_cut():
    stage = ready(players=1)
    assert asked(stage) == []
    place(stage, "U", "b2")
    say(stage, c="resign")
    power_cycle(stage)
    stage.wait(1500)
    assert asked(stage) == [["flip/magic", "0", "", "1-0", START, "b2U"]]


def test_a_game_played_to_its_end_is_kept_whole():
    stage = ready(players=0, level=0)
    for _ in playing(stage, 1):
        pass
    end = state(stage)
    assert end["ask"] == "over"
    won = {"win": end["turn"], "lose": 1 - end["turn"]}.get(end["result"])
    score = {0: "1-0", 1: "0-1"}.get(won, "1/2-1/2")
    [game] = asked(stage)
    assert game == ["flip/magic", "2", end["level"], score, START, " ".join(end["moves"])]


def test_a_resignation_that_is_taken_back_leaves_one_game():
    stage = ready(players=1)
    steps = playing(stage, 1)
    for more in (5, 6):
        while len(state(stage)["moves"]) < more:
            next(steps)
        say(stage, c="resign")
        assert state(stage)["ask"] == "over"
        say(stage, c="back")
    say(stage, c="resign")
    [game] = asked(stage)
    assert game[-1] == " ".join(state(stage)["moves"])


def test_a_game_that_memory_does_not_suffice_for_is_named(monkeypatch):
    stage = ready(players=1)
    place(stage, "U", "b2")

    def short(*_):
        raise MemoryError("memory allocation failed")

    monkeypatch.setattr(past, "add", short)
    say(stage, c="resign")
    say(stage, c="new")
    assert notices(stage)[-1:] == [
        "The list of past games lacks this game: too little memory is free."
    ]
    assert asked(stage) == []


def test_a_game_without_a_move_is_none():
    stage = ready(players=1)
    say(stage, c="resign")
    assert asked(stage) == []


class Table:
    """A board of which only the store matters."""

    def __init__(self):
        self.profile = PROFILE
        self.store = Blobs(MemoryStore())
        self.settings = Settings()
        self.settings.variants = (("flip", "magic"), ("flip", "eclipse"))

    def end(self, moves, verdict=WIN, machine=0, variant=0):
        record = SimpleNamespace(
            game=SimpleNamespace(name="flip", turn=0), variant=variant, machine=machine,
            steps=[0] * len(moves), start=START, moves=list(moves),
        )  # fmt: skip
        past.add(self, record, verdict)

    @property
    def parts(self):
        """The games that are sent, part by part."""
        found, link = [], Link()
        while link.next >= 0:
            link.games = []
            tell(self, link, link.next)
            found.append(link.games)
        return found

    @property
    def games(self):
        return [game.split("\t") for part in self.parts for game in part]


@pytest.mark.parametrize(
    ("verdict", "machine", "said"),
    [
        (WIN, 0, ["flip/magic", "0", "", "1-0"]),
        (LOSE, 1, ["flip/magic", "1", "easy", "0-1"]),
        (TIE, 3, ["flip/magic", "3", "", "1/2-1/2"]),
    ],
)
def test_a_line_says_who_played_and_how_it_ended(verdict, machine, said):
    table = Table()
    table.end(["Ua1", "Db2"], verdict, machine)
    assert table.games == [[*said, START, "Ua1 Db2"]]


def long_game(number):
    """A line of 450 characters: 60 moves of Magician Chess."""
    return [f"m{number}", *["a1b2c3"] * 59]


def test_a_hundred_long_games_are_kept_and_the_oldest_forgotten():
    table = Table()
    for number in range(250):
        table.end(long_game(number))
    numbers = [int(moves.split()[0][1:]) for *_, moves in table.games]
    assert numbers == list(range(249, 249 - len(numbers), -1))
    assert 100 <= len(numbers) <= 250
    for part in table.parts:
        assert sum(len(game) + 1 for game in part) <= past.MOST


def test_a_game_longer_than_a_part_is_kept_too():
    table = Table()
    table.end(["first"] * 5)
    table.end(["a1b2c3"] * 600)
    table.end(["last"] * 5)
    assert [moves.split()[0] for *_, moves in table.games] == ["last", "a1b2c3", "first"]


@pytest.mark.parametrize(
    ("more", "kept"),
    [
        (["a", "b", "c", "d", "e", "f", "h"], ["a b c d e f h"]),
        (["a", "b", "c", "d", "e", "f", "g", "h", "i"], ["a b c d e f g h i"]),
        (["a", "b", "c", "x"], ["a b c x", "a b c d e f g"]),
    ],
    ids=["another last move", "resigned, then played on", "another game"],
)
def test_an_end_that_was_taken_back_is_replaced(more, kept):
    table = Table()
    table.end(["z"] * 9)
    table.end(["a", "b", "c", "d", "e", "f", "g"])
    table.end(more)
    assert [moves for *_, moves in table.games] == [*kept, " ".join(["z"] * 9)]


def test_the_same_moves_by_other_rules_are_another_game():
    table = Table()
    table.end(["a"] * 6)
    table.end(["a"] * 6, variant=1)
    assert [name for name, *_ in table.games] == ["flip/eclipse", "flip/magic"]


def test_where_the_newest_part_is_damaged_the_others_are_there():
    table = Table()
    for number in range(20):
        table.end(long_game(number))
    before = table.parts
    data = bytearray(table.store.load(past.NAME))
    data[-3] ^= 1
    table.store.save(past.NAME, bytes(data))
    assert table.parts == [[], *before[1:]]
    table.end(["new"])
    assert [moves.split()[0] for *_, moves in table.games][:2] == [
        "new",
        before[1][0].split("\t")[5].split()[0],
    ]


def test_what_version_1_stored_is_read():
    game = f"flip/magic\t0\t\t1-0\t{START}\tb2U\n"
    table = Table()
    table.store.save(past.NAME, pack("P", 1, PROFILE.name, b"\x03\x00" + game.encode()))
    assert table.games == [["flip/magic", "0", "", "1-0", START, "b2U"]]


class Cut(Exception):
    pass


def test_a_power_cut_between_two_parts_loses_and_doubles_nothing():
    table = Table()
    number = 0
    store = table.store.store
    saved = store.save

    def save(name, data):
        if any(key.startswith("past-") for key in store._blobs):
            raise Cut
        saved(name, data)

    store.save = save
    with suppress(Cut):
        while True:
            table.end(long_game(number))
            number += 1
    store.save = saved
    assert len(table.games) == number
    table.end(long_game(number))
    assert [int(moves.split()[0][1:]) for *_, moves in table.games] == list(range(number, -1, -1))


@pytest.mark.parametrize("back", [None, "1", -1, 26, 1.5])
def test_what_is_no_number_of_parts_is_refused(back):
    stage = ready(players=1)
    said = say(stage, c="past", back=back)
    assert [line["say"] for line in said if line["t"] == "error"] == [
        "past wants a number of parts to go back, 0 to 25."
    ]
