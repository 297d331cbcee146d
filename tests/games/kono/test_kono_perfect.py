"""The level perfect of Four Field Kono: its table, the board's decisions, and the proof."""

import itertools
import random
from io import BytesIO

import pytest
from games.kono import plain_kono
from games.kono.positions import random_position

from host_tools.games.kono.tables import build, proof
from host_tools.games.kono.tables.strategy import Found
from host_tools.games.table_files import open_table
from lodeboard.games.catalogue import LEVELS
from lodeboard.games.contract import LOSE, TIE, UNDECIDED, WIN
from lodeboard.games.kono.perfect import ErrorTable
from lodeboard.games.kono.plugin import PLUGIN
from lodeboard.games.kono.rules import Kono

PERFECT = LEVELS["kono"].index("perfect")
#: A tie in which every weaker level loses at once.
EXAMPLE = "2_ooooooxoxxxxxx-x"
#: The only step that keeps the value, in positions in which the search takes another one: before
#: that one in the order of the estimates, or after it.
ONLY = {
    "1_-xo-oo-x--x---ox": "c3b3",
    "1_xx-xo-xx-o-oooox": "d1d3",
    "1_xxooxoxxoo-oxox-": "a1c1",
    "1_xx-x-x-ooxoo---o": "d1c1",
    "2_oxxoo-xxoox-xoox": "a2b2",
    "2_--xx--o-oo-xoxxo": "c2b2",
}
MOST_ESTIMATES = 5000  # 0.4 ms each on the board
OPPOSITE = {WIN: LOSE, LOSE: WIN, TIE: TIE}


@pytest.fixture(scope="module")
def board():
    return proof.BoardPlayer(build.table_path())


def undecided(seeds):
    game = Kono()
    for seed in seeds:
        game.load(random_position(seed, 8, 2))
        if game.verdict() == UNDECIDED:
            yield game.text()


def steps_of(game):
    buffer = [0] * game.max_steps
    count = game.steps(buffer)
    return buffer[:count]


def image_of(text, game, image):
    """A position under a symmetry."""
    cells = ["-"] * 16
    for cell, letter in enumerate(text[2:]):
        cells[game.grid.symmetries[image][cell]] = letter
    return text[:2] + "".join(cells)


def test_with_few_tiles_every_value_is_kept(board):
    known = plain_kono.solve("1_oo------------xx")
    texts = [text for text, (value, turns) in known.items() if value == "tie" or turns > 3]
    for text in texts[::97]:
        board.game.load(text)
        board.game.push(board.decide())
        assert known[board.game.text()][0] == plain_kono.OPPOSITE[known[text][0]], text


def test_where_the_search_errs_the_board_takes_the_step_of_the_table(board):
    for text, step in ONLY.items():
        board.game.load(text)
        assert board.game.step_text(board.decide()) == step, text


def test_decisions_do_not_depend_on_how_the_board_lies_or_who_plays(board):
    # On a full board the cells taken do not tell one image from another.
    full = ["1_xooooxxoxooxxoxx", "1_xxxxoooooxxoxoxo", "1_xxxoooxxxoooxxoo"]
    for text in [*undecided(range(6)), *full]:
        found = set()
        for image, player in itertools.product(range(8), "12"):
            turned = image_of(text, board.game, image)
            if player != text[0]:
                turned = player + turned[1:].translate(str.maketrans("xo", "ox"))
            board.game.load(turned)
            board.game.push(board.decide())
            found.add(board.game.key())
        assert len(found) == 1, text


def test_slices_do_not_change_a_decision(board):
    player, _ = PLUGIN.engine(None, open_table)
    for text in undecided(range(20)):
        board.game.load(text)
        player.start(board.game, PERFECT)
        while not player.run(1_000_000):
            pass
        assert [board.decide()] == player.steps
        assert player.source == "table"


def test_a_decision_takes_little_work(board):
    for text in undecided(range(300)):
        board.game.load(text)
        board.decide()
        assert board.estimates <= MOST_ESTIMATES, text


def test_the_table_is_read_and_written_alike():
    path = build.table_path()
    table = build.read(path)
    data = path.read_bytes()
    assert build.write(table) == data
    reader = ErrorTable(lambda _: BytesIO(data), Kono())
    numbers = table.errors.numbers.tolist()
    places = dict(zip(numbers, table.errors.places.tolist(), strict=True))
    dice = random.Random(1)
    for number in dice.sample(numbers, 200) + [dice.randrange(numbers[-1]) for _ in range(200)]:
        assert reader.place(number) == places.get(number, -1)


@pytest.mark.parametrize("damage", [None, 60_000])
def test_without_a_sound_table_the_board_says_that_it_cannot_play_the_level(damage):
    data = bytearray(build.table_path().read_bytes())
    if damage:
        data[20_000:] = bytes(len(data) - 20_000)
    player, _ = PLUGIN.engine(None, lambda _: BytesIO(data) if damage else None)
    game = Kono()
    player.start(game, PERFECT)
    while not player.run(1000):
        pass
    assert player.steps == []
    assert player.take_trouble().startswith("The level perfect cannot be played: ")
    player.start(game, PERFECT - 1)  # the others can
    while not player.run(100_000):
        pass
    assert player.steps


def value_of(solution, game):
    """The value of the position, whatever came before it."""
    alone = Kono()
    alone.load(game.text())
    return solution.value(alone)[0]


def give_aways(board, solution, start, me, seed):
    """Play from a position against a rival that knows all values and takes a random best step.
    Returns the board's decisions, and how many of them gave the value away."""
    dice, game = random.Random(seed), board.game
    game.load(start)
    decisions = wrong = 0
    while game.verdict() == UNDECIDED and decisions < 60:
        value = value_of(solution, game)
        if game.turn == me:
            step = board.decide()
            game.push(step)
            decisions += 1
            wrong += OPPOSITE[value_of(solution, game)] != value
            continue
        best = []
        for step in steps_of(game):
            game.push(step)
            if OPPOSITE[value_of(solution, game)] == value:
                best.append(step)
            game.pop()
        game.push(dice.choice(best))
    return decisions, wrong, game.verdict(), game.turn


@pytest.mark.verify
def test_nothing_is_given_away_against_exact_play(board, whole):
    dice = random.Random(42)
    starts = [EXAMPLE, plain_kono.START]
    while len(starts) < 20:
        text = random_position(dice.randrange(10**6), 8, 4)
        game = Kono()
        game.load(text)
        if game.verdict() == UNDECIDED and value_of(whole, game) == TIE:
            starts.append(text)
    decided = 0
    for seed, (start, me) in enumerate(itertools.product(starts, (0, 1))):
        decisions, wrong, verdict, turn = give_aways(board, whole, start, me, seed)
        assert wrong == 0, start
        assert verdict != LOSE or turn != me, start
        decided += decisions
    assert decided > 500


@pytest.mark.verify
@pytest.mark.timeout(1200)
def test_the_table_is_proved_and_a_wrong_one_is_not(whole_tiers, tmp_path, monkeypatch):
    monkeypatch.setenv("LODEBOARD_SOLUTION", str(whole_tiers))
    found = proof.prove(build.table_path(), 2000, lambda _: None)
    assert found.tied > 400_000
    assert found.won.unsure == 0
    assert found.estimates <= MOST_ESTIMATES
    table = build.read(build.table_path())
    numbers, places = table.errors
    less = build.Table(table.weights, Found(numbers[1000:], places[1000:]))
    path = tmp_path / "kono.table"
    path.write_bytes(build.write(less))
    with pytest.raises(proof.ProofError, match="give the value away"):
        proof.prove(path, 1, lambda _: None)
