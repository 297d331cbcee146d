import queue
import random
import threading

import another_game
import pytest
from another_game import NAME, RULES
from waiting import LAST_RESORT_S

from host_tools.games.xtic import plugin as xtic
from host_tools.play.web import analysis
from host_tools.play.web.analysis import AnalysisService
from host_tools.play.web.messages import (
    DrawCode,
    Guess,
    RandomPosition,
    ReadTurn,
    Study,
    Write,
    WriteTurn,
)
from lodeboard.games.contract import UNDECIDED
from lodeboard.system.loader import make_game

START = "1_-Ddddd-D-U--DU-u"


class Asker:
    def __init__(self):
        self.received = queue.Queue()
        self.service = AnalysisService(lambda page, message: self.received.put((page, message)))

    def until(self, kind, number):
        """Messages up to and with the one of this kind for this question."""
        messages = []
        while True:
            messages.append(self.received.get(timeout=LAST_RESORT_S)[1])
            if (messages[-1]["t"], messages[-1]["id"]) == (kind, number):
                return messages


@pytest.fixture
def asker():
    asker = Asker()
    yield asker
    asker.service.close()


def test_a_record_is_told_then_studied_from_its_end_then_scored(asker):
    asker.service.ask(1, Study(5, "magic", f"position {START}\na2Sc2U"))
    record, last, first, card = asker.until("scorecard", 5)
    assert record["moves"] == ["a2Sc2U"]
    assert (last["at"], first["at"]) == (1, 0)
    assert first["value"] == "tie"
    assert [entry["move"] for entry in card["moves"]] == ["a2Sc2U"]


def test_moves_are_written_down_while_a_search_goes_on(asker):
    asker.service.ask(1, Study(1, "eclipse", "1_----------------"))
    asker.service.ask(1, Write(2, "magic", f"position {START}\na2Sc2U"))
    [written] = [m for m in asker.until("written", 2) if m["t"] == "written"]
    assert (written["start"], written["names"], written["check"]) == (START, ["a2Sc2U"], False)


def test_the_link_of_a_turn_is_written_with_its_qr_code_and_read_again(asker):
    asked = WriteTurn(3, "k3v7q2ma", "flip", "magic", "b2U", 0, 1, ("Anna", ""), says="hello")
    asker.service.ask(1, asked)
    [passed] = asker.until("passed", 3)
    asker.service.ask(1, DrawCode(6, f"http://a/{passed['link']}"))
    [drawn] = asker.until("drawn", 6)
    assert drawn["qr"][0] == 37
    assert drawn["qr"][1].startswith("M0 0.5h7")
    asker.service.ask(1, DrawCode(7, "x" * 3000))
    assert asker.until("drawn", 7)[0]["qr"] is None
    asker.service.ask(1, ReadTurn(4, f"See http://a/{passed['link']}"))
    [received] = asker.until("received", 4)
    found = {name: received[name] for name in ("number", "by", "at", "players", "says", "moves")}
    assert found == {
        "number": "k3v7q2ma", "by": 0, "at": 1, "players": ("Anna", ""), "says": "hello",
        "moves": ["b2U"],
    }  # fmt: skip
    assert received["link"] == passed["link"]
    for question in (ReadTurn(5, passed["link"][:-1]), ReadTurn(5, "#game=flip&g=b2U&n=1")):
        asker.service.ask(1, question)
        [refused] = asker.until("received", 5)
        assert refused["error"]


def test_one_page_waits_for_no_other_pages_moves(asker, monkeypatch):
    """Page 1 has many long records: the first is being read, the others wait, and a bound
    refuses more."""
    begun, go_on = threading.Event(), threading.Event()
    read = analysis.AT_ONCE[Write]

    def slow(question):
        if question.rules == "eclipse":
            begun.set()
            go_on.wait()
        return read(question)

    monkeypatch.setitem(analysis.AT_ONCE, Write, slow)
    count = analysis.MOST_WAITING + 10
    for number in range(count):
        asker.service.ask(1, Write(number, "eclipse", ""))
    begun.wait()
    asker.service.ask(2, Write(count, "magic", ""))
    before = asker.until("written", count)
    refused = [m["id"] for m in before if "too many" in m.get("error", "")]
    assert refused == list(range(analysis.MOST_WAITING, count))
    go_on.set()
    after = asker.until("written", analysis.MOST_WAITING - 1)
    assert [m["id"] for m in after] == list(range(analysis.MOST_WAITING))


def test_the_boards_player_says_what_it_would_choose(asker):
    position = another_game.random_game()[3][0]
    asker.service.ask(1, Guess(3, RULES, position, NAME))
    guess = asker.until("guessed", 3)[-1]
    game = make_game(NAME, RULES)
    game.load(position)
    assert guess["position"] == position
    assert game.parse_move(guess["move"])
    assert guess["name"] == guess["move"]
    assert guess["nodes"] > 0


def test_a_guess_about_no_position_and_no_record_are_answered_with_the_reason(asker):
    for number, question, kind in (
        (1, Guess(1, RULES, another_game.START[:6], NAME), "guessed"),
        (2, Guess(2, RULES, another_game.random_game()[-1][0], NAME), "guessed"),  # over
        (3, Write(3, "magic", "a1U a1U"), "written"),
    ):
        asker.service.ask(1, question)
        assert asker.until(kind, number)[-1]["error"]


