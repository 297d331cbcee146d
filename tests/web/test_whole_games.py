"""Whole games on the page as it comes, by the keyboard alone and by touch alone, played by somebody
who knows of the board what a screen reader reads aloud."""

import json
import random
import re

import pytest
from web.conjurer import Conjurer, show_board
from web.giver import Giver, choose_game
from web.person import Person
from web.playing import play_for_page
from web.test_access import findings, keys_only
from web.test_language import LANGUAGES, SEEN, catalogue, english

from host_tools.games.engine import make_engine
from host_tools.games.loader import GAMES, host_game
from host_tools.games.moves import legal_moves, make_move
from host_tools.lab.matches import level_of
from lodeboard.games.contract import (
    DOWN_0,
    DOWN_1,
    EMPTY,
    LOSE,
    UNDECIDED,
    GameError,
    owner_of,
    turned,
)
from lodeboard.games.tiles import TileGame
from lodeboard.storage.settings import Settings
from lodeboard.system.loader import make_game

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

WAYS = [pytest.param("keys", marks=pytest.mark.slow), pytest.param("tap", marks=pytest.mark.verify)]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
FLIP = {"sun tile, up side": "U", "sun tile, down side": "D",
        "moon tile, up side": "u", "moon tile, down side": "d", "empty": "-"}  # fmt: skip
TILES = {"sun tile": "x", "moon tile": "o", "empty": "-"}
CELL = re.compile(r'button "([a-z][0-9]): ([^:"]+)')
GIFT = re.compile(r'button "piece ([0-9a-f])\b[^"]*may be given')
IN_HAND = "et it down"
TURNS = 80
SHORT = range(3, 7)  # moves of a player who loses


@pytest.fixture
def board_page(tmp_path):
    with play_for_page(tmp_path, "--speed", "6") as running:
        yield running


def codes(game):
    """What lies on each cell, in the sensors' codes."""
    found = bytearray(game.rows * game.columns)
    game.expected(found)
    return found


class Listener:
    """Plays the first player's side against the board. `way`: "keys" or "tap"."""

    def __init__(self, person, name, way, seed):
        self.person = person
        self.page = person.page
        self.name = name
        self.way = way
        self.random = random.Random(seed)
        self.game = make_game(name)
        self.letters = FLIP if name == "flip" else TILES
        self.cells = [f"{column}{row}" for row in "1234" for column in "abcd"]

    def read(self):
        """What lies on each cell, from the accessibility tree."""
        return dict(CELL.findall(self.page.locator("#stops").aria_snapshot()))

    def lying(self):
        """The same once nothing travels and it stays so."""
        last = {}

        def still():
            found = self.read()
            before = dict(last)
            last.update(found)
            return (
                found if found == before and not self.page.locator(".tile.held").count() else None
            )

        return self.person.wait(still, "tiles that lie still", every_s=0.2)

    def over(self):
        return self.page.locator("#ended").is_visible()

    def acts(self):
        """Whether it is this person's turn, from the tree."""
        tree = self.page.locator("main").aria_snapshot()
        return "Sun: you, to move" in tree and "Your turn" in tree

    def received(self):
        """What the board asks for, and how many moves have been made, because with one step per
        turn it may ask for the same again. None while it is about the tile in the hand."""
        said = self.person.say()
        return None if IN_HAND in said else (said, self.page.locator("#record ol button").count())

    def play(self):
        """Play to the end; the words of the end."""
        for _ in range(TURNS):
            self.person.wait(lambda: self.over() or self.acts(), "a turn or the end")
            if self.over():
                return self.page.get_by_role("heading", level=2).first.inner_text()
            self.person.wait(self.loaded, "tiles that make a position")
            self.move()
        raise AssertionError(f"the game is not over after {TURNS} turns")

    def loaded(self):
        """Whether the tiles that lie still make a position: a busy page draws the board's own later
        than it says that it is somebody's turn."""
        found = self.lying()
        try:
            self.game.load("1_" + "".join(self.letters[found[cell]] for cell in self.cells))
        except GameError:
            return False
        return True

    def move(self):
        """All steps of a turn."""
        game = self.game
        while True:
            out = [0] * game.max_steps
            steps = out[: game.steps(out)]
            step = max(steps, key=lambda step: (self.worth(step), self.random.random()))
            before = self.received()
            self.carry_out(step)
            game.push(step)
            self.person.wait(lambda was=before: self.received() not in (was, None), "an answer")
            if game.between_moves():
                return

    def changes(self, step):
        out = [0] * (3 * self.game.max_changes)
        count = self.game.changes(step, out)
        return [tuple(out[3 * k : 3 * k + 3]) for k in range(count)]

    def worth(self, step):
        """Captures come first: they bring the end nearer."""
        return sum(EMPTY not in change[1:] for change in self.changes(step))

    def carry_out(self, step):
        """Do with hands what a step changes."""
        changes = self.changes(step)
        left = [change for change in changes if change[2] == EMPTY]
        [(end, before, after)] = [change for change in changes if change[2] != EMPTY]
        goal = self.cells[end]
        if before != EMPTY:
            self.lift(goal)
            self.put(self.place(owner_of(before), lambda spot: not spot.tile))
        if left:
            [(start, was, _)] = left
            self.lift(self.cells[start])
            turns = turned(was) == after
        else:
            spare = self.place(owner_of(after), lambda spot: spot.tile)
            tile = self.lift(spare)
            turns = ("down" in tile) != (after in (DOWN_0, DOWN_1))
        if turns and self.name == "flip":
            self.turn()
        self.put(goal)

    # Hands

    def settled(self, where):
        """That place once the page keeps it where it is: words that come move all of it."""
        last = []

        def still():
            spot = self.person.look()[where]
            before, last[:] = last[:], [spot.x, spot.y]
            return spot if before == last else None

        return self.person.wait(still, f"{where} to stay where it is")

    def place(self, owner, fits):
        """A place of that player's tray."""
        tray = ("first", "second")[owner] + " player's tray"
        spots = self.person.look().values()
        return next(spot.where for spot in spots if tray in spot.where and fits(spot))

    def lift(self, where):
        spot = self.settled(where)
        if self.way == "tap":
            self.page.touchscreen.tap(spot.x, spot.y)
        else:
            self.person.lift(spot, "keys")
        hand = self.page.locator("#in-hand")
        self.person.wait(lambda: "In your hand" in hand.inner_text(), f"the tile of {where}")
        return spot.tile

    def turn(self):
        if self.way == "tap":
            self.page.get_by_role("button", name="Turn over").tap()
        else:
            self.person.turn("keys")

    def put(self, where):
        """Put the tile down. The caller waits for the board's answer: the board may move the tile
        on first."""
        spot = self.settled(where)
        if self.way == "tap":
            self.page.touchscreen.tap(spot.x, spot.y)
        else:
            self.person.put(spot, "keys")


