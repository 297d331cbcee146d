"""Plays Magician Chess at the page: both sides, move after move, with the hand movements of
each."""

from web.person import Person

from host_tools.games.loader import host_game
from lodeboard.system.loader import make_game

WAYS = ("drag", "click", "keys")
START = "#record ol button"
CASTLING = 2  # columns that the king moves


def place(name):
    return ord(name[0]) - ord("a"), int(name[1:])


def in_reach(magician, hole):
    """Whether a magician can act on a hole: one cell diagonally, or two straight."""
    across, along = (abs(a - b) for a, b in zip(place(magician), place(hole), strict=True))
    return (across, along) in ((1, 1), (0, 2), (2, 0))


def show_board(page):
    """Scroll to the board, on a phone."""
    page.evaluate("document.getElementById('scene').scrollIntoView({block: 'center'})")


class Conjurer:
    """`ways`: how pieces are carried, one after the other. `promote(letter)` chooses, where a pawn
    is promoted."""

    def __init__(self, person: Person, ways=WAYS, rules="standard", position=None):
        self.person = person
        self.page = person.page
        self.ways = ways
        self.acts = 0
        self.game = make_game("magician", rules)
        self.host = host_game("magician")
        if position is not None:
            self.game.load(position)
        self.made = []
        self.turns = []  # the steps of each

    # What lies where

    @property
    def pieces(self):
        """The letter of each cell by its name."""
        ranks = self.game.text().split(" ")[0].split("/")
        found = {}
        for number, rank in enumerate(ranks):
            column = 0
            for letter in rank:
                if letter.isdigit():
                    column += int(letter)
                    continue
                found[f"{chr(97 + column)}{len(ranks) - number}"] = letter
                column += 1
        return found

    def written(self):
        """The record as it stands beside the board."""
        return self.page.locator("#record ol button").all_inner_texts()

    # Moves

    def play(self, moves):
        """Play these moves, as people write them or by coordinates."""
        for text in moves:
            steps = self.host.read_move(self.game, text)
            move, name = self.game.move_text(steps), self.host.move_name(self.game, steps)
            self.carry_out(move)
            for step in steps:
                self.game.push(step)
            self.turns.append(steps)
            self.made.append(name)
            self.wait_for_record(self.made)

    def take_back(self):
        """Press the board's button; the pieces stay where they lie."""
        self.page.locator("#buttons button", has_text="Take back").click()
        for _ in self.turns.pop():
            self.game.pop()
        self.made.pop()
        self.wait_for_record(self.made)

    def wait_for_record(self, moves):
        """Wait until these moves stand in the record."""
        self.person.wait(lambda: self.written() == moves, f"the record {moves[-3:]}", every_s=0.04)

    def wait_for_part(self, part):
        """Wait until the record shows this part of a turn."""
        shown = self.page.locator("#record .pending")
        self.person.wait(
            lambda: shown.all_inner_texts() == [f"{part} …"], f"the part {part}", every_s=0.04
        )

    def carry_out(self, move):
        """Do with hands what a move by coordinates says."""
        pieces = self.pieces
        if move.startswith("@"):
            hole, target = move[1:3], move[-2:]
            if "x" not in move and target in pieces:
                self.carry(target, hole)
            else:
                self.conjure(hole, target, "x" in move)
            return
        start, end = move[:2], move[2:4]
        if end in pieces:
            self.take_away(end)
        self.carry(start, end)
        self.follow(start, end, pieces)
        if len(move) > len("a1a2"):
            self.promote(start + end, move[-1])

    def follow(self, start, end, pieces):
        """The further movements of a move: the rook of castling, the pawn captured in passing."""
        letter = pieces[start].lower()
        (x, y), (to, _) = place(start), place(end)
        if letter == "k" and abs(to - x) == CASTLING:
            self.carry(f"{'a' if to < x else 'g'}{y}", f"{'c' if to < x else 'e'}{y}")
        if letter == "p" and to != x and end not in pieces:
            self.take_away(f"{end[0]}{y}")

    def conjure(self, hole, target, drops):
        """A spell that sets a magician on the hole; it goes home at the end."""
        mine = "Mm"[self.game.turn]
        home = next(
            at for at, letter in self.pieces.items() if letter == mine and in_reach(at, hole)
        )
        self.carry(home, hole)
        self.wait_for_part(f"{home}@{hole}")
        if drops:
            self.take_away(target)
        else:
            self.carry(hole, target)
        self.wait_for_part(f"{home}@{hole}{'x' if drops else ''}{target}")
        self.carry(hole if drops else target, home)

    def promote(self, made, letter):
        self.wait_for_part(made)
        chosen = self.page.locator(f"#choice button[data-letter='{letter}']")
        way = self.way()
        if way == "keys":
            chosen.press("Enter")
        elif way == "tap":
            chosen.tap()
            show_board(self.page)
        else:
            chosen.click()

    # Hands

    def carry(self, start, end):
        """Lift what lies on one cell and set it down on the other."""
        way = self.way()
        self.lift(start, way)
        self.put(end, way)

    def take_away(self, cell):
        """Take a piece off the board, into a tray."""
        way = self.way()
        spots = self.person.look()
        free = next(
            name
            for name, spot in spots.items()
            if not spot.is_cell and not spot.tile and spots[cell].tile.split()[0] in name
        )
        self.lift(cell, way)
        self.put(free, way)

    def lift(self, cell, way):
        """Take the piece that the page shows there."""
        spot = self.person.wait(
            lambda: next(
                (s for s in [self.person.look()[cell]] if s.tile and s.tile != "hole"), None
            ),
            f"a piece on {cell}",
            every_s=0.04,
        )
        if way == "tap":
            self.tap(cell)
        else:
            self.person.lift(spot, way)

    def put(self, where, way):
        """Set the piece down there, and wait until the page shows it there."""
        self.set_down(where, way)
        self.person.wait(
            lambda: self.person.look()[where].tile not in ("", "hole"),
            f"the piece on {where}",
            every_s=0.04,
        )

    def set_down(self, where, way):
        if way == "tap":
            self.tap(where)
        else:
            self.person.put(self.person.look()[where], way)

    def tap(self, where):
        """Touch a place once it stays where it is: a finger sees that it moves."""
        spot = self.person.still(where)
        self.page.touchscreen.tap(spot.x, spot.y)

    def way(self):
        self.acts += 1
        return self.ways[self.acts % len(self.ways)]
