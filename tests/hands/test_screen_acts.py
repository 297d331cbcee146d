"""Random acts on a screen by a person who does not know the game: none of them blocks the game."""

import random

import pytest
from hands.table import EACH, KINDS, LARGER, PERSON, Table, named

from host_tools.board.hands.acts import Back, Drop, Grab, Move, Screen, Turn
from host_tools.board.hands.second import legal
from lodeboard.system.loader import make_game, playable

WITHIN_MS = 20_000  # at Lap the board corrects a tile, rolls twice and moves: 11 s
FEW, MANY = 40, 1250  # acts; of eight kinds of game the many are 10 000
ASKS = ("lift", "place", "give", "put", "choose", "over")
KONO = ("kono", "")


class Toddler:
    """Does anything that a page can request, drawn by `seed`."""

    def __init__(self, table, seed):
        self.table = table
        self.dice = random.Random(seed)
        self.done = []

    def act(self):
        kind = self.dice.choices(
            (self.drop, self.legal, self.stack, self.wander, self.leave, self.reload, self.command),
            (6, 4, 3, 2, 1, 0.3, 1),
        )[0]
        self.done.append(kind.__name__)
        kind()

    def _tile(self):
        return self.dice.choice(self.table.board.world.tiles).id

    def _carry(self, tile, x, y):
        table = self.table
        table.ask(Grab(tile))
        table.run_ms(self.dice.choice((20, 200)))
        if self.dice.random() < 0.3:
            table.ask(Turn())
        table.ask(Move(x, y))
        table.ask(Back() if self.dice.random() < 0.1 else Drop(x, y))
        table.run_ms(self.dice.choice((20, 300, 1500)))

    def drop(self):
        """Drop a tile anywhere, also between two cells."""
        centres = self.table.centres
        x, y = self.dice.choice(centres)
        if self.dice.random() < 0.2:
            x, y = x + self.dice.uniform(-30, 30), y + self.dice.uniform(-30, 30)
        self._carry(self._tile(), x, y)

    def stack(self):
        """Put a tile on another one."""
        lying = [tile for tile in self.table.board.world.tiles if tile.rest == "well"]
        if lying:
            onto = self.dice.choice(lying)
            self._carry(self._tile(), onto.x_mm, onto.y_mm)

    def legal(self):
        """Begin a legal step."""
        state = self.table.state
        if "position" not in state:
            return
        game = make_game(state["game"], state["rules"])
        game.load(state["position"])
        steps = list(legal(game))
        if not steps:
            return
        _, changes = self.dice.choice(steps)
        lifts = [cell for cell, _, after in changes if not after]
        puts = [cell for cell, _, after in changes if after]
        world = self.table.board.world
        here = world.on_cell(lifts[0]) if lifts else []
        tile = here[-1].id if here else self._tile()
        self._carry(tile, *self.table.centres[self.dice.choice(puts or lifts)])

    def wander(self):
        """Take a tile, move it about and let it go."""
        self.table.ask(Grab(self._tile()))
        for _ in range(3):
            self.table.ask(Move(self.dice.uniform(-60, 260), self.dice.uniform(-60, 260)))
            self.table.run_ms(100)
        self.table.ask(Drop())

    def leave(self):
        """Close the page and open it again."""
        self.table.runner.leave(PERSON)
        self.table.run_ms(20)

    def reload(self):
        """Reload page and board."""
        self.table.runner.leave(PERSON)
        self.table.run_ms(400)
        self.table.board.power_cut()
        self.table.run_ms(40)
        self.table.board.boot()

    def command(self):
        self.table.tell(**self.dice.choice(({"c": "new"}, {"c": "back"}, {"c": "back"})))
        self.table.run_ms(20)


def rests(table):
    """Whether a player is asked for a step and nothing is marked wrong, or the game is over: tiles
    laid after its end stay there until the next game."""
    state = table.state
    calm = table.playing("over") or (state.get("step") is None and state.get("wrong") == [])
    return table.playing(*ASKS) and calm and not any(t.held for t in table.board.world.tiles)


