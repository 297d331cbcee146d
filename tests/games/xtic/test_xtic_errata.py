"""The errata of xtic's books: where the board's search errs after the book, found and shipped."""

import io
import random

import pytest
from games.xtic.positions import loaded, undecided

from host_tools.build import firmware
from host_tools.games.analysis.choice import choose
from host_tools.games.contract import StoreError
from host_tools.games.xtic.errata import files
from host_tools.games.xtic.tables import pack
from host_tools.lab.xtic import errata as report
from host_tools.lab.xtic import walk
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import NOWHERE
from lodeboard.games.xtic.book import XticBook, image_bytes
from lodeboard.games.xtic.player import XticPlayer
from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.symmetry import Smallest

HAVE = tuple(rules for rules in Xtic.rule_sets if files.errata_path(rules).exists())
ERRATA = pytest.mark.parametrize("rules", HAVE)
ENDLESS = 1 << 60
STRONGEST = len(LEVELS["xtic"]) - 1


def some(rules, count):
    """Errata of this rule set by chance: position and move."""
    source = random.Random(f"errata {rules}")
    return source.sample(sorted(files.read(rules).items()), count)


def answer(book, game):
    book.start(game)
    while not book.run(ENDLESS):
        pass
    return book.step


def smallest_text(game):
    """The smallest image of a position, and that as the book hashes it."""
    book = XticBook(lambda _: io.BytesIO(firmware.tables()["xtic-torus"]), "torus")
    answer(book, game)
    return book.image().text()


def test_some_are_shipped():
    assert "torus" in HAVE


@ERRATA
def test_each_is_a_smallest_image_that_the_book_answers(rules):
    data = firmware.tables()[f"xtic-{rules}"]
    book = XticBook(lambda _: io.BytesIO(data), rules)
    assert book.errata == len(files.read(rules))
    smallest = Smallest()
    for text, move in some(rules, 12):
        game = loaded(text, rules)
        smallest.start(game)
        while not smallest.run():
            pass
        assert files.image_bytes_of(game) == image_bytes(smallest)
        answered = loaded(text, rules)
        answered.push(answer(book, answered))
        (step,) = game.parse_move(move)
        game.push(step)
        assert answered.key() == game.key()


def goes_on_well(walking, game):
    """Whether the board's own step keeps the value, and after a placement its gift does, too."""
    own = walking.choose(game)[0]
    if not walking.keeps(game, own):
        return False
    if game.hand == NOWHERE:
        return True
    game.push(own)
    after = walking.image(game)
    game.pop()
    return walking.keeps(after, walking.choose(after)[0])


@pytest.mark.verify
@ERRATA
def test_each_is_needed_and_right(rules):
    walks = {player: walk.Walk(walk.Side(rules, player)) for player in (0, 1)}
    needed = 0
    sampled = some(rules, 6)
    for text, move in sampled:
        game = loaded(text, rules)
        walking = walks[game.turn]
        (step,) = game.parse_move(move)
        assert walking.keeps(game, step), text
        needed += not goes_on_well(walking, game)
    assert needed == len(sampled)


@pytest.mark.slow
def test_the_walk_decides_as_the_board_does():
    """Without the errata."""
    walking = walk.Walk(walk.Side("torus", 1))
    source = random.Random("as the board")
    data = pack.written("torus", walk.found("torus"), {})
    player = XticPlayer(lambda _: io.BytesIO(data))
    for number in range(8):
        game = loaded(undecided(source, "torus", 6 + number % 2, number % 4 != 1), "torus")
        if game.turn == 0:
            continue
        image = walking.image(game)
        assert image.text() == smallest_text(game)
        image.push(walking.choose(image)[0])
        choose(game, player, STRONGEST)
        game.push(player.steps[0])
        assert image.key() == game.key()


def test_a_file_that_is_not_whole_is_refused(tmp_path):
    moves = {"04befa----------/c": "c2", "0-67-f1-e-------/8": "a2"}
    files.write("torus", moves, tmp_path)
    assert files.read("torus", tmp_path) == moves
    assert files.read("normal", tmp_path) == {}
    path = files.errata_path("torus", tmp_path)
    whole = path.read_text()
    path.write_text(whole.replace("0-67-f1-e-------/8 a2\n", ""))
    with pytest.raises(StoreError, match="is cut short"):
        files.read("torus", tmp_path)
    path.write_text(whole.replace("torus", "normal"))
    with pytest.raises(StoreError, match="no file of errata, format 1, of torus"):
        files.read("torus", tmp_path)
    with pytest.raises(StoreError, match="errata of torus, 04befa----------/c a1"):
        files.answers("torus", {"04befa----------/c": "a1"})


def test_errata_of_a_player_not_walked_stay():
    """With six pieces and one in hand, and with seven and none, who places first decides."""
    places, gives = "0-67-f1-e-------/8 a2", "0-67-f1-e-------/- 8"
    stored = dict(each.split(" ", 1) for each in (places, gives))
    walked = walk.Walked(10, errata=["0-67-f1-e8------/d b4"])
    found = report.moves({walk.Side("normal", 0): walked}, "normal", stored)
    assert found == {"0-67-f1-e-------/8": "a2", "0-67-f1-e8------/d": "b4"}
    assert report.moves({walk.Side("torus", 0): walked}, "normal", stored) == stored
