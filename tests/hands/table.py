"""A board behind a page's runner, with the hands of a board on a screen."""

import json
import math

from many import later
from one_board import PROFILE

from host_tools.board.hands.acts import Drop, Grab, Move
from host_tools.board.simulator.board import SimulatedBoard
from host_tools.build import profiles
from host_tools.play.web.messages import Tell
from host_tools.play.web.runner import BoardRunner
from lodeboard.games.catalogue import rule_sets
from lodeboard.system.loader import make_game, playable

LARGER = profiles.profile("tile7x7")
PERSON = 1
KINDS = [(PROFILE, at) for at in range(len(playable(PROFILE)))] + [
    (LARGER, at) for at in range(len(playable(LARGER)))
]


def first_rules(kind):
    """Whether a kind is a game's first rule set."""
    name, rules = playable(kind[0])[kind[1]]
    return rules == rule_sets(name)[0]


# Hands know nothing of rules: those of each game's first rule set are tried in `make test`.
EACH = [kind if first_rules(kind) else later(kind) for kind in KINDS]


def named(kind):
    profile, at = kind
    return "-".join(playable(profile)[at])


class Table:
    """A board behind a page's runner, ticked as fast as possible."""

    def __init__(self, profile=PROFILE, on=True, **settings):
        self.profile = profile
        self.board = SimulatedBoard(profile, 1)
        self.moments = []
        self.state = {}
        centres = [self.board.world.plate.centre(cell) for cell in range(profile.cells)]
        self.centres = centres
        self.runner = BoardRunner(self.board, profile.tick_ms, centres, self.moments.append)
        self.runner.equip(self.board, on_screen=on)
        self.board.lines.subscribe(self._hear)
        self.asks = set()
        self.board.boot()
        if settings:
            self.run(self.begun)
            self.tell(c="set", **settings)
            self.run_ms(60)

    def begun(self):
        """Whether a game is on, with the tiles at its start."""
        state = self.state
        return state.get("phase") == "match" and self.lies(make_game(state["game"], state["rules"]))

    def _hear(self, _ms, line):
        message = json.loads(line)
        if message["t"] == "state":
            moves = self.state.get("moves", [])[: message.get("moves_from", 0)]
            self.state = {**message, "moves": moves + message.get("moves", [])}
            self.asks.add(message["ask"])

    def ask(self, act):
        assert self.runner.ask(PERSON, act) is None

    def tell(self, **command):
        self.ask(Tell(command))

    def run(self, holds, within_ms=20_000):
        end = self.board.now_ms + within_ms
        while not holds():
            assert self.board.now_ms < end, self.state
            self.runner.tick()

    def run_ms(self, ms):
        end = self.board.now_ms + ms
        self.run(lambda: self.board.now_ms >= end, ms + 100)

    def playing(self, *asks):
        return self.state.get("phase") == "match" and self.state["ask"] in asks

    def move(self, tile, cell, turn=False):
        """Let a person's hand move a tile to a cell."""
        at = self.centres[cell]
        body = self.board.world.tile(tile)
        self.ask(Grab(tile))
        self.ask(Move(*at))
        if turn:
            self.runner.tick()
            self.board.world.turn_held(tile)
        self.run(lambda: math.dist((body.x_mm, body.y_mm), at) < 3)
        self.run(lambda: not self.board.world.turning(tile))
        self.ask(Drop(*at))
        self.run(lambda: not body.held)

    def lies(self, game):
        """Whether every tile is in this game's position, and no other is on the board."""
        codes = bytearray(self.profile.cells)
        game.expected(codes)
        lying = [self.board.world.on_cell(cell) for cell in range(self.profile.cells)]
        found = [1 + 2 * here[0].owner + (not here[0].up) if here else 0 for here in lying]
        return found == list(codes) and all(len(here) < 2 for here in lying)