def test_a_bad_question_is_answered_with_the_reason(asker):
    for number, question in enumerate(
        [
            Study(0, "magic", "a1U a1U"),
            Study(1, "chess", ""),
            Study(2, "magic", "1_--"),
            RandomPosition(3, "chess", 1),
        ]
    ):
        asker.service.ask(1, question)
        assert asker.until("record", number)[-1]["error"]


def test_a_new_question_ends_the_old_one(asker):
    for number in range(40):
        asker.service.ask(1, Study(number, "eclipse", START))
    messages = asker.until("scorecard", 39)
    finished = [message["id"] for message in messages if message["t"] == "scorecard"]
    assert finished[-1] == 39
    assert len(finished) < 40


def test_pages_do_not_end_each_others_questions(asker):
    asker.service.ask(1, Study(1, "magic", START))
    asker.service.ask(2, Study(2, "magic", START))
    answered: set[int] = set()
    while answered != {1, 2}:  # in either order; until() fails where one never comes
        missing = max({1, 2} - answered)
        messages = asker.until("scorecard", missing)
        answered |= {message["id"] for message in messages if message["t"] == "scorecard"}


def test_a_position_is_worked_out_once(asker):
    asker.service.ask(1, Study(1, "magic", START))
    first = asker.until("scorecard", 1)
    asker.service.ask(1, Study(2, "magic", START))
    second = asker.until("scorecard", 2)
    assert first[1] == second[1] | {"id": 1}


@pytest.mark.parametrize("data", [b"", b"damaged", b"LODEVALU7\n"])
def test_a_damaged_solution_leaves_the_search_and_is_named(asker, tmp_path, monkeypatch, data):
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(tmp_path))
    (tmp_path / "lap.values").write_bytes(data)
    asker.service.ask(1, Study(1, "", "", "lap"))
    _, studied, _ = asker.until("scorecard", 1)
    assert studied["fix"].startswith(f"{tmp_path / 'lap.values'} is ")
    assert studied["fix"].endswith("; `lodeboard solve lap` makes it again.")


def test_a_random_position_comes_back_as_a_record(asker):
    asker.service.ask(1, RandomPosition(1, "magic", 3))
    [record] = asker.until("record", 1)
    asker.service.ask(1, RandomPosition(2, "magic", 3))
    [again] = asker.until("record", 2)
    assert record["start"] == again["start"] != "1_----------------"
    assert record["moves"] == []


def long_game(most):
    """Moves of a game, each at random, that is still on after so many."""
    game = make_game(NAME, RULES)
    choose = random.Random(1)
    steps = [0] * game.max_steps
    moves = []
    while len(moves) < most:
        if game.verdict() != UNDECIDED:
            game.reset()
            moves.clear()
        step = steps[choose.randrange(game.steps(steps))]
        moves.append(game.move_text([step]))
        game.push(step)
    return moves


def test_a_long_game_is_read_and_one_longer_than_any_is_refused(asker):
    moves = long_game(100)
    asker.service.ask(1, Study(5, RULES, " ".join(moves), NAME))
    assert asker.until("record", 5)[-1]["moves"] == moves
    most = make_game(NAME, RULES).max_length
    asker.service.ask(1, Study(6, RULES, "a2a1 " * (most + 1), NAME))
    error = asker.until("record", 6)[-1]["error"]
    assert error == f"{most + 1} moves: no game is longer than {most}"


class Endless:
    """A search whose first question never ends by itself; `slices` counts its slices."""

    trouble = None

    def __init__(self, between, ended):
        self.slices = 0
        self._between, self._ended = between, ended

    def settles(self, game):
        return False

    def value(self, game):
        while not self._ended.is_set():
            self.slices += 1
            self._between()

    glimpse = value


@pytest.fixture
def endless(monkeypatch):
    """What searches xtic: it goes on until `ended` is set."""
    made, ended = [], threading.Event()

    def open_search(self, rules, between):
        made.append(Endless(between, ended))
        return made[-1]

    monkeypatch.setattr(xtic.PLUGIN, "open_search", open_search)
    yield made, ended
    ended.set()


def test_a_long_question_does_not_hold_up_another_page(asker, endless):
    made, ended = endless
    asker.service.ask(1, Study(1, "torus", "=5 b3 =a", "xtic"))
    asker.until("record", 1)
    for number in (2, 3):
        asker.service.ask(number, Study(number, "magic", START))
        asker.until("scorecard", number)
    assert made[0].slices > 0
    ended.set()
    asker.until("scorecard", 1)


def test_two_questions_of_one_game_take_turns_too(asker, endless):
    made, ended = endless
    for page in (1, 2):
        asker.service.ask(page, Study(page, "torus", "=5 b3 =a", "xtic"))
        asker.until("record", page)
    while len(made) < 2 or min(search.slices for search in made) < 5:
        assert not ended.is_set()
    asker.service.leave(1)
    ended.set()
    studied = asker.until("scorecard", 2)
    # Each began with the position that is shown.
    assert [m["at"] for m in studied if (m["t"], m["id"]) == ("studied", 2)] == [3, 2, 1, 0]
