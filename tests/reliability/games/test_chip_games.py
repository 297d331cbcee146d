"""Games on the chip, in one boot and at a port: what is counted, and what would be wrong."""

import another_game
import pytest
from many import later
from msgspec import to_builtins

from host_tools.board.hands.listener import LineListener
from host_tools.board.hands.soak import kinds, played, ready
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import profiles
from host_tools.build.layout import DATA
from host_tools.lab.reliability.games.conditions import (
    EMULATED,
    ROOM,
    SERIAL,
    Condition,
    Counts,
    plan,
)
from host_tools.lab.reliability.games.report import EXPERIMENT, on
from host_tools.lab.reliability.games.trial import amiss, logged, try_games, try_soak
from host_tools.workshop.checkup.steps import Played, Step
from lodeboard.games.catalogue import GAMES
from lodeboard.ports.file_store import FileStore
from lodeboard.storage import fault_log, journal
from lodeboard.system.loader import playable

SAMPLE = 2
FLIP = Condition("flip", board=EMULATED)
PORT = Condition("", board=SERIAL)


def test_the_plan_has_fifty_games_of_each_in_one_boot():
    assert on(EMULATED, plan()) == {Condition(game, board=EMULATED): 50 for game in GAMES}
    assert EXPERIMENT.in_batch == 50


def test_memory_may_differ_by_little_from_the_second_game_on():
    assert amiss([9000, *[40_000 + ROOM] * 3, 39_000, *[40_000] * 4]) == []
    assert amiss([9000, *[40_001 + ROOM] * 4, *[40_000] * 4]) != []
    assert amiss([9000, *[40_000] * 4, 39_000, *[40_000] * 3]) == []
    assert amiss([9000, 40_000]) == []
    assert amiss([]) == []


def test_what_a_board_logs_is_found_among_the_files_that_it_keeps(tmp_path):
    keeps = FileStore(str(tmp_path))
    keeps.save("settings", b"1")
    assert logged(kept_in(tmp_path)) == []
    keeps.save(fault_log.NAME, b"ValueError: odd")
    keeps.save(journal.DAMAGED, b"xyz")
    assert len(logged(kept_in(tmp_path))) == 2


def kept_in(folder):
    return {f"{DATA}/{file.name}": file.read_bytes() for file in folder.iterdir()}


LONG = ("xtic", "magician")  # games, by what they take of a processor


@pytest.mark.parametrize("game", [later(game) if game in LONG else game for game in GAMES])
def test_a_game_takes_little_of_the_boards_time(game):
    """A second of the emulated chip's time takes seconds of a computer's."""
    board = SimulatedBoard(profiles.of_game(game), seed=1)
    hand = ready(board, game)
    (done,) = played(hand, kinds(1, game, among=playable(board.profile)), LineListener(board))
    assert done.took_ms < 2000 * done.moves
    assert (done.wrong, done.mistakes) == ([], [])


def test_a_page_says_what_is_wrong_and_draws_free_memory():
    counts = Counts(games=2, boards=1, moves=20, free=[41_000, 40_960], results={"win": 2})
    other = Condition(another_game.NAME, board=EMULATED)
    results = {FLIP: counts, other: Counts(wrong=["game 3: odd"])}
    text = EXPERIMENT.body(results)
    assert "40 960 to 40 960" in text
    assert "- game 3: odd" in text
    assert EXPERIMENT.pictures(results)["games-on-chip"].count("<circle") == 2
    assert EXPERIMENT.stated(results)["games-on-chip"][1] == "1 of 2, in 1 boots"


@pytest.mark.chip
@pytest.mark.verify
@pytest.mark.timeout(1800)
def test_two_games_in_one_boot_of_the_chip_leave_its_memory_as_it_was():
    counts = try_games(FLIP, 0, SAMPLE)
    assert EXPERIMENT.faults(FLIP, counts) == []
    assert (counts.games, sum(counts.results.values()), len(counts.free)) == (SAMPLE,) * 3
    assert counts.moves >= 5 * SAMPLE
    assert min(counts.free) >= 28 * 1024  # what reports each tick takes 3 KB of the 32


def test_the_page_states_what_was_seen_of_each_game_at_a_port():
    step = Step("soak", "ok", took_s=4000.0)
    step.figures["longest time between two readings, ms"] = 49
    step.played = [
        Played("flip", 38, 1520, 20.2, 21.5, free=(87_984, 87_952)),
        Played(another_game.NAME, 20, 320, 20.0, 19.0, mistakes=1, line_errors=2),
    ]
    seen = {"board": "tile4x4", "begun": "2026-01-01T00:00:00Z", "step": to_builtins(step)}
    results = {PORT: Counts(games=58, soak=seen)}
    text = EXPERIMENT.body(results)
    row = [word.strip() for word in text.splitlines()[-2].split("|")[1:-1]]
    free = "87 984 to 87 952"
    assert row == ["flip", "38", "1 520", "0", "0", "0", "0", free, "20.2 min", "21.5 min"]
    assert EXPERIMENT.stated(results)["soak"][1] == "1 in 58 games, 40 min of board time"


@pytest.mark.chip
@pytest.mark.reliability
@pytest.mark.timeout(1800)
def test_a_soak_of_an_emulated_board_at_a_port_is_counted():
    counts = try_soak(0.3)
    assert EXPERIMENT.faults(PORT, counts) == []
    assert counts.games >= len(counts.soak["step"]["played"]) > 1
    assert "its verdict is *ok*" in EXPERIMENT.body({PORT: counts})
