"""The opening book of xtic: made from facts, proved, refused when it is damaged, and played."""

import io
import random
import subprocess

import pytest
from cli.command import PROGRAM
from games.flip.tables.tampered import flipped
from games.xtic import plain_xtic
from games.xtic.positions import loaded, undecided

from host_tools.build import firmware
from host_tools.games import book_file
from host_tools.games.analysis.choice import choose
from host_tools.games.xtic.solver import facts as store
from host_tools.games.xtic.solver.board import state_of
from host_tools.games.xtic.solver.book import guaranteed, question
from host_tools.games.xtic.solver.check import CheckError
from host_tools.games.xtic.tables import build as xtic
from host_tools.games.xtic.tables import pack
from host_tools.games.xtic.tables.proof import BookProof
from lodeboard.games.book_file import BookError, NoBook
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import LOSE, NOWHERE, UNDECIDED
from lodeboard.games.xtic.book import (
    ERRATUM_BITS,
    NOTHING,
    STEP_BITS,
    TIE,
    WIN,
    XticBook,
    image_bytes,
)
from lodeboard.games.xtic.player import XticPlayer
from lodeboard.games.xtic.plugin import PLUGIN
from lodeboard.games.xtic.rules import Xtic
from lodeboard.games.xtic.symmetry import Smallest

SHIPPED = tuple(name.removeprefix("xtic-") for name in firmware.tables() if name[0] == "x")
BOOKS = pytest.mark.parametrize("rules", SHIPPED)
MOST_BYTES = 80 * 1024
STRONGEST = len(LEVELS["xtic"]) - 1
ENDLESS = 1 << 60


def shipped(rules):
    return xtic.book_path(rules).read_bytes()


def open_book(data, rules):
    found = None if data is None else io.BytesIO(data)
    return XticBook(lambda name: found, rules)


def book_of(answers, errata):
    """A book of torus with these answers for up to five pieces, and these errata."""
    about, steps = pack.pack(answers, STEP_BITS)
    more, wrong = pack.pack(errata, ERRATUM_BITS)
    about += bytes([TIE, 5, TIE, 5]) + more
    return book_file.assemble("torus", {"about": about, "steps": steps, "errata": wrong})


def image_of(game):
    smallest = Smallest()
    smallest.start(game)
    while not smallest.run():
        pass
    return smallest


def asked(book, game, budget=ENDLESS):
    """The book's step, NOWHERE where it has none."""
    if not book.answers(game):
        return NOWHERE
    book.start(game)
    while not book.run(budget):
        pass
    return book.step


def chosen(game, source):
    steps = bytearray(game.max_steps)
    return source.choice(steps[: game.steps(steps)])


def lines_of_play(rules, count, seed):
    """Games against somebody who plays by chance, in which a player follows the book as far as it
    goes: the positions in which it was asked, and the game where it has no more to say."""
    book = open_book(shipped(rules), rules)
    source = random.Random(f"{rules} {seed}")
    for number in range(count):
        player = number & 1
        game = Xtic(rules)
        positions = []
        while book.guarantees[player] and game.verdict() == UNDECIDED:
            if game.turn != player:
                game.push(chosen(game, source))
            elif game.occupied.bit_count() <= book.most[player]:
                positions.append(game.text())
                game.push(asked(book, game))
            else:
                break
        yield player, positions, game


def test_something_is_shipped():
    assert "nodiags" in SHIPPED


@BOOKS
def test_a_book_is_small_and_says_what_it_guarantees(rules):
    assert len(shipped(rules)) <= MOST_BYTES
    book = open_book(shipped(rules), rules)
    assert any(book.guarantees)
    for guarantee, most in zip(book.guarantees, book.most, strict=True):
        assert most < store.DEEPEST
        assert guarantee or not most


