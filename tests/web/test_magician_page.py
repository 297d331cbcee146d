"""The page in a game of Magician Chess, line by line as the board would say it."""

import pytest
from web.person import Person

from host_tools.build import profiles

pytestmark = pytest.mark.browser

PROFILE = profiles.profile("tile7x7")
START = "rmnknmr/pppXppp/X5X/X2X2X/X5X/PPPXPPP/RMNKNMR w AGag - 0 1"
MIDDLE = "r2k2r/1p1X1p1/X5X/X2X2X/X1N3X/1P1X1P1/R2K2R w AGag - 0 1"
NAMES = {"k": "king", "r": "rook", "n": "knight", "m": "magician", "p": "pawn"}


def letters(position):
    """Of each cell, row by row as the board counts them; None where there is nothing."""
    rows = [
        [
            each
            for letter in row
            for each in ([None] * int(letter) if letter.isdigit() else [letter])
        ]
        for row in position.split(" ")[0].split("/")
    ]
    return [letter for row in rows for letter in row]


def cell(name):
    return next(at for at in range(PROFILE.cells) if PROFILE.cell_name(at) == name)


def piece(letter):
    return f"{'white' if letter.isupper() else 'black'} {NAMES[letter.lower()]}"


def moves_of(asked):
    return asked["record"].split("\n")[1].split()


class Chess:
    """A stage on which a game of Magician Chess is played."""

    def __init__(self, stage, position=START):
        self.stage = stage
        self.person = Person(stage.page)
        self.written = []
        stage.world.arrange(
            [
                (int(letter.islower()), True) if letter not in (None, "X") else None
                for letter in letters(position)
            ]
        )
        stage.show()
        self.say(position, start=position)

    def say(self, position, **more):
        line = {"game": "magician", "rules": "standard", "start": START, "hand": None}
        self.stage.say(position, **line | more)

    def sent(self, kind):
        """The messages of this kind that the page has sent."""
        return [message for message in self.stage.received if message["t"] == kind]

    def asked(self):
        """What the page wants written down."""
        return self.sent("write")

    def write(
        self,
        *names,
        moves=None,
        verdict="undecided",
        check=False,
        start=START,
        positions=(),
        drawn="",
    ):
        """Answer its question about so many moves."""

        def fitting():
            asked = self.asked()
            return asked[-1:] if asked and len(moves_of(asked[-1])) == len(names) else None

        [asked] = self.person.wait(fitting, "the question")
        said = {"names": names, "start": start, "verdict": verdict}
        said |= {
            "drawn": drawn,
            "moves": moves or moves_of(asked),
            "positions": positions or [start],
        }
        turns = [(number + (" b " in start)) % 2 for number in range(len(names) + 1)]
        self.stage.tell({"t": "written", "id": asked["id"], "turns": turns, "check": check, **said})

    def place(self, name):
        return self.person.look()[name].tile

    def tray(self):
        """What lies beside the board."""
        return [spot.tile for spot in self.person.look().values() if spot.tile and not spot.is_cell]


@pytest.fixture
def chess(stage):
    return lambda position=START, **options: Chess(stage(PROFILE, False, **options), position)


@pytest.mark.slow
def test_pieces_and_holes_are_drawn_where_the_board_says(chess):
    chess = chess()
    person = chess.person
    person.wait(lambda: chess.place("d4") == "hole", "the holes")
    for at, letter in enumerate(letters(START)):
        expected = "hole" if letter == "X" else piece(letter) if letter else ""
        assert chess.place(PROFILE.cell_name(at)) == expected
    assert chess.stage.page.locator("#holes .pit, #holes .up").count() >= 9
    assert sorted(chess.tray()) == ["black spare tile", "white spare tile"]


SENTENCES = (
    "Set the magician back home.",
    "The second player: lift the lit piece. If no cell lights up for it, it leaves the board.",
    "Lift the magician from the hole to set it where the hole is to go; or take a lit piece"
    " beside the hole off the board.",
    "The second player: choose what the pawn becomes: rook, knight or magician. Right: the next."
    " Put that piece in its place.",
)


@pytest.mark.slow
def test_a_longer_sentence_does_not_move_the_board_on_a_phone(chess):
    """A finger that is about to tap a cell would tap another one."""
    chess = chess(viewport={"width": 360, "height": 844}, has_touch=True, is_mobile=True)
    person, tops = chess.person, set()
    for sentence in SENTENCES:
        chess.say(START, say=sentence)
        person.wait_for_words(sentence)
        tops.add(person.look()["b4"].y)
    assert len(tops) == 1


SIDES = """() => [...document.querySelectorAll(".tile")].map((tile) => {
  const [solid, body] = [".up .solid", ".up .body"].map((part) => tile.querySelector(part));
  if (!solid) return null;
  const style = getComputedStyle(solid);
  return [tile.className, style.stroke, style.fill, getComputedStyle(body).fill,
          tile.querySelectorAll(".up .rim").length];
}).filter(Boolean)"""


@pytest.mark.slow
def test_sides_differ_in_outline_and_fill_not_in_colour_alone(chess):
    chess = chess()
    chess.person.wait(lambda: chess.place("d4") == "hole", "the pieces")
    seen = {"white": set(), "black": set()}
    for name, stroke, fill, body, rims in chess.stage.page.evaluate(SIDES):
        seen["white" if "white" in name else "black"].add((stroke, fill, body, rims))
    [(stroke, _, light, one)], [(none, solid, dark, two)] = seen["white"], seen["black"]
    assert stroke != "none"
    assert none == "none"
    assert solid != dark
    assert light != dark
    assert (one, two) == (1, 2)
