"""Games in one boot of the chip: what is counted, and what would be wrong."""

import pytest
from many import later

from host_tools.board.hands.listener import LineListener
from host_tools.board.hands.soak import kinds, played, ready
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import profiles
from host_tools.build.layout import DATA
from host_tools.lab.reliability.chipgames import page, trying
from host_tools.lab.reliability.chipgames.counts import Counts
from host_tools.lab.reliability.chipgames.subject import EXPERIMENT
from host_tools.lab.reliability.chipgames.trying import Condition, amiss, logged, plan, try_games
from lodeboard.games.catalogue import GAMES
from lodeboard.ports.file_store import FileStore
from lodeboard.storage import fault_log, journal
from lodeboard.system.loader import playable

SAMPLE = 2


def test_the_plan_has_fifty_games_of_each_in_one_boot():
    assert plan() == {Condition(game): 50 for game in GAMES}
    assert EXPERIMENT.in_batch == 50


def test_memory_may_differ_by_little_from_the_second_game_on():
    assert amiss([9000, 40_000, 40_000 + trying.ROOM, 40_100]) == []
    assert amiss([40_000, 40_000, 40_001 + trying.ROOM]) != []
    assert amiss([40_000, 40_000, 30_000, 40_000]) != []
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
    assert done.took_ms < 1300 * done.moves
    assert (done.wrong, done.mistakes) == ([], [])


def test_a_page_says_what_is_wrong_and_draws_free_memory():
    counts = Counts(games=2, boots=1, moves=20, free=[41_000, 40_960], results={"win": 2})
    results = {Condition("flip"): counts, Condition("kono"): Counts(wrong=["kono, game 3: odd"])}
    text = page.body(results)
    assert "40 960 to 40 960" in text
    assert "- kono, game 3: odd" in text
    assert page.picture(results).count("<circle") == 2
    assert EXPERIMENT.stated(results)["games-on-chip"][1] == "1 of 2, in 1 boots"


@pytest.mark.chip
@pytest.mark.verify
@pytest.mark.timeout(1800)
def test_two_games_in_one_boot_of_the_chip_leave_its_memory_as_it_was():
    counts = try_games(Condition("flip"), SAMPLE)
    assert EXPERIMENT.faults(Condition("flip"), counts) == []
    assert (counts.games, sum(counts.results.values()), len(counts.free)) == (SAMPLE,) * 3
    assert counts.moves >= 5 * SAMPLE
    assert min(counts.free) > 30_000