class Receiver(Giver):
    """The same for xtic: gives by the legend, places where the lights say; the board's pieces are
    placed for it. `way`: "keys" or "tap"."""

    over = ("wins", "win:", "draw")

    def __init__(self, person, way, seed):
        super().__init__(person, seed, ways=(way,), gifts=("legend",))

    def left(self):
        tree = self.person.page.locator("#choice").aria_snapshot()
        return [int(digit, 16) for digit in GIFT.findall(tree)]

    def obey(self):
        self.person.wait(lambda: "light rises" not in self.person.say(), "the board's own piece")


class Opponent(Conjurer):
    """The same for Magician Chess: these moves against the board, whose pieces are moved for it."""

    def put(self, where, way):
        self.set_down(where, way)  # the board may have captured it before one looks

    def wait_for_record(self, moves):
        written = self.person.wait(lambda: self.written()[len(moves) :], "the board's answer")
        assert self.written()[: len(moves)] == moves
        for step in self.host.read_move(self.game, written[0]):
            self.game.push(step)
        self.made.append(written[0])


def begin(open_page, name, way):
    """The page with this game chosen and begun on its card."""
    page = open_page(**(PHONE if way == "tap" else {"reduced_motion": "reduce"}))
    person = Person(page)
    if way == "keys":
        keys_only(page)
    card = page.locator("#begin")
    person.wait(card.is_visible, "the card")
    choose_game(card, host_game(name).title, lambda button: act(button, way))
    push(page, "Play", way)
    return person


def push(page, name, way):
    """A button of the page."""
    act(page.get_by_role("button", name=name, exact=True), way)


def act(button, way):
    if way == "tap":
        button.tap()
    else:
        button.press("Enter")


def read_aloud(name):
    """Whether the words for the cells tell the whole position."""
    game = make_game(name)
    return name == "flip" or (isinstance(game, TileGame) and len(game.text()) == 2 + 16)


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("name", [name for name in GAMES if read_aloud(name)])
def test_a_whole_game(open_page, name, way):
    person = begin(open_page, name, way)
    listener = Listener(person, name, way, seed=3)
    lying = sum(code != EMPTY for code in codes(listener.game))
    person.wait(lambda: len(person.cells(tile=True)) == lying, "the game's first position")
    words = listener.play()
    assert "wins" in words or "draw" in words or "win" in words, words
    assert findings(person.page) == []
    push(person.page, "Rematch", way)
    person.wait(lambda: not listener.over() and listener.acts(), "another game")


