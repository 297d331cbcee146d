"""Loading games on a board: the first game, and a valid journal that holds no valid game."""

import pytest
from at_board import MIDDLE, START, notices, power_cycle, ready, say, state
from one_board import NAME, PROFILE

from host_tools.board.hands.stage import Stage
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.games.moves import legal_moves
from host_tools.lab.reliability.hostile.still import StillPort
from lodeboard.games.catalogue import LEVELS, MEMORY_WORDS
from lodeboard.games.flip.rules import Flip
from lodeboard.play.scene import Board
from lodeboard.ports.budget import Budget
from lodeboard.storage import journal
from lodeboard.storage.blobs import pack
from lodeboard.storage.journal import Journal, Saved
from lodeboard.storage.memory_store import MemoryStore
from lodeboard.storage.settings import NAME as SETTINGS
from lodeboard.storage.settings import Settings
from lodeboard.system.loader import Loader, first_game, make_game, playable

VARIANTS = playable(PROFILE)
LAST = len(VARIANTS) - 1
TWO_PEOPLE = 0  # the machine plays nobody


def journal_of(variant, start, steps):
    """A journal's blob, sound whatever it says."""
    store = MemoryStore()
    Journal(store, NAME).save(Saved(variant, TWO_PEOPLE, start, steps))
    return store.load(journal.NAME)


@pytest.mark.parametrize(
    ("variant", "start", "steps", "why"),
    [
        (0, START, [0, 0], "step 2 of it is not legal"),
        (0, START, [60_000], "step 1 of it is not legal"),
        (0, "1_UUUUUUUUUUUUUUUU", [0], "its position cannot be"),
        (0, START, [0] * (Flip.max_length + 1), "more steps than a game can have"),
        (LAST + 1, START, [0], "a game this firmware does not have"),
        (255, START, [0], "a game this firmware does not have"),
    ],
)
def test_a_journal_that_is_no_game_is_kept_aside_and_said(variant, start, steps, why):
    stage = ready()
    blob = journal_of(variant, start, steps)
    stage.board.power_cut()
    stage.board.store.save(journal.NAME, blob)
    stage.board.serial_out.clear()
    power_cycle(stage)
    assert [said for said in notices(stage) if why in said] != []
    assert (state(stage)["phase"], state(stage)["moves"]) == ("match", [])
    store = stage.board.store
    assert (store.load(journal.NAME), store.load(journal.DAMAGED)) == (None, blob)
    stage.board.serial_out.clear()
    power_cycle(stage)
    assert notices(stage) == []


def test_the_last_variant_in_a_journal_is_a_game():
    stage = ready()
    say(stage, c="set", variant=LAST)
    say(stage, c="new")
    stage.wait(700)
    name, rules = VARIANTS[LAST]
    game = make_game(name, rules)
    move = game.move_text(legal_moves(game)[0])
    say(stage, c="setup", position=game.text(), moves=[move])
    power_cycle(stage)
    assert state(stage)["phase"] == "resume"
    stage.press(MIDDLE)
    assert (state(stage)["game"], state(stage)["moves"]) == (name, [move])


@pytest.mark.parametrize(("variant", "known"), [(LAST, True), (LAST + 1, False), (255, False)])
def test_settings_with_a_game_that_is_not_there_are_as_new(variant, known):
    stage = Stage(SimulatedBoard(PROFILE))
    settings = Settings()
    settings.variant = variant
    settings.level = 0
    settings.save(stage.board.store, NAME)
    stage.board.boot()
    stage.wait(2500)
    assert any("settings cannot be read" in said for said in notices(stage)) is not known
    stage.set_zeros()
    stage.wait(1500)
    assert state(stage)["phase"] == "match"
    assert (state(stage)["game"], state(stage)["rules"]) == VARIANTS[variant if known else 0]


@pytest.mark.parametrize("name", [SETTINGS, journal.NAME])
@pytest.mark.parametrize("variant", [*range(LAST + 3), 255])
def test_the_first_game_is_the_one_kept_where_there_is_such(name, variant):
    store = MemoryStore()
    if name == SETTINGS:
        payload = bytes([variant]) + bytes(len(Settings.FIELDS) - 1)
        store.save(SETTINGS, pack("S", 1, NAME, payload))
    else:
        store.save(journal.NAME, journal_of(variant, START, [0]))
    wanted = VARIANTS[variant if variant <= LAST else 0][0]
    assert first_game(store, PROFILE) == wanted


def test_a_game_in_the_journal_goes_before_the_one_that_is_set():
    store = MemoryStore()
    settings = Settings()
    settings.variant = LAST
    settings.save(store, NAME)
    assert first_game(store, PROFILE) == VARIANTS[LAST][0]
    store.save(journal.NAME, journal_of(0, START, [0]))
    assert first_game(store, PROFILE) == VARIANTS[0][0]


def test_a_match_goes_on_under_other_rules_and_is_not_made_again():
    stage = ready()
    match = stage.board.app.flow.match
    for variant in (1, 0, 1):
        assert VARIANTS[variant][0] == VARIANTS[0][0]
        say(stage, c="set", variant=variant)
        assert stage.board.app.flow.match is match
        assert state(stage)["rules"] == match.game.rules == VARIANTS[variant][1]


def test_a_budget_limits_games_and_levels() -> None:
    port = StillPort(PROFILE)
    port.budget = Budget(1, None, MEMORY_WORDS["flip"] - 1, 2)
    loader = Loader(port, Board(port, PROFILE), print)
    games = [game for game, _ in loader.variants]
    assert games == [game for game, _ in playable(PROFILE) if game != "flip"]
    assert loader.levels == [LEVELS[game][:2] for game in games]
    loader.bring_first()
    assert not loader.ready
    port.budget = Budget(1, None, -1, 2)
    loader = Loader(port, Board(port, PROFILE), print)
    loader.bring_first()
    assert (loader.variants, loader.ready) == ((), True)  # there is no engine to make
