"""The record of a game: its steps and written moves, and what taking back leaves of them."""

import another_game
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lodeboard.games.flip.rules import Flip
from lodeboard.games.magician.rules import Magician
from lodeboard.games.xtic.rules import Xtic
from lodeboard.play.record import Record
from lodeboard.storage import replay
from lodeboard.storage.journal import Journal
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.system.loader import make_game

MOVES = ("b2U", "b2Ea1D", "a1Sd4U", "d4Wb1U")


class Counted(Flip):
    """Counts the steps that are undone and made."""

    work = 0

    def push(self, step):
        self.work += 1
        super().push(step)

    def pop(self):
        self.work += 1
        return super().pop()

    def text(self):
        work = self.work  # a text of half a move undoes it for a moment
        text = super().text()
        self.work = work
        return text


def record_of(game, moves=(), start=None):
    record = Record(game, Journal(MemoryStore(), "tile4x4"))
    record.begin(0, 0)
    if start:
        record.set_up(0, start, [])
    for move in moves:
        for step in game.parse_move(move):
            record.push(step)
    return record


def stored(record):
    """The game in the journal."""
    return replay.load(record._journal._store, "tile4x4")


def test_moves_are_written_as_they_are_made():
    game = Flip()
    record = record_of(game, MOVES[:1])
    flip, place = game.parse_move(MOVES[1])
    record.push(flip)
    assert record.moves == ["b2U", "b2E"]
    record.push(place)
    assert record.moves == ["b2U", "b2Ea1D"]


def test_a_move_of_three_steps_is_written_as_a_whole_and_taken_back_step_by_step():
    game = Magician()
    record = record_of(game, start="3k3/3X3/X5X/X2X2X/X1M3X/3X3/3K3 w - - 0 1")
    written = []
    for step in game.parse_move("@d4d5"):
        record.push(step)
        written.append(list(record.moves))
    assert written == [["c3@d4"], ["c3@d4d5"], ["@d4d5"]]
    for left in (2, 1):
        assert record.take_back(lambda left=left: game.length == left)
        assert record.moves == written[left - 1]
    assert record.take_back(game.between_moves)
    assert record.moves == []


def test_what_is_taken_back_without_being_kept_is_kept_with_the_next_step():
    game = Flip()
    record = record_of(game, MOVES[:2])
    record.keep_new()
    assert record.take_back(game.between_moves, False)
    assert len(stored(record).steps) == 3
    record.keep_new()
    assert len(stored(record).steps) == 1


def test_a_new_game_begins_as_every_game_does_and_is_not_kept_yet():
    game = Flip()
    record = record_of(game, MOVES)
    record.keep_new()
    record.reported = 2
    record.begin(1, 2)
    assert (record.variant, record.machine, record.start) == (1, 2, "1_----------------")
    assert (game.text(), game.length) == (record.start, 0)
    assert (list(record.steps), record.moves, record.reported) == ([], [], 0)
    assert stored(record) is None


def test_a_saved_game_is_taken_over_whole():
    game = Flip()
    record = record_of(game)
    record.set_up(3, "2_-----U----------", [])
    for step in game.parse_move("b2Ea1D"):
        record.push(step)
    record.keep_new()
    other = Flip()
    saved = stored(record)
    replay.replay(other, saved)
    again = record_of(Flip())
    again.game = other
    again.reported = 1
    again.resume(saved)
    assert (again.variant, again.machine, again.start) == (0, 3, "2_-----U----------")
    assert list(again.steps) == list(record.steps)
    assert (again.moves, again.reported, other.text()) == (["b2Ea1D"], 0, game.text())


@pytest.mark.parametrize(("reported", "left"), [(0, 0), (1, 1), (2, 2), (3, 2)])
def test_what_a_listener_has_of_a_move_that_is_taken_back_is_no_longer_valid(reported, left):
    game = Flip()
    record = record_of(game, MOVES[:3])
    record.reported = reported
    assert record.take_back(game.between_moves)
    assert (record.moves, record.reported) == (list(MOVES[:2]), left)


@given(st.integers(0, 6))
def test_taking_back_leaves_what_was_written_before(left):
    game = Flip()
    record = record_of(game, MOVES)
    steps = list(record.steps)
    other = record_of(Flip())
    texts = [(other.game.text(), [])]
    for step in steps:
        other.push(step)
        texts.append((other.game.text(), list(other.moves)))
    assert record.take_back(lambda: game.length == left)
    assert list(record.steps) == steps[:left]
    assert (game.text(), record.moves) == texts[left]
    record.push(steps[left])
    assert (game.text(), record.moves) == texts[left + 1]
    record.keep_new()
    assert list(stored(record).steps) == steps[: left + 1]


def test_taking_back_one_move_costs_no_more_late_in_a_game():
    game = Counted()
    record = record_of(game, MOVES)
    work = game.work
    assert record.take_back(game.between_moves)
    assert game.work - work == 2
    work = game.work
    assert record.take_back(lambda: not game.between_moves())
    assert game.work - work == 3  # a placement; then the flip, to write it again


def test_taking_back_what_nobody_decided_changes_nothing():
    game = Flip()
    record = record_of(game, MOVES)
    text = game.text()
    assert not record.take_back(lambda: False)
    assert (game.text(), record.moves) == (text, list(MOVES))


@pytest.mark.parametrize(
    ("game", "moves"),
    [
        (Flip(), MOVES),
        (Xtic(), ("=5", "b2", "=a", "c3", "=0")),
        (make_game(*another_game.VARIANT), another_game.random_moves(*another_game.VARIANT)),
    ],
)
def test_what_could_not_be_taken_back_can_be_step_by_step(game, moves):
    record = record_of(game)
    texts = []
    for move in moves:
        for step in game.parse_move(move):
            texts.append(game.text())
            record.push(step)
    text = game.text()
    assert not record.take_back(lambda: False)
    assert (game.text(), record.moves) == (text, list(moves))
    while texts:
        assert record.take_back(lambda: True)
        assert game.text() == texts.pop()
    assert record.moves == []


def test_a_game_that_begins_inside_a_move():
    game = Flip()
    record = record_of(game, start="2_-----U----------;b2E")
    step = game.parse_move("a1D")[0]
    record.push(step)
    assert record.moves == ["a1D"]
    record.push(game.parse_move("a1Sd4U")[0])
    assert record.take_back(lambda: game.length == 1)
    assert (record.moves, list(record.steps)) == ([], [])


def test_steps_of_16_bits():
    class Large(Xtic):
        """Counts its steps from 60 000 on."""

        def steps(self, out):
            count = super().steps(out)
            for at in range(count):
                out[at] += 60_000
            return count

        def push(self, step):
            super().push(step - 60_000)

        def pop(self):
            return super().pop() + 60_000

        def move_text(self, steps):
            return super().move_text([step - 60_000 for step in steps])

    game = Large()
    record = record_of(game)
    for step in (60_021, 60_000, 60_026):
        record.push(step)
    record.keep_new()
    assert record.moves == ["=5", "a1", "=a"]
    other = Large()
    replay.replay(other, stored(record))
    assert other.text() == game.text()
    assert record.take_back(lambda: game.length == 2)
    assert list(record.steps) == [60_021, 60_000]
