"""Every game of the catalogue has the properties that the firmware takes for granted, and a game
that lacks one is found."""

import pytest
from many import later

from host_tools.build import compiled
from host_tools.games import conformance
from host_tools.games.conformance import PROPERTIES, Subject, trouble
from lodeboard.games.catalogue import GAMES, LEVELS, VARIANTS, rule_sets
from lodeboard.games.contract import UP_0, UP_1
from lodeboard.games.kono.rules import Kono, KonoSentences
from lodeboard.games.tiles import tile_plugin
from lodeboard.system.loader import plugin

# One rule set of each game; what the rule sets of a game share is most of it.
EACH_GAME = [(name, rule_sets(name)[0]) for name in GAMES]
EACH = [*EACH_GAME, *(later(*one) for one in VARIANTS if one not in EACH_GAME)]
NAMES = {prove.__name__ for prove in PROPERTIES}


@pytest.fixture(scope="module", autouse=True)
def _kernels():
    compiled.install()


@pytest.mark.parametrize("prove", PROPERTIES, ids=lambda prove: prove.__name__)
@pytest.mark.parametrize(("name", "rules"), EACH)
def test_a_game_has_the_property(name, rules, prove):
    assert trouble(prove, Subject(plugin(name), rules, LEVELS[name])) == ""


class Short(Kono):
    max_length = 9


class Narrow(Kono):
    max_steps = 10


class Forgetful(Kono):
    def _unmake(self, step):
        super()._unmake(step)
        self.turn = 1 - self.turn


class Exchanged(Kono):
    def changes(self, step, out):
        count = super().changes(step, out)
        out[5] = UP_0 + UP_1 - out[5]
        return count


class Wide(Kono):
    max_changes = 1


class Stuck(Kono):
    def steps(self, out):
        return super().steps(out) if self.length < 5 else 0


class OneSided(Kono):
    def key(self):
        return self.first << 16 | self.second


class Blind(Kono):
    def key(self):
        return self.first.bit_count()


class Careless(Kono):
    def load(self, text):
        super().load(text or "1_" + "-" * 16)


class Arrows(Kono):
    def step_text(self, step):
        text = super().step_text(step)
        return f"{text[:2]}>{text[2:]}"


class Slashes(Kono):
    def step_text(self, step):
        text = super().step_text(step)
        return f"{text[:2]}/{text[2:]}"


class Dots(Kono):
    def text(self):
        return super().text().replace("-", ".")

    def load(self, text):
        super().load(text.replace(".", "-"))


class Large(Kono):
    rows = columns = 7


class Mumbling(KonoSentences):
    def say(self, ask, *rest):
        return "" if ask == "put" else super().say(ask, *rest)


@pytest.mark.parametrize(
    ("game", "property_", "said"),
    [
        (Short, "games_end_in_time", "max_length is 9"),
        (Narrow, "steps_are_numbers_of_16_bits", "max_steps is 10"),
        (Forgetful, "pop_undoes_push", "after push and pop of"),
        (Exchanged, "changes_are_what_happens", "changes [("),
        (Wide, "changes_are_what_happens", "max_changes is 1"),
        (Stuck, "verdicts_go_with_steps", "undecided, 0 steps"),
        (OneSided, "symmetric_positions_have_one_key", "another key than"),
        (Blind, "keys_are_of_equal_positions", "another position"),
        (Arrows, "links_hold_positions_and_moves", "a4>a2 is read as a4, in #game=kono"),
        (Slashes, "links_hold_positions_and_moves", "position a4/a2: a position begins with"),
        (Dots, "links_hold_positions_and_moves", "a position has 16 cells"),
        (Large, "the_board_has_its_size", "it is of (7, 7), and VARIANTS say ((4, 4),)"),
        (Careless, "positions_are_read_as_written", "is not refused"),
    ],
)
def test_a_game_that_breaks_the_contract_is_found(game, property_, said):
    prove = getattr(conformance, property_)
    assert prove in PROPERTIES
    assert said in trouble(prove, Subject(tile_plugin(game), "", LEVELS["kono"]))


def test_a_sentence_that_is_missing_is_found():
    subject = Subject(tile_plugin(Kono, Mumbling), "", LEVELS["kono"])
    assert "asked to put, it says ''" in trouble(conformance.every_sentence_is_there, subject)


def test_what_a_game_raises_is_said_with_its_place():
    class Raising(Kono):
        def verdict(self):
            raise IndexError("beyond")

    subject = Subject(tile_plugin(Raising), "", LEVELS["kono"])
    found = list(conformance.check(subject))
    assert {result.name.replace(" ", "_") for result in found} == NAMES
    assert "IndexError: beyond" in found[0].trouble
    assert "test_conformance.py:" in found[0].trouble
