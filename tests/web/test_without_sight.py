"""Games played by somebody who sees nothing: through the accessibility tree, by keys, and by what a
screen reader says."""

import random
import re
from itertools import pairwise

import pytest
from many import later, rarely
from waiting import wait_until
from web.ear import Ear
from web.playing import play_for_page
from web.test_access import findings, keys_only
from web.test_language import LANGUAGES, catalogue, english

from host_tools.games.loader import GAMES as GAME_NAMES

pytestmark = [pytest.mark.browser, pytest.mark.timeout(900)]

CELL = re.compile(r"\b[a-g][1-7]\b")
NAMED = re.compile(r"[a-g][1-7]")
LABEL = re.compile(r"(?P<name>[a-z][0-9]+): (?P<what>[^:]+)")
ANSWERS = re.compile(r"\d+ moves|Enter plays: .*|Row \d+: .*")  # to what was typed or asked
MOST = 90  # turns; a game has fewer


@pytest.fixture
def board_page(tmp_path):
    with play_for_page(tmp_path, "--speed", "6") as running:
        yield running


class Listener:
    """Plays the first player's side by what is heard. `side`, `rival`: the names of the players."""

    def __init__(self, page, side, rival):
        self.page = page
        self.side = side
        self.rival = rival
        self.random = random.Random(5)
        self.ear = Ear(page)
        self.read = 0  # lines heard that have been attended to
        self.field = page.get_by_role("combobox", name="Type a move")

    def wait_for(self, *words):
        """The next line that begins with one of these words."""

        def heard():
            self.ear.listen()
            while self.read < len(self.ear.lines):
                self.read += 1
                line = self.ear.lines[self.read - 1]
                if line.startswith(words) and not line.endswith("the board rolls."):
                    return line
            return None

        return wait_until(
            heard,
            lambda: f"{words} after {self.ear.lines[-8:]}",
            lambda: self.page.wait_for_timeout(20),
        )

    def begin(self, game, rules=""):
        page = self.page
        keys_only(page)
        for group, name in (("Game", game), ("Rules", rules)):
            if name:
                chosen = page.get_by_role("group", name=group).get_by_role("button", name=name)
                chosen.press("Enter")
        page.get_by_role("button", name="Play", exact=True).press("Enter")
        self.wait_for(f"A new game of {game}", f"A new game of {game.lower()}")
        self.wait_for("Your turn")

    def choose(self, setting, value):
        """Change a setting."""
        page = self.page
        page.get_by_role("button", name="Settings").press("Enter")
        select = page.get_by_role("region", name="Settings of the board").get_by_label(setting)
        select.select_option(value)
        page.get_by_role("button", name="Settings").press("Enter")

    def type(self):
        """Go to the field: by a key from a cell, or by the link at the top of the page."""
        if self.page.get_by_role("application").locator(":focus").count():
            self.page.keyboard.press("t")
        else:
            self.page.get_by_role("link", name="Play by typing").press("Enter")
        wait_until(
            lambda: self.field.evaluate("field => field === document.activeElement"),
            "the field to have the focus",
            lambda: self.page.wait_for_timeout(20),
        )

    def legal(self):
        """The moves that the list offers: notation and words."""
        self.page.keyboard.press("ArrowDown")
        options = self.page.get_by_role("listbox", name="Legal moves").get_by_role("option")
        options.first.wait_for()
        return [line.split(": ", 1) for line in options.all_inner_texts()]

    def move(self):
        """Type a move and play it."""
        legal = self.legal()
        choices = [move for move, words in legal if "captures" in words] or [
            row[0] for row in legal
        ]
        move = self.random.choice(choices)
        self.page.keyboard.press("Escape")
        self.page.keyboard.type(move)
        self.wait_for("Enter plays")
        self.page.keyboard.press("Enter")

    def play(self):
        """Play to the end; what was said then."""
        over = self.page.get_by_role("button", name="Rematch")
        for _ in range(MOST):
            self.move()
            said = self.wait_for("Your turn", "The board wins", "You win", "The game is a draw")
            if not said.startswith("Your turn"):
                over.wait_for()
                return said
        raise AssertionError(f"the game does not end: {self.ear.lines[-20:]}")

    def written(self):
        """The moves beside the board, by the player's name."""
        record = self.page.get_by_role("region", name="Moves").get_by_role("listitem")
        names = record.get_by_role("button").evaluate_all(
            "all => all.map((button) => button.getAttribute('aria-label'))"
        )
        return [re.fullmatch(r"\d+, ([^:]+): (.+)", name).groups() for name in names]


def check_speech(listener, end):
    """Everything was said, and once, from the beginning of the game: before, the board may start
    twice, for another game."""
    lines = [line for line in listener.ear.lines if not ANSWERS.fullmatch(line)]
    begun = next(index for index, line in enumerate(lines) if line.startswith("A new game of"))
    lines = lines[begun:]
    assert all(one != other for one, other in pairwise(lines)), lines
    assert lines[-1] == end
    assert lines.count(end) == 1
    written = listener.written()
    for side, start in ((listener.rival, "The board: "), (listener.side, listener.side)):
        moves = [move for player, move in written if player == side]
        spoken = [line for line in lines if line.startswith(start) and "is in check" not in line]
        assert len(moves) == len(spoken), (moves, spoken)
        for move, words in zip(moves, spoken, strict=True):
            assert set(NAMED.findall(move)[:1]) <= set(CELL.findall(words)), (move, words)
    for line, then in pairwise(lines):
        if line.startswith("The board: "):
            assert then.startswith(("The board", "Your turn", listener.side, end)), (line, then)