@pytest.mark.slow
@pytest.mark.parametrize("count", [1, 7, 300])
def test_every_answer_is_found_and_few_others(count):
    source = random.Random(count)
    smallest = Smallest()
    answers, games = {}, []
    while len(answers) < count:
        game = loaded(undecided(source, "torus", source.randint(2, 5), len(answers) & 1), "torus")
        smallest.start(game)
        while not smallest.run():
            pass
        step = source.randrange(16)
        if answers.setdefault(image_bytes(smallest), step) == step:
            games.append((game, step))
    data = book_of(answers, {})
    assert len(data) <= 2.2 * count + 150
    book = open_book(data, "torus")
    assert book.entries == count
    for game, step in games:
        smallest.start(game)
        while not smallest.run():
            pass
        there = smallest.cell(step) if game.hand != NOWHERE else 16 + smallest.piece(step)
        assert asked(book, game) == there
    others = 0
    for _ in range(100):
        game = loaded(undecided(source, "torus", 5, True), "torus")
        smallest.start(game)
        while not smallest.run():
            pass
        others += asked(book, game) != NOWHERE and image_bytes(smallest) not in answers
    assert others < 4


@pytest.mark.parametrize("placed", [6, 7])
def test_an_erratum_is_found_and_played_wherever_it_is_turned(placed):
    source = random.Random(f"errata {placed}")
    board, pieces = plain_xtic.symmetries("torus"), plain_xtic.piece_symmetries()
    for hand in (True, False):
        errata, games = {}, []
        while len(games) < 20:
            game = loaded(undecided(source, "torus", placed, hand), "torus")
            smallest = image_of(game)
            step = chosen(game, source)
            there = smallest.cell if hand else smallest.piece
            nibble = next(n for n in range(16) if there(n) == step & 15)
            if errata.setdefault(image_bytes(smallest), nibble) == nibble:
                games.append((game.text(), step))
        book = book_of({}, errata)
        assert open_book(book, "torus").errata == len(errata)
        player = XticPlayer(lambda name, it=book: io.BytesIO(it))
        for text, step in games:
            game = loaded(text, "torus")
            reported = choose(game, player, STRONGEST)
            assert (reported["from"], player.steps) == ("book", [step])
            game.push(step)
            cells, piece = plain_xtic.read(text)
            move, rename = source.choice(board), source.choice(pieces)
            turned = {move[cell]: rename[each] for cell, each in cells.items()}
            image = loaded(plain_xtic.write(turned, rename.get(piece, "-")), "torus")
            image.push(asked(open_book(book, "torus"), image))
            assert image.key() == game.key()
            # With other positions nothing is wrong.
            other = loaded(undecided(source, "torus", placed, not hand), "torus")
            assert asked(open_book(book, "torus"), other) == NOWHERE


@pytest.mark.parametrize("hand", [True, False])
def test_after_the_book_equal_positions_get_equal_steps(hand, monkeypatch):
    """So the errata hold for all of them."""
    source = random.Random(f"equal {hand}")
    board, pieces = plain_xtic.symmetries("torus"), plain_xtic.piece_symmetries()
    book = book_of({}, {})
    player = XticPlayer(lambda name: io.BytesIO(book))
    monkeypatch.setattr(player.keeper, "work", 20_000)
    different = set()
    for _ in range(4):
        text = undecided(source, "torus", 7, hand)
        game = loaded(text, "torus")
        choose(game, player, STRONGEST)
        different.add(player.steps[0])
        game.push(player.steps[0])
        cells, piece = plain_xtic.read(text)
        move, rename = source.choice(board), source.choice(pieces)
        turned = {move[cell]: rename[each] for cell, each in cells.items()}
        image = loaded(plain_xtic.write(turned, rename.get(piece, "-")), "torus")
        reported = choose(image, player, STRONGEST)
        assert reported["from"] == "search"
        image.push(player.steps[0])
        assert image.key() == game.key()
    assert len(different) > 1