def bursts(kind, seed, acts):
    """Acts in bursts; after each, the game must go on by itself."""
    profile, variant = kind
    name, _ = playable(profile)[variant]
    table = Table(profile)
    table.run(table.begun)
    table.tell(c="set", variant=variant, level=0)
    table.run(lambda: table.state.get("game") == name and table.begun(), 60_000)
    toddler = Toddler(table, seed)
    while len(toddler.done) < acts:
        for _ in range(toddler.dice.randint(1, 8)):
            toddler.act()
        table.run_ms(1)
        calm_since = None
        end = table.board.now_ms + WITHIN_MS

        def calm():
            nonlocal calm_since
            calm_since = (calm_since or table.board.now_ms) if rests(table) else None
            return calm_since is not None and table.board.now_ms - calm_since >= 1000

        while not calm():
            assert table.board.now_ms < end, (toddler.done[-10:], table.state)
            table.runner.tick()
        if table.playing("over"):
            table.tell(c="new")


@pytest.mark.parametrize("kind", EACH, ids=named)
def test_a_game_goes_on_after_anything_done_on_a_screen(kind):
    bursts(kind, 1, FEW)


@pytest.mark.reliability
@pytest.mark.parametrize("kind", KINDS, ids=named)
def test_a_game_goes_on_after_a_long_time_of_anything(kind):
    bursts(kind, 2, MANY)


@pytest.fixture
def kono():
    table = Table(variant=playable(KINDS[0][0]).index(KONO), players=1)
    table.run(lambda: table.state.get("game") == "kono" and table.playing("lift"), 60_000)
    table.run(table.begun)
    table.asks.clear()
    return table


def on_cells(table):
    return [[tile.id for tile in table.board.world.on_cell(cell)] for cell in range(16)]


def test_a_tile_dropped_onto_one_that_it_may_capture_captures_it(kono):
    before = on_cells(kono)
    kono.move(before[15][0], 7)
    kono.run(lambda: kono.state["moves"] == ["d4d2"], 3000)
    assert on_cells(kono) == [*before[:7], before[15], *before[8:15], []]
    assert "fix" not in kono.asks


def test_a_tile_dropped_onto_one_that_it_may_not_capture_goes_back(kono):
    before = on_cells(kono)
    kono.move(before[15][0], 3)  # farther than it jumps
    kono.run_ms(2000)
    assert on_cells(kono) == before
    assert kono.playing("lift")
    assert "fix" not in kono.asks


def test_hands_that_are_the_persons_own_stack_what_is_dropped_on_a_tile(kono):
    kono.ask(Screen(False))
    kono.run_ms(20)
    before = on_cells(kono)
    kono.move(before[15][0], 3)
    assert on_cells(kono)[3] == before[3] + before[15]


# Magician Chess: a position, the piece that is set down where, and the move that it makes.
TWO_HANDS = [
    ("r2k2r/1X3X1/X1m1M1X/3X3/X1M1m1X/1X3X1/R2K2R w AGag - 0 1", "d1", "b1", "d1b1"),
    ("r2k2r/p1pXp1p/Xn4X/X1PX2X/X5X/P2XP1P/R2K2R w AGag - 0 1", "c4", "b5", "c4b5"),
    ("r2k2r/p1pXp1p/X5X/XpPX2X/X5X/P2XP1P/R2K2R w AGag b5 0 1", "c4", "b5", "c4b5"),
]


@pytest.mark.parametrize(("position", "origin", "target", "move"), TWO_HANDS)
def test_one_hand_is_enough_for_magician_chess(position, origin, target, move):
    table = Table(LARGER, players=1)
    begin = make_game("magician", "standard")
    table.run(lambda: table.playing("lift") and table.lies(begin), 20_000)
    table.tell(c="setup", position=position, moves=[])
    game = make_game("magician", "standard")
    game.load(position)
    table.run(lambda: table.state["position"] == position and table.lies(game), 20_000)
    table.run(lambda: table.playing("lift"))
    names = [LARGER.cell_name(cell) for cell in range(LARGER.cells)]
    tile = table.board.world.on_cell(names.index(origin))[0].id
    table.asks.clear()
    table.move(tile, names.index(target))
    table.run(lambda: table.state["moves"] == [move], 5000)
    table.run_ms(1000)
    game.load(table.state["position"])
    assert table.lies(game)
    assert "fix" not in table.asks