@pytest.mark.parametrize("way", WAYS)
def test_a_whole_game_of_xtic(open_page, way):
    person = begin(open_page, "xtic", way)
    receiver = Receiver(person, way, seed=3)
    receiver.play()
    assert min(receiver.given, receiver.placed) >= 2
    person.wait(person.page.locator("#ended").is_visible, "the end")
    assert findings(person.page) == []
    push(person.page, "Rematch", way)
    person.wait_for_words("choose a piece", "place the")


def lost_moves():
    """The moves of a player who is checkmated soon, by the level that a board begins with."""
    engine, _ = make_engine("magician")
    answer = level_of(engine, Settings().level)
    host, draw = host_game("magician"), random.Random(3)
    while True:
        game, moves = make_game("magician"), []
        while len(moves) < SHORT.stop and game.verdict() == UNDECIDED:
            move = draw.choice(legal_moves(game))
            moves.append(host.move_name(game, move))
            make_move(game, move)
            if game.verdict() == UNDECIDED:
                make_move(game, answer(game))
                if game.verdict() == LOSE and len(moves) in SHORT:
                    return moves


@pytest.mark.parametrize("way", WAYS)
def test_a_whole_game_of_magician_chess(open_page, way):
    person = begin(open_page, "magician", way)
    person.page.wait_for_selector("[data-cell='g7']")
    person.wait_for_words("Your turn: move")
    if way == "tap":
        show_board(person.page)
    opponent = Opponent(person, ways=(way,))
    opponent.play(lost_moves())
    person.wait(person.page.locator("#ended").is_visible, "the end")
    assert opponent.made[-1].endswith("#")
    tree = person.page.locator("main").aria_snapshot()
    assert 'heading "The board wins' in tree
    assert all(move in tree for move in opponent.made)
    assert findings(person.page) == []
    push(person.page, "Rematch", way)
    person.wait_for_words("Your turn")


class Foreigner:
    """Plays flip tiles by keys on a page in another language, and looks for English in it at every
    step. `page` is loaded again, so that this hears the board's states."""

    def __init__(self, page, language):
        self.page = page
        self.person = Person(page)
        self.entries = catalogue(language)
        self.states = []
        self.seen = set()
        self.random = random.Random(7)
        page.on("websocket", lambda link: link.on("framereceived", self._hear))
        page.reload()

    def _hear(self, text):
        message = json.loads(text)
        if message["t"] == "said" and message["line"].get("t") == "state":
            self.states.append(message["line"])

    def check(self, what):
        assert english(self.page.evaluate(SEEN), self.entries) == set(), what
        self.seen.add(self.person.say())

    def asked(self):
        """The board's last word, once it is about a step of this player or the end."""
        state = self.states[-1] if self.states else {}
        own = state.get("ask") in ("lift", "place") and state.get("turn") == 0
        return state if state.get("phase") == "match" and (own or state["ask"] == "over") else None

    def press(self, stop):
        self.page.locator("#stops button").and_(self.page.locator(stop)).first.press("Enter")

    def play(self):
        """Play to the end; the board's last state."""
        game = make_game("flip", "magic")
        out = [0] * game.max_steps
        while True:
            state = self.person.wait(self.asked, "a step or the end")
            self.check(state["say"])
            if state["ask"] == "over":
                return state
            game.load(state["position"])
            step = self.random.choice(out[: game.steps(out)])
            self.carry_out(game, step)
            self.person.wait(lambda was=state: self.states[-1]["position"] != was["position"],
                             f"the board to see {step} of {state['position']}")  # fmt: skip

    def carry_out(self, game, step):
        changes = [0] * (3 * game.max_changes)
        count = game.changes(step, changes)
        rows = [changes[3 * k : 3 * k + 3] for k in range(count)]
        [(end, _, after)] = [row for row in rows if row[2] != EMPTY]
        left = [row for row in rows if row[2] == EMPTY]
        empty = self.entries["page"]["empty"]
        if left:
            self.press(f"[data-cell='{cell_name(left[0][0])}']")
        else:  # those of its own tray come last
            self.press(f"button[data-cell='d4'] ~ button:not([aria-label$=': {empty}'])")
        if left or after in (DOWN_0, DOWN_1):
            self.page.keyboard.press("f")
        self.check("a tile in the hand")
        self.press(f"[data-cell='{cell_name(end)}']")


def cell_name(cell):
    return f"{'abcd'[cell % 4]}{1 + cell // 4}"


@pytest.mark.verify
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_in_another_language(open_page, language):
    foreigner = Foreigner(open_page(locale=language, reduced_motion="reduce"), language)
    card = foreigner.page.locator("#begin")
    foreigner.person.wait(card.is_visible, "the card")
    foreigner.check("the first card")
    card.locator("[data-do='play']").press("Enter")
    end = foreigner.play()
    assert len(end["moves"]) >= 4
    foreigner.person.wait(foreigner.page.locator("#ended").is_visible, "the end")
    foreigner.check("the last card")
    assert len(foreigner.seen) >= 4