@BOOKS
def test_images_get_the_same_step_turned_about(rules):
    board, pieces = plain_xtic.symmetries(rules), plain_xtic.piece_symmetries()
    book = open_book(shipped(rules), rules)
    source = random.Random("images")
    seen = 0
    for _, positions, _ in lines_of_play(rules, 8, "images"):
        for text in positions:
            game = loaded(text, rules)
            game.push(asked(book, game))
            cells, hand = plain_xtic.read(text)
            for _ in range(3):
                move, rename = source.choice(board), source.choice(pieces)
                turned = {move[cell]: rename[piece] for cell, piece in cells.items()}
                image = loaded(plain_xtic.write(turned, rename.get(hand, "-")), rules)
                image.push(asked(book, image))
                assert image.key() == game.key()
                seen += 1
    assert seen > 30


@pytest.mark.slow
@BOOKS
def test_what_is_proved_is_kept_until_the_book_ends(rules):
    facts = xtic.read_facts(rules)
    book = open_book(shipped(rules), rules)
    reached = 0
    for player, _, game in lines_of_play(rules, 60, "kept"):
        if not book.guarantees[player]:
            continue
        if game.verdict() != UNDECIDED:
            # It ended because the other player placed fatally.
            assert game.verdict() == LOSE
            assert game.turn != player
            continue
        if game.hand != NOWHERE:
            game.pop()
        reached += 1
        placed = game.occupied.bit_count()
        assert placed == book.most[player] + 1
        guarantee = question(player, book.guarantees[player])
        found = facts.wins(state_of(game), guarantee.question ^ placed & 1)
        assert found is guarantee.answer
    assert reached > 15


@BOOKS
def test_the_strongest_level_plays_from_it_however_it_is_sliced(rules):
    book = open_book(shipped(rules), rules)
    player = XticPlayer(lambda name: io.BytesIO(shipped(name[5:])))
    for _, positions, _ in lines_of_play(rules, 2, "sliced"):
        for text in positions:
            game = loaded(text, rules)
            reported = choose(game, player, STRONGEST)
            assert reported["from"] == "book"
            assert reported["nodes"] == 0
            steps = list(player.steps)
            assert steps == [asked(book, game, 1)]
            player.start(game, STRONGEST)
            slices = 1
            while not player.run(1):
                slices += 1
            assert slices > 1
            assert (list(player.steps), player.source) == (steps, "book")
    assert player.take_trouble() == ""


def test_other_levels_and_rule_sets_do_without():
    names = []

    def open_table(name):
        names.append(name)

    player = XticPlayer(open_table)
    game = loaded("0----5----------/-", "normal")
    assert choose(game, player, STRONGEST)["from"] != "book"
    assert choose(game, player, STRONGEST)["from"] != "book"
    assert names == ["xtic-normal"]  # once
    assert player.take_trouble() == ""
    assert PLUGIN.check(open_table) == ""
    game = loaded("----------------/5", SHIPPED[0])
    player = XticPlayer(lambda name: io.BytesIO(shipped(name[5:])))
    assert choose(game, player, STRONGEST - 1)["from"] != "book"
    assert choose(game, player, STRONGEST)["from"] == "book"


def test_a_damaged_book_is_told_of_once_and_not_used():
    rules, text = "nodiags", "0---------------/f"
    data = shipped(rules)
    begin = int.from_bytes(data[12:16], "little")
    for spoiled in (data[:100], flipped(data, 40), data[:-1], flipped(data, begin + 1)):
        player = XticPlayer(lambda name, it=spoiled: io.BytesIO(it))
        game = loaded(text, rules)
        reported = choose(game, player, STRONGEST)
        assert reported["from"] != "book"
        assert "so the board only searches: the table xtic-nodiags cannot" in player.take_trouble()
        assert choose(game, player, STRONGEST) == reported
        assert player.take_trouble() == ""
    # After the first page, which is looked at only when it is needed.
    spoiled = data[: begin + 2048] + bytes(each ^ 1 for each in data[begin + 2048 :])
    check = PLUGIN.check
    assert check(lambda name: io.BytesIO(spoiled) if name == "xtic-nodiags" else None) == ""
    player = XticPlayer(lambda name: io.BytesIO(spoiled))
    assert choose(loaded(text, rules), player, STRONGEST)["from"] != "book"
    assert "is damaged near byte" in player.take_trouble()
    for text in ("0---------------/f", "0---------------/e", "0f--------------/-"):
        assert choose(loaded(text, rules), player, STRONGEST)["from"] != "book"
        assert player.take_trouble() == ""


