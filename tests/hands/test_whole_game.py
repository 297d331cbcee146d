"""A hand plays every game by its lights, and finds faults that no other check sees."""

import pytest
from many import later

from host_tools.board.hands.whole_game import CUTS, play_whole
from host_tools.games.conformance import Broken
from lodeboard.games.catalogue import VARIANTS, rule_sets
from lodeboard.lights import palette
from lodeboard.storage.journal import Journal, Saved
from lodeboard.system.loader import make_game, plugin

MOVES = 10
FAULTY = "flip", "magic"
FLIP = plugin("flip")


def long(name, rules):
    """Lights know nothing of rules: the first rule set of each game is enough in `make test`."""
    return name == "magician" or rules != rule_sets(name)[0]


@pytest.mark.parametrize(
    ("name", "rules"), [later(*each) if long(*each) else each for each in VARIANTS]
)
def test_a_game_can_be_played_by_its_lights(name, rules):
    seen = []
    moves = 3 * MOVES if make_game(name, rules).match == "rolling" else MOVES  # rolls are moves
    played = play_whole(name, rules, seen.append, moves)
    assert played.cuts == len(CUTS)
    assert moves <= played.moves <= moves + 4  # a turn may be several moves
    assert seen == sorted(seen)
    assert played.moves == seen[-1]


class Faulty(FLIP.painter):
    """Darkens lights during the game."""

    hidden = ()

    def lines(self, marks):
        super().lines(marks)
        for cell, mark in enumerate(marks):
            if mark in self.hidden:
                marks[cell] = palette.OFF


class NothingToLift(Faulty):
    hidden = (palette.MAY_LIFT, palette.THREAT_LIFT, palette.DANGER_LIFT)


class NowhereToGo(Faulty):
    """The second cell of a step is never lit."""

    hidden = (palette.MAY_GO, palette.HOLE_GO)


class NoTilesOfTheBoard(Faulty):
    hidden = tuple(range(palette.PUT, palette.PUT + 4))


class NoEnd(FLIP.painter):
    def end(self, marks, verdict, span):
        for cell in range(len(marks)):
            marks[cell] = palette.COACH
        return False


@pytest.mark.parametrize(
    ("painter", "said"),
    [
        (NothingToLift, "asked to lift: nothing is lit to play on"),
        (NowhereToGo, "the lifted tile may go nowhere"),
        (NoTilesOfTheBoard, "asked to put: nothing is lit to play on"),
        (NoEnd, "asked to over: the lights do not show that the game is over"),
    ],
)
def test_lights_that_do_not_lead_on_are_found(monkeypatch, painter, said):
    monkeypatch.setattr(FLIP, "painter", painter)
    with pytest.raises(Broken) as broken:
        play_whole(*FAULTY)
    assert said in str(broken.value)
    assert "\n" in str(broken.value)  # the lights follow


def test_a_record_that_differs_from_the_tiles_is_found(monkeypatch):
    text = FLIP.game.text
    monkeypatch.setattr(FLIP.game, "text", lambda game: text(game).replace("U", "D"))
    with pytest.raises(Broken, match="the board takes the tiles for"):
        play_whole(*FAULTY)


def test_a_journal_without_the_last_step_is_found(monkeypatch):
    save = Journal.save

    def forget(journal, saved):
        save(journal, Saved(saved.variant, saved.machine, saved.start, list(saved.steps)[:-1]))

    monkeypatch.setattr(Journal, "save", forget)
    with pytest.raises(Broken, match="after a power cut position is"):
        play_whole(*FAULTY)


def test_a_journal_that_is_not_read_again_is_found(monkeypatch):
    monkeypatch.setattr(Journal, "save", lambda *_: None)
    with pytest.raises(Broken, match="the board does not offer the game again"):
        play_whole(*FAULTY)


def test_a_sentence_that_is_missing_is_found(monkeypatch):
    class Mumbling(FLIP.sentences):
        def say(self, ask, *rest):
            return "Go on" if ask == "place" else super().say(ask, *rest)

    monkeypatch.setattr(FLIP, "sentences", Mumbling)
    with pytest.raises(Broken, match="asked to place, it says 'Go on'"):
        play_whole(*FAULTY)