def check_reading(listener):
    """Rows and the whole board are read as the cells say."""
    page = listener.page
    board = page.get_by_role("application")
    labels = re.findall(r'button "([a-z][0-9]+: [^"]+)"', board.aria_snapshot().replace("''", "'"))
    cells = dict(LABEL.match(label).groups() for label in labels)
    rows = sorted({name[1:] for name in cells})
    for keys in (rows, "*"):
        listener.ear.listen()
        for key in keys:
            page.keyboard.press(key)
        said = dict(re.fullmatch(r"Row (\d+): (.*)", line).groups()
                    for line in listener.ear.listen() if line.startswith("Row "))  # fmt: skip
        assert sorted(said) == rows
        for name, what in cells.items():
            words = said[name[1:]]
            assert f"{name} {what}" in words or words.startswith(f"all {what}"), (name, words)


GAMES = [
    ("Flip tiles", "magic", "Sun", "Moon"),
    ("Flip tiles", "eclipse", "Sun", "Moon"),
    ("Xtic", "normal", "First player", "Second player"),
    ("Xtic", "no diagonals", "First player", "Second player"),
    ("Xtic", "torus", "First player", "Second player"),
    ("Four Field Kono", "", "Sun", "Moon"),
    ("Lap", "", "Sun", "Moon"),
    ("Magician Chess", "", "White", "Black"),
]


@pytest.mark.verify
@pytest.mark.parametrize("game", GAMES, ids=lambda game: "-".join(game[:2]))
def test_a_whole_game(open_page, game):
    title, rules, side, rival = game
    page = open_page(reduced_motion="reduce")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    listener = Listener(page, side, rival)
    listener.begin(title, rules)
    if title == "Magician Chess":
        listener.choose("Level", "4")
    listener.type()
    check_reading(listener)
    end = listener.play()
    check_speech(listener, end)
    assert page.get_by_role("heading", name=end).count() == 1
    assert findings(page) == []


@pytest.mark.verify
def test_a_wrong_tile_a_refused_move_and_a_take_back_are_told(open_page):
    page = open_page(reduced_motion="reduce")
    page.get_by_role("button", name="Play", exact=True).wait_for()
    listener = Listener(page, "Sun", "Moon")
    listener.begin("Flip tiles")
    listener.type()
    listener.move()
    listener.wait_for("Your turn: flip")
    page.keyboard.type("e9")
    listener.wait_for("No legal move begins with e9.")
    page.keyboard.press("Escape")
    board = page.get_by_role("application")
    empty = board.get_by_role("button", name=re.compile(r"^[a-d][1-4]: empty")).first
    name = empty.get_attribute("aria-label")[:2]
    board.get_by_role("button", name="first player's tray, place 2").press("Enter")
    listener.wait_for("In your hand: sun tile")
    board.get_by_role("button", name=f"{name}: ").press("Enter")
    listener.wait_for("Take your own tile away again")
    listener.wait_for("Your turn: flip")  # once the page has put it right
    page.keyboard.press("1")
    listener.wait_for("Taken back: Sun places on ")


@pytest.mark.slow
def test_on_a_phone_the_field_leaves_the_board_in_sight(open_page):
    page = open_page(viewport={"width": 390, "height": 844}, has_touch=True, is_mobile=True)
    page.get_by_role("button", name="Play", exact=True).wait_for()
    listener = Listener(page, "Sun", "Moon")
    listener.begin("Flip tiles")
    listener.type()
    listener.legal()
    boxes = [
        part.bounding_box()
        for part in (listener.field, page.get_by_role("listbox", name="Legal moves"))
    ]
    board = page.get_by_role("application").get_by_role("button").all()
    bottom = max(box["y"] + box["height"] for box in (stop.bounding_box() for stop in board))
    assert all(box["y"] >= bottom and box["width"] <= 390 for box in boxes), (boxes, bottom)


FEW, WHOLE = 2, 250  # turns


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("game", "turns"),
    [pytest.param("kono", FEW, marks=pytest.mark.slow)]
    + [rarely(name, WHOLE) if name == "magician" else later(name, WHOLE) for name in GAME_NAMES],
)
def test_nothing_is_said_in_english_elsewhere(open_page, game, turns, language):
    """In the first turns, or in a whole game."""
    entries = catalogue(language)
    words = entries["page"]
    page = open_page(locale=language, reduced_motion="reduce")
    card = page.locator("#begin")
    card.wait_for()
    ear = Ear(page)
    card.locator(f"[data-game='{game}']").press("Enter")
    page.get_by_role("button", name=words["Play"], exact=True).press("Enter")
    page.get_by_role("link", name=words["Play by typing"]).press("Enter")
    field = page.get_by_role("combobox", name=words["Type a move"])
    made = page.locator("#record ol button")
    over = page.locator("#ended")
    drawn = random.Random(3)

    def until(seen, what):
        def rest():
            page.wait_for_timeout(20)
            ear.listen()

        wait_until(lambda: over.is_visible() or seen(), what, rest)

    until(lambda: _offered(page, field), "a move to be offered")
    for key in "1*?!":
        field.press(key)
    field.fill("zz")
    until(lambda: any("zz" in line for line in ear.listen()), "a refusal")
    field.fill("")
    for _turn in range(turns):
        before = made.count()
        until(lambda: _offered(page, field), "a move to be offered")
        if over.is_visible():
            break
        for _ in range(drawn.randint(1, 5)):
            page.keyboard.press("ArrowUp")
        field.press("Enter")
        until(lambda many=before: made.count() > many, "the move to be made")
    assert turns == FEW or over.is_visible(), f"not over after {turns} turns"
    ear.listen()
    assert len(ear.lines) > 10
    assert english(ear.lines, entries) == set()


def _offered(page, field):
    field.press("ArrowDown")
    return page.get_by_role("option").count()