def test_a_damaged_book_is_not_read_again():
    rules = "nodiags"
    data = shipped(rules)
    begin = int.from_bytes(data[12:16], "little")
    reads = []

    class Counted(io.BytesIO):
        def readinto(self, buffer):
            reads.append(self.tell())
            return super().readinto(buffer)

    for spoiled in (flipped(data, 40), data[: begin + 2048] + bytes(len(data) - begin - 2048)):
        player = XticPlayer(lambda name, it=spoiled: Counted(it))
        choose(loaded("0---------------/f", rules), player, STRONGEST)
        assert player.take_trouble()
        assert reads
        reads.clear()
        for text in ("0---------------/f", "0---------------/e", "0f--------------/-"):
            choose(loaded(text, rules), player, STRONGEST)
        assert reads == []


@pytest.mark.parametrize("text", ["0-3-------------/f", "0-3-------------/-"])
def test_a_step_of_the_book_that_is_not_legal_is_not_played(text):
    """On a cell that is taken, or a piece that has been given: whatever a sound book says."""
    game = loaded(text, "torus")
    smallest = Smallest()
    smallest.start(game)
    while not smallest.run():
        pass
    taken = smallest.cell if game.hand != NOWHERE else smallest.piece
    wrong = [step for step in range(16) if taken(step) in (0, 2, 3)]
    legal = [game.move_text([step]) for step in _legal(game)]
    refused = 0
    for step in wrong:
        book = book_of({image_bytes(smallest): step}, {})
        found = asked(open_book(book, "torus"), game)
        player = XticPlayer(lambda name, it=book: io.BytesIO(it))
        reported = choose(game, player, STRONGEST)
        assert reported["move"] in legal
        assert (reported["from"] == "book") is (found in _legal(game))
        refused += reported["from"] != "book"
    assert refused


def _legal(game):
    steps = bytearray(game.max_steps)
    return list(steps[: game.steps(steps)])


@pytest.mark.parametrize(
    ("spoil", "reason"),
    [
        (lambda data: b"", "it is cut short"),
        (lambda data: data[:200], "bytes long, as it should be|it is cut short"),
        (lambda data: data + b"\0", "bytes long, as it should be"),
        (lambda data: bytes(5000), "it is no table of this kind"),
        (lambda data: data[:8] + b"\2" + data[9:], "it has format 2, and this firmware reads 1"),
        (lambda data: flipped(data, 33), "its header fails its checksum"),
        (lambda data: firmware.tables()["flip-magic"], "it is for magic, not for nodiags"),
        (lambda data: book_file.assemble("nodiags", {"steps": b"12"}), "it has no about"),
        (lambda data: book_file.assemble("nodiags", {"about": b"12"}), "about is too short"),
        (
            lambda data: book_file.assemble(
                "nodiags", {"about": bytes(14), "steps": b"123", "errata": b""}
            ),
            "its steps are not as many as it says",
        ),
        (
            lambda data: book_file.assemble(
                "nodiags", {"about": bytes(14), "steps": b"", "errata": b"123"}
            ),
            "its steps are not as many as it says",
        ),
    ],
)
def test_what_is_refused(spoil, reason):
    with pytest.raises(BookError, match=f"the table xtic-nodiags cannot be used: .*({reason})"):
        open_book(spoil(shipped("nodiags")), "nodiags")


def test_there_is_none():
    with pytest.raises(NoBook, match="there is no table xtic-normal"):
        open_book(None, "normal")


def test_any_byte_of_the_steps():
    data = shipped("nodiags")
    begin = int.from_bytes(data[12:16], "little")
    source = random.Random(2)
    for _ in range(20):
        spoiled = flipped(data, source.randrange(begin, len(data)), 1 << source.randrange(8))
        with pytest.raises(BookError, match="it is damaged near byte"):
            open_book(spoiled, "nodiags").whole("steps", 1)


@pytest.mark.parametrize(
    ("known", "first", "second"),
    [
        ([], None, None),
        ([(1, True)], (WIN, 1, True), None),
        ([(0, True)], None, (WIN, 0, True)),
        ([(1, False)], None, (TIE, 1, False)),
        ([(0, False)], (TIE, 0, False), None),
        ([(1, False), (0, False)], (TIE, 0, False), (TIE, 1, False)),
    ],
)
def test_what_is_proved_for_whom(known, first, second):
    """known: whether who gives first (1) or places first (0) wins."""
    facts = store.Facts("torus")
    for gives, wins in known:
        facts.add(facts.key(state_of(Xtic("torus"))), gives, wins)
    assert guaranteed(facts, 0) == first
    assert guaranteed(facts, 1) == second
    assert xtic.proved(facts) == bool(known)


@pytest.fixture(scope="module")
def half(tmp_path_factory):
    """Facts that only say who gives first does not win: their folder."""
    where = tmp_path_factory.mktemp("half")
    facts = xtic.read_facts("nodiags")
    kept = {}
    for key, bits in facts.known.items():
        mine = bits & (12 if key[0].bit_count() & 1 else 3)
        if mine in {2, 8}:
            kept[key] = mine
    facts.known = kept
    store.write(facts, store.facts_path("nodiags", where))
    return where


@pytest.mark.slow
def test_a_book_for_one_player_is_made_and_proved(half, tmp_path):
    data = xtic.build(xtic.read_facts("nodiags", half), {}, str)
    path = tmp_path / "xtic-nodiags.table"
    path.write_bytes(data)
    book = open_book(data, "nodiags")
    assert book.guarantees == (NOTHING, TIE)
    assert not book.answers(Xtic("nodiags"))
    proofs, needed = BookProof("nodiags", store.facts_path("nodiags", half), path).run(str)
    assert [(each.player, each.guarantee) for each in proofs] == [(1, TIE)]
    assert sum(proofs[0].answers.values()) == book.entries > 200
    assert {key[0].bit_count() for key, _ in needed} == {store.DEEPEST}
    # With less room it ends sooner.
    short = open_book(xtic.build(xtic.read_facts("nodiags", half), {}, str, 500), "nodiags")
    assert short.most[1] < book.most[1]
    assert short.entries < book.entries


@pytest.mark.slow
def test_wrong_answers_are_found(half, tmp_path, monkeypatch):
    """A book that is whole, but in which one answer in some dozens is another."""
    written = pack.pack

    def badly(answers, bits):
        return written(
            {
                image: step ^ (number % 60 == 7)
                for number, (image, step) in enumerate(answers.items())
            },
            bits,
        )

    monkeypatch.setattr(pack, "pack", badly)
    path = tmp_path / "xtic-nodiags.table"
    path.write_bytes(xtic.build(xtic.read_facts("nodiags", half), {}, str))
    with pytest.raises(CheckError):
        BookProof("nodiags", store.facts_path("nodiags", half), path).run(str)


def tables(*words):
    return subprocess.run([PROGRAM, "tables", *words], capture_output=True, text=True, check=False)


@pytest.mark.slow
def test_what_is_said_where_there_is_nothing(tmp_path):
    done = tables("build", "--rules", "normal", "--proofs", tmp_path, "--folder", tmp_path)
    assert done.returncode == 2
    assert "nothing is proved of the first position" in done.stderr
    done = tables("verify", "--rules", "nodiags", "--folder", tmp_path)
    assert done.returncode == 2
    assert "lodeboard tables build makes it" in done.stderr


@pytest.mark.verify
@BOOKS
def test_it_is_made_again_bit_for_bit_and_every_answer_proved(rules, tmp_path):
    done = tables("build", "--rules", rules, "--folder", tmp_path)
    assert done.returncode == 0, done.stderr
    assert xtic.book_path(rules, tmp_path).read_bytes() == shipped(rules)
    done = tables("verify", "--rules", rules)
    assert done.returncode == 0, done.stdout
    assert "every one keeps what is guaranteed" in done.stdout
